extension MachOImage {
  /// Calls `body` with each symbol; there is one table, and debugging entries are left out.
  func forEachSymbol(
    externalOnly: Bool,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard let (entries, strings) = try symbolTable() else { return }
    let stride = wide ? 16 : 12
    var names = StringTable(strings, names: entries.count / stride)
    let kinds = try sectionKinds()
    var offset = 0
    while offset <= entries.count - stride {
      let entry = try MachOSymbolEntry(entries, at: offset, wide: wide)
      offset += stride
      guard !entry.isDebugging, !externalOnly || entry.isExternal else { continue }
      let name = try names.name(at: UInt64(entry.name))
      let kind = kinds[Int(entry.section)]
      try body(entry.symbol(named: name, kind: kind, isTwoLevel: isTwoLevel))
    }
  }

  /// Returns `nil` for a file without the load command.
  func symbolTable() throws(ReadError) -> (entries: Window, strings: Window)? {
    var command: Window?
    try forEachCommand { number, bytes in
      if number == Command.symbolTable, command == nil { command = bytes }
    }
    guard let command else { return nil }
    let entries = try window.table(
      UInt64(command.u32(8)),
      count: UInt64(command.u32(12)),
      stride: wide ? 16 : 12,
      "the symbol table"
    )
    return (entries, try window.slice(command.u32(16), command.u32(20), "the string table"))
  }

  /// What a symbol of each section is; a symbol can name the first 255 only.
  private func sectionKinds() throws(ReadError) -> [Symbol.Kind] {
    var kinds = [Symbol.Kind](repeating: .other, count: 256)
    var number = 0
    try forEachSection { section in
      number += 1
      guard number < kinds.count else { return }
      kinds[number] = section.hasCode ? .function : section.isThreadLocal ? .threadLocal : .data
    }
    return kinds
  }
}
