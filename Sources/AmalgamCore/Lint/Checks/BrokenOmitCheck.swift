/// Options with which the release does not build or does not work, not even generated anew.
struct BrokenOmitCheck: LintCheck {
  let id = "broken-omit"

  func findings(in input: LintInput) -> [LintFinding] {
    broken(in: input) + unlinked(in: input)
  }

  /// What links only where the compiler leaves out calls that nothing reaches.
  private func unlinked(in input: LintInput) -> [LintFinding] {
    guard let place = input.unoptimised else { return [] }
    return input.known.compactMap { mention, row in
      guard row.optimised.contains(where: { input.effective.holds($0, for: row) }) else {
        return nil
      }
      let words = place.excerpt.split { " \t".contains($0) }.prefix(2).joined(separator: " ")
      return LintFinding(
        .error,
        check: id,
        mention,
        .unlinked(row.name, input.release),
        notes: [.isUnoptimised(place)],
        fix: Fix([
          .init([.write("optimize size", over: words, at: place)]), .init([mention.removal]),
        ])
      )
    }
  }

  private func broken(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      // What a library reports was built, if from another source.
      guard mention.form != .reported,
        let fault = row.broken.first(where: { input.effective.holds($0, for: row) })
      else { return nil }
      return LintFinding(
        .error,
        check: id,
        mention,
        .broken(
          row.name,
          input.release,
          fault.value,
          tried: input.catalogue.tried(for: input.release)
        ),
        fix: Fix(mention.removal)
      )
    }
  }
}

extension String {
  fileprivate static func isUnoptimised(_ place: SourceLocation) -> Self {
    "'optimize debug' is set at \(place.fileAndLine)"
  }
}

extension Finding.Message {
  fileprivate static func unlinked(_ name: String, _ release: Version) -> Self {
    "SQLite \(release) links with '\(name)' only where the compiler optimises"
  }

  fileprivate static func broken(
    _ name: String,
    _ release: Version,
    _ fault: String,
    tried: Version?
  ) -> Self {
    let untried = tried == nil ? "" : ", and SQLite \(release) was not tried"
    let release = tried ?? release
    if let what = fault.behind("run: ") {
      return "SQLite \(release) breaks down with '\(name)', even generated anew: \(what)\(untried)"
    }
    let reason = fault.isEmpty ? "" : " (\(fault))"
    return
      "SQLite \(release) does not build with '\(name)', not even generated anew\(reason)\(untried)"
  }
}

extension String {
  /// What follows `head`; `nil` for a text that does not begin so.
  fileprivate func behind(_ head: String) -> Substring? {
    hasPrefix(head) ? dropFirst(head.count) : nil
  }
}

extension OptionCatalogue {
  /// The release that was tried in place of `release`: the nearest before it, else the first of
  /// all; `nil` where it was tried itself, or none was.
  fileprivate func tried(for release: Version) -> Version? {
    if measured.contains(release) { return nil }
    return measured.filter { $0 < release }.max() ?? measured.min()
  }
}
