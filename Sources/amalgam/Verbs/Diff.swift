import AmalgamCore
import AmalgamHost

extension Verb {
  /// `diff`: what two builds of SQLite do otherwise, whatever their option lists say.
  static let diff = Verb(
    "diff",
    operands: "A B",
    summary: """
      Compares two builds by what was asked of them, what they report and what they really do.

      A and B are each a profile, a variant's folder, a library, object or program, a text with
      options, 'system' (what -lsqlite3 links), or a recorded list such as apple:ios-26;
      'profile:' and 'file:' before a name say which is meant. Status 1 where anything differs but
      the environment and SQLite's own defaults; 2 where a library could not be run, so that not
      all was compared.
      """,
    example: "amalgam diff full system --format markdown",
    options: [.ignore, .strict],
    emptyDetails: ComparisonReport.emptyMembers
  ) { invocation in
    let operands = try invocation.operands(2...2)
    let workspace = try Workspace(invocation)
    var reader = SideReader(invocation, workspace)
    let drafts = try operands.map { try reader.draft(of: $0) }
    let findings = drafts.flatMap(\.findings)
    guard !findings.contains(where: \.isOpenError) else {
      return Report(
        command: "diff",
        findings: findings,
        details: ComparisonReport.emptyMembers,
        body: "nothing was compared: the findings below come first"
      )
    }
    let (sides, notRun) = try reader.sides(drafts)
    let whole = Comparison(sides[0], sides[1], workspace.tables.catalogue)
    let ignores = invocation.arguments.has(.ignore)
    let comparison = ignores ? whole.ignoringEnvironment() : whole
    let report = ComparisonReport(comparison)
    let notCompared = notRun.map { name, reason in
      "\n\nnot compared is what '\(name)' does, since it was not run: \(reason)"
    }.joined()
    return Report(
      command: "diff",
      findings: findings,
      checks: comparison.compared,
      skipped: notRun.count,
      details: report.members,
      body: report.text + notCompared,
      markdownBody: report.markdown + notCompared,
      hasDifferences: comparison.differs(strictly: invocation.arguments.has(.strict))
    )
  }
}

extension Option {
  fileprivate static let ignore = Option(
    "--ignore",
    takes: "CLASS",
    choices: ["environment"],
    "leave out what says how the libraries were compiled"
  )
  fileprivate static let strict = Option(
    "--strict",
    "status 1 also where only the environment or SQLite's own defaults differ"
  )
}
