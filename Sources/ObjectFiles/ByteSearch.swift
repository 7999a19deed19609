extension UnsafeRawBufferPointer {
  /// Returns the place of the first zero byte at or after `start`, at most `limit` bytes on.
  ///
  /// Reads eight bytes at a time: most of the time spent on a symbol table goes into its names.
  package func firstZero(from start: Int, limit: Int) -> Int? {
    let end = Swift.min(count, limit > count - start ? count : start + limit)
    var place = start
    while place <= end &- 8 {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return place &+ zeros.trailingZeroBitCount >> 3 }
      place &+= 8
    }
    while place < end {
      if self[place] == 0 { return place }
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
  package func equals(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count == wanted.count && elementsEqual(wanted)
  }

  package func hasPrefix(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count >= wanted.count && self[..<wanted.count].elementsEqual(wanted)
  }
}
