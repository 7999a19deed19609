/// The value behind an option's name, in whichever way a text writes one.
struct MentionValue {
  /// What the compiler gets; empty for none written.
  let text: String
  /// Where it is written, without its quotes; `nil` where only the name is.
  let range: Range<Int>?
  /// Where the mention ends.
  let end: Int

  /// Reads `=VALUE` at `index`; blanks and quotes end it, brackets and its own quotes do not.
  ///
  /// Where `quote` stands before the name, the value reaches to the next one.
  init(assignedIn line: [UInt8], at index: Int, quote: UInt8? = nil) {
    guard line.has(UInt8(ascii: "="), at: index) else {
      self.init(text: "1", range: nil, end: index)
      return
    }
    let start = index + 1
    if let quote, let close = line[start...].firstIndex(of: quote) {
      self.init(text: line.text(start..<close), range: start..<close, end: close)
      return
    }
    if start < line.count, line[start].isQuote,
      let close = line[(start + 1)...].firstIndex(of: line[start]),
      Self.isSeparator(line, after: close)
    {
      let range = start + 1..<close
      self.init(text: line.text(range), range: range, end: close + 1)
      return
    }
    let end = Self.plainEnd(line, from: start)
    self.init(text: line.text(start..<end), range: start..<end, end: end)
  }

  /// Reads a second argument or an entry's value at `index`: `to: "1"`, `Some("1")`, `'1'`, `null`.
  init(entryIn line: [UInt8], at index: Int) {
    var start = line.skippingBlanks(from: index)
    for label in ["to:", "Some("] as [StaticString] where line.has(label, at: start) {
      start = line.skippingBlanks(from: start + label.utf8CodeUnitCount)
    }
    let word = line.text(start..<Self.entryEnd(line, from: start))
    if start < line.count, line[start].isQuote,
      let close = line[(start + 1)...].firstIndex(of: line[start])
    {
      let range = start + 1..<close
      let end = line.has(UInt8(ascii: ")"), at: close + 1) && line.has("Some(", at: start - 5)
      self.init(text: line.text(range), range: range, end: close + (end ? 2 : 1))
    } else if word.hasPrefix(".when") {
      self.init(text: "1", range: nil, end: index)
    } else if ["None", "null", "nil", "undefined", "True", "true", ""].contains(word) {
      self.init(text: "1", range: nil, end: start + word.utf8.count)
    } else {
      let range = start..<start + word.utf8.count
      self.init(text: word, range: range, end: range.upperBound)
    }
  }

  private init(text: String, range: Range<Int>?, end: Int) {
    self.text = text
    self.range = range
    self.end = end
  }

  private static func isSeparator(_ line: [UInt8], after index: Int) -> Bool {
    guard index + 1 < line.count else { return true }
    return !line[index + 1].isWordByte
  }

  private static func plainEnd(_ line: [UInt8], from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < line.count {
      let byte = line[index]
      if byte.isBlank { break }
      if byte == UInt8(ascii: "\\"), index + 1 < line.count, line[index + 1].isQuote {
        index += 2
        continue
      }
      if byte.isQuote || byte == UInt8(ascii: ";") { break }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        if depth == 0 { break }
        depth -= 1
      }
      index += 1
    }
    while index > start, line[index - 1] == UInt8(ascii: ",") { index -= 1 }
    return index
  }

  private static func entryEnd(_ line: [UInt8], from start: Int) -> Int {
    guard start < line.count else { return line.count }
    let ends: [UInt8] = [0x2C, 0x29, 0x5D, 0x7D, 0x3B]
    return line[start...].firstIndex { ends.contains($0) || $0.isBlank } ?? line.count
  }
}
