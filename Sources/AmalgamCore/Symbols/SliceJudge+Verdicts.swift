import ObjectFiles

/// The verdict on each pair of files.
extension SliceJudge {
  /// Returns a group for each pair that shares names.
  func groups() -> [SymbolGroup] {
    let shared = conflicts.shared.map { verdict(on: $0.key, sorted($0.value)) }
    let isolated = conflicts.isolated.map { group($0.key, sorted($0.value), .isolated) }
    return (shared + isolated).sorted { $0.pair < $1.pair }
  }

  private func sorted(_ names: [Int32]) -> [Int32] { sortedByText(names) }

  func group(
    _ pair: SymbolConflicts.Pair,
    _ names: [Int32],
    _ verdict: SymbolGroup.Verdict,
    winner: Int? = nil
  ) -> SymbolGroup {
    let places = [pair.first, pair.second].enumerated().map {
      place($1, names[0], number: $0, pair)
    }
    var group = SymbolGroup(
      files: pair.first == pair.second ? places : [fileName(pair.first), fileName(pair.second)],
      count: names.count,
      winner: winner.map(fileName),
      verdict: verdict,
      example: text(names[0]),
      exampleFiles: places,
      pair: pair
    )
    group.details.isELF = slice.format == .elf
    group.details.isSQLite = program.pattern.isSQLite
    group.details.isImage = [pair.first, pair.second].map { role(of: $0) != .object }
    group.details.isStub = [pair.first, pair.second].map {
      units(of: $0).first?.format == .textStub
    }
    return group
  }

  /// Where a file defines a name: the second place of the same file for the second of a pair.
  private func place(
    _ file: Int,
    _ name: Int32,
    number: Int,
    _ pair: SymbolConflicts.Pair
  ) -> String {
    // They stand in the order of the files.
    let definitions = conflicts.definitions[name] ?? []
    let units = definitions[definitions.firstPlace { self.file(of: $0) >= file }...]
      .lazy.prefix { self.file(of: $0) == file }.map { unit(of: $0) }
    let wanted = pair.first == pair.second ? number : 0
    return Array(units.prefix(wanted + 1)).last.map(unitName) ?? fileName(file)
  }

  private func unit(of definition: Int32) -> Int { Int(program.definitions[Int(definition)].unit) }

  private func file(of definition: Int32) -> Int { program.units[unit(of: definition)].file }

  private func verdict(on pair: SymbolConflicts.Pair, _ names: [Int32]) -> SymbolGroup {
    switch (role(of: pair.first), role(of: pair.second)) {
    case (.object, .object): linked(pair, names)
    case (.object, .library): linked(pair, names, library: pair.second)
    case (.library, .object): linked(pair, names, library: pair.first)
    case (.object, _), (_, .object): group(pair, names, .isolated)
    default: loaded(pair, names)
    }
  }

  /// Two files that are linked together.
  private func linked(_ pair: SymbolConflicts.Pair, _ names: [Int32]) -> SymbolGroup {
    let wanted = Set(names)
    for (link, duplicates) in zip(links, duplicates) {
      let duplicate = duplicates[pair]?.first { wanted.contains($0.name) }
      guard let duplicate else { continue }
      var group = group(pair, names, .duplicateError)
      group.details.secondObject = unitName(Int(duplicate.second))
      let cause = link.causes[Int(duplicate.second)]
      if cause >= 0 {
        group.details.cause = text(cause)
        // The second has what the first has not, so it is the first that can go.
        group.details.spare = fileName(program.units[Int(duplicate.first)].file)
      }
      let stops = self.duplicates.map { $0[pair]?.contains { wanted.contains($0.name) } ?? false }
      if stops.contains(false) {
        group.notes.append(isOrdered ? mannerNote(link) : orderNote(link))
      }
      return group
    }
    var group = group(pair, names, .silent, winner: winner(of: pair, names))
    if isOrdered, group.winner == nil { group.notes += winnersNote(pair, names) }
    if !slice.hasRoots { group.notes += surplusNotes(pair) }
    return group
  }

  /// Says of two archives what a program must not use if the first of them is to do for it.
  private func surplusNotes(_ pair: SymbolConflicts.Pair) -> [String] {
    [(pair.first, pair.second), (pair.second, pair.first)].compactMap { file, other in
      guard pair.first != pair.second else { return nil }
      let names = ownNames(of: file).subtracting(ownNames(of: other))
      guard let name = program.names.first(of: names) else { return nil }
      let rest =
        names.count == 1 ? "'\(text(name))'" : "one of \(names.count) names such as '\(text(name))'"
      return "only '\(fileName(file))' has \(rest): behind '\(fileName(other))' its use makes the "
        + "linker stop"
    }
  }

