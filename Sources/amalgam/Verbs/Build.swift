import AmalgamCore
import AmalgamHost

extension Verb {
  /// `build`: generates, compiles and packages each profile's variant.
  static let build = Verb(
    "build",
    operands: "[PROFILE…]",
    summary: "Builds the variant of each profile: amalgamation, archive, shared library, manifest.",
    example: "amalgam build minimal --sqlite 3.46.1",
    options: [],
    lists: ["variants"]
  ) { invocation in
    let workspace = try Workspace(invocation)
    let prepared = try workspace.prepare(invocation.arguments.operands)
    let findings = prepared.flatMap(\.findings)
    let judgements = prepared.flatMap(\.judgements)
    guard prepared.allSatisfy(\.isBuildable) else {
      return Report(
        command: "build",
        findings: findings,
        checks: judgements.count,
        judgements: judgements,
        details: [JSON.Member(key: "variants", value: .array([]))],
        body: "nothing was built: the findings below come first"
      )
    }
    let built = try workspace.session().build(prepared)
    return Report(
      command: "build",
      findings: findings + built.flatMap { workspace.warnings(of: $0) },
      checks: judgements.count,
      judgements: judgements,
      details: [JSON.Member(key: "variants", value: .array(built.map { workspace.json(of: $0) }))],
      body: built.map { workspace.line(about: $0) }.joined(separator: "\n")
    )
  }
}

extension Workspace {
  /// Returns `full: build/full, built because …`.
  fileprivate func line(about built: BuildSession.Built) -> String {
    let what = built.reason.map { "built, since \($0)" } ?? "up to date"
    return "\(built.plan.variant): \(displayedDirectory(of: built.plan)), \(what)"
  }

  fileprivate func json(of built: BuildSession.Built) -> JSON {
    .object([
      "name": .string(built.plan.variant.description),
      "directory": .string(displayedDirectory(of: built.plan)),
      "release": .string(built.plan.release.description),
      "target": .string(built.plan.target),
      "built": .bool(built.reason != nil),
      "reason": .optional(built.reason),
    ])
  }
}
