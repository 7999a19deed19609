/// Reads the mentions of options line by line.
struct OptionTextReader {
  private let file: String
  /// Whether lines are rows of `PRAGMA compile_options`.
  private let isListing: Bool
  private(set) var mentions: [OptionMention] = []
  private var context: TextContext
  private var quote: UInt8?
  private var original = ""
  private var originalBytes: [UInt8] = []
  private var line: [UInt8] = []
  private var shape = LineShape([])
  /// The last place whose column was counted: most places lie behind the one before.
  private var counted = (offset: 0, column: 1)
  /// The number of the first line, and where each of them begins.
  private var number = 0
  private var starts = [0]

  init(file: String, isListing: Bool, variables: Set<String>) {
    self.file = file
    context = TextContext(variables: variables)
    self.isListing = isListing
  }

  /// Reads one line, or those of one call; `bare` has blanks for comments and the ends of lines.
  mutating func read(_ text: String, without bare: [UInt8], number: Int) {
    original = text
    originalBytes = Array(text.utf8)
    line = bare
    shape = LineShape(bare)
    counted = (0, 1)
    starts = [0] + originalBytes.indices.filter { originalBytes[$0] == 0x0A }.map { $0 + 1 }
    self.number = number
    quote = nil
    context.beginLine(bare)
    switch TextDirective(bare) {
    case .define: readDirective(.directive)
    case .undef: readDirective(.unset)
    case .other: break
    case nil: readWords()
    }
  }

  private mutating func readDirective(_ form: OptionMention.Form) {
    let hash = line.skippingBlanks(from: 0)
    let keyword = line.skippingBlanks(from: hash + 1)
    let start = line.skippingBlanks(from: line.wordEnd(from: keyword))
    let end = line.wordEnd(from: start)
    guard CompileOption.isName(line.text(start..<end)), !line.has(UInt8(ascii: "("), at: end) else {
      return
    }
    let last = (line.lastNonBlank(before: line.count) ?? end) + 1
    let value = min(line.skippingBlanks(from: end), last)
    add(
      Draft(
        form: form,
        extent: hash..<last,
        name: start..<end,
        value: form == .unset ? "1" : line.text(value..<last),
        valueRange: form == .unset ? nil : value..<last
      ),
      separator: nil,
      group: context.groupOfLines()
    )
  }

  private mutating func readWords() {
    var index = 0
    while index < line.count {
      let byte = line[index]
      if byte.isWordByte {
        let end = line.wordEnd(from: index)
        index = readWord(index..<end)
      } else if line.has("--", at: index), isFree(before: index) {
        index = readSwitch(at: index)
      } else {
        passByte(at: index)
        index += 1
      }
    }
  }

  private mutating func passByte(at index: Int) {
    let byte = line[index]
    context.pass(byte: byte, isQuoted: quote != nil)
    if quote == MentionFinder.rawQuote {
      if byte == UInt8(ascii: "\""), line.has(MentionFinder.rawQuote, at: index + 1) { quote = nil }
      return
    }
    guard byte.isQuote, !line.has(UInt8(ascii: "\\"), at: index - 1) else { return }
    if quote == nil, line.has("#\"", at: index - 1),
      line[(index + 1)...].firstRange(of: Array("\"#".utf8)) != nil
    {
      quote = MentionFinder.rawQuote
      return
    }
    if quote == byte {
      quote = nil
    } else if quote == nil, line[(index + 1)...].contains(byte) {
      quote = byte
    }
  }

  /// Reads one word, as a mention where it is one; returns where to go on.
  private mutating func readWord(_ word: Range<Int>) -> Int {
    guard let draft = draft(at: word) else {
      context.pass(word: line.text(word))
      return word.upperBound
    }
    let mention = MentionFinder(line: line, context: context, shape: shape, quote: quote).enclose(
      draft
    )
    add(mention.draft, separator: mention.separator, group: group(of: mention))
    for index in word.upperBound..<max(word.upperBound, draft.extent.upperBound) {
      passByte(at: index)
    }
    context.pass(word: "A")
    return max(word.upperBound, draft.extent.upperBound)
  }

  private mutating func group(of mention: MentionFinder.Enclosed) -> Int {
    if mention.isConditional { return context.ownGroup() }
    return mention.separator == nil
      ? context.groupOfLines() : context.group(without: mention.depth)
  }

  private func draft(at word: Range<Int>) -> Draft? {
    let finder = MentionFinder(line: line, context: context, shape: shape, quote: quote)
    return finder.flag(at: word) ?? finder.item(at: word)
      ?? finder.line(isListing: isListing, at: word)
  }

  private mutating func readSwitch(at start: Int) -> Int {
    let end =
      line[start...].firstIndex { $0.isBlank || $0.isQuote || $0 == UInt8(ascii: ",") }
      ?? line.count
    let text = line.text(start..<end)
    if !context.callsConfigure, ConfigureSwitch.isKnown(text) {
      add(
        Draft(form: .configureSwitch, extent: start..<end, name: start..<end, value: "1"),
        separator: " ",
        group: context.group()
      )
    }
    for index in start..<end { passByte(at: index) }
    return end
  }

  private func isFree(before index: Int) -> Bool {
    index == 0 || !(line[index - 1].isWordByte || line[index - 1] == UInt8(ascii: "-"))
  }

  private mutating func add(_ draft: Draft, separator: String?, group: Int) {
    let name = originalBytes.text(draft.name)
    let prefix = draft.form == .reported && !name.hasPrefix("HAVE_") ? "SQLITE_" : ""
    let start = location(of: draft.extent.lowerBound)
    let place = location(of: draft.name.lowerBound)
    mentions.append(
      OptionMention(
        option: CompileOption(prefix + name, draft.value, at: place),
        form: draft.form,
        written: originalBytes.text(draft.extent),
        start: start,
        nameRange: draft.name.shifted(by: -draft.extent.lowerBound),
        valueRange: draft.valueRange?.shifted(by: -draft.extent.lowerBound),
        isValueKnown: draft.isValueKnown,
        ownsLines: ownsLines(draft.extent),
        separator: separator,
        group: group
      )
    )
  }

  private mutating func location(of offset: Int) -> SourceLocation {
    let index = starts.lastIndex { $0 <= offset } ?? 0
    let start = starts[index]
    if offset < counted.offset || counted.offset < start { counted = (start, 1) }
    let characters = originalBytes.text(counted.offset..<offset).count
    counted = (offset, counted.column + characters)
    let end = starts.dropFirst(index + 1).first.map { $0 - 1 } ?? originalBytes.count
    return SourceLocation(
      file: file,
      line: number + index,
      column: counted.column,
      excerpt: starts.count == 1 ? original : originalBytes.text(start..<end)
    )
  }

  /// Whether nothing but a comma stands on the lines of `extent` beside it.
  private func ownsLines(_ extent: Range<Int>) -> Bool {
    guard starts.count > 1 else { return false }
    let head = originalBytes[..<extent.lowerBound].reversed().prefix { $0 != 0x0A }
    var tail = originalBytes[extent.upperBound...].prefix { $0 != 0x0A }.drop(while: \.isBlank)
    if tail.first == UInt8(ascii: ",") { tail = tail.dropFirst() }
    return head.allSatisfy(\.isBlank) && tail.allSatisfy(\.isBlank)
  }
}

/// A mention as places of its line.
struct Draft {
  var form: OptionMention.Form
  var extent: Range<Int>
  var name: Range<Int>
  var value: String
  var valueRange: Range<Int>?
  /// Whether the text says the value, which an expression does not.
  var isValueKnown = true
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
