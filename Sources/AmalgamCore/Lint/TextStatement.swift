/// A logical line of a text: what it assigns to, and whether it lists definitions.
struct TextStatement {
  /// The left side of an assignment, with its conditions; empty for none.
  private(set) var variable = ""
  /// Whether nothing but flags or names of options stands on it.
  private(set) var holdsFlagsOnly = false
  var listsDefinitions = false
  var callsConfigure = false

  init() {}

  init(_ line: [UInt8]) {
    holdsFlagsOnly = Self.holdsFlagsOnly(line)
    if !holdsFlagsOnly { variable = Self.variable(of: line) }
  }

  /// Whether a word such as `defines` or `target_compile_definitions` says what follows it.
  static func announcesDefinitions(_ word: String) -> Bool {
    let word = word.lowercased()
    // Rust's libsqlite3-sys puts '-D' before each word of it that has none.
    if word == "libsqlite3_flags" || word == "defs" || word.hasSuffix("_defs") { return true }
    return (word.contains("define") || word.contains("definition")) && !word.contains("defined")
  }

  /// Whether the line begins or ends a branch of a condition.
  static func isBranch(_ line: [UInt8]) -> Bool {
    let text = line.drop { $0.isBlank }
    let word = text.prefix { !$0.isBlank && $0 != UInt8(ascii: "(") }
    return branchWords.contains(String(decoding: word, as: UTF8.self))
  }

  private static let branchWords: Set<String> = [
    "#if", "#ifdef", "#ifndef", "#else", "#elif", "#endif", "ifeq", "ifneq", "ifdef", "ifndef",
    "if", "else", "elif", "elseif", "endif", "fi", "case", "esac", "when", "unless", "end",
  ]

  /// Reads `NAME = …`, `export NAME=…`, `NAME[sdk=macosx*] += …`.
  private static func variable(of line: [UInt8]) -> String {
    var depth = 0
    for (index, byte) in line.enumerated() {
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "="):
        if depth <= 0 { return leftSide(line[..<index]) }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("): return ""
      default: break
      }
    }
    return ""
  }

  private static func leftSide(_ bytes: ArraySlice<UInt8>) -> String {
    let words = bytes.split(whereSeparator: \.isBlank).map { String(decoding: $0, as: UTF8.self) }
    guard words.count <= 3, !words.contains(where: { $0.hasPrefix("-") }) else { return "" }
    return String(words.joined(separator: " ").reversed().drop { "+:? ".contains($0) }.reversed())
  }

  private static func holdsFlagsOnly(_ line: [UInt8]) -> Bool {
    if line.starts(with: "#cgo ".utf8) { return true }
    return line.split(whereSeparator: \.isBlank).allSatisfy { word in
      let word = word.drop(while: \.isQuote)
      return word.isEmpty || word.first == UInt8(ascii: "-") || word.elementsEqual("\\".utf8)
        || word.starts(with: "SQLITE_".utf8)
    }
  }
}
