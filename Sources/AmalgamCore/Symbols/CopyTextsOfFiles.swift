import ObjectFiles

/// What the texts in a program's files tell of the copies in them, read once a file and only where
/// it is asked for.
struct CopyTextsOfFiles {
  private let program: ProgramSymbols
  private var copies: [Int: [EmbeddedCopy]] = [:]

  init(_ program: ProgramSymbols) { self.program = program }

  private mutating func copies(in file: Int) -> [EmbeddedCopy] {
    if let known = copies[file] { return known }
    let contents = program.files[file]
    let found = (try? EmbeddedCopy.all(in: contents.bytes, members: contents.members))?.copies ?? []
    copies[file] = found
    return found
  }

  mutating func hasCopy(_ file: Int) -> Bool { !copies(in: file).isEmpty }

  /// Returns what the texts tell of a file's copies for the slice's processor.
  mutating func inspected(_ file: Int, _ slice: ProgramSlice) -> [InspectedCopy] {
    copies(in: file).filter { $0.architecture == slice.architecture }.map {
      InspectedCopy($0, in: program.files[file].name, survey: nil, checkIns: .none)
    }
  }

  /// Returns the only copy of a file for the slice's processor.
  private mutating func copy(in file: Int, _ slice: ProgramSlice) -> EmbeddedCopy? {
    guard program.files.indices.contains(file) else { return nil }
    let own = copies(in: file).filter {
      $0.architecture == slice.architecture || $0.architecture == nil
    }
    return own.count == 1 ? own[0] : nil
  }

  /// Returns `SQLite 3.46.1`, as far as it is known.
  mutating func summary(of file: Int, _ slice: ProgramSlice) -> String? {
    copy(in: file, slice)?.version.map { "SQLite \($0)" }
  }

  /// Returns the one of two files whose copy is of an older release.
  mutating func older(of pair: SymbolConflicts.Pair, _ slice: ProgramSlice) -> Int? {
    guard let first = copy(in: pair.first, slice)?.version.flatMap({ Version($0) }),
      let second = copy(in: pair.second, slice)?.version.flatMap({ Version($0) }), first != second
    else { return nil }
    return first < second ? pair.first : pair.second
  }

  /// Says how the copies of two files differ.
  mutating func differences(_ pair: SymbolConflicts.Pair, _ slice: ProgramSlice) -> [String] {
    guard pair.first != pair.second, let first = copy(in: pair.first, slice),
      let second = copy(in: pair.second, slice)
    else { return [] }
    let names = [pair.first, pair.second].map { program.files[$0].name }
    var notes: [String] = []
    if let a = first.version, let b = second.version {
      notes.append(
        a == b
          ? "both are SQLite \(a)" : "'\(names[0])' is SQLite \(a), '\(names[1])' is SQLite \(b)"
      )
    }
    if first.version == second.version, let a = first.sourceID, let b = second.sourceID, a != b {
      notes.append("their sources differ: '\(a)' and '\(b)'")
    }
    guard first.optionOrigin == .table, second.optionOrigin == .table else { return notes }
    for (own, other, name) in [(first, second, names[0]), (second, first, names[1])] {
      let extra = Set(own.options).subtracting(other.options).filter { !$0.hasPrefix("COMPILER=") }
      if !extra.isEmpty { notes.append("only '\(name)' reports \(extra.sorted().examples)") }
    }
    return notes
  }
}
