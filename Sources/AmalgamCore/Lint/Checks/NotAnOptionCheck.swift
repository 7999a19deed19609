/// Things that are taken for options: constants of the API, switches of `configure`, names that
/// never have `SQLITE_` before them.
struct NotAnOptionCheck: LintCheck {
  let id = "not-an-option"

  func findings(in input: LintInput) -> [LintFinding] {
    zip(input.mentions, input.kinds).compactMap { mention, kind in
      let name = mention.option.name
      return switch kind {
      case .constant(let meant): finding(mention, .constant(name, meant), meant, input)
      case .configureSwitch(let meant): finding(mention, .configure(name, meant), meant, input)
      case .surplusPrefix(let meant): finding(mention, .surplus(name, meant), meant, input)
      case .apple: apple(mention)
      default: nil
      }
    }
  }

  private func finding(
    _ mention: OptionMention,
    _ message: Finding.Message,
    _ meant: String?,
    _ input: LintInput
  )
    -> LintFinding
  {
    let removal = Fix.Choice([mention.removal])
    guard let meant, input.count(of: meant, beside: mention) == 0 else {
      return LintFinding(.error, check: id, mention, message, fix: Fix([removal]))
    }
    let choices = [Fix.Choice([mention.writing(meant)]), removal]
    return LintFinding(.error, check: id, mention, message, fix: Fix(choices))
  }

  private func apple(_ mention: OptionMention) -> LintFinding {
    LintFinding(
      .note,
      check: id,
      mention,
      .apple(mention.option.name),
      fix: Fix(mention.removal)
    )
  }
}

extension Finding.Message {
  fileprivate static func constant(_ name: String, _ meant: String?) -> Self {
    let question = meant.map { "; did you mean '\($0)'?" } ?? ""
    return "'\(name)' is a constant of SQLite's API, not a compile-time option\(question)"
  }

  fileprivate static func configure(_ name: String, _ meant: String) -> Self {
    "'\(name)' is a switch of SQLite's 'configure', which no compiler takes; the option is '\(meant)'"
  }

  fileprivate static func surplus(_ name: String, _ meant: String) -> Self {
    "'\(name)' has no effect; the name that SQLite looks at is '\(meant)'"
  }

  fileprivate static func apple(_ name: String) -> Self {
    "'\(name)' belongs to Apple's own SQLite and has no effect in any other"
  }
}
