/// Tells whether a word of a line sets an option, and how far the mention reaches.
struct MentionFinder {
  /// A mention with its quotes and its call.
  struct Enclosed {
    let draft: Draft
    /// What separates it from a neighbour; `nil` where it has a line of its own.
    var separator: String?
    /// How many brackets belong to it.
    var depth = 0
    /// Whether it holds under a condition of its own.
    var isConditional = false
  }

  let line: [UInt8]
  let context: TextContext
  /// What the line as a whole is.
  let shape: LineShape
  /// The quote that is open where the word stands; `nil` for none.
  let quote: UInt8?

  /// Returns the flag that ends in `word`: `-DNAME`, `/UNAME`.
  func flag(at word: Range<Int>) -> Draft? {
    let start = word.lowerBound
    guard start > 0, line[start - 1] == UInt8(ascii: "-") || line[start - 1] == UInt8(ascii: "/"),
      let form = Self.form(of: line[start]), isDelimiter(before: start - 1)
    else { return nil }
    if word.count > 1 { return flag(form, from: start - 1, name: start + 1..<word.upperBound) }
    // `-D NAME`, `-D'NAME=1'`
    var name = line.skippingBlanks(from: word.upperBound)
    if name < line.count, line[name].isQuote { name += 1 }
    guard name < line.count, line[name].isWordByte else { return nil }
    return flag(form, from: start - 1, name: name..<line.wordEnd(from: name))
  }

  func flag(_ form: OptionMention.Form, from start: Int, name: Range<Int>) -> Draft? {
    guard Self.isName(line.text(name)), !isSpliced(name) else { return nil }
    let before = line[name.lowerBound - 1]
    let own = before.isQuote ? before : nil
    // `-D"NAME"=1`: the quotes are of the name alone.
    let isNameQuoted = own.map { line.has($0, at: name.upperBound) } ?? false
    let value = MentionValue(
      assignedIn: line,
      at: name.upperBound + (isNameQuoted ? 1 : 0),
      quote: isNameQuoted ? nil : own,
      outer: own == nil ? quote : nil,
      isKept: context.keepsQuotes
    )
    let isClosed = !isNameQuoted && (own.map { line.has($0, at: value.end) } ?? false)
    let end = value.end + (isClosed ? 1 : 0)
    return Draft(
      form: form,
      extent: start..<end,
      name: name,
      value: value.text,
      valueRange: value.range,
      isValueKnown: !isContinued(value)
    )
  }

  /// Returns the definition that `word` is in a call, a list, a map or a list of definitions.
  func item(at word: Range<Int>) -> Draft? {
    let name = line.text(word)
    guard Self.isName(name), name.utf8.count > 3, isWhole(word) else { return nil }
    let opensQuote = quote != nil && line[word.lowerBound - 1].isQuote
    if opensQuote, let draft = entry(at: word) { return draft }
    let value = MentionValue(
      assignedIn: line,
      at: word.upperBound,
      outer: quote,
      isKept: context.keepsQuotes
    )
    let draft = Draft(
      form: .item,
      extent: word.lowerBound..<value.end,
      name: word,
      value: value.text,
      valueRange: value.range,
      isValueKnown: !isContinued(value)
    )
    if context.listsDefinitions { return draft }
    guard opensQuote, line.has(line[word.lowerBound - 1], at: value.end), context.holdsListItems,
      name.hasPrefix("SQLITE_") || name.hasPrefix("HAVE_"), endsItem(at: value.end + 1)
    else { return nil }
    return draft
  }

  /// Returns the option that is alone on its line, or beside others alone.
  func line(isListing: Bool, at word: Range<Int>) -> Draft? {
    let isArgument =
      context.bracket == UInt8(ascii: "(") && !["set", "list"].contains(context.callee)
    guard isListing ? shape.isRow : shape.listsOptions, isWhole(word), !isArgument,
      CompileOption.isName(line.text(word))
    else { return nil }
    let value = MentionValue(assignedIn: line, at: word.upperBound, outer: quote, isKept: true)
    return Draft(
      form: isListing ? .reported : shape.words == 1 ? .line : .item,
      extent: word.lowerBound..<value.end,
      name: word,
      value: value.text,
      valueRange: value.range
    )
  }

  /// Returns `draft` grown over its quotes and its call.
  func enclose(_ draft: Draft) -> Enclosed {
    if draft.form == .line || draft.form == .reported { return Enclosed(draft: draft) }
    var draft = draft
    var depth = 0
    var isChained = false
    let start = draft.extent.lowerBound
    if start > 0, line[start - 1].isQuote, line.has(line[start - 1], at: draft.extent.upperBound) {
      draft.extent = start - 1..<draft.extent.upperBound + 1
    }
    if quote == Self.rawQuote { takeInRawMarks(of: &draft) }
    takeInFlagBefore(&draft)
    if let call = call(around: draft.extent) {
      draft.extent = call.extent
      isChained = call.isChained
      depth = 1
    }
    let text = line.text(draft.extent)
    let isGenerated = line.opensGenerator(before: draft.extent.lowerBound)
    return Enclosed(
      draft: draft,
      separator: isGenerated ? ";" : separator(of: draft, isChained),
      depth: depth,
      isConditional: text.contains(".when(") || isGenerated
    )
  }

