extension ELFImage {
  func forEachSymbol(
    in wanted: SymbolTable,
    externalOnly: Bool,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard var table = try symbolTable(wanted) else { return }
    let stride = Self.symbolSize(wide: wide)
    // Local symbols come first, and the table's header says how many there are.
    var offset = stride * (externalOnly ? max(1, table.localCount) : 1)
    while offset <= table.entries.count - stride {
      let entry = try ELFSymbolEntry(table.entries, at: offset, wide: wide)
      offset += stride
      guard !entry.isMark, !externalOnly || entry.binding != .local else { continue }
      try body(entry.symbol(named: try table.names.name(at: UInt64(entry.name))))
    }
  }

  private struct Table {
    let entries: Window
    var names: StringTable
    var localCount = 1
  }

  private func symbolTable(_ wanted: SymbolTable) throws(ReadError) -> Table? {
    let full = try sections.first(.symbolTable)
    let dynamic = try sections.first(.dynamicSymbols)
    let section = wanted == .full || type == 1 ? full ?? dynamic : dynamic
    if let section { return try table(section) }
    return sections.count == 0 ? try tableOfSegments() : nil
  }

  private func table(_ section: ELFSection) throws(ReadError) -> Table {
    let entries = try sections.contents(of: section)
    guard entries.count == 0 || Int(section.info) <= entries.count / Self.symbolSize(wide: wide)
    else {
      throw entries.failure("a number of local symbols", found: "\(section.info), beyond the table")
    }
    let names = try sections.contents(of: sections[Int(section.link)])
    return Table(
      entries: entries,
      names: StringTable(names, names: entries.count / Self.symbolSize(wide: wide)),
      localCount: Int(section.info)
    )
  }

  /// Finds the dynamic symbols of an image whose section headers were stripped.
  private func tableOfSegments() throws(ReadError) -> Table? {
    guard let symbols = try dynamicValue(.symbols), let strings = try dynamicValue(.strings),
      let count = try dynamicSymbolCount()
    else { return nil }
    let size = try dynamicValue(.stringsSize) ?? 0
    let entries = try segments.bytes(at: symbols, "the dynamic symbols").table(
      0,
      count: count,
      stride: UInt64(Self.symbolSize(wide: wide)),
      "the dynamic symbols"
    )
    let names = try segments.bytes(at: strings, "the dynamic string table")
      .slice(0, size, "the dynamic string table")
    return Table(entries: entries, names: StringTable(names, names: Int(count)))
  }

  static func symbolSize(wide: Bool) -> Int { wide ? 24 : 16 }
}
