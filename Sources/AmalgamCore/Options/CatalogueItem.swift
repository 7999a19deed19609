/// One indented line of the catalogue: a keyword, its words, and what limits it.
struct CatalogueItem {
  enum Problem: Error, Hashable {
    case noBlock(String)
    case twice(String)
    case unknown(String)
    case noVersion(String)
    case noValue(String)
    case noName(String)
    case noCapability(String)
  }

  let keyword: String
  /// Without `from`, `until` and `if` at the line's end.
  let words: [String]
  let location: SourceLocation
  private let line: SourceLine
  private let qualifiers: [(key: String, text: String)]

  init(_ line: SourceLine) {
    self.line = line
    keyword = line.words.first?.text ?? ""
    location = line.location(of: line.words.first)
    var words = line.words.dropFirst().map(\.text)
    var qualifiers: [(key: String, text: String)] = []
    while words.count > 1, Self.isQualifier(words[words.count - 2]) {
      qualifiers.append((words[words.count - 2], words[words.count - 1]))
      words.removeLast(2)
    }
    self.words = words
    self.qualifiers = qualifiers
  }

  /// A comparison each, since a list would be made anew at each line of the table.
  private static func isQualifier(_ word: String) -> Bool {
    word == "from" || word == "until" || word == "if"
  }

  /// The words with the quotes that they stood in, as a text of C's has them.
  var spelledWords: [String] {
    zip(line.words.dropFirst(), words).map { word, text in word.isQuoted ? "\"\(text)\"" : text }
  }

  /// The line's text behind the first `count` words, as it stands.
  func text(behind count: Int = 1) -> String { line.rest(from: count) }

  /// The one word of the line.
  func word() throws(Problem) -> String {
    guard words.count == 1 else { throw .noValue(keyword) }
    return words[0]
  }

  func version() throws(Problem) -> Version {
    guard let version = Version(try word()) else { throw .noVersion(words[0]) }
    return version
  }

  func lastRelease() throws(Problem) -> Version {
    guard let version = ReleaseRange.lastRelease(try word()) else { throw .noVersion(words[0]) }
    return version
  }

  func optionName() throws(Problem) -> String {
    let name = try word()
    guard CompileOption.isName(name) else { throw .noName(name) }
    return name
  }

  func capabilities() throws(Problem) -> [Qualified<Capability>] {
    var result: [Qualified<Capability>] = []
    for word in words {
      guard let capability = Capability(word) else { throw .noCapability(word) }
      result.append(try qualified(capability))
    }
    return result
  }

  /// The demands of each word; `A|B` are two of which one is enough.
  func demands() throws(Problem) -> [Qualified<[OptionDemand]>] {
    var result: [Qualified<[OptionDemand]>] = []
    for word in words {
      var choices: [OptionDemand] = []
      for choice in word.split(separator: "|") { choices.append(try Self.demand(choice)) }
      result.append(try qualified(choices))
    }
    return result
  }

  /// Returns `value` with the releases and values that the line's end names.
  func qualified<Value>(_ value: Value) throws(Problem) -> Qualified<Value> {
    var from: Version?
    var until: Version?
    var condition: AllowedValues?
    for (key, text) in qualifiers {
      switch key {
      case "from":
        from = Version(text)
        if from == nil { throw .noVersion(text) }
      case "until":
        until = ReleaseRange.lastRelease(text)
        if until == nil { throw .noVersion(text) }
      default:
        condition = AllowedValues(text)
        if condition == nil { throw .noValue(text) }
      }
    }
    return Qualified(value, ReleaseRange(from: from, until: until), if: condition)
  }

  private static func demand(_ text: Substring) throws(Problem) -> OptionDemand {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard CompileOption.isName(parts[0]) else { throw .noName(String(text)) }
    guard parts.count == 2 else { return OptionDemand(String(parts[0])) }
    guard let values = AllowedValues(String(parts[1])) else { throw .noValue(String(text)) }
    return OptionDemand(String(parts[0]), values)
  }
}

extension CatalogueItem.Problem {
  var message: String {
    switch self {
    case .noBlock(let text):
      "'\(text)' is neither an option with its kind, 'stock', 'extension NAME', nor a line of one"
    case .twice(let name): "'\(name)' has two rows"
    case .unknown(let keyword): "unknown word '\(keyword)'"
    case .noVersion(let text): "'\(text)' is no version"
    case .noValue(let text): "'\(text)' has no value that can be read"
    case .noName(let text): "'\(text)' is no option's name"
    case .noCapability(let text): "'\(text)' is no capability"
    }
  }
}
