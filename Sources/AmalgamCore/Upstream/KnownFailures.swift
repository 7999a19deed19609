/// Tests of SQLite that are known to fail, with the reason that was found.
///
/// A line is `FILE PATTERN [from VERSION] [until VERSION] because "REASON"`; `*` in the pattern is
/// any run of characters.
package struct KnownFailures: Sendable {
  package struct Line: Sendable {
    package let file: String
    package let pattern: Glob
    package let releases: ReleaseRange
    package let reason: String
    package let location: SourceLocation

    /// Returns whether the failure of `test` in `file` is this one.
    package func covers(_ test: String, in file: String) -> Bool {
      self.file == file && pattern.matches(test)
    }
  }

  package let lines: [Line]

  /// Reads the table `text`, telling all lines that are wrong at once.
  package init(parsing text: String, file: String) throws(Failures) {
    var lines: [Line] = []
    var failures: [Failure] = []
    for line in SourceLine.lines(of: text, file: file) where !line.words.isEmpty {
      if let known = Line(line) {
        lines.append(known)
      } else {
        failures.append(
          Failure(
            line.location().fileAndLine,
            "a known failure is not written as 'FILE PATTERN [from VERSION] [until VERSION] "
              + "because \"REASON\"'"
          )
        )
      }
    }
    if !failures.isEmpty { throw Failures(failures) }
    self.lines = lines
  }

  /// Returns the lines that hold for `release`.
  package func lines(for release: Version) -> [Line] {
    lines.filter { $0.releases.contains(release) }
  }
}

extension KnownFailures.Line {
  fileprivate init?(_ line: SourceLine) {
    var words = line.words.map(\.text)
    guard words.count >= 4, line.openQuoteColumn == nil, line.words.last?.isQuoted == true,
      let reason = words.popLast(), !reason.isEmpty, words.popLast() == "because"
    else { return nil }
    var (from, until): (Version?, Version?)
    var qualifiers = words.dropFirst(2)
    while let keyword = qualifiers.popFirst() {
      guard let value = qualifiers.popFirst() else { return nil }
      switch keyword {
      case "from" where from == nil: from = Version(value)
      case "until" where until == nil: until = ReleaseRange.lastRelease(value)
      default: return nil
      }
      if keyword == "from" ? from == nil : until == nil { return nil }
    }
    self.init(
      file: words[0],
      pattern: Glob(words[1]),
      releases: ReleaseRange(from: from, until: until),
      reason: reason,
      location: line.location()
    )
  }
}
