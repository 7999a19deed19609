/// The words and marks of SQL, as far as they tell which parts of the language it uses.
struct SQLWords: Hashable, Sendable {
  enum Token: Hashable, Sendable {
    /// A keyword or a name, in capitals, quoted or not.
    case word(String)
    /// A text as it is written, without its quotes.
    case text(String)
    case blob
    case number(String)
    case mark(UInt8)
  }

  let tokens: [Token]
  /// Its words, each once.
  let words: Set<String>

  init(_ sql: String) {
    var scanner = Scanner(bytes: Array(sql.utf8))
    var tokens: [Token] = []
    while let token = scanner.next() { tokens.append(token) }
    self.tokens = tokens
    words = Set(tokens.compactMap { if case .word(let word) = $0 { word } else { nil } })
  }

  func has(_ words: String...) -> Bool { words.contains(where: self.words.contains) }

  /// Whether the word is there with an opening bracket behind it.
  func calls(_ name: String) -> Bool {
    words.contains(name) && has(pair: { $0 == .word(name) && $1 == .mark(UInt8(ascii: "(")) })
  }

  /// Whether two tokens beside each other are as `isPair` wants them.
  func has(pair isPair: (Token, Token) -> Bool) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { isPair($0, $1) }
  }

  /// The words directly behind one of `heads`.
  func words(behind heads: Set<String>) -> Set<String> {
    var found: Set<String> = []
    for (head, next) in zip(tokens, tokens.dropFirst()) {
      if case .word(let head) = head, heads.contains(head), case .word(let word) = next {
        found.insert(word)
      }
    }
    return found
  }

  /// Whether `VALUES` has several rows.
  var hasSeveralRows: Bool {
    for (index, token) in tokens.enumerated() where token == .word("VALUES") {
      var depth = 0
      for token in tokens[(index + 1)...] {
        if token == .mark(UInt8(ascii: "(")) { depth += 1 }
        if token == .mark(UInt8(ascii: ")")) { depth -= 1 }
        if depth == 0, token == .mark(UInt8(ascii: ",")) { return true }
        if depth <= 0, token != .mark(UInt8(ascii: ")")) { break }
      }
    }
    return false
  }

  private struct Scanner {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func next() -> Token? {
      while index < bytes.count, bytes[index].isBlank || bytes[index] == 10 { index += 1 }
      guard index < bytes.count else { return nil }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "'"): return .text(quoted(byte))
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return .word(quoted(byte).uppercased())
      case UInt8(ascii: "["): return .word(quoted(UInt8(ascii: "]")).uppercased())
      case _ where byte.isWordByte || byte >= 128: return word()
      default:
        index += 1
        return .mark(byte)
      }
    }

    private mutating func word() -> Token {
      let start = index
      while index < bytes.count, bytes[index].isWordByte || bytes[index] >= 128 { index += 1 }
      let text = bytes.text(start..<index)
      if (48...57).contains(bytes[start]) { return .number(text) }
      guard text.lowercased() == "x", bytes.has(UInt8(ascii: "'"), at: index) else {
        return .word(text.uppercased())
      }
      _ = quoted(UInt8(ascii: "'"))
      return .blob
    }

    /// The text up to the quote `end`; one that is doubled belongs to it.
    private mutating func quoted(_ end: UInt8) -> String {
      var text: [UInt8] = []
      index += 1
      while index < bytes.count {
        if bytes[index] == end {
          index += 1
          guard bytes.has(end, at: index) else { break }
        }
        text.append(bytes[index])
        index += 1
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
