/// Names that a profile may not set, because the amalgamation or `amalgam` sets them.
///
/// In a text that is no profile they are somebody else's business: another build may need them.
struct ReservedNameCheck: LintCheck {
  let id = "reserved-name"

  func findings(in input: LintInput) -> [LintFinding] {
    guard input.isProfile else { return [] }
    return zip(input.mentions, input.kinds).compactMap { mention, kind in
      guard kind == .reserved else { return nil }
      return LintFinding(
        .error,
        check: id,
        mention,
        .reserved(mention.option.name),
        fix: Fix(mention.removal)
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func reserved(_ name: String) -> Self {
    "a profile does not set '\(name)': the amalgamation has its own"
  }
}
