/// Options that have no code behind them in the release: retired, renamed, never there.
///
/// An error, since what was asked for is missing; a warning where every build has it anyway.
struct NoEffectCheck: LintCheck {
  let id = "no-effect"

  func findings(in input: LintInput) -> [LintFinding] {
    let left = input.known.compactMap { mention, row in
      input.effective.remover(of: row).flatMap { leftOut(mention, $0, input) }
    }
    return left
      + zip(input.mentions, input.kinds).compactMap { mention, kind in
        guard kind == .dead, let row = input.catalogue[mention.option.name] else { return nil }
        guard row.isBuiltIn else { return dead(mention, row, input) }
        if let remover = row.instead.flatMap(input.mention(of:)) {
          return contradiction(mention, remover)
        }
        return builtIn(mention, row, in: input.release)
      }
  }

  /// A warning, since a profile may inherit either of the two.
  private func leftOut(
    _ mention: OptionMention,
    _ remover: String,
    _ input: LintInput
  ) -> LintFinding? {
    guard mention.form != .reported else { return nil }
    return LintFinding(
      .warning,
      check: id,
      mention,
      .leftOut(mention.option.name, remover),
      fix: Fix(mention.removal)
    )
  }

  private func builtIn(
    _ mention: OptionMention,
    _ row: OptionRow,
    in release: Version
  )
    -> LintFinding
  {
    LintFinding(
      .warning,
      check: id,
      mention,
      .builtIn(row, in: release),
      notes: row.instead.map { [.remover($0)] } ?? [],
      fix: Fix(mention.removal)
    )
  }

  private func contradiction(_ mention: OptionMention, _ remover: OptionMention) -> LintFinding {
    LintFinding(
      .error,
      check: id,
      mention,
      .contradiction(mention.option.name, remover.option.name),
      fix: Fix([
        .init([mention.removal], for: "to be without it"),
        .init([mention.removal, remover.removal], for: "to have it"),
      ])
    )
  }

  private func dead(_ mention: OptionMention, _ row: OptionRow, _ input: LintInput) -> LintFinding {
    let removal = Fix.Choice([mention.removal])
    let writing = row.instead.flatMap { instead in
      input.count(of: instead, beside: mention) > 0 || input.isOff(mention, as: instead)
        ? nil : Fix.Choice([mention.writing(instead)])
    }
    let name = input.catalogue.extensionMeant(by: mention.option)
    let adding = name.flatMap { input.isProfile ? Fix.Choice([mention.compilingIn($0)]) : nil }
    return LintFinding(
      .error,
      check: id,
      mention,
      .dead(row, in: input.release),
      notes: [row.meaning].filter { !$0.isEmpty } + (name.map { [.isExtension($0)] } ?? []),
      fix: Fix([writing, adding, removal].compactMap { $0 })
    )
  }
}

extension Finding.Message {
  fileprivate static func leftOut(_ name: String, _ remover: String) -> Self {
    "'\(name)' has no effect beside '\(remover)', which leaves out what it is for"
  }

  fileprivate static func builtIn(_ row: OptionRow, in release: Version) -> Self {
    "'\(row.name)' has no effect: SQLite \(release) has it built in"
  }

  fileprivate static func contradiction(_ name: String, _ remover: String) -> Self {
    "'\(name)' has no effect, and '\(remover)' removes what it asks for"
  }

  fileprivate static func dead(_ row: OptionRow, in release: Version) -> Self {
    if row.isRenamed, let name = row.instead {
      return "'\(row.name)' has no effect in SQLite \(release): it is called '\(name)' now"
    }
    let last = row.releases.lastName.map { "; \($0) was the last release with it" } ?? ""
    return "'\(row.name)' has no effect in SQLite \(release)\(last)"
  }
}

extension String {
  fileprivate static func remover(_ name: String) -> Self { "'\(name)' is what removes it" }
}
