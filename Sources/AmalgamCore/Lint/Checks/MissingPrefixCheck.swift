/// Options without their `SQLITE_`, as `PRAGMA compile_options` prints them.
struct MissingPrefixCheck: LintCheck {
  let id = "missing-prefix"

  func findings(in input: LintInput) -> [LintFinding] {
    zip(input.mentions, input.kinds).compactMap { mention, kind in
      guard case .missingPrefix(let option) = kind else { return nil }
      return LintFinding(
        .error,
        check: id,
        mention,
        .missing(mention.option.name, option),
        fix: Fix(input.correction(of: mention, to: option))
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func missing(_ name: String, _ option: String) -> Self {
    "'\(name)' has no effect without its prefix; did you mean '\(option)'?"
  }
}
