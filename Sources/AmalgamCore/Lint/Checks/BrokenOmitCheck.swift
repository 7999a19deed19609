/// Options with which the release does not build or does not work, not even generated anew.
struct BrokenOmitCheck: LintCheck {
  let id = "broken-omit"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      // What a library reports was built, if from another source.
      guard mention.form != .reported,
        let fault = row.broken.first(where: { input.effective.holds($0, for: row) })
      else { return nil }
      return LintFinding(
        .error,
        check: id,
        mention,
        .broken(row.name, input.release, fault.value),
        fix: Fix(mention.removal)
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func broken(_ name: String, _ release: Version, _ fault: String) -> Self {
    if let what = fault.behind("run: ") {
      return "SQLite \(release) breaks down with '\(name)', even generated anew: \(what)"
    }
    let reason = fault.isEmpty ? "" : " (\(fault))"
    return "SQLite \(release) does not build with '\(name)', not even generated anew\(reason)"
  }
}

extension String {
  /// What follows `head`; `nil` for a text that does not begin so.
  fileprivate func behind(_ head: String) -> Substring? {
    hasPrefix(head) ? dropFirst(head.count) : nil
  }
}
