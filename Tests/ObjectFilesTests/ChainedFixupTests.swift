import ObjectFiles
import Testing

/// Chains in formats for which there is no linker here, laid out by hand.
struct ChainedFixupTests {
  /// The words of a chain with a pointer to 0x800, an import and a pointer to 0x900, in which
  /// distances are counted in units of 4 or 8 bytes.
  private static let chains: [(format: UInt16, words: [UInt64])] = [
    // Plain words: a target of 36 bits, the distance from bit 51 on, the highest bit for imports.
    (2, [0x1_0000_0800 | 2 << 51, 1 << 63 | 2 << 51, 0x1_0000_0900]),
    (6, [0x800 | 2 << 51, 1 << 63 | 2 << 51, 0x900]),
    // arm64e: bit 63 for a signed pointer, 62 for an import.
    (1, [0x1_0000_0800 | 1 << 51, 1 << 62 | 1 << 51, 1 << 63 | 0x900]),
    (9, [0x800 | 1 << 51, 1 << 62 | 1 << 51, 1 << 63 | 0x900]),
    (12, [1 << 63 | 0x1234 << 32 | 0x800 | 1 << 51, 3 << 62 | 1 << 51, 0x900]),
    // Its kernel and its firmware count distances by 4.
    (7, [0x800 | 2 << 51, 1 << 62 | 2 << 51, 1 << 63 | 0x900]),
    (10, [0x1_0000_0800 | 2 << 51, 1 << 62 | 2 << 51, 1 << 63 | 0x900]),
    // Kernel collections: bits 30 and 31 for another file's pointer, distances by 4 or by 1.
    (8, [0x800 | 2 << 51, 1 << 30 | 0x880 | 2 << 51, 1 << 63 | 0x900]),
    (11, [0x800 | 8 << 51, 1 << 30 | 0x880 | 8 << 51, 0x900]),
    // The shared cache: no imports, the distance from bit 52 on.
    (13, [0x800 | 1 << 52, 0x4000 | 1 << 52, 1 << 63 | 0x1234 << 34 | 0x900]),
    // A segment's number and an offset in it.
    (14, [0x800 | 2 << 51, 0xF << 28 | 2 << 51, 1 << 63 | 0x900]),
  ]

  @Test(arguments: chains)
  func `pointers are found in each format`(format: UInt16, words: [UInt64]) throws {
    let image = image(format: format, data: words.flatMap(bytes))

    #expect(try pointers(in: image) == [0x1010: 0x800, 0x1020: 0x900])
  }

