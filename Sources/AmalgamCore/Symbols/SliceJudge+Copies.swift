import ObjectFiles

/// The copies of SQLite that a process has at work.
extension SliceJudge {
  /// A copy that somebody uses.
  struct LiveCopy: Hashable {
    /// The file, or the library as others call it.
    let place: String
    /// What its names begin with before `sqlite3`.
    let prefix: String
    let file: Int?

    var description: String {
      prefix.isEmpty ? "'\(place)'" : "'\(place)' with the prefix '\(prefix)'"
    }
  }

  /// Returns them in the order of the files; `isLarger` tells whether a stripped image has one.
  func liveCopies(
    besides groups: [SymbolGroup],
    hasCopy: (Int) -> Bool
  ) -> [LiveCopy] {
    guard program.pattern.isSQLite else { return [] }
    let captured = Set(
      groups.filter { $0.verdict == .interposed && $0.winner != $0.details.library }
        .compactMap(\.details.library)
    )
    var copies: [LiveCopy] = []
    for file in slice.files {
      let marks = liveMarks(of: file)
      copies += marks.compactMap { mark in
        if captured.contains(fileName(file)), mark.isEmpty { return nil }
        return LiveCopy(place: fileName(file), prefix: mark, file: file)
      }
      let isStripped = role(of: file) != .object && self.marks(of: file).isEmpty
      if isStripped, hasCopy(file) {
        copies.append(LiveCopy(place: fileName(file), prefix: "", file: file))
      }
    }
    return copies
      + borrowedCopies.filter { borrowed in !copies.contains { $0.place == borrowed.place } }
  }

  /// The prefixes of the copies in a file that somebody uses.
  private func liveMarks(of file: Int) -> [String] {
    marks(of: file).filter { mark in
      let isOwner = links.first.map { $0.owner(of: mark).map { program.units[$0].file } == file }
      switch role(of: file) {
      case .executable: return true
      case .library: return !isCallerless(file) || isOwner ?? false || isImported(file, mark)
      default: return isOwner ?? true || isLocal(mark, in: file)
      }
    }.map { String(text($0).dropLast("sqlite3_step".count)) }
  }

  /// The names that tell copies and that the file defines.
  func marks(of file: Int) -> [Int32] {
    let marks = program.copyMarks
    var (sure, doubtful, hasEngine): (Set<Int32>, Set<Int32>, Bool) = ([], [], false)
    for unit in units(of: file) {
      for name in program.definitions[unit.definitions].lazy.map(\.name) {
        if marks.names.contains(name) { sure.insert(name) }
        if marks.doubtful.contains(name) { doubtful.insert(name) }
        if marks.variadic == name { hasEngine = true }
      }
    }
    return (sure.isEmpty && hasEngine ? doubtful : sure).sorted()
  }

  func defines(_ file: Int, _ names: [Int32]) -> Bool {
    let names = Set(names)
    return units(of: file).contains { unit in
      program.definitions[unit.definitions].contains { names.contains($0.name) }
    }
  }

  private func isLocal(_ name: Int32, in file: Int) -> Bool {
    units(of: file).contains { unit in
      program.definitions[unit.definitions].contains { $0.name == name && !$0.isExternal }
    }
  }

  /// Whether a library only offers SQLite, so that it does nothing of its own accord.
  private func isCallerless(_ file: Int) -> Bool {
    let definitions = units(of: file).flatMap { program.definitions[$0.definitions] }
      .filter(\.isExternal)
    return definitions.count { program.isWanted[Int($0.name)] } * 10 >= definitions.count * 9
  }

  /// Whether another image takes the name from this file.
  private func isImported(_ file: Int, _ name: Int32) -> Bool {
    program.units.indices.contains { index in
      let unit = program.units[index]
      guard slice.isMember[index], unit.isImage, unit.file != file else { return false }
      return program.needs[unit.needs].contains { need in
        guard need.name == name else { return false }
        guard need.provider >= 0 else { return true }
        return provider(of: need, unit.libraries).map { isLibrary(file, called: $0) } ?? false
      }
    }
  }

  /// Copies in libraries that were not given: what images import, and what objects ask for.
  private var borrowedCopies: [LiveCopy] {
    var places: [String] = []
    for index in program.units.indices where slice.isMember[index] && program.units[index].isImage {
      let unit = program.units[index]
      for need in program.needs[unit.needs] where isAPI(need.name) {
        guard let place = provider(of: need, unit.libraries), !places.contains(place) else {
          continue
        }
        let isGiven = slice.files.contains { fileName($0) == place || isLibrary($0, called: place) }
        if !isGiven { places.append(place) }
      }
    }
    return places.map { LiveCopy(place: $0, prefix: "", file: nil) }
  }
}
