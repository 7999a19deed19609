/// Finds the preprocessor's lines in C source, without comments and with empty literals.
struct DirectiveScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the next line that begins with `#`, without that character; `nil` at the end.
  ///
  /// A backslash at a line's end joins the next one.
  mutating func next() -> [UInt8]? {
    while position < bytes.count {
      skipBlanks()
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: "#") {
        position += 1
        var text: [UInt8] = []
        readLine { text.append($0) }
        return text
      }
      readLine { _ in }
    }
    return nil
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    if isComment {
      skipComment()
      skipBlanks()
    }
  }

  /// Reads to the end of the logical line, giving what is neither comment nor literal.
  private mutating func readLine(_ take: (UInt8) -> Void) {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x0A:
        position += 1
        return
      case UInt8(ascii: "\\") where stepOverJoint():
        take(0x20)
      case UInt8(ascii: "/") where isComment:
        skipComment()
        take(0x20)
      case UInt8(ascii: "/") where byteAfter == byte:
        skipToLineEnd()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipLiteral(byte)
        take(0x20)
      default:
        take(byte)
        position += 1
      }
    }
  }

  private var byteAfter: UInt8? {
    position + 1 < bytes.count ? bytes[position + 1] : nil
  }

  private var isComment: Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: "/")
      && byteAfter == UInt8(ascii: "*")
  }

  /// Steps over a backslash and the line's end behind it; returns whether they were there.
  private mutating func stepOverJoint() -> Bool {
    var end = position + 1
    if end < bytes.count, bytes[end] == 0x0D { end += 1 }
    guard end < bytes.count, bytes[end] == 0x0A else { return false }
    position = end + 1
    return true
  }

  private mutating func skipComment() {
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), byteAfter == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
  }

  private mutating func skipToLineEnd() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Steps over a literal; one that is not closed ends with its line, as in `#error don't`.
  private mutating func skipLiteral(_ quote: UInt8) {
    position += 1
    while position < bytes.count, bytes[position] != 0x0A {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") && byteAfter != nil && byteAfter != 0x0A ? 2 : 1
      if byte == quote { return }
    }
  }
}
