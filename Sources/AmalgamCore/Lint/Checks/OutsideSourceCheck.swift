/// Options that need more than the amalgamation has.
///
/// A note where it is a library to link with, since the text may well be of who does.
struct OutsideSourceCheck: LintCheck {
  let id = "outside-source"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      // What a library reports was built, with all that it needs.
      guard mention.form != .reported else { return nil }
      if let outside = row.outside { return finding(.warning, mention, .needs(row.name, outside)) }
      // A profile says its target, and its variants are linked with what its options need.
      if input.isProfile { return nil }
      let libraries = row.links.filter { $0 != "m" }
      return libraries.isEmpty ? nil : finding(.note, mention, .links(row.name, libraries))
    }
  }

  private func finding(
    _ severity: Finding.Severity,
    _ mention: OptionMention,
    _ message: Finding.Message
  ) -> LintFinding {
    LintFinding(severity, check: id, mention, message, fix: Fix(mention.removal))
  }
}

extension Finding.Message {
  fileprivate static func needs(_ name: String, _ what: String) -> Self {
    "'\(name)' does not link without \(what), which is not in the amalgamation"
  }

  fileprivate static func links(_ name: String, _ libraries: [String]) -> Self {
    "'\(name)' needs the headers of, and a link with, \(libraries.examples)"
  }
}
