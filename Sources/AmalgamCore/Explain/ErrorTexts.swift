/// What errors mean and what to look at: the table of `error-texts.txt`.
package struct ErrorTexts: Sendable {
  /// One error, however it is spelled.
  package struct Row: Hashable, Sendable {
    package let name: String
    package fileprivate(set) var patterns: [ErrorPattern] = []
    package fileprivate(set) var meaning = ""
    package fileprivate(set) var checks: [Check] = []
  }

  /// Something to look at, and the commands that do it.
  package struct Check: Hashable, Sendable {
    package let what: String
    package fileprivate(set) var commands: [String] = []
  }

  /// An error that the table knows, with the name that was taken from it.
  package struct Match: Hashable, Sendable {
    package let name: String
    package let pattern: String
    package let meaning: String
    package let checks: [Check]
    /// What the name is a capability of; `nil` where the error names none.
    package let capability: Capability?
  }

  package private(set) var rows: [Row] = []

  /// Reads the table; problems are told all at once.
  package init(parsing text: String, file: String) throws(Failures) {
    var failures: [Failure] = []
    for line in SourceLine.lines(of: text, file: file) {
      guard let keyword = line.words.first?.text else { continue }
      let rest = line.rest(from: 1)
      if !add(keyword, rest, isIndented: line.isIndented) {
        failures.append(Failure(line.location().description, "'\(line.text)' is no line of it"))
      }
    }
    guard failures.isEmpty else { throw Failures(failures) }
  }

  private mutating func add(_ keyword: String, _ rest: String, isIndented: Bool) -> Bool {
    guard !rest.isEmpty else { return false }
    if !isIndented {
      guard keyword == "error" else { return false }
      rows.append(Row(name: rest))
      return true
    }
    guard let last = rows.indices.last else { return false }
    switch keyword {
    case "text": rows[last].patterns.append(ErrorPattern(rest))
    case "means": rows[last].meaning = rest
    case "check": rows[last].checks.append(Check(what: rest))
    case "run":
      guard let check = rows[last].checks.indices.last else { return false }
      rows[last].checks[check].commands.append(rest)
    default: return false
    }
    return true
  }

  /// Returns what is known of `text`, which holds an error somewhere; `nil` if it holds none.
  package func match(_ text: String) -> Match? {
    for row in rows {
      for pattern in row.patterns {
        guard let found = pattern.match(text) else { continue }
        return Match(row, pattern, found)
      }
    }
    return nil
  }
}

extension ErrorTexts.Match {
  fileprivate init(_ row: ErrorTexts.Row, _ pattern: ErrorPattern, _ found: ErrorPattern.Found) {
    func filled(_ text: String) -> String {
      let variable = pattern.variable ?? ""
      let value = found.value ?? variable.uppercased()
      let text = text.replacing("{\(variable)}", with: value)
      // A spelling without the name that others of the row have.
      return Capability.Kind.allCases.map(\.rawValue).reduce(text) {
        $0.replacing("{\($1)}", with: $1.uppercased())
      }
    }
    name = row.name
    self.pattern = pattern.text
    meaning = filled(row.meaning)
    checks = row.checks.map {
      ErrorTexts.Check(what: filled($0.what), commands: $0.commands.map(filled))
    }
    let kind = pattern.variable.flatMap(Capability.Kind.init(rawValue:))
    capability = kind.flatMap { kind in found.value.map { Capability(kind, $0) } }
  }
}

/// How an error is spelled, with at most one name that varies: `no such module: {module}`.
package struct ErrorPattern: Hashable, Sendable {
  package let text: String
  /// What the name is; `nil` where nothing varies.
  let variable: String?
  private let head: [UInt8]
  private let tail: [UInt8]

  struct Found: Hashable {
    /// The name; `nil` where the error was given without it.
    let value: String?
  }

  init(_ text: String) {
    self.text = text
    guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else {
      variable = nil
      head = Self.folded(text)
      tail = []
      return
    }
    variable = String(text[text.index(after: open)..<close])
    head = Self.folded(text[..<open])
    tail = Self.folded(text[text.index(after: close)...])
  }

  /// Returns the name that stands in `text` where this error does; `nil` if it does not.
  ///
  /// An error without its name, as in a bug's title, is taken where the words alone are telling.
  func match(_ text: String) -> Found? {
    let bytes = Self.folded(text)
    let original = Array(text.utf8)
    guard variable != nil else {
      return bytes.firstPlace(of: head, from: 0).map { _ in Found(value: nil) }
    }
    var start = 0
    while let place = bytes.firstPlace(of: head, from: start) {
      let from = place + head.count
      let end = bytes[from...].firstIndex { !$0.isInName } ?? bytes.count
      if end > from, bytes[end...].starts(with: tail) {
        return Found(value: String(decoding: original[from..<end], as: UTF8.self))
      }
      start = place + 1
    }
    let words = head.trimmed
    guard tail.isEmpty, words.count >= 12, bytes.trimmed.suffix(words.count) == words[...] else {
      return nil
    }
    return Found(value: nil)
  }

  private static func folded(_ text: some StringProtocol) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }
}

extension [UInt8] {
  /// Without blanks, colons and quotes at its end.
  fileprivate var trimmed: [UInt8] {
    Array(reversed().drop { !$0.isInName }.reversed())
  }

  fileprivate func firstPlace(of needle: [UInt8], from start: Int) -> Int? {
    guard !needle.isEmpty, count >= needle.count else { return nil }
    var place = start
    while place + needle.count <= count {
      if self[place] == needle[0], self[place...].starts(with: needle) { return place }
      place += 1
    }
    return nil
  }
}

extension UInt8 {
  /// Letters, digits, `_`, and what is not ASCII.
  fileprivate var isInName: Bool {
    (97...122).contains(self) || (65...90).contains(self) || (48...57).contains(self)
      || self == UInt8(ascii: "_") || self >= 0x80
  }
}
