/// A part of a mapped file that can only be read inside its bounds.
///
/// Offsets and counts of a hostile file may be anything, so every conversion and sum here is
/// checked; a window never reaches beyond the window it was cut from.
package struct Window {
  /// The bytes themselves, for searches; single values are read with the functions below.
  package let bytes: UnsafeRawBufferPointer
  /// Where `bytes` begins in the file, so that an error names a place a hex editor can show.
  package let origin: Int
  /// What ``load(_:at:)`` and its relatives assume; parts inherit it.
  package var order = ByteOrder.little

  package init(_ bytes: UnsafeRawBufferPointer, origin: Int = 0, order: ByteOrder = .little) {
    self.bytes = bytes
    self.origin = origin
    self.order = order
  }

  package enum ByteOrder: Sendable {
    case little
    case big
  }

  package var count: Int { bytes.count }

  /// Reads an integer that need not be aligned.
  package func load<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type,
    at offset: Int
  ) throws(ReadError) -> Word {
    let size = MemoryLayout<Word>.size
    guard offset >= 0, offset <= bytes.count &- size else {
      throw shortage(of: "\(size) bytes", at: offset)
    }
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: type)
    return order == .little ? Word(littleEndian: word) : Word(bigEndian: word)
  }

  package func u8(_ offset: Int) throws(ReadError) -> UInt8 { try load(UInt8.self, at: offset) }
  package func u16(_ offset: Int) throws(ReadError) -> UInt16 { try load(UInt16.self, at: offset) }
  package func u32(_ offset: Int) throws(ReadError) -> UInt32 { try load(UInt32.self, at: offset) }
  package func u64(_ offset: Int) throws(ReadError) -> UInt64 { try load(UInt64.self, at: offset) }

  /// Reads an address-sized word: 8 bytes when `wide`, else 4.
  package func word(_ offset: Int, wide: Bool) throws(ReadError) -> UInt64 {
    wide ? try u64(offset) : UInt64(try u32(offset))
  }

  /// Returns the `count` bytes at `offset`; `what` says in an error what they were to be.
  package func slice(
    _ offset: UInt64,
    _ count: UInt64,
    _ what: StaticString
  ) throws(ReadError) -> Window {
    guard offset <= UInt64(self.count), count <= UInt64(self.count) - offset else {
      throw shortage(of: "\(what) of \(count) bytes", at: offset)
    }
    let start = Int(offset)
    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(count)])
    return Window(part, origin: origin + start, order: order)
  }

  package func slice(
    _ offset: some BinaryInteger,
    _ count: some BinaryInteger,
    _ what: StaticString
  ) throws(ReadError) -> Window {
    guard let offset = UInt64(exactly: offset), let count = UInt64(exactly: count) else {
      throw failure("\(what) inside the file", found: "a negative offset or size")
    }
    return try slice(offset, count, what)
  }

  /// Returns `count` entries of `stride` bytes each; the product may overflow in a hostile file.
  package func table(
    _ offset: UInt64,
    count: UInt64,
    stride: UInt64,
    _ what: StaticString
  ) throws(ReadError) -> Window {
    let (size, overflow) = count.multipliedReportingOverflow(by: stride)
    guard !overflow else {
      throw shortage(of: "\(what) of \(count) entries of \(stride) bytes", at: offset)
    }
    return try slice(offset, size, what)
  }

  /// Returns what is from `offset` to the end; an error if that begins behind the end.
  package func suffix(from offset: Int, _ what: StaticString) throws(ReadError) -> Window {
    try slice(offset, max(count - offset, 0), what)
  }

  /// Whether the window begins with `prefix`; `false` if it is too short.
  package func starts(with prefix: StaticString) -> Bool {
    hasBytes(of: prefix, at: 0)
  }

  package func hasBytes(of text: StaticString, at offset: Int) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard offset >= 0, offset <= count - wanted.count else { return false }
    return bytes[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  /// Makes an error about something in the window; `offset` counts from its start.
  package func failure(_ wanted: String, found: String, at offset: Int = 0) -> ReadError {
    ReadError(wanted: wanted, found: found, offset: origin &+ offset)
  }

  /// The error of something that would reach beyond the end.
  private func shortage(of what: String, at offset: some BinaryInteger) -> ReadError {
    let place = origin.addingReportingOverflow(Int(clamping: offset))
    return ReadError(
      wanted: what,
      found: "the end of the data at \(origin + count)",
      offset: place.overflow ? .max : place.partialValue
    )
  }
}
