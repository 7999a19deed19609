import ObjectFiles

/// The units of a program that are for one processor, so that they can be linked together.
struct ProgramSlice {
  let format: ObjectFile.Format
  let architecture: Architecture?
  /// Whether a unit is in the slice, by its index.
  let isMember: [Bool]
  private let ranges: [Range<Int>]
  /// The names that the program needs before anything is linked.
  private(set) var roots: [Int32] = []
  /// The members that are taken as they are.
  private(set) var rootUnits: Set<Int> = []
  /// Whether the files tell what the program needs; else it may need what they offer.
  private(set) var hasRoots = false

  /// Returns the slices in the order in which they are met, at most `limit`.
  static func all(of program: ProgramSymbols, limit: Int) -> [ProgramSlice] {
    var keys: [Key] = []
    for unit in program.units {
      let key = Key(unit)
      if unit.architecture != nil, !keys.contains(key) { keys.append(key) }
      if keys.count == limit { break }
    }
    if keys.isEmpty, let unit = program.units.first { keys = [Key(unit)] }
    return keys.map { ProgramSlice(program, $0) }
  }

  private struct Key: Equatable {
    let format: ObjectFile.Format
    let architecture: Architecture?

    init(_ unit: SymbolUnit) {
      // Stubs are linked with Mach-O, and Windows has one format for objects, one for images.
      format =
        switch unit.format {
        case .textStub: .machO
        case .pe: .coff
        default: unit.format
        }
      architecture = unit.architecture
    }
  }

  private init(_ program: ProgramSymbols, _ key: Key) {
    format = key.format
    architecture = key.architecture
    isMember = program.units.map { unit in
      let own = Key(unit)
      return own == key || own.format == key.format && unit.architecture == nil
    }
    var ranges = [Range<Int>](repeating: 0..<0, count: program.files.count)
    for (index, unit) in program.units.enumerated() {
      ranges[unit.file] =
        (ranges[unit.file].isEmpty ? index : ranges[unit.file].lowerBound)..<index + 1
    }
    self.ranges = ranges
  }

  /// The indices of a file's units, those of other slices among them.
  func units(of file: Int) -> Range<Int> { ranges[file] }

  /// The files that have a unit in the slice.
  var files: [Int] { ranges.indices.filter { ranges[$0].contains { isMember[$0] } } }

  /// Looks for what the program begins with: its objects, or whoever has `main`.
  ///
  /// Where there is neither, all members but those of `conflicts` are taken to be used, and the
  /// names of `conflicts` to be needed.
  mutating func findRoots(_ program: ProgramSymbols, conflicts: [Int32]) {
    let entry = program.names.existing("main").map { Int32(truncatingIfNeeded: $0) }
    let objects = program.units.indices.filter {
      isMember[$0] && program.units[$0].role == .object
    }
    hasRoots =
      objects.contains { !program.units[$0].isMember }
      || entry.map { name in
        objects.contains {
          program.definitions[program.units[$0].definitions].contains {
            $0.name == name && $0.isExternal
          }
        }
      } ?? false
    if hasRoots {
      roots = entry.map { [$0] } ?? []
    } else {
      roots = conflicts
      rootUnits = Set(
        objects.filter { unit in
          !program.definitions[program.units[unit].definitions].contains {
            $0.isExternal && program.isWanted[Int($0.name)]
          }
        }
      )
    }
  }
}
