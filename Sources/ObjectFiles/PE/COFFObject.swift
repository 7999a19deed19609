/// A Windows object file (COFF), also one with more sections than its first form can count.
struct COFFObject {
  let window: Window
  let machine: UInt16
  /// Whether it is in the form for many sections ("bigobj"), whose entries have wider numbers.
  private let isBig: Bool
  private let sectionTable: Window
  private let symbols: Window
  private let strings: Window

  init(_ file: Window, isBig: Bool = false) throws(ReadError) {
    window = file
    self.isBig = isBig
    machine = try file.u16(isBig ? 6 : 0)
    let sectionCount = isBig ? UInt64(try file.u32(44)) : UInt64(try file.u16(2))
    let symbolStart = UInt64(try file.u32(isBig ? 48 : 8))
    let symbolCount = UInt64(try file.u32(isBig ? 52 : 12))
    let start = isBig ? 56 : 20 + UInt64(try file.u16(16))
    sectionTable = try file.table(start, count: sectionCount, stride: 40, "the section table")
    let size = isBig ? COFFSymbolEntry.bigSize : COFFSymbolEntry.size
    symbols = try file.table(
      symbolStart,
      count: symbolCount,
      stride: UInt64(size),
      "the symbol table"
    )
    let end = symbolStart + UInt64(symbols.count)
    // The size of the string table is its own first four bytes.
    let length = symbolStart == 0 ? 0 : try file.slice(end, 4, "the string table's size").u32(0)
    strings = try file.slice(symbolStart == 0 ? 0 : end, UInt64(length), "the string table")
  }

  /// Whether the 16 bytes are there that mark the form for many sections among objects without a
  /// processor in front.
  static func isBig(_ file: Window) -> Bool {
    (try? file.u64(12)) == 0x4BA9_BAEE_D1BA_A1C7 && (try? file.u64(20)) == 0xB8DC_A46A_F6FA_20AF
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
    let size = UInt64(symbolSize)
    return try COFFSymbolEntry(
      symbols.slice(UInt64(index) * size, size, "a symbol"),
      isBig: isBig
    )
  }

  private var symbolSize: Int { isBig ? COFFSymbolEntry.bigSize : COFFSymbolEntry.size }

  /// Calls `body` with each symbol but those that stand for sections and source files.
  func forEachSymbol(
    externalOnly: Bool,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    let count = symbols.count / symbolSize
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
