/// Looks at C source as text, as far as finding a function takes.
enum CText {
  /// Returns `source` with each comment and each literal's contents as one blank.
  static func withoutComments(_ source: String) -> String {
    let bytes = Array(source.utf8)
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "/*".utf8) {
        index = end(of: rest.dropFirst(2), mark: Array("*/".utf8))
        kept.append(32)
      } else if rest.starts(with: "//".utf8) {
        index = rest.firstIndex(of: 10) ?? bytes.count
        kept.append(32)
      } else if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
        index = endOfLiteral(rest)
        kept.append(32)
      } else {
        kept.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns the names that satisfy `isWanted` and are followed by `(`, in order, each once.
  static func functions(in code: String, where isWanted: (String) -> Bool) -> [String] {
    var names: [String] = []
    let bytes = Array(code.utf8)
    var index = 0
    while index < bytes.count {
      guard bytes[index].isIdentifierPart else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !$0.isIdentifierPart } ?? bytes.count
      let name = String(decoding: bytes[index..<end], as: UTF8.self)
      let next = bytes[end...].first { $0 > 32 }
      if next == UInt8(ascii: "("), isWanted(name), !names.contains(name) { names.append(name) }
      index = end
    }
    return names
  }

  private static func end(of bytes: ArraySlice<UInt8>, mark: [UInt8]) -> Int {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: mark) { return index + mark.count }
      index += 1
    }
    return bytes.endIndex
  }

  /// Returns the index after the literal that `bytes` begin with; a line's end ends an open one.
  private static func endOfLiteral(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let quote = bytes.first else { return bytes.endIndex }
    var index = bytes.startIndex + 1
    while index < bytes.endIndex, bytes[index] != 10 {
      if bytes[index] == quote { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.endIndex)
  }
}
