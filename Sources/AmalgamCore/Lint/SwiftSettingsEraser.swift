/// Blanks the lists behind `swiftSettings:` in a package's manifest, line by line.
///
/// A `define` there is a condition of Swift code, which no C compiler sees: SQLite.swift has
/// `.define("SQLITE_SWIFT_STANDALONE")`.
struct SwiftSettingsEraser {
  private static let label = Array("swiftSettings".utf8)

  /// How many brackets are open in the list; 0 outside of one.
  private var depth = 0
  /// Whether the label was read and its list is yet to begin.
  private var isAwaited = false

  /// Returns `line`, from which comments were erased, with blanks where a list of the kind is.
  mutating func erase(_ line: [UInt8]) -> [UInt8] {
    var line = line
    var index = 0
    while index < line.count {
      if depth == 0, !isAwaited {
        guard let found = line[index...].firstRange(of: Self.label) else { return line }
        isAwaited = true
        index = found.upperBound
      } else {
        index = step(&line, index)
      }
    }
    return line
  }

  private mutating func step(_ line: inout [UInt8], _ index: Int) -> Int {
    let byte = line[index]
    if isAwaited {
      if byte == UInt8(ascii: "[") {
        (isAwaited, depth) = (false, 1)
      } else if byte != UInt8(ascii: ":"), byte != UInt8(ascii: "="), !byte.isBlank {
        isAwaited = false
      }
    } else {
      depth += byte == UInt8(ascii: "[") ? 1 : byte == UInt8(ascii: "]") ? -1 : 0
      line[index] = UInt8(ascii: " ")
    }
    return index + 1
  }
}
