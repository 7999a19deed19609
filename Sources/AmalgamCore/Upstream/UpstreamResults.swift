/// What SQLite's test runner has noted of its test files, as `results.tcl` prints it.
package struct UpstreamResults: Hashable, Sendable {
  /// One test file.
  package struct File: Hashable, Sendable {
    package enum State: Hashable, Sendable {
      /// It came to its end, with or without failures.
      case ended
      /// The runner stopped while it ran.
      case running
      /// The runner never came to it.
      case waiting
    }

    /// The path below the source tree.
    package let name: String
    package let state: State
    /// SQLite's own count of tests; `nil` where the file did not come to it.
    package let tests: Int?
    package let errors: Int
    /// Whether its process ended with status 0.
    package let isSuccess: Bool
    /// The tests that failed.
    package fileprivate(set) var failed: [String] = []
    /// What it printed about that, or last.
    package fileprivate(set) var said: [String] = []

    /// Whether it left at once, since the build lacks what it needs: SQLite's tester counts its own
    /// closing step as a test.
    package var ranNothing: Bool { isSuccess && tests.map { $0 <= 1 } ?? false }
  }

  /// The source id of the SQLite that was tested.
  package let sourceID: String
  /// In byte order of the names.
  package let files: [File]

  /// Reads the output of `results.tcl`; `nil` if it is no such output.
  package init?(_ text: String) {
    var sourceID: String?
    var files: [File] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields[0], fields.count) {
      case ("source", 2) where sourceID == nil: sourceID = fields[1]
      case ("job", 5):
        guard let tests = Int(fields[3]), let errors = Int(fields[4]) else { return nil }
        files.append(
          File(
            name: fields[1],
            state: Self.state(fields[2]),
            tests: tests < 0 ? nil : tests,
            errors: max(0, errors),
            isSuccess: fields[2] == "done"
          )
        )
      case ("failed", 2) where !files.isEmpty: files[files.count - 1].failed.append(fields[1])
      case ("said", 2) where !files.isEmpty: files[files.count - 1].said.append(fields[1])
      default: return nil
      }
    }
    guard let sourceID else { return nil }
    self.sourceID = sourceID
    self.files = files
  }

  /// The runner's words: `done` and `failed` are ends, `running` is not, all else never began.
  private static func state(_ word: String) -> File.State {
    switch word {
    case "done", "failed": .ended
    case "running": .running
    default: .waiting
    }
  }
}
