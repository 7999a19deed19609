extension OptionCatalogue {
  /// What brings a capability that stock SQLite lacks.
  struct Bringer {
    /// The option, and behind it what it needs beside it.
    let options: [String]
    /// The first release in which it does so; `nil` where each does that knows it.
    let release: Version?
  }

  /// Returns what brings `capability`; `nil` where every SQLite has it, or no option brings it.
  func bringer(of capability: Capability) -> Bringer? {
    guard !stock.contains(where: { $0.value == capability }) else { return nil }
    for row in rows {
      guard let line = row.adds.first(where: { $0.value == capability }) else { continue }
      let needs = row.needs.compactMap { need in need.value.first { $0.values == nil }?.name }
      var options = [row.name]
      for need in needs where !options.contains(need) { options.append(need) }
      return Bringer(options: options, release: line.releases.from ?? row.releases.from)
    }
    return nil
  }

  /// Returns the options that bring a capability which stock SQLite lacks, each once.
  package func bringers(of capability: Capability) -> [String] {
    bringer(of: capability)?.options ?? []
  }
}
