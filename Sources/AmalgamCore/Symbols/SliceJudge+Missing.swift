/// The names that a program needs and none of its files has.
extension SliceJudge {
  struct Missing {
    let name: Int32
    /// The files that need it, in their order.
    let files: [Int]
    /// Whether the linker stops for it; else the loader, or a host may bring it.
    let isLinked: Bool
  }

  /// Returns them in byte order.
  func missing() -> [Missing] {
    let offered = offeredNames
    var needers: [Int32: (files: [Int], isLinked: Bool)] = [:]
    for unit in program.units.indices where slice.isMember[unit] {
      let symbols = program.units[unit]
      for need in program.needs[symbols.needs]
      where program.isWanted[Int(need.name)] && !need.isWeak && !offered.contains(need.name) {
        guard isMissing(need, unit, symbols) else { continue }
        var entry = needers[need.name] ?? ([], false)
        if entry.files.last != symbols.file { entry.files.append(symbols.file) }
        entry.isLinked = entry.isLinked || symbols.role != .library
        needers[need.name] = entry
      }
    }
    return sortedByText(Array(needers.keys)).compactMap { name in
      needers[name].map { Missing(name: name, files: $0.files, isLinked: $0.isLinked) }
    }
  }

  /// What images offer: a loader takes it from any of them.
  private var offeredNames: Set<Int32> {
    var names: Set<Int32> = []
    for unit in program.units.indices where slice.isMember[unit] && program.units[unit].isImage {
      for definition in program.definitions[program.units[unit].definitions]
      where definition.isExternal && program.isWanted[Int(definition.name)] {
        names.insert(definition.name)
      }
    }
    return names
  }

  private func isMissing(_ need: SymbolNeed, _ unit: Int, _ symbols: SymbolUnit) -> Bool {
    guard symbols.isImage else {
      // Only what each of the links lacks: the others depend on an order that was not told.
      return links.allSatisfy { $0.isLoaded[unit] && $0.isMissing(need.name) } && !links.isEmpty
    }
    if links.contains(where: { $0.owner(of: need.name) != nil }) { return false }
    guard need.provider >= 0, symbols.isTwoLevel else {
      // A library that was not given can have it.
      return !symbols.libraries.contains { Path.name(of: $0).hasPrefix("libsqlite") }
    }
    let library = provider(of: need, symbols.libraries)
    guard let file = library.flatMap({ name in slice.files.first { isLibrary($0, called: name) } })
    else { return false }
    return !units(of: file).contains { other in
      program.definitions[other.definitions].contains { $0.name == need.name && $0.isExternal }
    }
  }
}
