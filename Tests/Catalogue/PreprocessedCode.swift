import AmalgamHost

/// A preprocessed `sqlite3.c`, the table behind `PRAGMA compile_options` taken out of it.
struct PreprocessedCode {
  /// The rows of the table.
  private(set) var table: [String] = []
  /// All else.
  private let before: [UInt8]
  private let after: [UInt8]

  init(_ text: [UInt8]) {
    let bytes = text + [0]
    let start = bytes.place(of: "sqlite3azCompileOpt[] = {", from: 0) ?? bytes.count
    let end = bytes.place(of: "};", from: start) ?? bytes.count
    table = Self.strings(bytes[start..<end])
    before = Array(bytes[..<start])
    after = Array(bytes[end...])
  }

  /// Whether the two differ in their tables at most.
  func hasCode(of other: PreprocessedCode) -> Bool {
    before.isSame(as: other.before) && after.isSame(as: other.after)
  }

  /// The literals between commas, those beside each other joined.
  private static func strings(_ bytes: ArraySlice<UInt8>) -> [String] {
    var strings: [String] = []
    var current: [UInt8]?
    var isQuoted = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        current?.append(byte)
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        if isQuoted, current == nil { current = [] }
      } else if isQuoted {
        current?.append(byte)
      } else if byte == UInt8(ascii: ","), let text = current {
        strings.append(String(decoding: text, as: UTF8.self))
        current = nil
      }
    }
    if let text = current { strings.append(String(decoding: text, as: UTF8.self)) }
    return strings
  }
}

extension [UInt8] {
  /// The first place of `text` from `start` on; the bytes end in a zero, as C wants it.
  fileprivate func place(of text: String, from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.bindMemory(to: CChar.self).baseAddress, start < bytes.count,
        let found = strstr(base + start, text)
      else { return nil }
      return UnsafePointer(found) - base
    }
  }

  fileprivate func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { a in
      other.withUnsafeBytes { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first, second, a.count) == 0
      }
    }
  }
}
