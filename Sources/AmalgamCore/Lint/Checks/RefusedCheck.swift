/// Options with which SQLite's source stops with `#error`: by their value, or beside another one.
struct RefusedCheck: LintCheck {
  let id = "refused"

  func findings(in input: LintInput) -> [LintFinding] {
    var seen: Set<Set<String>> = []
    return lengths(in: input)
      + input.known.flatMap { mention, row -> [LintFinding] in
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

  /// A statement may not be longer than a text, also where one of both limits is the default: the
  /// source compares them (`main.c`, below `SQLITE_MAX_SQL_LENGTH>SQLITE_MAX_LENGTH`).
  private func lengths(in input: LintInput) -> [LintFinding] {
    let (statement, text) = ("SQLITE_MAX_SQL_LENGTH", "SQLITE_MAX_LENGTH")
    let mentions = [text, statement].map(input.mention(of:))
    let values = [text, statement].map { name in
      input.catalogue[name].flatMap(input.effective.value(of:)).flatMap { CInteger($0) }
    }
    guard let mention = mentions[0] ?? mentions[1], mention.form != .reported,
      case .value(let longest)? = values[0], case .value(let asked)? = values[1], asked > longest
    else { return [] }
    let edit =
      mentions[1].map { $0.writing(statement, value: String(longest)) }
      ?? mention.adding(statement, value: String(longest))
    return [
      LintFinding(
        .error,
        check: id,
        mention,
        .stops("'\(statement)' \(asked), which is more than '\(text)' \(longest)", input.release),
        fix: Fix(edit)
      )
    ]
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
