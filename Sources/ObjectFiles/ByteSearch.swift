extension UnsafeRawBufferPointer {
  /// Returns the place of the first zero byte at or after `start`, at most `limit` bytes on.
  ///
  /// Reads eight bytes at a time: most of the time spent on a symbol table goes into its names.
  package func firstZero(from start: Int, limit: Int) -> Int? {
    firstPlace(of: 0, from: start, to: limit > count - start ? count : start + limit)
  }

  /// Returns the place of the first byte of that value.
  package func firstPlace(of byte: UInt8) -> Int? { firstPlace(of: byte, from: 0, to: count) }

  private func firstPlace(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var place = start
    while place <= end &- 8 {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let zeros = (word ^ pattern).marksOfZeroBytes
      if zeros != 0 { return place &+ zeros.trailingZeroBitCount >> 3 }
      place &+= 8
    }
    while place < end {
      if self[place] == byte { return place }
      place &+= 1
    }
    return nil
  }

  /// The bytes before the first zero, for names in fields of fixed size.
  package var untilZero: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[..<(firstZero(from: 0, limit: count) ?? count)])
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these are the bytes of `text`, no more and no less.
  package func equals(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count == wanted.count && elementsEqual(wanted)
  }

  /// Whether these bytes begin with those of `text`.
  package func hasPrefix(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count >= wanted.count && self[..<wanted.count].elementsEqual(wanted)
  }
}

extension Window {
  /// Whether UPX, the one packer in wide use, has put its mark behind the headers.
  var isPacked: Bool {
    guard let head = try? slice(0, min(count, 1_024), "the headers") else { return false }
    var isPacked = false
    head.bytes.forEachPlace(of: "UPX!") { _ in isPacked = true }
    return isPacked
  }
}

extension UInt64 {
  /// Has the top bit of each byte that is zero; above the first such byte the rest may lie.
  fileprivate var marksOfZeroBytes: UInt64 {
    (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
  }
}
