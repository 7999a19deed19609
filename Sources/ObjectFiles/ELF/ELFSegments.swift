/// The program headers of an ELF image: what the loader maps, whatever else was stripped.
struct ELFSegments {
  let count: Int
  private let wide: Bool
  private let table: Window
  private let file: Window

  init(_ window: Window, wide: Bool, sections: ELFSections) throws(ReadError) {
    self.wide = wide
    file = window
    let offset = try window.word(wide ? 32 : 28, wide: wide)
    let stride = try window.u16(wide ? 54 : 42)
    let number = try window.u16(wide ? 56 : 44)
    let count = number == 0xFFFF ? sections.segmentCount : UInt32(number)
    guard count != 0 else {
      (self.count, table) = (0, try window.slice(0, 0, ""))
      return
    }
    guard stride == Self.stride(wide) else {
      throw window.failure(
        "program headers of \(Self.stride(wide)) bytes",
        found: "\(stride)",
        at: wide ? 54 : 42
      )
    }
    // More are in core files only.
    guard count <= 0x1_0000 else {
      throw window.failure("at most 65,536 program headers", found: "\(count)")
    }
    table = try window.table(
      offset,
      count: UInt64(count),
      stride: UInt64(stride),
      "program headers"
    )
    self.count = Int(count)
  }

  subscript(index: Int) -> ELFSegment {
    get throws(ReadError) {
      let stride = Self.stride(wide)
      return try ELFSegment(table.slice(index * stride, stride, "a program header"), wide: wide)
    }
  }

  /// Returns the first segment of that type, `nil` if there is none.
  func first(_ type: ELFSegment.Kind) throws(ReadError) -> ELFSegment? {
    for index in 0..<count {
      let segment = try self[index]
      if segment.type == type { return segment }
    }
    return nil
  }

  /// Makes a map of all that is loaded.
  func addressMap() throws(ReadError) -> AddressMap {
    var map = AddressMap(file)
    for index in 0..<count {
      let segment = try self[index]
      guard segment.type == .load else { continue }
      try map.add(address: segment.address, offset: segment.offset, size: segment.fileSize)
    }
    try map.finish()
    return map
  }

  private static func stride(_ wide: Bool) -> Int { wide ? 56 : 32 }
}

/// One program header.
struct ELFSegment {
  let type: Kind
  let offset: UInt64
  let address: UInt64
  /// What is more in memory is zero.
  let fileSize: UInt64
  let memorySize: UInt64
  /// The page size that the linker had in mind.
  let alignment: UInt64

  init(_ header: Window, wide: Bool) throws(ReadError) {
    type = Kind(rawValue: try header.u32(0))
    offset = try header.word(wide ? 8 : 4, wide: wide)
    address = try header.word(wide ? 16 : 8, wide: wide)
    fileSize = try header.word(wide ? 32 : 16, wide: wide)
    memorySize = try header.word(wide ? 40 : 20, wide: wide)
    alignment = try header.word(wide ? 48 : 28, wide: wide)
  }

  struct Kind: RawRepresentable, Equatable {
    let rawValue: UInt32

    static let load = Kind(rawValue: 1)
    static let dynamic = Kind(rawValue: 2)
    static let interpreter = Kind(rawValue: 3)
  }
}
