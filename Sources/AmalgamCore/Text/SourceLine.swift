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
  package var isIndented: Bool { text.first == " " || text.first == "\t" }

  package init(file: String, number: Int, text: String) {
    self.file = file
    self.number = number
    self.text = text
    var scanner = WordScanner(text)
    words = scanner.words()
    openQuoteColumn = scanner.openQuoteColumn
  }

  /// Returns the place of `word`, or of the line's first character.
  package func location(of word: Word? = nil) -> SourceLocation {
    SourceLocation(file: file, line: number, column: word?.column ?? 1, excerpt: text)
  }

  /// Returns the text from word `index` up to the comment, blanks kept; empty where no such word is.
  package func rest(from index: Int) -> String {
    guard index < words.count, let last = words.last else { return "" }
    let end = last.column - 1 + last.text.count + (last.isQuoted ? 2 : 0)
    let start = text.index(text.startIndex, offsetBy: words[index].column - 1)
    return String(text[start..<(text.index(text.startIndex, offsetBy: end))])
  }

  /// Returns the lines of `text`, whatever ends them: LF, CR LF or CR.
  package static func lines(of text: String, file: String) -> [SourceLine] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
      .map { SourceLine(file: file, number: $0.offset + 1, text: String($0.element)) }
  }
}

/// Cuts one line into words.
private struct WordScanner {
  private var rest: Substring
  private var column = 1
  private(set) var openQuoteColumn: Int?

  init(_ text: String) {
    rest = text[...]
  }

  mutating func words() -> [SourceLine.Word] {
    var words: [SourceLine.Word] = []
    while let character = rest.first {
      if character == " " || character == "\t" {
        advance()
      } else if character == "#" {
        break
      } else {
        words.append(character == "\"" ? quotedWord() : plainWord())
      }
    }
    return words
  }

  private mutating func plainWord() -> SourceLine.Word {
    let start = column
    var text = ""
    while let character = rest.first, character != " ", character != "\t" {
      text.append(character)
      advance()
    }
    return .init(text: text, column: start, isQuoted: false)
  }

  private mutating func quotedWord() -> SourceLine.Word {
    let start = column
    var text = ""
    advance()
    while let character = rest.first, character != "\"" {
      text.append(character)
      advance()
    }
    if rest.isEmpty {
      openQuoteColumn = start
      return .init(text: "\"" + text, column: start, isQuoted: false)
    }
    advance()
    return .init(text: text, column: start, isQuoted: true)
  }

  private mutating func advance() {
    rest.removeFirst()
    column += 1
  }
}
