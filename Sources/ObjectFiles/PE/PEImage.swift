/// A Windows program or library (PE): its headers and where its parts will be.
struct PEImage {
  let window: Window
  let wide: Bool
  let machine: UInt16
  /// The address the linker had in mind; all tables count from it.
  let imageBase: UInt64
  /// Where the sections will be, counted from the base.
  let map: AddressMap
  private let isLibrary: Bool
  private let directories: Window
  private let sectionTable: Window

  init(_ file: Window) throws(ReadError) {
    window = file
    let start = Int(try file.u32(0x3C))
    guard file.hasBytes(of: "PE\0\0", at: start) else {
      throw file.failure("a PE header", found: "a program of another kind", at: start)
    }
    let header = try file.slice(start + 4, 20, "a PE header")
    machine = try header.u16(0)
    isLibrary = try header.u16(18) & 0x2000 != 0
    let optional = try file.slice(start + 24, header.u16(16), "the optional header")
    let magic = try optional.u16(0)
    guard magic == 0x10B || magic == 0x20B else {
      throw optional.failure("an optional header of PE32 or PE32+", found: "\(magic)")
    }
    wide = magic == 0x20B
    imageBase = wide ? try optional.u64(24) : UInt64(try optional.u32(28))
    let count = try optional.u32(wide ? 108 : 92)
    directories = try optional.table(
      wide ? 112 : 96,
      count: UInt64(min(count, 16)),
      stride: 8,
      "the data directories"
    )
    sectionTable = try file.table(
      UInt64(start + 24 + optional.count),
      count: UInt64(header.u16(2)),
      stride: 40,
      "the section table"
    )
    map = try Self.map(file, sectionTable)
  }

  func objectFile() -> ObjectFile {
    ObjectFile(
      window: window,
      format: .pe,
      kind: isLibrary ? .sharedLibrary : .executable,
      architecture: .init(windowsMachine: machine),
      unreadable: window.isPacked ? .packed : nil,
      image: .pe(self)
    )
  }

  /// The tables that are read here, by their place in the header.
  enum Directory: Int {
    case exports = 0
    case imports = 1
    case relocations = 5
    case delayedImports = 13
  }

  /// Returns the address from the image's base and the size, `nil` for one that is not there.
  func directory(_ wanted: Directory) throws(ReadError) -> (address: UInt64, size: UInt64)? {
    let offset = wanted.rawValue * 8
    guard offset < directories.count else { return nil }
    let address = UInt64(try directories.u32(offset))
    return address == 0 ? nil : (address, UInt64(try directories.u32(offset + 4)))
  }

  /// Calls `body` with each section that has bytes and no code.
  func forEachDataPart(_ body: (Window) throws(ReadError) -> Void) throws(ReadError) {
    var budget = PartBudget(window)
    for offset in stride(from: 0, to: sectionTable.count, by: 40) {
      let header = try COFFSection(sectionTable.slice(offset, 40, "a section header"))
      guard header.hasData else { continue }
      let part = try header.contents(in: window)
      try budget.take(part)
      try body(part)
    }
  }

  private static func map(_ file: Window, _ table: Window) throws(ReadError) -> AddressMap {
    var map = AddressMap(file)
    for offset in stride(from: 0, to: table.count, by: 40) {
      let header = try COFFSection(table.slice(offset, 40, "a section header"))
      // What the file has beyond the size in memory only fills up its last block.
      let size = header.memorySize == 0 ? header.size : min(header.size, header.memorySize)
      try map.add(
        address: UInt64(header.address),
        offset: UInt64(header.offset),
        size: UInt64(size)
      )
    }
    try map.finish()
    return map
  }
}

extension Architecture {
  init(windowsMachine machine: UInt16) {
    switch machine {
    case 0x14C: self = "i386"
    case 0x8664: self = "x86_64"
    case 0xAA64: self = "aarch64"
    case 0xA641: self = "arm64ec"
    case 0x1C0, 0x1C4: self = "arm"
    default: self = .unknown(UInt64(machine))
    }
  }
}
