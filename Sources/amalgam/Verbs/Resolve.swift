import AmalgamCore
import AmalgamHost

extension Verb {
  /// `resolve`: what a profile says once inheritance is applied, with the line behind each item.
  static let resolve = Verb(
    "resolve",
    operands: "PROFILE",
    summary: """
      Shows a profile with its inheritance applied, each item with the line that set it.

      Of each option it says what is asked, what is reported and what is effective: as the built
      variant shows it where there is one of these options, else as the catalogue expects it, with
      the reason. Nothing is built.
      """,
    example: "amalgam resolve full",
    options: [],
    emptyDetails: [JSON.Member(key: "profile", value: .null)]
  ) { invocation in
    let workspace = try Workspace(invocation)
    let prepared = try workspace.prepare(try invocation.operands(1...1), allowsAbstract: true)
    let reader = StateReader(invocation, workspace)
    let texts = try prepared.map {
      ResolveText(
        $0.profile,
        release: $0.release.version,
        target: $0.target,
        states: try reader.states(of: $0)
      )
    }
    return Report(
      command: "resolve",
      findings: prepared.flatMap(\.findings),
      details: [JSON.Member(key: "profile", value: texts.first?.json ?? .null)],
      body: texts.map(\.text).joined(separator: "\n\n")
    )
  }
}
