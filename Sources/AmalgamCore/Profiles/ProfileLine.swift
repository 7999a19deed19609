/// One line of a profile, read as the item its keyword names.
struct ProfileLine {
  /// What is wrong with a line, where, and the edit that mends it.
  struct Problem: Error {
    let message: Finding.Message
    let location: SourceLocation
    let fix: String?
  }

  let line: SourceLine
  let keyword: SourceLine.Word
  let arguments: ArraySlice<SourceLine.Word>

  /// `line` must have a word.
  init(_ line: SourceLine) {
    self.line = line
    keyword = line.words[0]
    arguments = line.words.dropFirst()
  }

  var location: SourceLocation { line.location(of: keyword) }

  /// Returns the item, or throws what is wrong with it.
  func item() throws(Problem) -> Profile.Item.Kind {
    if keyword.isQuoted {
      let isOption = CompileOption.isName(keyword.text)
      throw problem(.quotedKeyword(keyword.text), fix: isOption ? "write '\(keyword.text)'" : nil)
    }
    if let parse = Self.items[keyword.text] { return try parse(self) }
    if CompileOption.isName(keyword.text.prefix { $0 != "=" }) {
      return .option(try option(keyword), target: nil)
    }
    throw unknownKeyword()
  }

  /// Throws unless the line has exactly `count` words after its keyword.
  func expectWords(_ count: Int) throws(Problem) {
    guard arguments.count > count, let extra = arguments.dropFirst(count).first else { return }
    throw problem(
      .unexpected(extra.text, after: keyword.text),
      at: extra,
      fix: "remove '\(extra.text)'"
    )
  }

  /// Returns the one word after the keyword; `what` says what it should be.
  func onlyWord(_ what: String) throws(Problem) -> String {
    guard let word = arguments.first else {
      throw problem(.missing(what, after: keyword.text))
    }
    try expectWords(1)
    return word.text
  }

  /// Reads `NAME` or `NAME=VALUE`; without a value it is 1, as `-DNAME` is for a compiler.
  func option(_ word: SourceLine.Word) throws(Problem) -> CompileOption {
    let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard CompileOption.isName(name) else { throw problem(.noOption(word.text), at: word) }
    if let extra = arguments.first(where: { $0.column > word.column }) {
      // 'NAME = VALUE' is meant as it is written elsewhere.
      let words = line.words.drop { $0.column < extra.column }.map(\.text)
      let isApart = extra.text.hasPrefix("=") || word.text.hasSuffix("=")
      throw problem(
        .unexpected(extra.text, after: name),
        at: extra,
        fix: isApart
          ? "write the line as '\(word.text)\(words.joined())'" : "remove '\(extra.text)'"
      )
    }
    guard let value = parts.dropFirst().first else {
      return CompileOption(name, at: line.location(of: word))
    }
    guard !value.isEmpty else {
      throw problem(.emptyValue(name), at: word, fix: "write '\(name)', which means 1")
    }
    guard value.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"\\;={}#`$@".utf8.contains($0) }),
      ["/*", "*/", "//"].allSatisfy({ !value.contains($0) })
    else { throw problem(.badValue(String(value), name), at: word) }
    return CompileOption(name, String(value), at: line.location(of: word))
  }

  func problem(
    _ message: Finding.Message,
    at word: SourceLine.Word? = nil,
    fix: String? = nil
  ) -> Problem {
    Problem(message: message, location: line.location(of: word ?? keyword), fix: fix)
  }

  private func unknownKeyword() -> Problem {
    if keyword.text.hasPrefix("-D") {
      let option = String(keyword.text.dropFirst(2))
      return problem(
        .flagForOption(keyword.text),
        fix: option.isEmpty ? nil : "write '\(option)'"
      )
    }
    if let meaning = ConfigureSwitch(keyword.text, in: Version(3, 53, 4)) {
      let options: [CompileOption] = if case .sets(let options) = meaning { options } else { [] }
      let lines = options.map { "'\($0.value == "1" ? $0.name : $0.description)'" }
      return problem(
        .configureSwitch(keyword.text, meaning),
        fix: lines.isEmpty
          ? "remove the line"
          : "write " + lines.joined(separator: " and ") + (lines.count > 1 ? ", a line each" : "")
      )
    }
    if let comment = keyword.text.firstIndex(of: "#") {
      let option = keyword.text[..<comment]
      if CompileOption.isName(option.prefix { $0 != "=" }) {
        let text = keyword.text[comment...]
        return problem(.gluedComment(keyword.text), fix: "write '\(option) \(text)'")
      }
    }
    let capitals = keyword.text.uppercased()
    if CompileOption.isName(capitals.prefix { $0 != "=" }), capitals.hasPrefix("SQLITE_"),
      capitals != keyword.text
    {
      return problem(.lowerCaseOption(keyword.text), fix: "write '\(capitals)'")
    }
    let known = Self.items.keys.sorted() + ["abstract", "inherit"]
    let meant = Spelling.nearest(to: keyword.text, among: known)
    return problem(.unknownKeyword(keyword.text, meant), fix: meant.map { "write '\($0)'" })
  }
}

extension Finding.Message {
  fileprivate static func configureSwitch(_ text: String, _ meaning: ConfigureSwitch) -> Self {
    let what =
      switch meaning {
      case .sets(let options): "sets \(options.map { "'\($0.name)'" }.joined(separator: " and "))"
      case .isBuiltIn(let option):
        "asks for what is there unless '\(option.value == "1" ? option.name : option.description)' is set"
      case .isOff(let name): "takes away what is there only with '\(name)'"
      }
    return "'\(text)' is a switch of SQLite's 'configure', which \(what)"
  }

  fileprivate static func quotedKeyword(_ text: String) -> Self {
    "'\(text)' stands in quotes where a keyword or an option is expected"
  }
  fileprivate static func unexpected(_ word: String, after keyword: String) -> Self {
    "unexpected '\(word)' after '\(keyword)'"
  }
  fileprivate static func missing(_ what: String, after keyword: String) -> Self {
    "'\(keyword)' is given without \(what)"
  }
  fileprivate static func noOption(_ text: String) -> Self {
    "'\(text)' is no compile-time option: capitals, digits and '_', then '=' and a value if any"
  }
  fileprivate static func emptyValue(_ name: String) -> Self {
    "'\(name)=' has an empty value, which breaks '#if \(name)' in sqlite3.c"
  }
  fileprivate static func badValue(_ value: String, _ name: String) -> Self {
    "the value '\(value)' of '\(name)' cannot stand in a #define: printable ASCII, no comment, none of \\ ; = { } # ` $ @"
  }
  fileprivate static func flagForOption(_ text: String) -> Self {
    "'\(text)' is a compiler flag; a profile names the option alone"
  }
  fileprivate static func gluedComment(_ text: String) -> Self {
    "'\(text)' has a '#' that begins no comment: that takes a blank before it"
  }
  fileprivate static func lowerCaseOption(_ text: String) -> Self {
    "'\(text)' is spelled in lower case; compile-time options are in capitals"
  }
  fileprivate static func unknownKeyword(_ text: String, _ meant: String?) -> Self {
    meant.map { "unknown keyword '\(text)'; did you mean '\($0)'?" } ?? "unknown keyword '\(text)'"
  }
}
