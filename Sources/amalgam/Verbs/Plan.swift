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
    formats: ["commands", "json", "github-matrix"],
    lists: ["plans"]
  ) { invocation in
    let workspace = try Workspace(invocation)
    let prepared = try workspace.prepare(invocation.arguments.operands)
    let findings = prepared.flatMap(\.findings)
    if invocation.arguments.value(.format(invocation.verb.formats)) == "github-matrix" {
      return workspace.matrix(prepared, operands: invocation.arguments.operands)
    }
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

extension Workspace {
  /// What GitHub Actions makes jobs of: a runner a variant, on one line.
  fileprivate func matrix(_ prepared: [PreparedProfile], operands: [String]) -> Report {
    let rows = prepared.enumerated().map { index, prepared in
      JSON.object([
        "profile": .string(operands.isEmpty ? prepared.profile.name : operands[index]),
        "variant": .string(prepared.variant.description),
        "sqlite": .string(prepared.release.version.description),
        "target": .string(prepared.target),
      ])
    }
    let matrix = JSON.object(["include": .array(rows)])
    return Report(command: "plan", body: matrix.compact)
  }
}
