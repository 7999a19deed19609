/// Options that one list or one profile sets twice, or sets and unsets.
///
/// What a profile overrides of one that it inherits is no duplicate: the resolver has put it away.
struct DuplicateOptionCheck: LintCheck {
  let id = "duplicate-option"

  func findings(in input: LintInput) -> [LintFinding] {
    var last: [Key: OptionMention] = [:]
    return input.mentions.compactMap { mention in
      guard mention.form != .configureSwitch else { return nil }
      let key = Key(name: mention.option.name, group: mention.group)
      defer { last[key] = mention }
      return last[key].flatMap { finding($0, mention) }
    }
  }

  private struct Key: Hashable {
    let name: String
    let group: Int
  }

  private func finding(_ first: OptionMention, _ second: OptionMention) -> LintFinding? {
    switch (first.form == .unset, second.form == .unset) {
    case (false, false): twice(first, second)
    case (false, true): unset(first, second)
    // Unsetting first makes sure of the value that follows.
    case (true, _): nil
    }
  }

  private func twice(_ first: OptionMention, _ second: OptionMention) -> LintFinding? {
    let isEqual = first.option.value == second.option.value
    // Which of them is right, or whether they differ, only their expressions tell.
    guard isEqual || first.isValueKnown && second.isValueKnown else { return nil }
    return LintFinding(
      isEqual ? .warning : .error,
      check: id,
      second,
      isEqual ? .twice(second.option.name) : .twoValues(second.option, first.option),
      notes: notes(on: first),
      fix: isEqual
        ? Fix(second.removal)
        : Fix([
          .init([second.removal], for: "for '\(first.option)'"),
          .init([first.removal], for: "for '\(second.option)'"),
        ])
    )
  }

  private func unset(_ first: OptionMention, _ second: OptionMention) -> LintFinding {
    LintFinding(
      .error,
      check: id,
      second,
      .unset(second.option.name),
      notes: notes(on: first),
      fix: Fix([
        .init([second.removal], for: "to keep it"), .init([first.removal, second.removal]),
      ])
    )
  }

  private func notes(on first: OptionMention) -> [String] {
    first.option.location.map { ["'\(first.option.name)' is first set at \($0.fileAndLine)"] } ?? []
  }
}

extension Finding.Message {
  fileprivate static func twice(_ name: String) -> Self { "'\(name)' is set twice" }

  fileprivate static func twoValues(_ second: CompileOption, _ first: CompileOption) -> Self {
    "'\(second)' is set, and '\(first)' before it"
  }

  fileprivate static func unset(_ name: String) -> Self { "'\(name)' is set, then unset" }
}
