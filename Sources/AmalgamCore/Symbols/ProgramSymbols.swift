import ObjectFiles

/// The symbols of all files of a program.
struct ProgramSymbols {
  let pattern: NamePattern
  let names = NameTable()
  private(set) var files: [SymbolFile] = []
  private(set) var units: [SymbolUnit] = []
  private(set) var definitions: [SymbolDefinition] = []
  private(set) var needs: [SymbolNeed] = []
  /// Whether the pattern matches a name, by its number.
  private(set) var isWanted: [Bool] = []
  private(set) var copyMarks = CopyMarks()
  /// The names that linkers add to what they make, where they were met.
  private(set) var linkerNames: Set<String> = []
  /// Objects of which nothing can be told, with their files.
  private(set) var unread: [(file: String, object: UnreadObject)] = []

  /// Whether the names of objects that have none of SQLite's are left where they are.
  private let isSkimming: Bool

  init(pattern: NamePattern) { self.init(pattern: pattern, isSkimming: false) }

  private init(pattern: NamePattern, isSkimming: Bool) {
    self.pattern = pattern
    self.isSkimming = isSkimming
  }

  /// Returns the units of a program of objects none of which has one of SQLite's names, so that
  /// nothing can become of these; `nil` for any other program, also for one that cannot be read.
  static func withoutSQLite(_ files: [SymbolFile]) -> ProgramSymbols? {
    var program = ProgramSymbols(pattern: .sqlite, isSkimming: true)
    do throws(ReadError) {
      for file in files {
        let before = (program.units.count, program.unread.count)
        try program.read(file)
        guard before != (program.units.count, program.unread.count) else { return nil }
      }
      return program
    } catch {
      return nil
    }
  }

  /// Reads `file`, which comes behind those that were read before on the link line.
  ///
  /// After an error the program is as it was, but for names that nobody has.
  mutating func read(_ file: SymbolFile) throws(ReadError) {
    let state = (units.count, definitions.count, needs.count, unread.count)
    files.append(file)
    do {
      try ObjectFile.forEach(in: file.bytes, members: file.members) { object throws(ReadError) in
        try read(object)
      }
    } catch {
      files.removeLast()
      units.removeSubrange(state.0...)
      definitions.removeSubrange(state.1...)
      needs.removeSubrange(state.2...)
      unread.removeSubrange(state.3...)
      throw error
    }
  }

  /// Whether any of the names is one that is looked for.
  var mentionsWantedNames: Bool { isWanted.contains(true) || hasMarks }

  /// Whether there is a name that only a copy of SQLite defines.
  var hasMarks: Bool { !copyMarks.names.isEmpty || !copyMarks.doubtful.isEmpty }

  /// Whether a name is one of those.
  func isMark(_ name: Int32) -> Bool { copyMarks.names.contains(name) }

  /// How many units the last file has.
  var unitsOfLastFile: Int { units.reversed().prefix { $0.file == files.count - 1 }.count }

  private mutating func read(_ object: ObjectFile) throws(ReadError) {
    if let object = UnreadObject(object) {
      unread.append((files[files.count - 1].name, object))
      return
    }
    guard let role = SymbolUnit.Role(object) else { return }
    var unit = SymbolUnit(
      file: files.count - 1,
      member: object.memberName,
      format: object.format,
      architecture: object.architecture,
      role: role
    )
    if isSkimming {
      guard role == .object, try !object.mayName("sqlite3") else {
        throw object.window.failure("an object without a name of SQLite's", found: "one with some")
      }
      units.append(unit)
      return
    }
    let (firstDefinition, firstNeed) = (definitions.count, needs.count)
    if role == .object {
      try readObject(object, &unit)
    } else {
      try readImage(object, &unit)
    }
    unit.definitions = firstDefinition..<definitions.count
    unit.needs = firstNeed..<needs.count
    units.append(unit)
  }

  private mutating func readObject(
    _ object: ObjectFile,
    _ unit: inout SymbolUnit
  ) throws(ReadError) {
    let hasLocals = try pattern.isSQLite ? object.mayName("sqlite3") : true
    try object.forEachSymbol(externalOnly: !hasLocals) { symbol throws(ReadError) in
      if symbol.binding == .local {
        if symbol.definition != .undefined, pattern.matchesLocal(symbol.name) { define(symbol) }
      } else if symbol.isUndefined {
        need(symbol.name, isWeak: symbol.binding == .weak)
      } else {
        define(symbol)
      }
    }
    unit.requests = try requests(of: object)
  }

