/// Options with which SQLite's source stops with `#error`: by their value, or beside another one.
struct RefusedCheck: LintCheck {
  let id = "refused"

  func findings(in input: LintInput) -> [LintFinding] {
    var seen: Set<Set<String>> = []
    return input.known.flatMap { mention, row -> [LintFinding] in
      // What a library reports was built.
      guard mention.form != .reported else { return [] }
      return row.refusals(of: mention.option.value, on: input.release).compactMap { demand in
        if demand.name == row.name { return alone(mention, input.release) }
        guard let rival = input.mention(of: demand.name), input.effective.meets(demand),
          seen.insert([row.name, rival.option.name]).inserted
        else { return nil }
        return together(mention, rival, input.release)
      }
    }
  }

  private func alone(_ mention: OptionMention, _ release: Version) -> LintFinding {
    LintFinding(
      .error,
      check: id,
      mention,
      .stops("'\(mention.option)'", release),
      fix: Fix(mention.removal)
    )
  }

  private func together(
    _ mention: OptionMention,
    _ rival: OptionMention,
    _ release: Version
  ) -> LintFinding {
    LintFinding(
      .error,
      check: id,
      mention,
      .stops("'\(mention.option.name)' together with '\(rival.option.name)'", release),
      fix: Fix([
        .init([mention.removal], for: "for '\(rival.option.name)'"),
        .init([rival.removal], for: "for '\(mention.option.name)'"),
      ])
    )
  }
}

extension OptionRow {
  /// Returns what the source of `release` refuses with `#error` when the option has `value`:
  /// options beside it, or, under its own name, the value.
  package func refusals(of value: String, on release: Version) -> [OptionDemand] {
    refused.filter { line in
      guard line.releases.contains(release) else { return false }
      guard line.value.name == name else { return isOn(value) }
      return line.value.values.map { $0.verdict(on: value) == .allowed } ?? isOn(value)
    }
    .map(\.value)
  }
}

extension Finding.Message {
  fileprivate static func stops(_ what: String, _ release: Version) -> Self {
    "the source of SQLite \(release) stops with #error at \(what)"
  }
}
