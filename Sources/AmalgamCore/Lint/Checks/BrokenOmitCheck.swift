/// Options with which the release does not build, not even generated anew.
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
    let reason = fault.isEmpty ? "" : " (\(fault))"
    return "SQLite \(release) does not build with '\(name)', not even generated anew\(reason)"
  }
}
