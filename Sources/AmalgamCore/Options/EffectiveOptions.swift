/// The options that take effect in one release: those set, and those that they switch on, less
/// those that miss a partner.
package struct EffectiveOptions {
  /// The value of each option that is set or implied.
  package private(set) var values: [String: String]
  /// For an implied option the one that was set.
  package private(set) var origins: [String: String] = [:]
  private let release: Version
  private let catalogue: OptionCatalogue

  package init(_ options: [CompileOption], in release: Version, catalogue: OptionCatalogue) {
    values = Dictionary(options.map { ($0.name, $0.value) }) { _, last in last }
    self.release = release
    self.catalogue = catalogue
    for option in options.map(\.name).sorted() { addImplied(by: option, origin: option) }
  }

  /// The rows of the options that are switched on, in byte order.
  package var rows: [OptionRow] { settings.filter { isEffective($0.name) } }

  /// The rows of the options that the release looks at, in byte order, also those set to be off.
  package var settings: [OptionRow] {
    values.keys.sorted().compactMap { isHeeded($0, above: []) ? catalogue[$0] : nil }
  }

  /// Returns whether `name` is switched on and has all that it needs.
  package func isEffective(_ name: String) -> Bool { isEffective(name, above: []) }

  /// Returns whether the option is set, or has by default, a value that the demand counts.
  package func meets(_ demand: OptionDemand) -> Bool { meets(demand, above: []) }

  /// Returns the demands of `row` of which none is met.
  package func unmetNeeds(of row: OptionRow) -> [[OptionDemand]] {
    row.needs
      .filter { holds($0, for: row) && !$0.value.contains { meets($0, above: [row.name]) } }
      .map(\.value)
  }

  /// Returns whether a line of `row` holds for the release and for the option's value: those that
  /// it names, else every value that switches the option on.
  package func holds<Value>(_ line: Qualified<Value>, for row: OptionRow) -> Bool {
    guard line.releases.contains(release), let value = value(of: row) else { return false }
    return line.condition.map { $0.verdict(on: value) == .allowed } ?? row.isOn(value)
  }

  /// Returns the option that is set and leaves out what the one of `row` is for; `nil` for none.
  package func remover(of row: OptionRow) -> String? {
    row.voids.first { $0.releases.contains(release) && meets($0.value) }?.value.name
  }

  private func isEffective(_ name: String, above: Set<String>) -> Bool {
    guard let row = catalogue[name], let value = values[name] else { return false }
    return row.isOn(value) && isHeeded(name, above: above)
  }

  private func isHeeded(_ name: String, above: Set<String>) -> Bool {
    guard let row = catalogue[name], values[name] != nil, row.releases.contains(release),
      row.isHeeded, remover(of: row) == nil
    else { return false }
    let above = above.union([name])
    return row.needs.allSatisfy { need in
      !holds(need, for: row) || need.value.contains { meets($0, above: above) }
    }
  }

  private func meets(_ demand: OptionDemand, above: Set<String>) -> Bool {
    guard let wanted = demand.values else {
      // Two options that need each other are on together.
      if above.contains(demand.name) { return true }
      guard let row = catalogue[demand.name] else { return values[demand.name] != nil }
      return values[demand.name] != nil
        ? isEffective(demand.name, above: above)
        : value(of: row).map { $0 != "0" } ?? false
    }
    let value = values[demand.name] ?? catalogue[demand.name].flatMap(value(of:))
    return value.map { wanted.verdict(on: $0) == .allowed } ?? false
  }

  /// Returns the value that an option is set to, or has by default; `nil` where it has none.
  package func value(of row: OptionRow) -> String? {
    values[row.name] ?? row.defaults.last { $0.releases.contains(release) }?.value
  }

  private mutating func addImplied(by name: String, origin: String) {
    guard let row = catalogue[name], let value = values[name], row.isOn(value),
      row.releases.contains(release)
    else { return }
    for line in row.implies where holds(line, for: row) {
      let parts = line.value.split(separator: "=", maxSplits: 1).map(String.init)
      guard values[parts[0]] == nil else { continue }
      values[parts[0]] = parts.count > 1 ? parts[1] : "1"
      origins[parts[0]] = origin
      addImplied(by: parts[0], origin: origin)
    }
  }
}