  private func ownNames(of file: Int) -> Set<Int32> {
    var names: Set<Int32> = []
    for unit in units(of: file) {
      names.formUnion(
        program.definitions[unit.definitions].lazy
          .filter { $0.isExternal && program.isWanted[Int($0.name)] }.map(\.name)
      )
    }
    return names
  }

  /// An archive or object, and a library that is linked and loaded with it.
  private func linked(
    _ pair: SymbolConflicts.Pair,
    _ names: [Int32],
    library: Int
  ) -> SymbolGroup {
    let own = pair.first == library ? pair.second : pair.first
    let taken = links.map { link in
      names.contains { link.owner(of: $0).map { program.units[$0].file } == own }
    }
    let caught = relocations(of: library, names)
    guard taken.contains(true) else {
      return group(pair, names, .silent, winner: winner(of: pair, names))
    }
    let winner = taken.contains(false) ? nil : own
    if caught > 0 {
      var group = group(pair, names, .interposed, winner: isOrdered ? winner : nil)
      group.details.library = fileName(library)
      group.details.relocations = caught
      group.details.embedder = callsItself(library, names) ? fileName(library) : nil
      if isOrdered, winner == nil { group.notes += winnersNote(pair, names) }
      return group
    }
    // A library that is SQLite and nothing else waits for callers, and they go to the winner.
    let isCallerless = !callsItself(library, names)
    return isCallerless || taken.contains(false)
      ? group(pair, names, .silent, winner: self.winner(of: pair, names))
      : group(pair, names, .isolated)
  }

  /// Two images in one process.
  private func loaded(_ pair: SymbolConflicts.Pair, _ names: [Int32]) -> SymbolGroup {
    let first = firstLoaded(pair)
    let losers = [pair.first, pair.second].filter { $0 != first && role(of: $0) == .library }
    let caught = losers.map { (file: $0, count: relocations(of: $0, names)) }
      .max { $0.count < $1.count }
    guard let caught, caught.count > 0 else {
      let winner = winner(of: pair, names)
      return slice.format != .elf && winner != nil
        ? group(pair, names, .silent, winner: winner) : group(pair, names, .isolated)
    }
    var group = group(pair, names, .interposed, winner: first)
    group.details.library = fileName(caught.file)
    group.details.relocations = caught.count
    let other = caught.file == pair.first ? pair.second : pair.first
    group.details.embedder =
      [caught.file, other].first { callsItself($0, names) }.map(fileName)
    return group
  }

  /// How many relocations of a library go by name to functions of its own that another file has.
  private func relocations(of file: Int, _ names: [Int32]) -> Int {
    guard slice.format == .elf else { return flatImports(of: file, names) }
    let counts = units(of: file).map(\.interposable)
    return names.reduce(0) { sum, name in counts.reduce(sum) { $0 + ($1[name] ?? 0) } }
  }

  /// Imports of its own names that a Mach-O library has looked up in all images.
  private func flatImports(of file: Int, _ names: [Int32]) -> Int {
    let names = Set(names)
    return units(of: file).reduce(0) { sum, unit in
      sum + program.needs[unit.needs].count { $0.provider < 0 && names.contains($0.name) }
    }
  }

  /// Whether a library has users of its own copy inside: it does more than offer SQLite.
  private func callsItself(_ file: Int, _ names: [Int32]) -> Bool {
    let definitions = units(of: file).flatMap { program.definitions[$0.definitions] }
      .filter(\.isExternal)
    return definitions.count { program.isWanted[Int($0.name)] } * 10 < definitions.count * 9
  }
}

extension SymbolConflicts.Pair {
  /// The two files of a duplicate.
  init(_ duplicate: Link.Duplicate, _ program: ProgramSymbols) {
    let first = program.units[Int(duplicate.first)].file
    let second = program.units[Int(duplicate.second)].file
    self.init(first: min(first, second), second: max(first, second))
  }
}

extension [Int32] {
  /// The first place from which on `isBehind` holds, as it does to the end.
  fileprivate func firstPlace(where isBehind: (Int32) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
