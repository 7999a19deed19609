extension UpstreamVerdict {
  /// What SQLite's own tests have to say of the variant.
  package var findings: [Finding] {
    guard outcome.results != nil else {
      return [finding(.note, outcome.variant, .nothingApplies)]
    }
    return breakdown + files.filter(\.isWrong).compactMap(finding(of:)) + waiting + missing
      + idleGroups + unusedLines
  }

  private var breakdown: [Finding] {
    outcome.breakdown.map { [finding(.error, "test/testrunner.tcl", .broken($0))] } ?? []
  }

  private func finding(of file: File) -> Finding? {
    let result = file.result
    let message: Finding.Message
    switch result.state {
    case .waiting: return nil
    case .running: message = .running(result.name)
    case .ended:
      if let tests = result.tests {
        message = file.failed.isEmpty ? .noTestFailed(result.name) : .failed(file, of: tests)
      } else {
        message = .noCount(result.name)
      }
    }
    return finding(.error, result.name, message, notes: result.said.map { "it printed: \($0)" })
  }

  /// One finding for all that the runner never came to.
  private var waiting: [Finding] {
    let names = files.filter { $0.result.state == .waiting }.map(\.result.name)
    return names.first.map { [finding(.error, $0, .neverRun(names))] } ?? []
  }

  /// One finding for all that the runner was asked for and does not know.
  private var missing: [Finding] {
    let present = Set(files.map(\.result.name))
    let names = outcome.selections.flatMap(\.files).filter { !present.contains($0) }
    return names.first.map { [finding(.error, $0, .passedOver(names))] } ?? []
  }

  /// A group of which no test ran says nothing, which is no pass.
  private var idleGroups: [Finding] {
    let idle = Set(files.filter(\.result.ranNothing).map(\.result.name))
    return outcome.selections.filter { idle.isSuperset(of: $0.files) && !$0.files.isEmpty }
      .map { finding(.error, $0.group.capability.description, .idle($0)) }
  }

  private var unusedLines: [Finding] {
    unused.map { line in
      Finding(
        .warning,
        check: "upstream",
        variant: outcome.variant,
        subject: "\(line.file) \(line.pattern.pattern)",
        .unused(line, outcome.release),
        at: line.location,
        fix: "remove the line, or end it at an earlier release"
      )
    }
  }

  private func finding(
    _ severity: Finding.Severity,
    _ subject: String,
    _ message: Finding.Message,
    notes: [String] = []
  ) -> Finding {
    Finding(
      severity,
      check: "upstream",
      variant: outcome.variant,
      subject: subject,
      message,
      notes: notes + (outcome.log.map { ["all that it printed is in '\($0)'"] } ?? [])
    )
  }
}

extension Finding.Message {
  fileprivate static let nothingApplies: Self =
    "the profile promises nothing that SQLite's test files for FTS5, JSON and R*Tree are for, so none was run"

  fileprivate static func broken(_ how: String) -> Self {
    "SQLite's test runner \(how), so not all of its test files were judged"
  }

  fileprivate static func failed(_ file: UpstreamVerdict.File, of tests: Int) -> Self {
    "'\(file.result.name)' fails \(file.failed.count) of \(tests) tests: \(file.failed.examples)"
  }

  fileprivate static func noTestFailed(_ file: String) -> Self {
    "'\(file)' ends with an error, though none of its tests fails"
  }

  fileprivate static func noCount(_ file: String) -> Self {
    "'\(file)' ends before it has counted its tests"
  }

  fileprivate static func running(_ file: String) -> Self {
    "'\(file)' was still running when the test runner stopped"
  }

  fileprivate static func neverRun(_ files: [String]) -> Self {
    "\(files.count.counted("test file")) never began: \(files.examples)"
  }

  fileprivate static func passedOver(_ files: [String]) -> Self {
    "the test runner passed over \(files.count.counted("test file")): \(files.examples)"
  }

  fileprivate static func idle(_ selection: UpstreamOutcome.Selection) -> Self {
    "no test of \(selection.group.name) ran: "
      + "each of \(selection.files.count.counted("test file")) left at once"
  }

  fileprivate static func unused(_ line: KnownFailures.Line, _ release: Version) -> Self {
    "no test of '\(line.file)' that '\(line.pattern.pattern)' is for fails on SQLite \(release)"
  }
}
