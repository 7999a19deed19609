/// A word or sign of C source, as far as finding declarations takes.
enum CToken: Hashable, Sendable {
  /// An identifier, a keyword or a number.
  case word(String)
  /// One byte of punctuation.
  case sign(UInt8)
  /// The contents of a literal are of no interest.
  case literal
  /// A conditional of the preprocessor; its other lines are left out.
  case condition(Condition)

  enum Condition: Hashable, Sendable {
    case begin, otherwise, end
  }

  /// The identifier, or `nil` for anything else.
  var identifier: String? {
    guard case .word(let text) = self, let first = text.utf8.first, !(48...57).contains(first)
    else { return nil }
    return text
  }

  func isSign(_ sign: Unicode.Scalar) -> Bool { self == .sign(UInt8(ascii: sign)) }
}

/// Cuts C source into tokens; comments and the preprocessor's definitions are not among them.
struct CTokens: IteratorProtocol {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var isAtLineStart = true

  /// Begins at the first byte of `bytes`, which is outside any comment.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  mutating func next() -> CToken? {
    while let byte = peek(0) {
      switch byte {
      case UInt8(ascii: "\n"):
        isAtLineStart = true
        index += 1
      case 0...32: index += 1
      case UInt8(ascii: "\\") where peek(1) == 10: index += 2
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "#") where isAtLineStart:
        if let condition = directive() { return .condition(condition) }
      default: return token(byte)
      }
    }
    return nil
  }

  private func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.endIndex ? bytes[index + distance] : nil
  }

  private mutating func token(_ byte: UInt8) -> CToken {
    isAtLineStart = false
    if byte.isIdentifierPart { return .word(word()) }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      skipLiteral(byte)
      return .literal
    }
    index += 1
    return .sign(byte)
  }

  private mutating func word() -> String {
    let end = bytes[index...].firstIndex { !$0.isIdentifierPart } ?? bytes.endIndex
    defer { index = end }
    return String(decoding: bytes[index..<end], as: UTF8.self)
  }

  private mutating func skipComment() {
    index = min(index + 2, bytes.endIndex)
    while index < bytes.endIndex, !(peek(0) == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
      index += 1
    }
    index = min(index + 2, bytes.endIndex)
  }

  /// Skips to the end of the line, over lines that a backslash joins to it.
  private mutating func skipLine() {
    while let byte = peek(0), byte != 10 {
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        skipComment()
      } else {
        let isJoined = byte == UInt8(ascii: "\\") && peek(1) != nil
        index += isJoined ? (peek(1) == 13 && peek(2) == 10 ? 3 : 2) : 1
      }
    }
  }

  /// An open literal ends with its line.
  private mutating func skipLiteral(_ quote: UInt8) {
    index += 1
    while let byte = peek(0), byte != 10 {
      index += byte == UInt8(ascii: "\\") && peek(1) != nil ? 2 : 1
      if byte == quote { return }
    }
  }

  /// Skips a line of the preprocessor; returns what a conditional is.
  private mutating func directive() -> CToken.Condition? {
    index += 1
    while let byte = peek(0), byte == 32 || byte == 9 { index += 1 }
    let name = word()
    skipLine()
    switch name {
    case "if", "ifdef", "ifndef": return .begin
    case "else", "elif", "elifdef", "elifndef": return .otherwise
    case "endif": return .end
    default: return nil
    }
  }
}

extension UInt8 {
  /// Whether it can stand in a C identifier, or in a number.
  var isIdentifierPart: Bool {
    (97...122).contains(self) || (65...90).contains(self) || (48...57).contains(self) || self == 95
  }
}
