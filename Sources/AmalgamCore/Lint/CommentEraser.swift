/// Writes blanks over comments, line by line, so that columns stay.
struct CommentEraser {
  private let syntax: TextSyntax
  private var isInBlock = false
  private var isInRubyBlock = false

  init(_ syntax: TextSyntax) {
    self.syntax = syntax
  }

  mutating func erase(_ line: String) -> [UInt8] {
    var bytes = Array(line.utf8)
    if isInRubyBlock || syntax.hasHashComments && Self.isRuby("=begin", bytes) {
      isInRubyBlock = !Self.isRuby("=end", bytes)
      bytes.blank(0..<bytes.count)
      return bytes
    }
    if Self.isCgo(bytes) { return bytes }
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
      if isInBlock {
        endBlock(in: &bytes, at: &index)
      } else if let open = quote {
        if bytes[index] == UInt8(ascii: "\\") {
          index += 1
        } else if bytes[index] == open {
          quote = nil
        }
        index += 1
      } else if isLineComment(bytes, at: index) {
        bytes.blank(index..<bytes.count)
        return bytes
      } else if isBlockComment(bytes, at: index) {
        isInBlock = true
        bytes.blank(index..<index + 2)
        index += 2
      } else {
        if opensLiteral(bytes, at: index) { quote = bytes[index] }
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    return bytes
  }

  private mutating func endBlock(in bytes: inout [UInt8], at index: inout Int) {
    if bytes[index] == UInt8(ascii: "*"), bytes.has(UInt8(ascii: "/"), at: index + 1) {
      isInBlock = false
      bytes.blank(index..<index + 2)
      index += 2
    } else {
      bytes.blank(index..<index + 1)
      index += 1
    }
  }

  private func isLineComment(_ bytes: [UInt8], at index: Int) -> Bool {
    let standsFree = index == 0 || bytes[index - 1].isBlank
    switch bytes[index] {
    case UInt8(ascii: "#"):
      return syntax.hasHashComments && standsFree
        && !(syntax == .unknown && TextDirective(bytes[index...]) != nil)
    case UInt8(ascii: "/"):
      return syntax.hasSlashComments && bytes.has(UInt8(ascii: "/"), at: index + 1)
        && (standsFree || syntax == .slashes && !bytes.has(UInt8(ascii: ":"), at: index - 1))
    default:
      return false
    }
  }

  private func isBlockComment(_ bytes: [UInt8], at index: Int) -> Bool {
    syntax.hasBlockComments && bytes[index] == UInt8(ascii: "/")
      && bytes.has(UInt8(ascii: "*"), at: index + 1)
      && (syntax == .slashes || index == 0 || bytes[index - 1].isBlank)
  }

  /// Whether a literal begins; a quote before a word, as of a Rust lifetime, begins none.
  private func opensLiteral(_ bytes: [UInt8], at index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\""): true
    case UInt8(ascii: "'"): bytes[(index + 1)...].contains(UInt8(ascii: "'"))
    default: false
    }
  }

  /// Whether the line is `word`, alone or before a blank: how Ruby encloses a comment.
  private static func isRuby(_ word: String, _ bytes: [UInt8]) -> Bool {
    bytes.starts(with: word.utf8) && bytes.dropFirst(word.utf8.count).first?.isBlank ?? true
  }

  /// Whether the line gives flags to cgo, which reads them out of a comment.
  private static func isCgo(_ bytes: [UInt8]) -> Bool {
    let text = bytes.drop { $0.isBlank || $0 == UInt8(ascii: "/") }
    return text.starts(with: "#cgo ".utf8)
  }
}

/// A preprocessor's line.
enum TextDirective: Hashable {
  case define, undef, other

  /// Reads the word behind `#`; `nil` for any other text.
  init?(_ bytes: some Sequence<UInt8>) {
    let text = bytes.drop { $0.isBlank }
    var iterator = text.makeIterator()
    guard iterator.next() == UInt8(ascii: "#") else { return nil }
    let word = text.dropFirst().drop { $0.isBlank }.prefix { $0.isWordByte }
    switch String(decoding: Array(word), as: UTF8.self) {
    case "define": self = .define
    case "undef": self = .undef
    case "if", "ifdef", "ifndef", "elif", "else", "endif", "include", "import", "pragma", "error",
      "warning":
      self = .other
    default: return nil
    }
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }
}

extension [UInt8] {
  func has(_ byte: UInt8, at index: Int) -> Bool { indices.contains(index) && self[index] == byte }

  fileprivate mutating func blank(_ range: Range<Int>) {
    for index in range.clamped(to: indices) { self[index] = 0x20 }
  }
}
