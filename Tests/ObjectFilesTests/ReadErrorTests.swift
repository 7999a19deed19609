import ObjectFiles
import Testing

/// What a file lacks is told with its place; the readers share a few kinds of sentences.
struct ReadErrorTests {
  private static let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  @Test(arguments: [
    (elf + [3, 1, 1, 0], "wanted ELF class 1 or 2, found 3 at offset 4"),
    (elf + [2, 9, 1, 0], "wanted ELF byte order 1 or 2, found 9 at offset 5"),
    (elf + [2, 1, 1, 0], "wanted 2 bytes, found the end of the data at 8 at offset 16"),
    (
      [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2],
      "wanted the table of slices of 40 bytes, found the end of the data at 8 at offset 8"
    ),
    (
      [0x4D, 0x5A] + [UInt8](repeating: 0, count: 62),
      "wanted a PE header, found a program of another kind at offset 0"
    ),
    (
      [0, 0x61, 0x73, 0x6D, 2, 0, 0, 0],
      "wanted a WebAssembly module of version 1, found 2 at offset 4"
    ),
    (
      [0xCF, 0xFA, 0xED, 0xFE] + [UInt8](repeating: 0xFF, count: 28),
      "wanted the load commands of 4294967295 bytes, found the end of the data at 32 at offset 32"
    ),
  ])
  func `an error tells what was wanted, what was found and where`(
    bytes: [UInt8],
    message: String
  ) throws {
    let error = try #require(throws: ReadError.self) { try summaries(of: bytes) }

    #expect(error.description == message)
  }

  @Test func `names that share their bytes a thousand times are refused`() throws {
    let count = 3_000
    let long = [UInt8](repeating: 0x61, count: 50_000) + [0]
    let error = try #require(throws: ReadError.self) {
      try symbols(of: object(symbols: count, names: long))
    }

    #expect(error.wanted == "a name that ends in a zero byte")
    #expect(error.offset == 64)
  }

  /// Makes an ELF object in which all symbols have the first name in `names`.
  private func object(symbols count: Int, names: [UInt8]) -> [UInt8] {
    let symbol: [UInt8] = [0, 0, 0, 0, 0x12, 0, 1, 0] + [UInt8](repeating: 0, count: 16)
    let symbols = [[UInt8]](repeating: symbol, count: count).flatMap { $0 }
    let tables = 64 + names.count
    var object = Self.elf + [2, 1, 1] + [UInt8](repeating: 0, count: 9)
    object += bytes(UInt64(62 << 16 | 1 << 32 | 1)) + bytes(UInt64(0)) + bytes(UInt64(0))
    object += bytes(UInt64(tables + symbols.count)) + bytes(UInt32(0))
    for size in [64, 56, 0, 64, 3, 0] { object += bytes(UInt16(size)) }
    object += names + symbols + [UInt8](repeating: 0, count: 64)
    object += header([0, 3, 0, 0, 64, names.count, 0, 1, 0])
    return object + header([0, 2, 0, 0, tables, symbols.count, 1 | 1 << 32, 8, 24])
  }

  /// A section header: two short words, then long ones; link and info are in one of them.
  private func header(_ words: [Int]) -> [UInt8] {
    bytes(UInt32(words[0])) + bytes(UInt32(words[1])) + words[2...].flatMap { bytes(UInt64($0)) }
  }
}