  private mutating func readImage(
    _ object: ObjectFile,
    _ unit: inout SymbolUnit
  ) throws(ReadError) {
    unit.libraryName = try object.libraryName()
    unit.libraries = try object.neededLibraries()
    unit.isTwoLevel = object.hasTwoLevelNamespace || object.format == .pe
    let first = definitions.count
    if object.format == .elf || object.format == .textStub {
      try object.forEachSymbol(externalOnly: true) { symbol throws(ReadError) in
        if symbol.isExported { define(symbol) }
      }
    } else {
      try object.forEachExportedName { name throws(ReadError) in
        define(name, isTransient: true, .global, .default)
      }
    }
    try object.forEachImport { bound throws(ReadError) in
      let library =
        if case .library(let index) = bound.provider { Int32(clamping: index) } else {
          Int32(-1)
        }
      need(bound.name, isWeak: bound.isWeak, provider: library, isTransient: true)
    }
    try readPrivate(of: object, exported: first..<definitions.count)
    guard unit.role == .library, try !object.isSymbolic() else { return }
    try object.forEachBoundSymbol { symbol, relocations throws(ReadError) in
      guard symbol.isExported, symbol.visibility == .default, pattern.matches(symbol.name) else {
        return
      }
      unit.interposable[number(of: symbol.name), default: 0] += relocations
    }
  }

  /// Adds the names of an image's own copy that it does not export, where the table still has them.
  private mutating func readPrivate(
    of object: ObjectFile,
    exported: Range<Int>
  ) throws(ReadError) {
    guard object.format == .elf || object.format == .machO else { return }
    var known: Set<Int32> = []
    for definition in definitions[exported] where isWanted[Int(definition.name)] {
      known.insert(definition.name)
    }
    try object.forEachSymbol(in: .full) { symbol throws(ReadError) in
      guard symbol.definition != .undefined, pattern.matchesLocal(symbol.name),
        known.insert(number(of: symbol.name)).inserted
      else { return }
      define(symbol.name, isTransient: false, .local, .hidden)
    }
  }

  /// The libraries that an object asks the linker for by itself.
  private func requests(of object: ObjectFile) throws(ReadError) -> [LibraryRequest] {
    var requests: [LibraryRequest] = []
    try object.forEachLinkerRequest { request in
      guard requests.count < 1_000 else { return }
      switch request {
      case .option(let text):
        let request = LibraryRequest(argument: String(decoding: text, as: UTF8.self))
        requests += request.map { [$0] } ?? []
      case .library(let text):
        requests.append(LibraryRequest(library: String(decoding: text, as: UTF8.self)))
      }
    }
    return requests
  }

  private mutating func define(_ symbol: Symbol) {
    define(
      symbol.name,
      isTransient: false,
      symbol.binding,
      symbol.visibility,
      isCommon: symbol.definition == .common
    )
  }

  private mutating func define(
    _ name: UnsafeRawBufferPointer,
    isTransient: Bool,
    _ binding: Symbol.Binding,
    _ visibility: Symbol.Visibility,
    isCommon: Bool = false
  ) {
    definitions.append(
      SymbolDefinition(
        name: number(of: name, isTransient: isTransient),
        unit: Int32(truncatingIfNeeded: units.count),
        binding: binding,
        visibility: visibility,
        isCommon: isCommon
      )
    )
  }

  private mutating func need(
    _ name: UnsafeRawBufferPointer,
    isWeak: Bool,
    provider: Int32 = -1,
    isTransient: Bool = false
  ) {
    let number = number(of: name, isTransient: isTransient)
    needs.append(SymbolNeed(name: number, isWeak: isWeak, provider: provider))
  }

  /// Returns the number of a name, and looks at it once.
  private mutating func number(
    of name: UnsafeRawBufferPointer,
    isTransient: Bool = false
  ) -> Int32 {
    let (number, isNew) = names.number(of: name, isTransient: isTransient)
    if isNew {
      let isOfLinker = SymbolName.isOfLinker(name)
      if isOfLinker { linkerNames.insert(names.text(number)) }
      isWanted.append(!isOfLinker && pattern.matches(name))
      if pattern.isSQLite { copyMarks.look(at: name, Int32(truncatingIfNeeded: number)) }
    }
    return Int32(truncatingIfNeeded: number)
  }
}

extension SymbolUnit.Role {
  /// What an object is for a linker; `nil` for files with names and no code.
  fileprivate init?(_ object: ObjectFile) {
    switch object.kind {
    case .relocatable, .importStub: self = .object
    case .sharedLibrary, .bundle: self = .library
    case .executable: self = .executable
    case .debugSymbols, .other: return nil
    }
  }
}
