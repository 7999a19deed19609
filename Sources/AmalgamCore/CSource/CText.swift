/// Looks at C source as text, as far as finding a function takes.
enum CText {
  /// Returns `source` with each comment and, unless they are kept, each literal as one blank.
  static func withoutComments(_ source: String, keepingLiterals: Bool = false) -> String {
    let bytes = Array(source.utf8)
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    // By single bytes, since each extension is read whenever a build has to be judged up to date.
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch (bytes[index], next) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        index = endOfComment(bytes, from: index + 2)
        kept.append(32)
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while index < bytes.count, bytes[index] != 10 { index += 1 }
        kept.append(32)
      case (UInt8(ascii: "\""), _), (UInt8(ascii: "'"), _):
        let end = endOfLiteral(bytes[index...])
        kept += keepingLiterals ? bytes[index..<end] : [32]
        index = end
      case (let byte, _):
        kept.append(byte)
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

  /// Returns the functions of those names that have a body, and which of them are `static`.
  ///
  /// A name that is called or only declared has none, and of old style's parameters nothing is known.
  static func bodies(of names: [String], in code: String) -> (global: [String], local: [String]) {
    var (global, local): ([String], [String]) = ([], [])
    let bytes = Array(code.utf8)
    let wanted = names.map { Array($0.utf8) }
    // Where what stands before a name begins.
    var (index, start) = (0, 0)
    while index < bytes.count {
      guard bytes[index].isIdentifierPart else {
        if ";{}".utf8.contains(bytes[index]) { start = index + 1 }
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !$0.isIdentifierPart } ?? bytes.count
      let word = bytes[index..<end]
      if let place = wanted.firstIndex(where: word.elementsEqual), hasBody(bytes[end...]) {
        let words = bytes[start..<index].split { !$0.isIdentifierPart }
        if words.contains(where: { $0.elementsEqual("static".utf8) }) {
          local.append(names[place])
        } else {
          global.append(names[place])
        }
      }
      index = end
    }
    return (global, local)
  }

  /// Whether brackets and then a brace follow.
  private static func hasBody(_ bytes: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in bytes where byte > 32 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return true
      default: if depth == 0 { return false }
      }
      if depth < 0 { return false }
    }
    return false
  }

  /// Returns the index after the `*/` that is next from `start`, or the end where there is none.
  private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    return bytes.count
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
