/// Two options that exclude each other.
struct ConflictCheck: LintCheck {
  let id = "conflict"

  func findings(in input: LintInput) -> [LintFinding] {
    var seen: Set<Set<String>> = []
    return input.known.flatMap { mention, row -> [LintFinding] in
      guard row.isOn(mention.option.value) else { return [] }
      return rivals(of: row, in: input).compactMap { rival in
        guard seen.insert([row.name, rival.option.name]).inserted else { return nil }
        return finding(mention, rival)
      }
    }
  }

  private func rivals(of row: OptionRow, in input: LintInput) -> [OptionMention] {
    let stated = row.conflicts.filter { input.effective.holds($0, for: row) }.map(\.value)
    let opposites = row.name.opposites.map { OptionDemand($0) }
    return (stated + opposites).compactMap { demand in
      guard let rival = input.mention(of: demand.name), input.effective.meets(demand) else {
        return nil
      }
      return rival
    }
  }

  private func finding(_ mention: OptionMention, _ rival: OptionMention) -> LintFinding {
    LintFinding(
      .error,
      check: id,
      mention,
      .conflict(mention.option.name, rival.option.name),
      notes: rival.option.location.map { [.isSet(rival.option.name, at: $0)] } ?? [],
      fix: Fix([
        .init([mention.removal], for: "for '\(rival.option.name)'"),
        .init([rival.removal], for: "for '\(mention.option.name)'"),
      ])
    )
  }
}

extension String {
  /// The names that mean the opposite of an `ENABLE` option.
  fileprivate var opposites: [String] {
    guard hasPrefix("SQLITE_ENABLE_") else { return [] }
    let rest = dropFirst("SQLITE_ENABLE_".count)
    return ["SQLITE_OMIT_\(rest)", "SQLITE_DISABLE_\(rest)"]
  }

  fileprivate static func isSet(_ name: String, at location: SourceLocation) -> Self {
    "'\(name)' is set at \(location.fileAndLine)"
  }
}

extension Finding.Message {
  fileprivate static func conflict(_ name: String, _ other: String) -> Self {
    "'\(name)' and '\(other)' exclude each other"
  }
}
