/// Options that change the generated parser, so that the amalgamation of the download page does
/// not have what they ask for, although it reports them.
struct NeedsRegenerationCheck: LintCheck {
  let id = "needs-regeneration"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      let isSwitch = GrammarSet.servedByCapableParser.contains(row.name)
      guard row.kind == .grammar || isSwitch, mention.form != .reported, row.isUnbroken(in: input)
      else {
        return nil
      }
      switch input.amalgamation {
      case .generated:
        return isSwitch ? nil : note(mention, input.release)
      case .stock: return finding(.error, mention, input.release)
      case .unknown: return finding(.warning, mention, input.release)
      }
    }
  }

  private func note(_ mention: OptionMention, _ release: Version) -> LintFinding {
    LintFinding(.note, check: id, mention, .regenerated(mention.option.name, release))
  }

  private func finding(
    _ severity: Finding.Severity,
    _ mention: OptionMention,
    _ release: Version
  )
    -> LintFinding
  {
    LintFinding(
      severity,
      check: id,
      mention,
      .stock(mention.option.name),
      notes: ["a profile with 'sqlite \(release)' and this option is generated with it"],
      fix: Fix(mention.removal)
    )
  }
}

extension OptionRow {
  fileprivate func isUnbroken(in input: LintInput) -> Bool {
    !broken.contains { $0.releases.contains(input.release) }
  }
}

extension Finding.Message {
  fileprivate static func regenerated(_ name: String, _ release: Version) -> Self {
    "SQLite \(release) is generated anew for '\(name)'"
  }

  fileprivate static func stock(_ name: String) -> Self {
    "'\(name)' works only in an amalgamation generated with it, not in the one of the download page"
  }
}
