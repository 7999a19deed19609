/// Values of options that SQLite only asks whether they are set: `=0` switches them on.
struct FlagValueCheck: LintCheck {
  let id = "value-of-flag"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      let value = mention.option.value
      guard row.isFlag, mention.hasValue, !value.isEmpty else {
        return nil
      }
      if CInteger(value) == .value(0) { return zero(mention) }
      guard CInteger(value) == nil, CompileOption.isName(value.uppercased()),
        !SecurityAdviceCheck.judges(mention)
      else { return nil }
      return value.meansNo ? zero(mention) : word(mention)
    }
  }

  private func zero(_ mention: OptionMention) -> LintFinding {
    let name = mention.option.name
    let isOmit = name.hasPrefix("SQLITE_OMIT_") || name.hasPrefix("SQLITE_DISABLE_")
    return LintFinding(
      .error,
      check: id,
      mention,
      .zero(mention.option),
      fix: Fix([
        .init([mention.removal], for: isOmit ? "to keep the feature" : "to leave it off"),
        .init([mention.writing(name, value: "1")], for: isOmit ? "to omit it" : "to switch it on"),
      ])
    )
  }

  private func word(_ mention: OptionMention) -> LintFinding {
    LintFinding(
      .warning,
      check: id,
      mention,
      .ignored(mention.option),
      fix: Fix(mention.writing(mention.option.name, value: "1"))
    )
  }
}

extension Finding.Message {
  fileprivate static func zero(_ option: CompileOption) -> Self {
    "'\(option)' does not switch it off: SQLite only asks whether '\(option.name)' is set"
  }

  fileprivate static func ignored(_ option: CompileOption) -> Self {
    "the value of '\(option)' is ignored: SQLite only asks whether '\(option.name)' is set"
  }
}
