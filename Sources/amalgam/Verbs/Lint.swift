import AmalgamCore
import AmalgamHost

extension Verb {
  /// `lint`: what options really do, in profiles and in any text that holds some.
  static let lint = Verb(
    "lint",
    operands: "[PROFILE|FILE|-…]",
    summary: """
      Says which compile-time options do nothing, or another thing than their authors think.

      FILE is any text with options: CFLAGS, an xcconfig, a gypi, a podspec, Package.swift, …;
      '-' is standard input. A text of more than 64 MiB is refused.
      """,
    example: "echo \"$CFLAGS\" | amalgam lint -",
    options: []
  ) { invocation in
    let workspace = try Workspace(invocation)
    let operands = invocation.arguments.operands
    let texts = operands.filter { workspace.isText($0) }
    let profiles = operands.filter { !texts.contains($0) }
    let hasProfiles = operands.isEmpty || !profiles.isEmpty
    let prepared = hasProfiles ? try workspace.prepare(profiles, allowsAbstract: true) : []
    let judged = try texts.map { try workspace.lint(text: $0) }
    let judgements = prepared.flatMap(\.judgements) + judged.flatMap(\.judgements)
    return Report(
      command: "lint",
      findings: prepared.flatMap(\.findings) + judged.flatMap(\.findings),
      failures: judged.compactMap(\.failure),
      checks: judgements.count,
      judgements: judgements,
      judged: Set(prepared.map(\.release.version) + judged.map(\.release)).sorted().map {
        "SQLite \($0)"
      }
    )
  }
}

extension Workspace {
  /// What lint says of a text that is no profile.
  fileprivate struct JudgedText {
    let findings: [Finding]
    let failure: Failure?
    let judgements: [Judgement]
    let release: Version
  }

  /// Whether `operand` is standard input, or a file or pipe that is no profile.
  fileprivate func isText(_ operand: String) -> Bool {
    if operand == "-" { return true }
    let path = project.absolute(operand)
    return !operand.hasSuffix(".profile") && files.status(of: path) != nil
      && !files.isDirectory(path)
  }

  fileprivate func lint(text operand: String) throws -> JudgedText {
    let isInput = operand == "-"
    let name = isInput ? "standard input" : project.display(operand)
    let bytes = try files.readOptions(
      isInput ? "/dev/stdin" : project.absolute(operand),
      named: name
    )
    let release = try request.release ?? lock.defaultRelease().version
    let input = LintInput(
      text: OptionText(String(decoding: bytes, as: UTF8.self), file: name),
      release: release,
      names: tables.names,
      catalogue: tables.catalogue,
      target: request.target
    )
    let result = Lint.run(on: input)
    let failure = Failure(
      name,
      "sets no compile-time option of SQLite, so nothing was judged",
      fix: "give it text with options, such as '-DSQLITE_ENABLE_FTS5'"
    )
    return JudgedText(
      findings: (result.findings + tables.catalogue.faultFindings(of: input)).inReportOrder,
      failure: result.checks == 0 ? failure : nil,
      judgements: result.judgements,
      release: release
    )
  }
}
