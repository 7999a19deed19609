/// What brings a capability, and what takes it away.
package struct CapabilityExplanation: Sendable {
  /// One capability on one release.
  package struct Item: Sendable {
    let capability: Capability
    /// Whether a build without any option has it.
    let isStock: Bool
    let broughtBy: [OptionRow]
    let removedBy: [OptionRow]
    let extensions: [String]
    /// The shipped profiles that promise it.
    let profiles: [String]
    /// Releases of which a build without any option has it; `nil` where no row says so.
    let stockReleases: ReleaseRange?

    init(
      _ capability: Capability,
      _ catalogue: OptionCatalogue,
      _ release: Version,
      _ profiles: [ResolvedProfile]
    ) {
      self.capability = capability
      let stock = catalogue.stock.filter { $0.value == capability }
      isStock = stock.contains { $0.releases.contains(release) }
      stockReleases = stock.last?.releases
      broughtBy = catalogue.rows.filter { $0.adds.contains { $0.value == capability } }
      removedBy = catalogue.rows.filter { $0.removes.contains { $0.value == capability } }
      extensions = catalogue.extensions.values
        .filter { $0.adds.contains { $0.value == capability } }.map(\.name).sorted()
      self.profiles = profiles.filter {
        catalogue.promise(of: $0, release: release).includes(capability)
      }.map(\.name)
    }
  }

  package let capabilities: [Item]
  package let release: Version

  var text: String {
    capabilities.map { item in
      ([item.capability.description] + Layout.facts(facts(of: item))).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func facts(of item: Item) -> [(label: String, text: String)] {
    var facts: [(label: String, text: String)] = []
    let scope = item.stockReleases?.explained.map { " (\($0))" } ?? ""
    let stock = item.isStock ? "has it\(scope)" : "does not have it\(scope)"
    facts.append(("stock", "a build of SQLite \(release) without any option \(stock)"))
    for row in item.broughtBy {
      facts.append(("brought by", named(row, row.adds, item)))
    }
    for name in item.extensions {
      facts.append(("brought by", "the line 'extension \(name)' of a profile"))
    }
    for row in item.removedBy {
      facts.append(("taken away by", named(row, row.removes, item)))
    }
    facts.append(
      (
        "in the profiles",
        item.profiles.isEmpty ? "none of those shipped" : item.profiles.joined(separator: ", ")
      )
    )
    facts.append(("demand it", "the line 'require \(item.capability)' of a profile"))
    return facts
  }

  private func named(
    _ row: OptionRow,
    _ lines: [Qualified<Capability>],
    _ item: Item
  ) -> String {
    let scope = lines.last { $0.value == item.capability }?.scope ?? ""
    let needs = row.needs.map(\.explained).joined(separator: ", ")
    return row.name + scope + (needs.isEmpty ? "" : ", which needs \(needs)")
      + (row.meaning.isEmpty ? "" : ": \(row.meaning)")
  }

  var json: JSON {
    .array(
      capabilities.map { item in
        .object([
          "name": .string(item.capability.description),
          "release": .string(release.description),
          "stock": .bool(item.isStock),
          "broughtBy": .strings(item.broughtBy.map(\.name)),
          "removedBy": .strings(item.removedBy.map(\.name)),
          "extensions": .strings(item.extensions),
          "profiles": .strings(item.profiles),
        ])
      }
    )
  }
}
