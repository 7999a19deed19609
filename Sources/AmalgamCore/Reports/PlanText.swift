/// A build plan that can be read or run by hand.
package struct PlanText {
  private let plan: BuildPlan
  /// The variant's directory, as the user would name it.
  private let directory: String

  package init(_ plan: BuildPlan, directory: String) {
    self.plan = plan
    self.directory = directory
  }

  /// The steps as lines of a shell, writes as comments.
  package var commands: String {
    let head =
      "# \(plan.variant): SQLite \(plan.release), \(plan.toolchain.summary), \(plan.target)"
    let generate = "# generate the \(plan.grammar.summary) amalgamation"
    let writes = plan.writes.map {
      "# write \(Path.join(directory, $0.path)): \($0.contents.summary)"
    }
    let commands = (plan.compiles + plan.products).map { placed($0.command).description }
    return ([head, generate] + writes + commands).joined(separator: "\n")
  }

  package var json: JSON {
    let generate = JSON.object([
      "kind": .string("generate"), "path": .null, "from": .string(plan.grammar.summary),
      "directory": .null, "arguments": .strings(plan.grammar.names),
    ])
    let writes = plan.writes.map {
      JSON.object([
        "kind": .string("write"), "path": .string(Path.join(directory, $0.path)),
        "from": .string($0.contents.summary), "directory": .null, "arguments": .array([]),
      ])
    }
    let commands = (plan.compiles + plan.products).map {
      JSON.object([
        "kind": .string("command"), "path": .string(Path.join(directory, $0.output)),
        "from": .null, "directory": .string(directory), "arguments": .strings($0.command.arguments),
      ])
    }
    return .object([
      "variant": .string(plan.variant.description),
      "release": .string(plan.release.description),
      "target": .string(plan.target),
      "directory": .string(directory),
      "digest": .string("sha256:\(plan.digest)"),
      "steps": .array([generate] + writes + commands),
    ])
  }

  private func placed(_ command: Command) -> Command {
    Command(command.arguments, in: directory, environment: command.environment)
  }
}
