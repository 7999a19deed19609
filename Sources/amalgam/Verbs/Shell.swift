import AmalgamCore
import AmalgamHost

extension Verb {
  /// `shell`: upstream's shell with the variant in it, in place of this process.
  static let shell = Verb(
    "shell",
    operands: "PROFILE [DATABASE]",
    summary: """
      Opens a database in SQLite's own shell of the same release, linked with the variant.

      Every connection has all extensions of the profile, also those that are registered on demand,
      so it reads what no stock shell can, such as a table with the tokenizer cjk.
      """,
    example: "amalgam shell full app.db",
    options: []
  ) { invocation in
    let operands = try invocation.operands(1...2)
    let workspace = try Workspace(invocation)
    let prepared = try workspace.prepare([operands[0]])
    guard prepared.allSatisfy(\.isBuildable) else {
      return Report(
        command: "shell",
        findings: prepared.flatMap(\.findings),
        body: "nothing was opened: the findings below come first"
      )
    }
    let plan = try workspace.session().plans(prepared)[0]
    if plan.target != plan.toolchain.target {
      throw Failure(
        plan.variant.description,
        "is built for \(plan.target), and a shell of it does not run here",
        fix: "take the target out of the profile, or leave --target out"
      )
    }
    let built = try workspace.session().build(prepared)[0]
    let program = try ShellProgram(
      plan: plan,
      directory: built.directory,
      tree: Generator.Tree(
        version: plan.release,
        checkIn: plan.checkIn,
        path: workspace.trees.path(of: plan.release)
      ),
      cache: workspace.cache,
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress
    ).path()
    invocation.progress.clear()
    throw Exec.become([program] + operands.dropFirst())
  }
}
