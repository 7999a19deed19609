import AmalgamCore
import AmalgamHost

extension Verb {
  /// `resolve`: what a profile says once inheritance is applied, with the line behind each item.
  static let resolve = Verb(
    "resolve",
    operands: "PROFILE",
    summary: "Shows a profile with its inheritance applied, each item with the line that set it.",
    example: "amalgam resolve full",
    options: [],
    emptyDetails: [JSON.Member(key: "profile", value: .null)]
  ) { invocation in
    let workspace = try Workspace(invocation)
    let prepared = try workspace.prepare(try invocation.operands(1...1), allowsAbstract: true)
    let texts = prepared.map {
      ResolveText($0.profile, release: $0.release.version, target: $0.target)
    }
    return Report(
      command: "resolve",
      findings: prepared.flatMap(\.findings),
      details: [JSON.Member(key: "profile", value: texts.first?.json ?? .null)],
      body: texts.map(\.text).joined(separator: "\n\n")
    )
  }
}
