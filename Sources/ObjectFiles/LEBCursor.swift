/// Reads numbers of variable length (LEB128) one after the other.
struct LEBCursor {
  let window: Window
  /// Where the next number begins.
  private(set) var offset: Int

  init(_ window: Window, at offset: Int = 0) {
    self.window = window
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= window.count }

  /// Moves over bytes that are known to be there.
  mutating func skip(_ count: Int) { offset += count }

  mutating func byte() throws(ReadError) -> UInt8 {
    let byte = try window.u8(offset)
    offset += 1
    return byte
  }

  /// Reads a number of up to 64 bits, seven in a byte, the lowest first.
  mutating func unsigned() throws(ReadError) -> UInt64 {
    let start = offset
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try byte()
      // The tenth byte has room for one bit only.
      guard shift < 63 || byte & 0x7F <= 1 && shift == 63 else {
        throw window.failure("a number of 64 bits", found: "a longer one", at: start)
      }
      number |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 != 0 else { return number }
    }
  }

  /// Reads a number whose last byte also tells its sign.
  mutating func signed() throws(ReadError) -> Int64 {
    let start = offset
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try byte()
      guard shift < 70 else {
        throw window.failure("a number of 64 bits", found: "a longer one", at: start)
      }
      number |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      if shift < 64, byte & 0x40 != 0 { number |= .max << shift }
      return Int64(bitPattern: number)
    }
  }

  /// Reads a text that ends in a zero byte.
  mutating func text(_ what: StaticString) throws(ReadError) -> UnsafeRawBufferPointer {
    guard let end = window.bytes.firstZero(from: min(offset, window.count), limit: window.count)
    else { throw window.failure("\(what) that ends in a zero byte", found: "none", at: offset) }
    let text = UnsafeRawBufferPointer(rebasing: window.bytes[offset..<end])
    offset = end + 1
    return text
  }
}
