import ObjectFiles

/// The names that are defined more than once in a slice of a program, by pair of files.
struct SymbolConflicts {
  /// Two files, the one that was given first in front; twice the same for two members of one.
  struct Pair: Hashable, Comparable {
    let first: Int
    let second: Int

    static func < (a: Pair, b: Pair) -> Bool { (a.first, a.second) < (b.first, b.second) }
  }

  /// The definitions of each name with several, by its number.
  private(set) var definitions: [Int32: [Int32]] = [:]
  /// Names that others can see in both files.
  private(set) var shared: [Pair: [Int32]] = [:]
  /// Names that only its own object or image sees in one of the files at least.
  private(set) var isolated: [Pair: [Int32]] = [:]

  init(_ program: ProgramSymbols, _ slice: ProgramSlice) {
    var firsts = [Int32](repeating: -1, count: program.names.count)
    for (unit, symbols) in program.units.enumerated() where slice.isMember[unit] {
      for index in symbols.definitions {
        let name = program.definitions[index].name
        guard program.isWanted[Int(name)] else { continue }
        let number = Int32(truncatingIfNeeded: index)
        if firsts[Int(name)] < 0 {
          firsts[Int(name)] = number
        } else {
          definitions[name, default: [firsts[Int(name)]]].append(number)
        }
      }
    }
    // Each loadable extension has that variable for itself, and SQLite loads all into one process.
    let ofExtensions = program.names.existing("sqlite3_api").map { Int32(truncatingIfNeeded: $0) }
    for (name, indices) in definitions {
      addPairs(name, indices, program, isOfExtensions: name == ofExtensions)
    }
    isolated = isolated.filter { shared[$0.key] == nil }
    let told = Set(shared.values.joined()).union(isolated.values.joined())
    definitions = definitions.filter { told.contains($0.key) }
  }

  /// The names in byte order of their texts.
  func sortedNames(_ program: ProgramSymbols) -> [Int32] {
    program.names.sorted(definitions.keys)
  }

  /// A name that is in more files than this is told for each of them with the first one only.
  private static let mostFiles = 12

  private mutating func addPairs(
    _ name: Int32,
    _ indices: [Int32],
    _ program: ProgramSymbols,
    isOfExtensions: Bool
  ) {
    let places = indices.compactMap { index in
      let definition = program.definitions[Int(index)]
      let unit = program.units[Int(definition.unit)]
      return isOfExtensions && unit.isImage
        ? nil : (unit: definition.unit, file: unit.file, definition)
    }
    var perFile: [(unit: Int32, file: Int, SymbolDefinition)] = []
    var repeated: Set<Int> = []
    for place in places {
      if let last = perFile.last, last.file == place.file {
        guard place.unit != last.unit, place.2.isExternal else { continue }
        if !last.2.isExternal {
          perFile[perFile.count - 1] = place
        } else if repeated.insert(place.file).inserted {
          shared[Pair(first: place.file, second: place.file), default: []].append(name)
        }
      } else {
        perFile.append(place)
      }
    }
    for (index, first) in perFile.enumerated().prefix(perFile.count > Self.mostFiles ? 1 : .max) {
      for second in perFile[(index + 1)...] {
        let pair = Pair(first: first.file, second: second.file)
        if first.2.isExternal, second.2.isExternal {
          shared[pair, default: []].append(name)
        } else {
          isolated[pair, default: []].append(name)
        }
      }
    }
  }
}
