/// What is known of one option.
package struct OptionExplanation: Sendable {
  package let name: String
  /// Whether another name was asked for.
  package let isMisspelt: Bool
  /// `nil` for a name that releases look at and of which no more is known.
  package let row: OptionRow?
  /// The measured releases that look at the name.
  package let knownIn: [Version]
  package let release: Version
  /// The shipped profiles that set it.
  package let profiles: [String]
  /// What lint says of it, set to 1 in a text of its own.
  package let lint: [Finding]

  var text: String {
    let head = name + (meaning.map { ": \($0)" } ?? "")
    return ([head] + Layout.facts(facts) + notes).joined(separator: "\n")
  }

  private var meaning: String? { row.flatMap { $0.meaning.isEmpty ? nil : $0.meaning } }

  private var notes: [String] {
    lint.flatMap { finding -> [String] in
      let said = "\(finding.severity.rawValue): [\(finding.check)] \(finding.message)"
      let lines = Layout.facts([("lint \(release):", said)])
      return lines + (finding.fix.map { ["  fix: \($0)"] } ?? [])
    }
  }

  private var facts: [(label: String, text: String)] {
    var facts: [(label: String, text: String)] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append((label, text)) }
    }
    guard let row else {
      return [
        ("known to", knownIn.map(\.description).joined(separator: ", ")),
        ("more", "the catalogue has no row for it"),
      ]
    }
    add("kind", row.kind.explained)
    add("releases", row.releases.explained ?? "all that are known")
    add("values", row.values.map { $0.value.inWords + $0.scope }.joined(separator: "; "))
    add("default", row.defaults.map { $0.value + $0.scope }.joined(separator: "; "))
    add("reported", row.reports.map { $0.value.explained(row) + $0.scope }.joined(separator: "; "))
    add("needs", row.needs.map(\.explained).joined(separator: ", "))
    add("implies", row.implies.map { $0.value + $0.scope }.joined(separator: ", "))
    add("conflicts", row.conflicts.map { $0.value.explained + $0.scope }.joined(separator: ", "))
    add("idle beside", row.voids.map { $0.value.explained + $0.scope }.joined(separator: ", "))
    add("instead", row.instead)
    add("broken", row.broken.map { $0.value + $0.scope }.joined(separator: "; "))
    add("not verified", row.unchecked)
    add("links", row.links.map { "-l\($0)" }.joined(separator: " "))
    add("adds", row.adds.map { $0.value.description + $0.scope }.joined(separator: ", "))
    add("unsafe", row.unsafe.map { $0.value.description + $0.scope }.joined(separator: ", "))
    add("removes", row.removes.map { $0.value.description + $0.scope }.joined(separator: ", "))
    add("effect", row.effects.map(\.explained).joined(separator: ", "))
    add("probe", row.probe?.explained)
    add("set by", profiles.joined(separator: ", "))
    return facts
  }

  var json: JSON {
    let name: JSON = .object([
      "name": .string(name), "misspelt": .bool(isMisspelt), "meaning": .optional(meaning),
      "kind": .optional(row?.kind.rawValue), "release": .string(release.description),
      "knownIn": .strings(knownIn.map(\.description)),
    ])
    guard case .object(let members) = name else { return name }
    return .object(members + rowMembers + contextMembers)
  }

  private var rowMembers: [JSON.Member] {
    let row = row
    let value: String? = row?.defaults.last { $0.releases.contains(release) }?.value
    let report: String? = row?.reports.last { $0.releases.contains(release) }?.value.rawValue
    let values: [String] = row?.values.map { $0.value.text + $0.scope } ?? []
    let conflicts: [String] = row?.conflicts.map(\.value.explained) ?? []
    return [
      JSON.Member(key: "since", value: .optional(row?.releases.from?.description)),
      JSON.Member(key: "until", value: .optional(row?.releases.lastName)),
      JSON.Member(key: "values", value: .strings(values)),
      JSON.Member(key: "default", value: .optional(value)),
      JSON.Member(key: "reported", value: .optional(report)),
      JSON.Member(key: "needs", value: .strings(row?.needs.map(\.explained) ?? [])),
      JSON.Member(key: "implies", value: .strings(row?.implies.map(\.value) ?? [])),
      JSON.Member(key: "conflicts", value: .strings(conflicts)),
      JSON.Member(key: "instead", value: .optional(row?.instead)),
      JSON.Member(key: "links", value: .strings(row?.links ?? [])),
    ]
  }

  private var contextMembers: [JSON.Member] {
    let adds: [String] = row?.capabilities(\.adds, in: release) ?? []
    let removes: [String] = row?.capabilities(\.removes, in: release) ?? []
    return [
      JSON.Member(key: "adds", value: .strings(adds)),
      JSON.Member(key: "removes", value: .strings(removes)),
      JSON.Member(key: "effects", value: .strings(row?.effects.map(\.rawValue) ?? [])),
      JSON.Member(key: "probe", value: .optional(row?.probe?.explained)),
      JSON.Member(key: "profiles", value: .strings(profiles)),
      JSON.Member(key: "lint", value: .array(lint.map(json(of:)))),
    ]
  }

  private func json(of finding: Finding) -> JSON {
    .object([
      "severity": .string(finding.severity.rawValue), "check": .string(finding.check),
      "message": .string(finding.message), "fix": .optional(finding.fix),
    ])
  }
}

extension OptionRow {
  fileprivate func capabilities(
    _ lines: KeyPath<OptionRow, [Qualified<Capability>]>,
    in release: Version
  ) -> [String] {
    self[keyPath: lines].filter { $0.releases.contains(release) }.map(\.value.description)
  }
}
