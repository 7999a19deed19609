import AmalgamCore
import AmalgamHost

extension Verb {
  /// `plan`: what `build` would do, as commands or as JSON; nothing is compiled.
  static let plan = Verb(
    "plan",
    operands: "[PROFILE…]",
    summary: "Prints what 'build' would do, without doing it.",
    example: "amalgam plan full --format commands",
    options: [],
    formats: ["commands", "json"]
  ) { invocation in
    let workspace = try Workspace(invocation)
    let prepared = try workspace.prepare(invocation.arguments.operands)
    let findings = prepared.flatMap(\.findings)
    guard prepared.allSatisfy(\.isBuildable) else {
      return Report(
        command: "plan",
        findings: findings,
        details: [JSON.Member(key: "plans", value: .array([]))]
      )
    }
    let texts = try workspace.session().plans(prepared).map {
      PlanText($0, directory: workspace.displayedDirectory(of: $0))
    }
    return Report(
      command: "plan",
      findings: findings,
      details: [JSON.Member(key: "plans", value: .array(texts.map(\.json)))],
      body: texts.map(\.commands).joined(separator: "\n\n")
    )
  }
}
