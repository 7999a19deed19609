/// Small questions about a line of bytes.
extension [UInt8] {
  /// Returns the end of the word that begins at `start`.
  func wordEnd(from start: Int) -> Int {
    self[start...].firstIndex { !$0.isWordByte } ?? count
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: self[range.clamped(to: indices)], as: UTF8.self)
  }

  /// Returns the first place from `start` on that holds no blank.
  func skippingBlanks(from start: Int) -> Int {
    guard start < count else { return count }
    return self[start...].firstIndex { !$0.isBlank } ?? count
  }

  /// Returns the last place before `end` that holds no blank.
  func lastNonBlank(before end: Int) -> Int? {
    self[..<Swift.min(end, count)].lastIndex { !$0.isBlank }
  }

  /// Returns the place behind `word` and `mark`, between which blanks may be, and blanks behind them;
  /// `start` where something else stands.
  func skipping(_ word: StaticString, _ mark: StaticString, from start: Int) -> Int {
    guard has(word, at: start) else { return start }
    let next = skippingBlanks(from: start + word.utf8CodeUnitCount)
    return has(mark, at: next) ? skippingBlanks(from: next + mark.utf8CodeUnitCount) : start
  }

  /// Whether the place stands in a generator expression of CMake's: `$<$<BOOL:x>:SQLITE_DEBUG>`.
  func opensGenerator(before end: Int) -> Bool {
    var depth = 0
    // An expression is short, and a line may be huge.
    var index = Swift.max(0, end - 1000)
    while index < Swift.min(end, count) {
      if has("$<", at: index) { depth += 1 }
      if self[index] == UInt8(ascii: ">"), depth > 0 { depth -= 1 }
      index += 1
    }
    return depth > 0
  }

  /// Whether something is put in where a name ends, so that the rest of it is not written here.
  func splices(at index: Int) -> Bool {
    guard index < count else { return false }
    return "${@%`".utf8.contains(self[index]) || has("#{", at: index) || has("\\(", at: index)
  }

  /// Whether `text` stands at `start`.
  func has(_ text: StaticString, at start: Int) -> Bool {
    let end = start + text.utf8CodeUnitCount
    guard start >= 0, end <= count else { return false }
    return text.withUTF8Buffer { self[start..<end].elementsEqual($0) }
  }

  /// Returns the place behind the bracket that closes the one at `open`; `nil` on another line.
  func end(ofBracketAt open: Int) -> Int? {
    firstOutsideQuotes(in: open..<Swift.max(open, count)) { $0.closesBracket && $1 == 1 }
      .map { $0 + 1 }
  }

  /// Returns the first place of `range` that is between no quotes and that `isWanted` takes, given
  /// its byte and how many brackets are open before it.
  func firstOutsideQuotes(
    in range: Range<Int>,
    where isWanted: (_ byte: UInt8, _ depth: Int) -> Bool
  ) -> Int? {
    var depth = 0
    var quote: UInt8?
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = self[index]
      if let current = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == current { quote = nil }
      } else if isWanted(byte, depth) {
        return index
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if "([{".utf8.contains(byte) {
        depth += 1
      } else if byte.closesBracket {
        depth -= 1
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  var closesBracket: Bool { ")]}".utf8.contains(self) }
}
