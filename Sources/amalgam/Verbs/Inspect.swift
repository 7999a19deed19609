import AmalgamCore
import AmalgamHost

extension Verb {
  /// `inspect`: which SQLite is in finished files, also of systems that cannot run here.
  static let inspect = Verb(
    "inspect",
    operands: "FILE…",
    summary: """
      Says of each file which copies of SQLite are inside, with their options, or who brings it.

      FILE is an object, a library, a program, or a folder or zip file with some: .framework,
      .xcframework, .app, .ipa, .whl, .jar, .artifactbundle. DEMAND is a capability such as
      'module:fts5', 'version>=3.45', 'fixed:wal-reset', an option such as SQLITE_THREADSAFE=2, or
      what a file tells of itself, such as 'alignment:16k' or 'copies:1'.
      """,
    example: "amalgam inspect app.ipa --require module:fts5",
    options: [.require],
    lists: ["copies"]
  ) { invocation in
    let operands = try invocation.operands(1...10_000)
    let requirements = try invocation.arguments.all(.require).map { text in
      guard let requirement = Requirement(text) else {
        throw UsageError(
          "'--require' takes a capability such as 'module:fts5', 'version>=3.45' or an option such "
            + "as 'SQLITE_THREADSAFE=2', not '\(text)'",
          usage: invocation.verb.usage
        )
      }
      return requirement
    }
    try requirements.forEach { try $0.checkName(invocation) }
    let project = try invocation.project()
    let program = try ProgramLoader(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress
    )
    .load(operands.map { (project.absolute($0), project.display($0)) })
    let inspection = try Inspector()
      .inspect(program, requirements: requirements, hashing: invocation.writesJSON)
    return inspection.report
  }
}

extension Option {
  fileprivate static let require = Option(
    "--require",
    takes: "DEMAND",
    isRepeatable: true,
    "what every SQLite that answers must have"
  )
}

extension Requirement {
  /// Throws where no SQLite can have what is asked for.
  fileprivate func checkName(_ invocation: Invocation) throws {
    guard case .capability(let capability) = self,
      let unknown = try Tables().catalogue.unknown(capability)
    else { return }
    throw UsageError(unknown.message.text, usage: invocation.verb.usage)
  }
}

extension Invocation {
  /// Whether a report for machines was asked for.
  fileprivate var writesJSON: Bool {
    arguments.value(.format(verb.formats)) == "json"
      || arguments.all(.report).contains { $0.hasPrefix("json=") }
  }
}
