/// Options that do nothing without another one, although SQLite reports them.
struct MissingPartnerCheck: LintCheck {
  let id = "missing-partner"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.flatMap { mention, row in
      input.effective.unmetNeeds(of: row).filter { need in
        // A partner whose value is not known may be all that is needed.
        need.allSatisfy { input.mention(of: $0.name)?.isValueKnown ?? true }
      }
      .map { finding(mention, $0, input) }
    }
  }

  private func finding(
    _ mention: OptionMention,
    _ need: [OptionDemand],
    _ input: LintInput
  )
    -> LintFinding
  {
    let additions = need.map { demand in
      Fix.Choice([edit(for: demand, beside: mention, input)])
    }
    return LintFinding(
      .error,
      check: id,
      mention,
      .alone(mention.option.name, need.map(\.inWords)),
      fix: Fix(additions + [.init([mention.removal])])
    )
  }

  /// Sets the partner, or another value of it where it is set.
  private func edit(
    for demand: OptionDemand,
    beside mention: OptionMention,
    _ input: LintInput
  )
    -> Edit
  {
    let value = demand.values?.first
    guard let other = input.mention(of: demand.name) else {
      return mention.adding(demand.name, value: value)
    }
    return other.writing(demand.name, value: value ?? "1")
  }
}

extension OptionDemand {
  /// The demand as a sentence says it: `'SQLITE_ENABLE_RTREE'`, `'SQLITE_THREADSAFE=1'`.
  var inWords: String { values.map { "'\(name)=\($0.text)'" } ?? "'\(name)'" }
}

extension Finding.Message {
  fileprivate static func alone(_ name: String, _ needs: [String]) -> Self {
    "'\(name)' has no effect without \(needs.joined(separator: " or "))"
  }
}