  /// `"-D", "NAME"`: the flag is an item of its own before the name.
  private func takeInFlagBefore(_ draft: inout Draft) {
    guard draft.form == .item, let comma = line.lastNonBlank(before: draft.extent.lowerBound),
      line[comma] == UInt8(ascii: ","), let close = line.lastNonBlank(before: comma), close >= 3,
      line[close].isQuote, line[close - 3] == line[close], line.has("-D", at: close - 2)
    else { return }
    draft.extent = close - 3..<draft.extent.upperBound
  }

  /// Stands for the quote of `r#"…"#`, in which other quotes and backslashes mean nothing.
  static let rawQuote = UInt8(ascii: "#")

  private func takeInRawMarks(of draft: inout Draft) {
    var (start, end) = (draft.extent.lowerBound, draft.extent.upperBound)
    while start > 0, line[start - 1] == Self.rawQuote, line.has(Self.rawQuote, at: end) {
      (start, end) = (start - 1, end + 1)
    }
    if start < draft.extent.lowerBound, line.has("r", at: start - 1) { start -= 1 }
    draft.extent = start..<end
  }

  private static func form(of letter: UInt8) -> OptionMention.Form? {
    switch letter {
    case UInt8(ascii: "D"): .flag
    case UInt8(ascii: "U"): .unset
    default: nil
    }
  }

  private func isDelimiter(before index: Int) -> Bool {
    guard index > 0 else { return true }
    let byte = line[index - 1]
    return byte.isBlank || byte.isQuote || "([{,=:;>`".utf8.contains(byte)
  }

  /// Whether the word is a whole name, neither a part of another nor a variable or a call.
  private func isWhole(_ word: Range<Int>) -> Bool {
    if word.lowerBound > 0, "$.-{@&".utf8.contains(line[word.lowerBound - 1]) { return false }
    if isSpliced(word) { return false }
    guard word.upperBound < line.count else { return true }
    return !"(.-[}".utf8.contains(line[word.upperBound]) && !line.has("::", at: word.upperBound)
  }

  /// The value behind a quoted name: of a `define` call, a tuple, or a map.
  private func entry(at word: Range<Int>) -> Draft? {
    let close = word.upperBound
    guard line.has(line[word.lowerBound - 1], at: close) else { return nil }
    let next = line.skippingBlanks(from: close + 1)
    let isCall = context.callee.map { TextStatement.announcesDefinitions($0) } ?? false
    let isFirst =
      line.lastNonBlank(before: word.lowerBound - 1)
      .map { line[$0] == UInt8(ascii: "(") } ?? false
    let isTuple = isFirst && context.callee?.isEmpty == true
    let start: Int
    if line.has("=>", at: next) {
      start = next + 2
    } else if line.has(UInt8(ascii: ":"), at: next) {
      start = next + 1
    } else if line.has(UInt8(ascii: ","), at: next), isFirst, isCall || isTuple {
      start = next + 1
    } else {
      return nil
    }
    let name = line.text(word)
    guard isCall || context.listsDefinitions || name.hasPrefix("SQLITE_") else { return nil }
    let value = MentionValue(entryIn: line, at: start)
    guard !value.text.hasPrefix("SQLITE_") || !value.isKnown && isCall else { return nil }
    return Draft(
      form: .item,
      extent: word.lowerBound - 1..<(value.end == start ? close + 1 : value.end),
      name: word,
      value: value.text,
      valueRange: value.range,
      isValueKnown: value.isKnown
    )
  }

  private func endsItem(at index: Int) -> Bool {
    let next = line.skippingBlanks(from: index)
    return next == line.count || ",])};\\#".utf8.contains(line[next])
  }

  /// The call or tuple whose only subject is the mention: `.define("X")`, `.flag("-DX")`.
  private func call(around extent: Range<Int>) -> (extent: Range<Int>, isChained: Bool)? {
    let isQuoted = line[extent.lowerBound].isQuote || quote == Self.rawQuote
    guard let open = line.lastNonBlank(before: extent.lowerBound), line[open] == UInt8(ascii: "("),
      let end = line.end(ofBracketAt: open), end > extent.upperBound, isQuoted
    else { return nil }
    let before = line[..<open].lastIndex { !$0.isWordByte }.map { $0 + 1 } ?? 0
    let callee = line.text(before..<open)
    let isDefine = TextStatement.announcesDefinitions(callee) && !callee.contains("_")
    let rest = line.text(extent.upperBound..<end - 1).filter { $0 != " " }
    let isShort = rest.hasPrefix(",.when") || ["", ",", ",None", ",None,", ",nil"].contains(rest)
    let isTuple = callee.isEmpty && isDelimiter(before: open)
    guard isTuple || isDefine || ["flag", "arg"].contains(callee), isShort else { return nil }
    let dot = before > 0 && line[before - 1] == UInt8(ascii: ".")
    return (before - (dot ? 1 : 0)..<end, dot)
  }

  private func separator(of draft: Draft, _ isChained: Bool) -> String? {
    let next = line.skippingBlanks(from: draft.extent.upperBound)
    let before =
      line.lastNonBlank(before: draft.extent.lowerBound).map { line[$0] }
      ?? context.byteBeforeLine
    let opened = before == UInt8(ascii: "[") || before == UInt8(ascii: ",")
    if line.has(UInt8(ascii: ","), at: next) || opened { return ", " }
    return isChained ? "" : " "
  }
}
