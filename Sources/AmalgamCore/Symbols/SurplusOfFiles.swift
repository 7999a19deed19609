import ObjectFiles

/// What libraries of SQLite define beside SQLite.
struct SurplusOfFiles {
  private(set) var surplus: [SymbolEvidence.Surplus] = []

  /// Looks at each file most of whose names are SQLite's.
  ///
  /// That is a variant, and what else it has is too much. A program has names of its own, and they
  /// are nobody's business.
  init(_ program: ProgramSymbols) {
    guard program.pattern.isSQLite, program.hasMarks else { return }
    let entry = program.names.existing("main")
    let units = Dictionary(grouping: program.units, by: \.file)
    for file in program.files.indices {
      let units = units[file] ?? []
      var (own, other): (Int, Set<Int32>) = (0, [])
      var prefix: String?
      for unit in units where unit.role != .executable {
        for definition in program.definitions[unit.definitions]
        where definition.isExternal && definition.visibility != .hidden {
          let name = program.names[Int(definition.name)]
          if SymbolName.isOfLinker(name) { continue }
          if program.isMark(definition.name) {
            prefix = String(decoding: name.dropLast("sqlite3_step".utf8.count), as: UTF8.self)
          }
          if program.isWanted[Int(definition.name)] {
            own += 1
          } else {
            other.insert(definition.name)
          }
        }
      }
      guard let prefix, !Self.isOfProgram(program.files[file].name, units) else { continue }
      // Linked in one piece, it is a program all the same.
      guard entry.map({ !other.contains(Int32(truncatingIfNeeded: $0)) }) ?? true else { continue }
      let names = other.map { program.names.text(Int($0)) }
      let strange = names.filter { !Self.isOfVariant($0, prefix: prefix) }.sorted()
      let total = own + names.count
      if !strange.isEmpty, strange.count * 10 <= total {
        surplus.append(.init(file: program.files[file].name, names: strange))
      }
    }
  }

  /// Whether a shared library is one of something else, in which there is a SQLite.
  private static func isOfProgram(_ file: String, _ units: [SymbolUnit]) -> Bool {
    let libraries = units.filter { $0.role == .library }
    let names = [file] + libraries.compactMap(\.libraryName)
    return !libraries.isEmpty && !names.contains(where: \.isNamedAfterSQLite)
  }

  /// Whether a name is one with the variant's prefix, or of what `amalgam` registers.
  private static func isOfVariant(_ name: String, prefix: String) -> Bool {
    !prefix.isEmpty && name.hasPrefix(prefix + "sqlite3")
      || name.hasPrefix(prefix + "amalgam_")
        && Registration.suffixes.contains(where: name.hasSuffix)
  }
}

extension String {
  /// Whether a path or a library's name says that the file is SQLite and nothing else.
  var isNamedAfterSQLite: Bool {
    let name = Path.name(of: self).lowercased()
    return name.contains("sqlite") || name.contains("sqlcipher")
  }
}
