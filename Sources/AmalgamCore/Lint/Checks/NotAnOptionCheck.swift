/// Things that are taken for options: constants of the API, switches of `configure`, names that
/// never have `SQLITE_` before them.
struct NotAnOptionCheck: LintCheck {
  let id = "not-an-option"

  func findings(in input: LintInput) -> [LintFinding] {
    zip(input.mentions, input.kinds).compactMap { mention, kind in
      let name = mention.option.name
      return switch kind {
      case .constant(let meant): finding(mention, .constant(name, meant), meant, input)
      case .configureSwitch(let meaning): configure(mention, meaning, input)
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
    guard let meant, input.count(of: meant, beside: mention) == 0,
      !input.isOff(mention, as: meant)
    else {
      return LintFinding(.error, check: id, mention, message, fix: Fix([removal]))
    }
    let choices = [Fix.Choice([mention.writing(meant)]), removal]
    return LintFinding(.error, check: id, mention, message, fix: Fix(choices))
  }

  private func configure(
    _ mention: OptionMention,
    _ meaning: ConfigureSwitch,
    _ input: LintInput
  ) -> LintFinding {
    var choices = [Fix.Choice([mention.removal])]
    if case .sets(let options) = meaning {
      let missing = options.filter { input.count(of: $0.name, beside: mention) == 0 }
      if !missing.isEmpty { choices.insert(.init([mention.writing(flags: missing)]), at: 0) }
    }
    return LintFinding(
      .error,
      check: id,
      mention,
      .configure(mention.option.name, meaning, input.release),
      fix: Fix(choices)
    )
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

  fileprivate static func configure(
    _ name: String,
    _ meaning: ConfigureSwitch,
    _ release: Version
  ) -> Self {
    let what = "'\(name)' is a switch of SQLite's 'configure', which no compiler takes; "
    switch meaning {
    case .sets(let options) where options.count == 1:
      let option = options[0].value == "1" ? options[0].name : options[0].description
      return "\(what)the option is '\(option)'"
    case .sets(let options):
      return "\(what)the options are \(options.map { "'\($0.name)'" }.joined(separator: ", "))"
    case .isBuiltIn(let option):
      let remover = option.value == "1" ? option.name : option.description
      return "\(what)SQLite \(release) has it built in, unless '\(remover)' is set"
    case .isOff(let option): return "\(what)it is off where '\(option)' is not set"
    }
  }

  fileprivate static func surplus(_ name: String, _ meant: String) -> Self {
    "'\(name)' has no effect; the name that SQLite looks at is '\(meant)'"
  }

  fileprivate static func apple(_ name: String) -> Self {
    "'\(name)' belongs to Apple's own SQLite and has no effect in any other"
  }
}