  @Test func `a page can have several chains of 32-bit pointers`() throws {
    let words: [UInt32] = [0x800 | 1 << 26, 1 << 31, 0x900, 0x904 | 1 << 26, 0x908]
    let starts: [UInt16] = [0x8001, 0x0010, 0x0018, 0x801C]

    let image = image(format: 3, starts: starts, base: 0, data: words.flatMap(bytes))

    #expect(
      try pointers(in: image) == [0x1010: 0x800, 0x1018: 0x900, 0x101C: 0x904, 0x1020: 0x908]
    )
  }

  @Test(
    arguments: [
      (4, [0x800 | 1 << 30, 0x900]), (5, [0x800 | 1 << 26, 0x900]),
    ] as [(UInt16, [UInt32])]
  )
  func `pointers of 32 bits of the shared cache and of firmware are found`(
    format: UInt16,
    words: [UInt32]
  ) throws {
    let image = image(format: format, base: 0, data: words.flatMap(bytes))

    #expect(try pointers(in: image) == [0x1010: 0x800, 0x1014: 0x900])
  }

  @Test func `a pointer into the second segment counts from there`() throws {
    let image = image(format: 14, data: bytes(UInt64(1 << 28 | 0x20)))

    #expect(try pointers(in: image) == [0x1010: 0x1020])
  }

  @Test func `the chains that bind code begins are followed, and its names bound`() throws {
    // A table of two names; a chain at 0x10 of the second segment, one 0x20 bytes further on.
    let code: [UInt8] =
      [0xD0, 2, 0x11, 0x40] + Array("_first".utf8) + [0, 0x51, 0x90, 0x12, 0x40]
      + Array("_second".utf8) + [0, 0x90, 0x71, 0x10, 0xD1, 0x80, 0x20, 0xD1, 0]
    let words: [UInt64] = [
      0x1_0000_0800 | 2 << 51, 0, 1 << 62 | 1 << 51, 1 << 63 | 0x1234 << 32 | 0x900,
      1 << 63 | 0x910,
    ]

    let image = image(bindCode: code, data: words.flatMap(bytes))

    #expect(try pointers(in: image) == [0x1010: 0x800, 0x1028: 0x900, 0x1030: 0x910])
    #expect(try imports(in: image) == ["first": "one.dylib", "second": "two.dylib"])
  }

  @Test(arguments: [[0x72, 0x10, 0xD1], [0x71, 0x90, 0x20, 0xD1], [0xD2]] as [[UInt8]])
  func `bind code that begins no chain of the file is refused`(code: [UInt8]) throws {
    let image = image(bindCode: code, data: bytes(UInt64(0x1_0000_0800)))

    #expect(throws: ReadError.self) { try pointers(in: image) }
  }

  @Test func `chains that bind code makes meet end`() throws {
    let code: [UInt8] = [0x71, 0x10] + [UInt8](repeating: 0xD1, count: 10_000)
    let error = try #require(throws: ReadError.self) {
      try pointers(in: image(bindCode: code, data: bytes(UInt64(0x1_0000_0800))))
    }

    #expect(error.description.hasPrefix("wanted chains that do not meet, found more links"))
  }

  @Test func `a chain that leaves its segment is refused`() throws {
    let image = image(format: 6, data: bytes(UInt64(0x800 | 0xFFF << 51)))

    #expect(throws: ReadError.self) { try pointers(in: image) }
  }

  @Test func `a format of which nothing is known is refused`() throws {
    let error = try #require(throws: ReadError.self) {
      try pointers(in: image(format: 15, data: []))
    }

    #expect(
      error.description == "wanted a pointer format from 1 to 14, found format 15 at offset 8262"
    )
  }

  private func pointers(in image: [UInt8]) throws -> [Int: Int] {
    var pointers: [Int: Int] = [:]
    try image.withUnsafeBytes { buffer in
      try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
        try object.forEachPointer { slot, target in pointers[slot] = target }
      }
    }
    return pointers
  }

  /// Makes a library of a page of text, a page of data with `data` at 0x10, and fixups.
  private func image(
    format: UInt16,
    starts: [UInt16] = [0x10],
    base: UInt64 = 0x1_0000_0000,
    data: [UInt8]
  ) -> [UInt8] {
    let fixups: [UInt32] = [0, 32, 0, 0, 0, 1, 0, 0] + [3, 0, 32, 0]
    let segment =
      [0, 0, 0, 0].flatMap { (word: UInt32) in bytes(word) } + bytes(UInt32(24))
      + bytes(UInt16(0x1000)) + bytes(format) + bytes(UInt64(0x1000)) + bytes(UInt32(0))
      + bytes(UInt16(1)) + starts.flatMap(bytes)
    let tables = fixups.flatMap(bytes) + segment
    let command = [0x8000_0034, 16, 0x2000, UInt32(tables.count)].flatMap(bytes)
    return image(commands: [command], base: base, data: data, tables: tables)
  }

  /// Makes a library whose loader's tables are bind code alone, beside two libraries that it needs.
  private func image(bindCode: [UInt8], data: [UInt8]) -> [UInt8] {
    let tables: [UInt32] = [0x22, 48, 0, 0, 0x2000, UInt32(bindCode.count)]
    let information = tables.flatMap(bytes) + [UInt8](repeating: 0, count: 24)
    let libraries = ["one.dylib", "two.dylib"].map { name in
      [0xC, 40, 24, 0, 0, 0].flatMap { (word: UInt32) in bytes(word) }
        + padded(Array(name.utf8), to: 16)
    }
    return image(
      commands: libraries + [information],
      base: 0x1_0000_0000,
      data: data,
      tables: bindCode
    )
  }

  private func image(
    commands: [[UInt8]],
    base: UInt64,
    data: [UInt8],
    tables: [UInt8]
  ) -> [UInt8] {
    let loading =
      loadSegment("__TEXT", base, 0) + loadSegment("__DATA", base + 0x1000, 0x1000)
      + commands.joined()
    let header: [UInt32] = [
      0xFEED_FACF, 0x0100_000C, 2, 6, UInt32(commands.count + 2), UInt32(loading.count), 0x80, 0,
    ]
    let start = header.flatMap(bytes) + loading
    let page = [UInt8](repeating: 0, count: 0x10) + data
    return padded(start, to: 0x1000) + padded(page, to: 0x1000) + tables
  }

  private func loadSegment(_ name: String, _ address: UInt64, _ offset: UInt64) -> [UInt8] {
    [UInt32(0x19), 72].flatMap(bytes) + padded(Array(name.utf8), to: 16)
      + [address, 0x1000, offset, 0x1000].flatMap(bytes) + [UInt8](repeating: 0, count: 16)
  }

  private func padded(_ contents: [UInt8], to size: Int) -> [UInt8] {
    contents + [UInt8](repeating: 0, count: size - contents.count)
  }
}
