/// One line of a profile, lock, catalogue, baseline or script, split into words.
///
/// Words are separated by blanks. A word that begins with `"` runs to the next `"` and may hold
/// blanks. `#` at the line's start or after a blank begins a comment.
package struct SourceLine: Sendable {
  package struct Word: Hashable, Sendable {
    /// The word without its quotes.
    package let text: String
    /// The column of its first character, from 1.
    package let column: Int
    /// Whether the word stood in quotes, so is never a keyword.
    package let isQuoted: Bool
    /// Where it stands in the line, quotes included, in bytes.
    fileprivate let range: Range<Int>
  }

  package let file: String
  /// The line, from 1.
  package let number: Int
  /// The whole text, comment included, without the line's end.
  package let text: String
  package let words: [Word]
  /// The column of a quote that is never closed; `nil` where all are.
  package let openQuoteColumn: Int?
  /// Whether the line begins with a blank, which continues a block in the catalogue and the lock.
  package var isIndented: Bool { text.utf8.first == 32 || text.utf8.first == 9 }

  package init(file: String, number: Int, text: String) {
    self.file = file
    self.number = number
    self.text = text
    var text = text
    (words, openQuoteColumn) = text.withUTF8 { bytes in
      var scanner = WordScanner(bytes)
      return (scanner.words(), scanner.openQuoteColumn)
    }
  }

  /// Returns the place of `word`, or of the line's first character.
  package func location(of word: Word? = nil) -> SourceLocation {
    SourceLocation(file: file, line: number, column: word?.column ?? 1, excerpt: text)
  }

  /// Returns the text from word `index` up to the comment, blanks kept; empty where no such word is.
  package func rest(from index: Int) -> String {
    guard index < words.count, let last = words.last else { return "" }
    return String(
      decoding: text.utf8.dropFirst(words[index].range.lowerBound)
        .prefix(last.range.upperBound - words[index].range.lowerBound),
      as: UTF8.self
    )
  }

  /// Returns the lines of `text`, whatever ends them: LF, CR LF or CR.
  package static func lines(of text: String, file: String) -> SourceLines {
    SourceLines(text: text, file: file)
  }
}

/// The lines of a text, each cut when it is asked for: the tables that the binary carries are read
/// by every call of the tool, and their lines are never all needed at once.
package struct SourceLines: Sequence, IteratorProtocol, Sendable {
  private let text: String
  private let file: String
  private var number = 0
  /// Where the next line begins, in bytes; beyond the text's end where none is left.
  private var start = 0

  fileprivate init(text: String, file: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.file = file
  }

  package mutating func next() -> SourceLine? {
    let begin = start
    guard begin <= text.utf8.count else { return nil }
    number += 1
    let end = text.utf8.withContiguousStorageIfAvailable { bytes in
      var end = begin
      while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
      let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
      start = end + (isPair ? 2 : 1)
      return end
    }
    guard let end else { return nil }
    let first = text.utf8.index(text.startIndex, offsetBy: begin)
    let last = text.utf8.index(first, offsetBy: end - begin)
    return SourceLine(file: file, number: number, text: String(text[first..<last]))
  }
}

/// Cuts one line into words.
///
/// Works on bytes, since the tables are read anew by every call of the tool.
private struct WordScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var column = 1
  private(set) var openQuoteColumn: Int?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func words() -> [SourceLine.Word] {
    var words: [SourceLine.Word] = []
    // Growing by doubling costs more than the words themselves.
    words.reserveCapacity(bytes.reduce(1) { $1 == 32 || $1 == 9 ? $0 + 1 : $0 })
    while position < bytes.count {
      switch bytes[position] {
      case 32, 9: advance()
      case UInt8(ascii: "#"): return words
      case UInt8(ascii: "\""): words.append(quotedWord())
      default: words.append(plainWord())
      }
    }
    return words
  }

  private mutating func plainWord() -> SourceLine.Word {
    let (start, first) = (position, column)
    while position < bytes.count, bytes[position] != 32, bytes[position] != 9 { advance() }
    return word(start..<position, column: first, whole: start..<position, isQuoted: false)
  }

  private mutating func quotedWord() -> SourceLine.Word {
    let (start, first) = (position, column)
    advance()
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { advance() }
    guard position < bytes.count else {
      openQuoteColumn = first
      return word(start..<position, column: first, whole: start..<position, isQuoted: false)
    }
    advance()
    let inner = start + 1..<position - 1
    return word(inner, column: first, whole: start..<position, isQuoted: true)
  }

  private func word(
    _ inner: Range<Int>,
    column: Int,
    whole: Range<Int>,
    isQuoted: Bool
  ) -> SourceLine.Word {
    let text = String(decoding: bytes[inner], as: UTF8.self)
    return .init(text: text, column: column, isQuoted: isQuoted, range: whole)
  }

  /// Goes on by a byte; only the first of a character counts as a column.
  private mutating func advance() {
    position += 1
    if position < bytes.count, bytes[position] & 0xC0 != 0x80 { column += 1 }
  }
}
