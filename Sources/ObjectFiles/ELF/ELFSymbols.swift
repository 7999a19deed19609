extension ELFImage {
  /// Calls `body` with each symbol but those that stand for sections and source files.
  func forEachSymbol(
    in wanted: SymbolTable,
    externalOnly: Bool,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard var table = try symbolTable(wanted) else { return }
    let first = externalOnly ? max(1, table.localCount) : 1
    guard first < table.count else { return }
    for index in first..<table.count {
      let entry = try table.entry(index)
      guard !entry.isMark, !externalOnly || entry.binding != .local else { continue }
      try body(table.symbol(index, entry))
    }
  }

  /// Returns the table that is meant, `nil` if it was stripped or never there.
  func symbolTable(_ wanted: SymbolTable) throws(ReadError) -> ELFSymbolTable? {
    let full = try sections.first(.symbolTable)
    let dynamic = try sections.first(.dynamicSymbols)
    let section = wanted == .full || type == 1 ? full ?? dynamic : dynamic
    guard let section else { return try tableOfSegments() }
    return try ELFSymbolTable(
      sections.contents(of: section),
      names: sections.contents(of: sections[Int(section.link)]),
      localCount: section.info,
      versions: section.type == .dynamicSymbols ? versions() : nil,
      wide: wide
    )
  }

  /// Finds the dynamic symbols of an image whose section headers were stripped; `nil` for one
  /// without any.
  private func tableOfSegments() throws(ReadError) -> ELFSymbolTable? {
    guard let symbols = try dynamicValue(.symbols), let strings = try dynamicValue(.strings),
      let count = try dynamicSymbolCount()
    else { return nil }
    let map = try segments.addressMap()
    let entries = try map.bytes(at: symbols, "the dynamic symbols").table(
      0,
      count: count,
      stride: UInt64(ELFSymbolTable.entrySize(wide: wide)),
      "the dynamic symbols"
    )
    let names = try map.bytes(at: strings, "the dynamic string table")
      .slice(0, dynamicValue(.stringsSize) ?? 0, "the dynamic string table")
    return try ELFSymbolTable(
      entries,
      names: names,
      localCount: 0,
      versions: versions(),
      wide: wide
    )
  }
}
