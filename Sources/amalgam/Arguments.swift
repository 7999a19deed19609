import AmalgamCore

/// The words after a verb, split into options and operands.
struct Arguments: Hashable, Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads `words` by what `verb` takes.
  init(_ words: [String], verb: Verb) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      // `explain` takes an option as a compiler or 'configure' does, which no other verb has a use for.
      let heads = ["-D", "-U", "--enable-", "--disable-"]
      let isFlag = verb.name == "explain" && heads.contains { word.hasPrefix($0) }
      guard word.hasPrefix("-"), word != "-", !isFlag else {
        operands.append(word)
        continue
      }
      try take(word, &rest, verb)
    }
  }

  private mutating func take(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    _ verb: Verb
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0] == "-h" ? Option.help.name : String(parts[0])
    guard let option = verb.options.first(where: { $0.name == name }) else {
      let meant = Spelling.nearest(to: name, among: verb.options.map(\.name))
      let isInLinkLine = values["--link-order"] != nil && meant == nil
      throw UsageError(
        isInLinkLine ? .optionOfLinker(word) : .unknownOption(name, meant),
        usage: verb.usage
      )
    }
    guard let valueName = option.value else {
      if parts.count > 1 { throw UsageError(.needlessValue(name), usage: verb.usage) }
      values[name] = [""]
      return
    }
    guard let value = parts.dropFirst().first.map(String.init) ?? rest.popFirst() else {
      throw UsageError(.missingValue(name, valueName), usage: verb.usage)
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw UsageError(.badChoice(value, name, option.choices), usage: verb.usage)
    }
    values[name, default: []].append(value)
    if !option.isRepeatable, values[name, default: []].count > 1 {
      throw UsageError(.repeated(name), usage: verb.usage)
    }
  }

  /// Returns whether `option` was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// Returns the value of `option`, or `nil` if it was not given.
  func value(_ option: Option) -> String? { values[option.name]?.last }

  /// Returns all values of `option`.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// The words that may name a file to read: all but those of `--report` and of a choice.
  func mayRead(_ verb: Verb) -> [String] {
    operands
      + verb.options.filter { $0 != .report && $0.choices.isEmpty }.flatMap(all)
  }

  /// Returns the value of `option` as a whole number from 1.
  func number(_ option: Option, usage: String) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError(.noNumber(text, option.name), usage: usage)
    }
    return number
  }
}

extension UsageError {
  init(_ message: Finding.Message, usage: String) {
    self.init(message.text, usage: usage)
  }
}

extension Finding.Message {
  fileprivate static func unknownOption(_ name: String, _ meant: String?) -> Self {
    "unknown option '\(name)'\(meant.map { "; did you mean '\($0)'?" } ?? "")"
  }
  fileprivate static func optionOfLinker(_ word: String) -> Self {
    "'\(word)' is no option of amalgam; a link line stands behind '--'"
  }
  fileprivate static func needlessValue(_ name: String) -> Self { "'\(name)' takes no value" }
  fileprivate static func missingValue(_ name: String, _ value: String) -> Self {
    "'\(name)' is given without its \(value)"
  }
  fileprivate static func badChoice(_ value: String, _ name: String, _ choices: [String]) -> Self {
    "'\(name)' takes \(choices.map { "'\($0)'" }.joined(separator: ", ")), not '\(value)'"
  }
  fileprivate static func repeated(_ name: String) -> Self { "'\(name)' is given twice" }
  fileprivate static func noNumber(_ text: String, _ name: String) -> Self {
    "'\(name)' takes a whole number from 1, not '\(text)'"
  }
}
