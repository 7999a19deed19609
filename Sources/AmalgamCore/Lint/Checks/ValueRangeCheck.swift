/// Values that an option does not have, most of which compile without a word.
struct ValueRangeCheck: LintCheck {
  let id = "value-range"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      guard !row.isFlag, mention.form != .reported else { return nil }
      let allowed = row.values.last { $0.releases.contains(input.release) }?.value
      if mention.hasValue, mention.option.value.isEmpty {
        // Beside another mention a value of its own would set the option twice.
        let isAlone = input.count(of: row.name, beside: mention) == 1
        return empty(mention, isAlone ? row.value(allowed) : nil)
      }
      guard let allowed, allowed.verdict(on: mention.option.value) == .refused else { return nil }
      return refused(mention, allowed, row)
    }
  }

  private func empty(_ mention: OptionMention, _ value: String?) -> LintFinding {
    let writing = value.map { mention.writing(mention.option.name, value: $0) }
    return LintFinding(
      .error,
      check: id,
      mention,
      .empty(mention.option.name),
      fix: Fix(writing ?? mention.removal)
    )
  }

  private func refused(
    _ mention: OptionMention,
    _ allowed: AllowedValues,
    _ row: OptionRow
  ) -> LintFinding {
    let value = allowed.nearest(to: mention.option.value) ?? allowed.first ?? row.value(nil)
    return LintFinding(
      .error,
      check: id,
      mention,
      .refused(mention.option, allowed),
      fix: Fix([
        .init([mention.writing(mention.option.name, value: value)]), .init([mention.removal]),
      ])
    )
  }
}

extension OptionRow {
  /// A value that the option can have: its default where there is one.
  fileprivate func value(_ allowed: AllowedValues?) -> String {
    defaults.last?.value ?? allowed?.first ?? "1"
  }
}

extension Finding.Message {
  fileprivate static func empty(_ name: String) -> Self {
    "'\(name)' is set to nothing, which SQLite's '#if' cannot read"
  }

  fileprivate static func refused(_ option: CompileOption, _ allowed: AllowedValues) -> Self {
    "'\(option)' is set, but '\(option.name)' may be \(allowed.inWords)"
  }
}
