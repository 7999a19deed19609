/// What is known of a published fault of SQLite's releases.
package struct FaultExplanation: Sendable {
  package let fault: ReleaseFault
  package let release: Version

  var text: String {
    ([fault.name + ": " + fault.meaning] + Layout.facts(facts)).joined(separator: "\n")
  }

  private var facts: [(label: String, text: String)] {
    var facts = [("releases", releases), ("fixed in", fixed.joined(separator: ", "))]
    if !fault.needs.isEmpty {
      facts.append(("only with", fault.needs.map(Self.words).joined(separator: " and ")))
    }
    facts.append(("source", fault.source))
    facts.append(("demand it", "the line 'require fixed:\(fault.name)' of a profile"))
    return facts
  }

  private var releases: String {
    let first = fault.first.map { "from \($0) on" } ?? "older ones"
    return "\(first); SQLite \(release) \(isAffected ? "has it" : "does not have it")"
  }

  private var isAffected: Bool { fault.affects(release) }

  private var fixed: [String] { fault.fixed.map(\.description) }

  private static func words(_ choices: [ReleaseFault.Need]) -> String {
    choices.map(\.description).joined(separator: " or ")
  }

  var json: JSON {
    .object([
      "name": .string(fault.name), "meaning": .string(fault.meaning),
      "from": .optional(fault.first?.description), "fixed": .strings(fixed),
      "release": .string(release.description), "affected": .bool(isAffected),
      "needs": .array(fault.needs.map { .strings($0.map(\.description)) }),
      "source": .string(fault.source),
    ])
  }
}
