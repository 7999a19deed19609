/// Options whose words stand in another order, as in `SQLITE_SNAPSHOT_ENABLE`.
struct WordOrderCheck: LintCheck {
  let id = "word-order"

  func findings(in input: LintInput) -> [LintFinding] {
    zip(input.mentions, input.kinds).compactMap { mention, kind in
      guard case .wordOrder(let option) = kind else { return nil }
      return LintFinding(
        .error,
        check: id,
        mention,
        .order(mention.option.name, option),
        fix: Fix(input.correction(of: mention, to: option))
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func order(_ name: String, _ option: String) -> Self {
    "'\(name)' has the words of '\(option)' in another order, and no effect"
  }
}
