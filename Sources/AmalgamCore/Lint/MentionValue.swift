/// The value behind an option's name, in whichever way a text writes one.
struct MentionValue {
  /// What the compiler gets; empty for none written.
  let text: String
  /// Where it is written, without its quotes; `nil` where only the name is.
  let range: Range<Int>?
  /// Where the mention ends.
  let end: Int
  /// Whether the text says what it is; not where an expression computes it.
  var isKnown = true

  /// Reads `=VALUE` at `index`; blanks and quotes end it, brackets and its own quotes do not.
  ///
  /// Where `quote` stands before the name, the value reaches to the next one. Inside an `outer` quote
  /// a value keeps its own quotes, as it does where nothing is known to take them away (`isKept`).
  init(
    assignedIn line: [UInt8],
    at index: Int,
    quote: UInt8? = nil,
    outer: UInt8? = nil,
    isKept: Bool = false
  ) {
    guard line.has(UInt8(ascii: "="), at: index) else {
      self.init(text: "1", range: nil, end: index)
      return
    }
    let start = index + 1
    if let quote, let close = Self.close(of: quote, in: line, from: start) {
      self.init(text: Self.meant(line.text(start..<close)), range: start..<close, end: close)
      return
    }
    if start < line.count, line[start].isQuote, line[start] != outer,
      let close = Self.close(of: line[start], in: line, from: start + 1),
      Self.isSeparator(line, after: close),
      outer.map({ !line[start..<close].contains($0) }) ?? true
    {
      let bare = line.text(start + 1..<close)
      // Of a number nobody makes a text.
      if outer != nil || isKept, line[start] == UInt8(ascii: "\""), CInteger(bare) == nil {
        let range = start..<close + 1
        self.init(text: line.text(range), range: range, end: close + 1)
      } else {
        let range = start + 1..<close
        self.init(text: Self.unescaped(bare), range: range, end: close + 1)
      }
      return
    }
    let end = Self.plainEnd(line, from: start)
    self.init(text: Self.unescaped(line.text(start..<end)), range: start..<end, end: end)
  }

  /// The place of the next `quote` that no backslash takes its meaning from; `nil` for none.
  private static func close(of quote: UInt8, in line: [UInt8], from start: Int) -> Int? {
    guard start <= line.count else { return nil }
    return line[start...].indices.first { index in
      line[index] == quote && !(index > start && line[index - 1] == UInt8(ascii: "\\"))
    }
  }

  /// A value with the quotes that are its own: a number has none.
  private static func meant(_ text: String) -> String {
    let text = unescaped(text)
    let bare = text.dropFirst().dropLast()
    let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && !bare.isEmpty
    return isQuoted && CInteger(String(bare)) != nil ? String(bare) : text
  }

  /// `\"acme_\"` as the compiler gets it: `"acme_"`, however often it was escaped.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte.isQuote { while result.last == UInt8(ascii: "\\") { result.removeLast() } }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads a second argument or an entry's value at `index`: `to: "1"`, `Some("1")`, `'1'`, `null`.
  ///
  /// Anything else is an expression, of which only its place is known.
  init(entryIn line: [UInt8], at index: Int) {
    var start = line.skippingBlanks(from: index)
    start = line.skipping("to", ":", from: start)
    let argument = start
    start = line.skipping("Some", "(", from: start)
    let word = line.text(start..<Self.entryEnd(line, from: start))
    let whole = argument..<Self.argumentEnd(line, from: argument)
    let isSome = start > argument
    func endsArgument(_ end: Int) -> Bool {
      let end = line.skippingBlanks(from: end)
      return end == line.count || ",;)]}\\\"'".utf8.contains(line[end]) || line.has("//", at: end)
    }
    if let raw = Self.rawText(in: line, at: start) {
      self.init(
        text: line.text(raw.range),
        range: raw.range,
        end: isSome ? whole.upperBound : raw.end
      )
      isKnown = endsArgument(raw.end)
      if !isKnown { self.init(expression: whole, in: line) }
    } else if start < line.count, line[start].isQuote,
      let close = Self.close(of: line[start], in: line, from: start + 1)
    {
      let range = start + 1..<close
      let text = Self.unescaped(line.text(range))
      self.init(text: text, range: range, end: isSome ? whole.upperBound : close + 1)
      if !endsArgument(close + 1) { self.init(expression: whole, in: line) }
    } else if word.hasPrefix(".when") {
      self.init(text: "1", range: nil, end: index)
    } else if ["None", "null", "nil", "undefined", "True", "true", ""].contains(word) {
      self.init(text: "1", range: nil, end: start + word.utf8.count)
    } else if CInteger(word) != nil || word.meansNo || word.meansYes {
      let range = start..<start + word.utf8.count
      self.init(text: word, range: range, end: isSome ? whole.upperBound : range.upperBound)
    } else {
      self.init(expression: whole, in: line)
    }
  }

  private init(expression range: Range<Int>, in line: [UInt8]) {
    self.init(text: line.text(range), range: range, end: range.upperBound)
    isKnown = false
  }

  private init(text: String, range: Range<Int>?, end: Int) {
    self.text = text
    self.range = range
    self.end = end
  }

  /// The text between the quotes of `#"…"#`, `r#"…"#` or `r"…"`, whose backslashes mean nothing.
  private static func rawText(in line: [UInt8], at start: Int) -> (range: Range<Int>, end: Int)? {
    let isRust = line.has(UInt8(ascii: "r"), at: start)
    let first = isRust ? start + 1 : start
    guard first < line.count, line[first] == UInt8(ascii: "#") || isRust,
      let open = line[first...].firstIndex(where: { $0 != UInt8(ascii: "#") }),
      line[open] == UInt8(ascii: "\"")
    else { return nil }
    let tail = [UInt8(ascii: "\"")] + line[first..<open]
    guard let close = line[(open + 1)...].firstRange(of: tail) else { return nil }
    return (open + 1..<close.lowerBound, close.upperBound)
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
        // A text between escaped quotes may have blanks.
        let pair = Array(line[index...index + 1])
        let close = line[(index + 2)...].firstRange(of: pair)
        index = close?.upperBound ?? index + 2
        continue
      }
      if byte.isQuote || byte == UInt8(ascii: ";") { break }
      // The end of a generator expression of CMake's.
      if byte == UInt8(ascii: ">"), depth == 0, line.opensGenerator(before: start) { break }
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

  /// Where an argument ends: at a comma or at a bracket that it did not open.
  private static func argumentEnd(_ line: [UInt8], from start: Int) -> Int {
    // Nobody's expression is longer, and a line may be huge.
    let last = min(line.count, start + 4000)
    let index =
      line.firstOutsideQuotes(in: start..<max(start, last)) { byte, depth in
        depth == 0 && (byte.closesBracket || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";"))
      } ?? last
    return max(start, (line.lastNonBlank(before: index) ?? start - 1) + 1)
  }

  private static func entryEnd(_ line: [UInt8], from start: Int) -> Int {
    guard start < line.count else { return line.count }
    let ends: [UInt8] = [0x2C, 0x29, 0x5D, 0x7D, 0x3B]
    return line[start...].firstIndex { ends.contains($0) || $0.isBlank } ?? line.count
  }
}
