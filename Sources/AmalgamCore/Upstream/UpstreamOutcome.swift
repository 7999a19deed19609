/// What running SQLite's own tests with the options of one variant came to.
package struct UpstreamOutcome: Sendable {
  /// The files of a group that were to be run.
  package struct Selection: Hashable, Sendable {
    package let group: UpstreamGroup
    package let files: [String]

    package init(_ group: UpstreamGroup, files: [String]) {
      self.group = group
      self.files = files
    }
  }

  package let variant: String
  package let release: Version
  package let target: String
  /// The compiler that built `testfixture`: `clang 21.0.0`.
  package let compiler: String
  /// None where the profile promises nothing that has test files.
  package let selections: [Selection]
  /// `nil` where nothing was run.
  package let results: UpstreamResults?
  /// How the test runner ended, in words; `nil` where it came to its end.
  package let breakdown: String?
  /// The file with all that the tests printed, as a message names it.
  package let log: String?

  package init(
    variant: String,
    release: Version,
    target: String,
    compiler: String,
    selections: [Selection],
    results: UpstreamResults?,
    breakdown: String? = nil,
    log: String? = nil
  ) {
    self.variant = variant
    self.release = release
    self.target = target
    self.compiler = compiler
    self.selections = selections
    self.results = results
    self.breakdown = breakdown
    self.log = log
  }
}

/// An outcome with the known failures taken out of it.
package struct UpstreamVerdict: Sendable {
  /// One test file, judged.
  struct File: Sendable {
    let result: UpstreamResults.File
    /// The failures that no line explains.
    let failed: [String]
    /// How many failures a line explains.
    let known: Int

    /// Whether there is something to say of it.
    var isWrong: Bool {
      if result.state != .ended || result.tests == nil || !failed.isEmpty { return true }
      return !result.isSuccess && known == 0
    }
  }

  package let outcome: UpstreamOutcome
  let files: [File]
  /// The known failures of this release in files that were run, which did not happen.
  let unused: [KnownFailures.Line]

  package init(_ outcome: UpstreamOutcome, _ known: KnownFailures) {
    self.outcome = outcome
    let lines = known.lines(for: outcome.release)
    var used: Set<Int> = []
    files = (outcome.results?.files ?? []).map { result in
      let failed = result.failed.filter { test in
        let index = lines.firstIndex { $0.covers(test, in: result.name) }
        if let index { used.insert(index) }
        return index == nil
      }
      return File(result: result, failed: failed, known: result.failed.count - failed.count)
    }
    let ended = Set(files.filter { $0.result.tests != nil }.map(\.result.name))
    unused = lines.enumerated().filter { index, line in
      !used.contains(index) && ended.contains(line.file)
    }
    .map(\.element)
  }

  /// How many tests ran, by SQLite's own count; a file that left at once has none.
  package var tests: Int {
    files.reduce(0) { $0 + ($1.result.ranNothing ? 0 : $1.result.tests ?? 0) }
  }
}
