/// A Windows object file (COFF).
struct COFFObject {
  let window: Window
  let machine: UInt16
  private let sectionTable: Window
  private let symbols: Window
  private let strings: Window

  init(_ file: Window) throws(ReadError) {
    window = file
    machine = try file.u16(0)
    let sectionCount = try file.u16(2)
    let symbolCount = UInt64(try file.u32(12))
    let symbolStart = UInt64(try file.u32(8))
    let start = 20 + Int(try file.u16(16))
    sectionTable = try file.table(
      UInt64(start),
      count: UInt64(sectionCount),
      stride: 40,
      "the section table"
    )
    symbols = try file.table(symbolStart, count: symbolCount, stride: 18, "the symbol table")
    let end = symbolStart + UInt64(symbols.count)
    // The size of the string table is its own first four bytes.
    let size = symbolStart == 0 ? 0 : try file.slice(end, 4, "the string table's size").u32(0)
    strings = try file.slice(symbolStart == 0 ? 0 : end, UInt64(size), "the string table")
  }

  func objectFile() -> ObjectFile {
    ObjectFile(
      window: window,
      format: .coff,
      kind: .relocatable,
      architecture: .init(windowsMachine: machine),
      unreadable: nil,
      image: .coff(self)
    )
  }

  /// Whether addresses are of 64 bits.
  var wide: Bool { machine == 0x8664 || machine == 0xAA64 }

  var sectionCount: Int { sectionTable.count / 40 }

  /// Returns a section by the number symbols give it, from 1.
  func section(_ number: Int) throws(ReadError) -> COFFSection {
    guard number >= 1, number <= sectionCount else {
      throw window.failure("one of \(sectionCount) sections", found: "section \(number)")
    }
    return try COFFSection(sectionTable.slice((number - 1) * 40, 40, "a section header"))
  }

  /// Returns an entry of the symbol table, in which auxiliary entries count too.
  func symbolEntry(_ index: Int) throws(ReadError) -> COFFSymbolEntry {
    try COFFSymbolEntry(symbols.slice(UInt64(index) * 18, 18, "a symbol"))
  }

  /// Calls `body` with each symbol but those that stand for sections and source files.
  func forEachSymbol(
    externalOnly: Bool,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    let count = symbols.count / 18
    var names = StringTable(strings, names: count)
    var index = 0
    while index < count {
      let entry = try symbolEntry(index)
      index += 1 + Int(entry.auxiliaryCount)
      guard !entry.isMark, !externalOnly || entry.isExternal else { continue }
      let name =
        if let offset = entry.longName { try names.name(at: UInt64(offset)) } else {
          entry.shortName
        }
      try body(entry.symbol(named: name, hasUnderscore: machine == 0x14C, in: self))
    }
  }

  /// Calls `body` with each section that has bytes and no code.
  func forEachDataPart(_ body: (Window) throws(ReadError) -> Void) throws(ReadError) {
    var budget = PartBudget(window)
    for number in 1..<sectionCount + 1 {
      let section = try section(number)
      guard section.hasData else { continue }
      let part = try section.contents(in: window)
      try budget.take(part)
      try body(part)
    }
  }

  /// Calls `body` with each word of the sections that talk to the linker.
  func forEachLinkerRequest(
    _ body: (LinkerRequest) throws(ReadError) -> Void
  ) throws(ReadError) {
    for number in 1..<sectionCount + 1 {
      let section = try section(number)
      guard section.isInformation, section.name.equals(".drectve") else { continue }
      return try section.contents(in: window).forEachText(separatedBy: 0x20) {
        text throws(ReadError) in
        try body(.option(text))
      }
    }
  }
}
