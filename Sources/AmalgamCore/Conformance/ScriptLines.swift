/// A cursor over the lines of a script, and all that is wrong with them.
struct ScriptLines {
  /// A word of a record's first line.
  struct Word {
    let text: String
    /// The column of its first character, from 1.
    let column: Int
  }

  let file: String
  private let lines: [Substring]
  /// The current line, from 0.
  private(set) var index = 0
  private(set) var problems: [Failure] = []

  init(_ text: String, file: String) {
    self.file = file
    lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map {
      Substring($0.last == 13 ? $0.dropLast() : $0)
    }
  }

  /// The current line; `nil` at the end.
  var current: Substring? { index < lines.count ? lines[index] : nil }

  /// Whether the current line ends a record: the end, or nothing but blanks.
  var isAtBlank: Bool { current?.isBlank ?? true }

  mutating func advance() { index += 1 }

  /// The words of the current line, parted by blanks.
  var words: [Word] {
    var words: [Word] = []
    var column = 1
    for part in (current ?? "").split(separator: " ", omittingEmptySubsequences: false) {
      if !part.isEmpty { words.append(Word(text: String(part), column: column)) }
      column += part.count + 1
    }
    return words
  }

  /// Returns what the current line has after its first `count` words, without the blank between.
  func rest(after count: Int) -> String {
    let words = words
    guard count < words.count, let line = current else { return "" }
    return String(line.dropFirst(words[count].column - 1))
  }

  /// Returns the place of `word`, or of the first character of the current line.
  func location(of word: Word? = nil) -> SourceLocation { location(column: word?.column ?? 1) }

  /// Returns a place in the line `line` (from 0), or in the current one.
  func location(line: Int? = nil, column: Int) -> SourceLocation {
    let number = line ?? index
    let excerpt = number < lines.count ? String(lines[number]) : ""
    return SourceLocation(file: file, line: number + 1, column: column, excerpt: excerpt)
  }

  /// Notes that something at `location` is no script.
  mutating func refuse(_ message: String, at location: SourceLocation, fix: String? = nil) {
    problems.append(Failure(location.description, message, fix: fix))
  }

  /// Goes to the blank line after the current record.
  mutating func skipRecord() {
    while !isAtBlank { advance() }
  }
}

extension Substring {
  var isBlank: Bool { utf8.allSatisfy { $0 == 32 || $0 == 9 } }
}

/// Reads a script of either dialect.
package enum ScriptParser {
  /// Returns the script in `text`; throws all that is wrong with it at once.
  package static func parse(_ text: String, file: String) throws(Failures) -> Script {
    let lines = ScriptLines(text, file: file)
    let first = lines.current ?? ""
    let result =
      if first.hasPrefix("# amalgam ") {
        StrictScript.parse(lines)
      } else {
        LogicTestScript.parse(lines)
      }
    if !result.problems.isEmpty { throw Failures(result.problems) }
    return result.script
  }
}
