/// The text that `sqlite3_sourceid()` returns: the time and the hash of a check-in.
package struct SourceID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// As the library has it: `2026-01-09 17:27:48 ` and 64 digits, 40 in releases before 3.18.
  package let description: String
  /// Whether the digits end in a mark of changed source: `alt1` or `alt2`, Apple's `aapl`.
  package let tail: String?

  /// Reads the source id that begins at `place`, if one does.
  init?(in bytes: UnsafeRawBufferPointer, at place: Int) {
    guard place >= 0, Self.hasTime(bytes, at: place) else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[place...].prefix(Self.longest + 1)).untilZero
    guard text.count == Self.longest || text.count == Self.longest - 24 else { return nil }
    let hash = text.dropFirst(Self.shape.utf8CodeUnitCount)
    let isPlain = hash.allSatisfy(\.isHexDigit)
    guard isPlain || hash.dropLast(4).allSatisfy(\.isHexDigit) && hash.suffix(4).isTail else {
      return nil
    }
    description = String(decoding: text, as: UTF8.self)
    tail = isPlain ? nil : String(decoding: hash.suffix(4), as: UTF8.self)
  }

  /// Reads the whole text; `nil` if it is no source id.
  package init?(_ text: String) {
    let id = Array(text.utf8).withUnsafeBytes { SourceID(in: $0, at: 0) }
    guard let id else { return nil }
    self = id
  }

  package static func < (left: SourceID, right: SourceID) -> Bool {
    left.description < right.description
  }

  /// Returns those of `ids` that can be a copy's: FTS5 has the plain id of the check-in also in
  /// changed source, whose own id ends in a tail.
  static func ofCopies(among ids: Set<SourceID>) -> [SourceID] {
    let changed = Set(ids.filter { $0.tail != nil }.map { $0.description.dropLast(4) })
    return ids.filter { $0.tail != nil || !changed.contains($0.description.dropLast(4)) }.sorted()
  }

  /// Compares with digits and what is between them, and is fast in saying no.
  private static func hasTime(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    guard place <= bytes.count - shape.utf8CodeUnitCount else { return false }
    for index in 0..<shape.utf8CodeUnitCount {
      let (byte, wanted) = (bytes[place + index], shape.utf8Start[index])
      guard wanted == 0x30 ? byte.isDigit : byte == wanted else { return false }
    }
    return true
  }

  private static let shape: StaticString = "0000-00-00 00:00:00 "
  private static let longest = 84
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  fileprivate var isHexDigit: Bool { isDigit || self >= 0x61 && self <= 0x66 }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var isTail: Bool {
    let text = UnsafeRawBufferPointer(rebasing: self)
    return text.equals("alt1") || text.equals("alt2") || text.equals("aapl")
  }
}
