import ObjectFiles

/// What single files of a slice do wrong.
extension SliceJudge {
  /// Judges each file; `told` are those that a conflict was told of, `copies` tells what a file's
  /// texts say.
  func images(
    forbidding patterns: [String],
    told: Set<String>,
    copies: (Int) -> [InspectedCopy]
  ) -> ImageEvidence {
    var evidence = ImageEvidence()
    evidence.forbidden = slice.files.flatMap { file in
      patterns.compactMap { forbidden($0, file) }
    }
    guard program.pattern.isSQLite else { return evidence }
    for file in slice.files {
      evidence.unprefixed += unprefixed(file).map { [$0] } ?? []
      evidence.overPrefixed += overPrefixed(file).map { [$0] } ?? []
      guard role(of: file) == .library else { continue }
      evidence.installs += install(file).map { [$0] } ?? []
      evidence.unexported += unexported(file) { copies(file) }.map { [$0] } ?? []
      if !told.contains(fileName(file)) { evidence.leaks += leak(file).map { [$0] } ?? [] }
    }
    return evidence
  }

  /// The names that others can be linked or loaded with.
  private func exported(_ file: Int) -> Set<Int32> {
    var names: Set<Int32> = []
    for unit in units(of: file) {
      for definition in program.definitions[unit.definitions]
      where definition.isExternal && definition.visibility != .hidden {
        names.insert(definition.name)
      }
    }
    return names
  }

  private func offersAPI(_ file: Int) -> Bool {
    units(of: file).contains { unit in
      program.definitions[unit.definitions].contains { $0.isExternal && isAPI($0.name) }
    }
  }

  private func forbidden(_ pattern: String, _ file: Int) -> ImageEvidence.Forbidden? {
    guard role(of: file) != .object else { return nil }
    let glob = Glob(pattern)
    let names = exported(file).filter { glob.matches(bytes: program.names[Int($0)]) }
    guard !names.isEmpty else { return nil }
    return .init(
      file: fileName(file),
      format: slice.format,
      pattern: pattern,
      names: texts(Array(names))
    )
  }

  /// Returns what a library of something else lets others see of the SQLite inside it.
  ///
  /// Where each import names its library, as on Apple's systems and on Windows, nobody is in its way.
  private func leak(_ file: Int) -> ImageEvidence.Leak? {
    guard slice.format == .elf, offersAPI(file), !isNamedAfterSQLite(file) else { return nil }
    let exported = exported(file)
    let names = exported.filter(isAPI)
    let others = exported.contains {
      !program.isWanted[Int($0)] && !SymbolName.isOfLinker(program.names[Int($0)])
    }
    guard !names.isEmpty, others else { return nil }
    let counts = units(of: file).map(\.interposable)
    let relocations = names.reduce(0) { sum, name in counts.reduce(sum) { $0 + ($1[name] ?? 0) } }
    return .init(file: fileName(file), names: texts(Array(names)), relocations: relocations)
  }

  private func isNamedAfterSQLite(_ file: Int) -> Bool {
    let names = [fileName(file)] + units(of: file).compactMap(\.libraryName)
    return names.contains(where: \.isNamedAfterSQLite)
  }

  /// The names without a prefix of a file whose only copy has one.
  private func unprefixed(_ file: Int) -> ImageEvidence.Unprefixed? {
    guard let prefix = prefix(file) else { return nil }
    let names = exported(file).filter(isAPI)
    guard !names.isEmpty else { return nil }
    return .init(file: fileName(file), prefix: prefix, names: texts(Array(names)))
  }

  private func overPrefixed(_ file: Int) -> ImageEvidence.OverPrefixed? {
    guard let prefix = prefix(file), role(of: file) == .object else { return nil }
    let bytes = Array(prefix.utf8)
    let copies = units(of: file).filter { unit in
      program.definitions[unit.definitions].contains { program.isMark($0.name) }
    }
    var names = Set(
      copies.flatMap { program.needs[$0.needs] }.map(\.name).filter {
        program.names[Int($0)].starts(with: bytes)
      }
    )
    guard !names.isEmpty else { return nil }
    for definition in program.definitions where definition.isExternal {
      names.remove(definition.name)
    }
    guard !names.isEmpty else { return nil }
    return .init(file: fileName(file), prefix: prefix, names: texts(Array(names)))
  }

  /// The prefix of the copy in a file; `nil` where it has none, or another copy has none.
  private func prefix(_ file: Int) -> String? {
    let marks = marks(of: file)
      .map { String(text($0).dropLast("sqlite3_step".count)) }
    return marks.count == 1 && marks[0] != "" ? marks[0] : nil
  }

  private func install(_ file: Int) -> ImageEvidence.Install? {
    guard let unit = units(of: file).first, unit.format == .machO, let name = unit.libraryName,
      offersAPI(file)
    else { return nil }
    let own = exported(file)
    var (reference, lacks): (String?, [String]) = (nil, [])
    for other in slice.files where other != file && isLibrary(other, called: name) {
      let missing = exported(other).filter { program.isWanted[Int($0)] && !own.contains($0) }
      if missing.count > lacks.count {
        (reference, lacks) = (fileName(other), texts(Array(missing)))
      }
    }
    guard InstallName(faultOf: name) != nil || !lacks.isEmpty else { return nil }
    return .init(file: fileName(file), name: name, reference: reference, lacks: lacks)
  }

  /// What a DLL that is there to be SQLite has and does not offer.
  private func unexported(
    _ file: Int,
    _ copies: () -> [InspectedCopy]
  ) -> ImageEvidence.Unexported? {
    guard units(of: file).first?.format == .pe, prefix(file) == nil else { return nil }
    let exported = exported(file)
    let own = Set(exported.filter(isAPI).map(text))
    // One that exports other names alone, as a module of Python's, keeps its SQLite to itself.
    let isOfSQLite = exported.allSatisfy { program.isWanted[Int($0)] } && isNamedAfterSQLite(file)
    guard !own.isEmpty || isOfSQLite else { return nil }
    let copies = copies()
    guard copies.count == 1, let version = copies[0].version else { return nil }
    let missing = api.all.filter {
      !own.contains($0) && !Self.variables.contains($0) && copies[0].has($0, catalogue)
    }
    guard !missing.isEmpty else { return nil }
    let name = fileName(file)
    return .init(file: name, version: version, exported: own.count, names: missing.sorted())
  }

  /// Of variables many a list of exports has none; no program needs them.
  private static let variables: Set<String> = [
    "sqlite3_data_directory", "sqlite3_temp_directory", "sqlite3_version",
  ]
}
