/// Cuts SQL into its statements, as `sqlite3_complete` sees them.
enum SQLStatements {
  /// Returns the statements of `sql` without the semicolon behind each; comments stay with them.
  ///
  /// The body of a trigger has semicolons of its own; it ends where `END` follows one of them.
  static func split(_ sql: String) -> [String] {
    var splitter = Splitter(bytes: Array(sql.utf8))
    splitter.run()
    return splitter.statements
  }

  private struct Splitter {
    let bytes: [UInt8]
    var statements: [String] = []
    private var start = 0
    private var index = 0
    /// The words of the statement so far, in upper case; of the first four and the last one is asked.
    private var words: [String] = []
    /// Whether a semicolon is all that stands between here and the last word.
    private var isBehindSemicolon = false
    private var endsTrigger = false

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func run() {
      while index < bytes.count {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch (bytes[index], next) {
        case (UInt8(ascii: ";"), _): semicolon()
        case (UInt8(ascii: "-"), UInt8(ascii: "-")): skip(to: 10)
        case (UInt8(ascii: "/"), UInt8(ascii: "*")): skipComment()
        case (UInt8(ascii: "["), _): literal(until: UInt8(ascii: "]"))
        case (UInt8(ascii: "'"), _), (UInt8(ascii: "\""), _), (UInt8(ascii: "`"), _):
          literal(until: bytes[index])
        case (let byte, _) where byte.isIdentifierPart: word()
        case (let byte, _):
          if byte > 32 { touch("") }
          index += 1
        }
      }
      close(at: bytes.count)
    }

    private mutating func semicolon() {
      if isTrigger, !endsTrigger {
        isBehindSemicolon = true
        index += 1
      } else {
        close(at: index)
        index += 1
        start = index
      }
    }

    private mutating func close(at end: Int) {
      if !words.isEmpty {
        let first = bytes[start..<end].firstIndex { $0 > 32 } ?? start
        let last = bytes[start..<end].lastIndex { $0 > 32 } ?? start
        statements.append(String(decoding: bytes[first...last], as: UTF8.self))
      }
      words = []
      isBehindSemicolon = false
      endsTrigger = false
    }

    private var isTrigger: Bool {
      let first = words.first == "EXPLAIN" ? Array(words.dropFirst()) : words
      guard first.first == "CREATE" else { return false }
      return first.dropFirst().first == "TRIGGER"
        || (["TEMP", "TEMPORARY"].contains(first.dropFirst().first ?? "")
          && first.dropFirst(2).first == "TRIGGER")
    }

    /// Notes a word, or for an empty text something else that is no blank.
    private mutating func touch(_ word: String) {
      endsTrigger = word == "END" && isBehindSemicolon
      isBehindSemicolon = false
      if words.count < 4 { words.append(word) }
    }

    private mutating func word() {
      let first = index
      while index < bytes.count, bytes[index].isIdentifierPart { index += 1 }
      touch(String(decoding: bytes[first..<index], as: UTF8.self).uppercased())
    }

    private mutating func literal(until end: UInt8) {
      touch("")
      skip(to: end)
    }

    /// Goes behind the next `end` after the byte at hand; a doubled quote begins the next literal.
    private mutating func skip(to end: UInt8) {
      index += 1
      while index < bytes.count, bytes[index] != end { index += 1 }
      index = min(index + 1, bytes.count)
    }

    private mutating func skipComment() {
      // A star that opens the comment does not close it.
      index += 3
      while index < bytes.count {
        index += 1
        if bytes[index - 1] == UInt8(ascii: "/"), bytes[index - 2] == UInt8(ascii: "*") { return }
      }
    }
  }
}
