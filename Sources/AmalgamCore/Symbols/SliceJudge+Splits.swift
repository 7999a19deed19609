/// Programs that take one part of SQLite from one copy and another part from another.
extension SliceJudge {
  /// A library that is asked for and was not given, as it stands on a link line.
  struct Autolink {
    let option: String
    /// The object that asks by itself; `nil` where the link line does.
    let requester: String?
  }

  /// The first request for a SQLite that was not given as a file.
  var autolink: Autolink? {
    guard program.pattern.isSQLite else { return nil }
    for unit in program.units.indices where slice.isMember[unit] {
      guard !program.units[unit].isMember || links.first?.isLoaded[unit] ?? false else { continue }
      for request in program.units[unit].requests where request.library.isLibraryOfSQLite {
        let isGiven = slice.files.contains { file in
          let name = Path.name(of: fileName(file))
          return name.hasPrefix("lib\(request.library).") || name == "\(request.library).lib"
        }
        if !isGiven { return Autolink(option: request.spelled, requester: unitName(unit)) }
      }
    }
    return absentSQLite.map { Autolink(option: $0, requester: nil) }
  }

  /// Returns a group for each copy of which a part is taken from another one.
  ///
  /// `copies` tells what a file's texts say of copies in it.
  func splits(copies: (Int) -> [InspectedCopy]) -> [SymbolGroup] {
    let linked = links.lazy.compactMap { self.split(in: $0) }.first
    let images = slice.files.compactMap { file in splitImage(file) { copies(file) } }
    return (linked.map { [$0] } ?? []) + images
  }

  /// A link whose objects get some names from an archive and some from a library.
  private func split(in link: Link) -> SymbolGroup? {
    var providers: [Int: [Int32]] = [:]
    var missing: [Int32] = []
    for name in neededNames(in: link) where isAPI(name) {
      if let owner = link.owner(of: name) {
        providers[program.units[owner].file, default: []].append(name)
      } else if link.isMissing(name) {
        missing.append(name)
      }
    }
    let own = providers.filter { role(of: $0.key) == .object && isCopy($0.key) }
      .max { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }
    guard let own else { return nil }
    let other = providers.filter { role(of: $0.key) == .library }
      .max { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }
    if let other {
      let pair = SymbolConflicts.Pair(
        first: min(own.key, other.key),
        second: max(own.key, other.key)
      )
      var group = group(pair, sortedByText(other.value), .split)
      group.details.taken = texts(other.value)
      group.details.library = fileName(other.key)
      group.exampleFiles = [fileName(other.key)]
      return group
    }
    guard let autolink, !missing.isEmpty else { return nil }
    var group = SymbolGroup(
      files: [fileName(own.key), autolink.option],
      count: missing.count,
      verdict: .split,
      example: texts(missing)[0],
      exampleFiles: [autolink.option],
      pair: .init(first: own.key, second: .max)
    )
    group.details.library = autolink.option
    group.details.requester = autolink.requester
    group.details.taken = texts(missing)
    return group
  }

  /// A finished image that has one part of the API and imports another.
  private func splitImage(_ file: Int, _ copies: () -> [InspectedCopy]) -> SymbolGroup? {
    guard role(of: file) != .object else { return nil }
    var (own, taken): (Set<String>, [String: String]) = ([], [:])
    for unit in units(of: file) {
      own.formUnion(program.definitions[unit.definitions].lazy.map(\.name).filter(isAPI).map(text))
      for need in program.needs[unit.needs] where isAPI(need.name) {
        taken[text(need.name)] = provider(of: need, unit.libraries) ?? ""
      }
    }
    let isNamed = !own.isEmpty || !marks(of: file).isEmpty
    let split = SplitImage(
      own: own,
      taken: taken,
      stripped: isNamed || !program.pattern.isSQLite ? [] : copies(),
      catalogue
    )
    guard let split else { return nil }
    let provider = split.providers.first ?? "another image"
    let given = slice.files.first {
      $0 != file && (fileName($0) == provider || isLibrary($0, called: provider))
    }
    var group = SymbolGroup(
      files: [fileName(file), provider],
      count: split.taken.count,
      verdict: .split,
      example: split.taken[0],
      exampleFiles: [provider],
      // What is said of a split need not be said of the two files once more.
      pair: .init(first: min(file, given ?? .max), second: max(file, given ?? .max))
    )
    group.details.library = provider
    group.details.isImage = [true, true]
    group.details.isStripped = own.isEmpty
    group.details.hasProvider = !split.providers.isEmpty
    group.details.taken = split.taken
    return group
  }

  /// Where the loader will find an import, so far as that can be told.
  func provider(of need: SymbolNeed, _ libraries: [String]) -> String? {
    if need.provider >= 0 {
      let index = Int(need.provider)
      return libraries.indices.contains(index) ? libraries[index] : nil
    }
    let exporter = slice.files.first { file in
      role(of: file) != .object
        && units(of: file).contains { unit in
          program.definitions[unit.definitions].contains { $0.name == need.name && $0.isExternal }
        }
    }
    return exporter.map(fileName) ?? libraries.first { Path.name(of: $0).hasPrefix("libsqlite") }
  }

  /// The names that the objects of a link need, each once.
  func neededNames(in link: Link) -> Set<Int32> {
    var names: Set<Int32> = []
    for unit in program.units.indices where link.isLoaded[unit] {
      for need in program.needs[program.units[unit].needs] where program.isWanted[Int(need.name)] {
        names.insert(need.name)
      }
    }
    return names
  }

  /// Whether a file defines what no SQLite can do without.
  func isCopy(_ file: Int) -> Bool {
    guard program.pattern.isSQLite else { return true }
    guard let name = program.names.existing("sqlite3_step") else { return false }
    return units(of: file).contains { unit in
      program.definitions[unit.definitions].contains { Int($0.name) == name }
    }
  }

  func texts(_ names: [Int32]) -> [String] { sortedByText(names).map(text) }

  func sortedByText(_ names: [Int32]) -> [Int32] { program.names.sorted(names) }
}

extension String {
  /// Whether a word of a link line asks for a SQLite by its name.
  var asksForSQLite: Bool { hasPrefix("-l") && String(dropFirst(2)).isLibraryOfSQLite }

  /// Whether a linker's `-l` with this asks for a SQLite.
  var isLibraryOfSQLite: Bool {
    let name = Path.name(of: self)
    return name == "sqlite3" || name == "sqlcipher" || name.hasPrefix("libsqlite3.")
  }
}
