/// Values of options that SQLite only asks whether they are set: `=0` switches them on.
struct FlagValueCheck: LintCheck {
  let id = "value-of-flag"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      let value = mention.option.value
      guard row.isFlag, mention.hasValue, mention.isValueKnown, !value.isEmpty else {
        return nil
      }
      if CInteger(value) == .value(0) { return zero(mention, input) }
      guard CInteger(value) == nil, CompileOption.isName(value.uppercased()),
        !SecurityAdviceCheck.judges(mention)
      else { return nil }
      return value.meansNo ? zero(mention, input) : word(mention)
    }
  }

  private func zero(_ mention: OptionMention, _ input: LintInput) -> LintFinding {
    let name = mention.option.name
    let isOmit = name.hasPrefix("SQLITE_OMIT_") || name.hasPrefix("SQLITE_DISABLE_")
    return LintFinding(
      .error,
      check: id,
      mention,
      .zero(mention.option),
      notes: input.overridden[name].map { [.isSet(name, at: $0)] } ?? [],
      fix: Fix([
        .init(
          removals(of: mention, input),
          for: isOmit ? "to keep the feature" : "to leave it off"
        ),
        .init([mention.writing(name, value: "1")], for: isOmit ? "to omit it" : "to switch it on"),
      ])
    )
  }

  /// Takes the option away, and where another line would set it then, that one too: by `unset`
  /// where that is of a file that is inherited.
  private func removals(of mention: OptionMention, _ input: LintInput) -> [Edit] {
    guard let place = input.overridden[mention.option.name] else { return [mention.removal] }
    if place.file == mention.start.file { return [mention.removal, .removeLine(place)] }
    return [mention.replacingLine(by: "unset \(mention.option.name)")]
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

extension String {
  fileprivate static func isSet(_ name: String, at place: SourceLocation) -> Self {
    "'\(name)' is set at \(place.fileAndLine) too"
  }
}
