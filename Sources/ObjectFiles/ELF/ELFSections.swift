/// The section headers of an ELF file.
struct ELFSections {
  let count: Int
  private let wide: Bool
  private let table: Window
  private let file: Window
  private let nameSection: Int
  /// The number of program headers where that does not fit the ELF header.
  let segmentCount: UInt32

  init(_ window: Window, wide: Bool) throws(ReadError) {
    self.wide = wide
    file = window
    let offset = try window.word(wide ? 40 : 32, wide: wide)
    let stride = try window.u16(wide ? 58 : 46)
    var count = UInt64(try window.u16(wide ? 60 : 48))
    var names = UInt32(try window.u16(wide ? 62 : 50))
    var segments: UInt32 = 0
    guard offset != 0 else {
      (self.count, table, nameSection, segmentCount) = (0, try window.slice(0, 0, ""), 0, 0)
      return
    }
    guard stride == Self.stride(wide) else {
      throw window.failure(
        "section headers of \(Self.stride(wide)) bytes",
        found: "\(stride)",
        at: wide ? 58 : 46
      )
    }
    if count == 0 || names == 0xFFFF {
      // Numbers that do not fit the ELF header are in the first section's header.
      let first = try ELFSection(
        window.slice(offset, UInt64(stride), "the first section header"),
        wide: wide
      )
      count = count == 0 ? first.size : count
      names = names == 0xFFFF ? first.link : names
      segments = first.info
    } else if try window.u16(wide ? 56 : 44) == 0xFFFF {
      let first = try window.slice(offset, UInt64(stride), "the first section header")
      segments = try ELFSection(first, wide: wide).info
    }
    table = try window.table(offset, count: count, stride: UInt64(stride), "section headers")
    self.count = table.count / Int(stride)
    nameSection = Int(names)
    segmentCount = segments
  }

  /// The header with that index; index 0 is reserved.
  subscript(index: Int) -> ELFSection {
    get throws(ReadError) {
      guard index >= 0, index < count else {
        throw file.failure("one of \(count) sections", found: "section \(index)")
      }
      let stride = Self.stride(wide)
      return try ELFSection(table.slice(index * stride, stride, "a section header"), wide: wide)
    }
  }

  /// Returns the first section of that type: there is one of each that matters.
  func first(_ type: ELFSection.Kind) throws(ReadError) -> ELFSection? {
    // Objects with a section a function have thousands, so only what is asked for is read.
    for index in 0..<count where try table.u32(index * Self.stride(wide) + 4) == type.rawValue {
      return try self[index]
    }
    return nil
  }

  /// Whether `text` can be in the name of a section: one search in place of a look at each.
  func mayName(_ text: StaticString) throws(ReadError) -> Bool {
    try names().window.bytes.contains(text)
  }

  /// Returns the first section with code; that it has no bytes marks a debug file.
  func firstOfCode() throws(ReadError) -> ELFSection? {
    for index in 0..<count {
      let flags = try table.word(index * Self.stride(wide) + 8, wide: wide)
      if ELFSection.hasCode(flags) { return try self[index] }
    }
    return nil
  }

  /// Returns the section's bytes in the file.
  func contents(of section: ELFSection) throws(ReadError) -> Window {
    // Sections without bytes in this file: .bss, and all of a separated debug file.
    guard section.type != .noBits else { return try file.slice(0, 0, "") }
    return try file.slice(section.offset, section.size, "a section")
  }

  /// The table with the sections' names; empty where the file has none.
  func names() throws(ReadError) -> StringTable {
    guard nameSection != 0 else { return StringTable(try file.slice(0, 0, ""), names: 0) }
    return StringTable(try contents(of: self[nameSection]), names: count)
  }

  private static func stride(_ wide: Bool) -> Int { wide ? 64 : 40 }
}

/// One section header.
struct ELFSection {
  /// The offset of the name in the table of section names.
  let name: UInt32
  let type: Kind
  let flags: UInt64
  /// 0 in relocatable objects.
  let address: UInt64
  let offset: UInt64
  let size: UInt64
  /// Another section that goes with this one: of symbols the string table.
  let link: UInt32
  /// Of symbols the number of local ones, of relocations the section they apply to.
  let info: UInt32
  let entrySize: UInt64

  init(_ header: Window, wide: Bool) throws(ReadError) {
    name = try header.u32(0)
    type = Kind(rawValue: try header.u32(4))
    let word = wide ? 8 : 4
    flags = try header.word(8, wide: wide)
    address = try header.word(8 + word, wide: wide)
    offset = try header.word(8 + 2 * word, wide: wide)
    size = try header.word(8 + 3 * word, wide: wide)
    link = try header.u32(8 + 4 * word)
    info = try header.u32(12 + 4 * word)
    entrySize = try header.word(16 + 5 * word, wide: wide)
  }

  var hasCode: Bool { Self.hasCode(flags) }

  static func hasCode(_ flags: UInt64) -> Bool { flags & 4 != 0 }

  /// Whether the bytes are in the file and, once the program runs, in memory, but not as code.
  var hasData: Bool { flags & 2 != 0 && !hasCode && type != .noBits }

  /// What a section holds; an enumeration would have to reject types it does not know.
  struct Kind: RawRepresentable, Equatable {
    let rawValue: UInt32

    static let programBits = Kind(rawValue: 1)
    static let symbolTable = Kind(rawValue: 2)
    static let rela = Kind(rawValue: 4)
    static let dynamic = Kind(rawValue: 6)
    static let noBits = Kind(rawValue: 8)
    static let rel = Kind(rawValue: 9)
    static let dynamicSymbols = Kind(rawValue: 11)
    static let relr = Kind(rawValue: 19)
    static let versionNumbers = Kind(rawValue: 0x6FFF_FFFF)
    static let versionsDefined = Kind(rawValue: 0x6FFF_FFFD)
    static let versionsNeeded = Kind(rawValue: 0x6FFF_FFFE)
  }
}
