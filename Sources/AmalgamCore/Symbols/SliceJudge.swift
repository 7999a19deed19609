import ObjectFiles

/// Works out what becomes of the conflicts of one slice of a program.
struct SliceJudge {
  let program: ProgramSymbols
  let slice: ProgramSlice
  let conflicts: SymbolConflicts
  let links: [Link]
  /// What makes each of the links stop, by pair of files.
  let duplicates: [[SymbolConflicts.Pair: [Link.Duplicate]]]
  /// Whether the files were given in the order of the link line.
  let isOrdered: Bool
  let api: KnownAPI
  let catalogue: OptionCatalogue
  /// The `-l` of the link line for a SQLite that was not found.
  let absentSQLite: String?

  /// `line` is the order in which the files stand.
  init(
    _ program: ProgramSymbols,
    _ slice: ProgramSlice,
    _ request: SymbolsRequest,
    line: [LinkPlace]
  ) {
    self.program = program
    self.isOrdered = request.isLinkOrder
    api = request.api
    catalogue = request.catalogue
    absentSQLite =
      request.pattern.isSQLite ? request.line.absent.first(where: \.asksForSQLite) : nil
    conflicts = SymbolConflicts(program, slice)
    var slice = slice
    slice.findRoots(program, conflicts: conflicts.sortedNames(program))
    self.slice = slice
    links = Self.links(program, slice, request, line)
    duplicates = links.map { link in
      Dictionary(grouping: link.duplicates) { .init($0, program) }
    }
  }

  /// The links that may come of the slice, the likeliest first; none where nothing is linked.
  private static func links(
    _ program: ProgramSymbols,
    _ slice: ProgramSlice,
    _ request: SymbolsRequest,
    _ line: [LinkPlace]
  ) -> [Link] {
    let isUseful = program.units.indices.contains {
      slice.isMember[$0] && program.units[$0].role == .object
    }
    // Without a name of interest in the objects there is nothing to find out.
    guard isUseful, program.mentionsWantedNames else { return [] }
    let index = DefinitionIndex(program)
    let isConditional = request.isLinkOrder && line.contains(where: \.isAsNeeded)
    let once: [Link.Manner] = isConditional ? [.once, .gold] : [.once]
    let manners = slice.format == .elf ? once + [.remembering] : [.remembering]
    let files = Set(slice.files)
    let orders =
      request.isLinkOrder
      ? [line.filter { files.contains($0.file) }]
      : orders(program, slice).map { $0.map { LinkPlace(file: $0) } }
    return orders.flatMap { order in
      manners.map {
        Link(program, index, slice, manner: $0, order: order, request)
      }
    }
  }

  /// The given order and its reverse, so that each of two files is first once, with the objects in
  /// front as on most link lines.
  private static func orders(_ program: ProgramSymbols, _ slice: ProgramSlice) -> [[Int]] {
    let files = slice.files
    let objects = files.filter { file in
      slice.units(of: file).contains {
        slice.isMember[$0] && program.units[$0].role == .object && !program.units[$0].isMember
      }
    }
    let given = Set(objects)
    let others = files.filter { !given.contains($0) }
    guard others.count > 1 else { return [objects + others] }
    return [objects + others, objects + others.reversed()]
  }

  /// What a file is in the slice: its first unit tells.
  func role(of file: Int) -> SymbolUnit.Role? {
    slice.units(of: file).first { slice.isMember[$0] }.map { program.units[$0].role }
  }

  func units(of file: Int) -> [SymbolUnit] {
    slice.units(of: file).filter { slice.isMember[$0] }.map { program.units[$0] }
  }

  func fileName(_ file: Int) -> String { program.files[file].name }

  /// `lib.a(member.o)`, as linkers write it.
  func unitName(_ unit: Int) -> String {
    let file = fileName(program.units[unit].file)
    guard let member = program.units[unit].member else { return file }
    return "\(file)(\(String(decoding: member, as: UTF8.self)))"
  }

  func text(_ name: Int32) -> String { program.names.text(Int(name)) }

  /// Whether a name is one of those that every program may call, not an extension's or an inner one.
  func isAPI(_ name: Int32) -> Bool {
    program.isWanted[Int(name)]
      && (!program.pattern.isSQLite || api.name(program.names[Int(name)]) != nil)
  }
}
