/// Values that an option does not have, most of which compile without a word.
struct ValueRangeCheck: LintCheck {
  let id = "value-range"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      guard !row.isFlag, mention.form != .reported else { return nil }
      let allowed = row.values.last { $0.releases.contains(input.release) }?.value
      if mention.hasValue, mention.option.value.isEmpty { return empty(mention, row, allowed) }
      guard let allowed, allowed.verdict(on: mention.option.value) == .refused else { return nil }
      return refused(mention, allowed)
    }
  }

  private func empty(
    _ mention: OptionMention,
    _ row: OptionRow,
    _ allowed: AllowedValues?
  )
    -> LintFinding
  {
    let value = row.defaults.last?.value ?? allowed?.first ?? "1"
    return LintFinding(
      .error,
      check: id,
      mention,
      .empty(mention.option.name),
      fix: Fix(mention.writing(mention.option.name, value: value))
    )
  }

  private func refused(_ mention: OptionMention, _ allowed: AllowedValues) -> LintFinding {
    let value = allowed.nearest(to: mention.option.value) ?? allowed.first
    let writing = value.map { mention.writing(mention.option.name, value: $0) }
    return LintFinding(
      .error,
      check: id,
      mention,
      .refused(mention.option, allowed),
      fix: Fix([writing, mention.removal].compactMap { $0.map { .init([$0]) } })
    )
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
