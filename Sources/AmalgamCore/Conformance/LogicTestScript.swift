/// Parses SQLite's own sqllogictest dialect.
///
/// A line that begins with `#` is a comment wherever it stands, as SQLite's own runner has it.
struct LogicTestScript {
  private static let names = [
    "halt", "hash-threshold", "onlyif", "query", "skipif", "statement",
  ]

  private var lines: ScriptLines
  private var records: [Record] = []
  private var guards: [Record.Guard] = []

  /// Returns the script and all that is wrong with it.
  static func parse(_ lines: ScriptLines) -> (script: Script, problems: [Failure]) {
    var parser = LogicTestScript(lines: lines)
    parser.parse()
    let script = Script(
      name: Script.name(ofFile: lines.file),
      file: lines.file,
      dialect: .logicTest,
      records: parser.records
    )
    return (script, parser.lines.problems)
  }

  private init(lines: ScriptLines) {
    self.lines = lines
  }

  private mutating func parse() {
    while lines.current != nil {
      skipComments()
      if lines.current?.isBlank ?? true {
        refuseLooseGuards()
        lines.advance()
      } else if let word = words.first {
        record(word)
      }
    }
  }

  private mutating func record(_ word: ScriptLines.Word) {
    switch word.text {
    case "skipif", "onlyif": addGuard(isOnly: word.text == "onlyif")
    case "statement": statement()
    case "query": query()
    case "hash-threshold": hashThreshold()
    case "halt":
      add(.halt, at: lines)
      lines.advance()
    default:
      guards = []
      lines.refuseRecord(named: word, known: Self.names)
    }
  }

  /// The words of the current line up to a comment.
  private var words: [ScriptLines.Word] {
    Array(lines.words.prefix { !$0.text.hasPrefix("#") })
  }

  private mutating func addGuard(isOnly: Bool) {
    if words.count == 2 {
      guards.append(Record.Guard(isOnly: isOnly, condition: .engine(words[1].text)))
    } else {
      lines.refuse(
        "'\(lines.current ?? "")' names no single engine",
        at: lines.location(),
        fix: "write '\(isOnly ? "onlyif" : "skipif") sqlite'; conditions on capabilities need a "
          + "script that begins with '# amalgam 1'"
      )
    }
    lines.advance()
    skipComments()
  }

  /// Checks the number of a `hash-threshold` line.
  ///
  /// The number itself is not needed: what a query expects shows whether its values are hashed.
  private mutating func hashThreshold() {
    if words.count != 2 || Int(words[1].text).map({ $0 < 0 }) ?? true {
      lines.refuse(
        "'hash-threshold' takes one number",
        at: lines.location(),
        fix: "write 'hash-threshold 8', or 0 to never hash"
      )
    }
    guards = []
    lines.advance()
  }

  private mutating func statement() {
    let start = lines
    let words = words
    let expectation: Record.Expectation
    switch words.dropFirst().map(\.text) {
    case ["ok"]: expectation = .success
    case ["error"]: expectation = .error(prefix: nil)
    default:
      lines.refuse(
        "'\(lines.current ?? "")' is not of SQLite's dialect",
        at: lines.location(),
        fix: "write 'statement ok' or 'statement error'; a message is compared in a script that "
          + "begins with '# amalgam 1'"
      )
      guards = []
      lines.skipRecord()
      return
    }
    lines.advance()
    let sql = sql(endsAtValues: false)
    if sql.isEmpty {
      lines.refuse("the record has no SQL", at: start.location(), fix: "put it on the next line")
    }
    add(.statement(sql: sql, expectation), at: start)
  }

  private mutating func query() {
    let start = lines
    let header = QueryHeader(&lines, letters: "TIR")
    lines.advance()
    let sql = sql(endsAtValues: true)
    if sql.isEmpty {
      lines.refuse("the record has no SQL", at: start.location(), fix: "put it on the next line")
    }
    let expected = expectedValues()
    guard let header else {
      guards = []
      return
    }
    let query = Record.Query(
      sql: sql,
      columns: header.columns,
      order: header.order,
      label: header.label,
      expected: expected
    )
    add(.query(query), at: start)
  }

  private mutating func expectedValues() -> ExpectedValues {
    guard lines.current == "----" else { return .anything }
    lines.advance()
    var values: [String] = []
    while !lines.isAtBlank, let line = lines.current {
      if line.first != "#" { values.append(String(line)) }
      lines.advance()
    }
    if values.count == 1, let hash = Self.hash(values[0]) { return hash }
    return .lines(values)
  }

  /// Reads `N values hashing to MD5`.
  private static func hash(_ line: String) -> ExpectedValues? {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 5, words[1...3] == ["values", "hashing", "to"], let count = Int(words[0]),
      words[4].utf8.count == 32
    else { return nil }
    return .hash(count: count, md5: words[4])
  }

  private mutating func sql(endsAtValues: Bool) -> String {
    var sql: [Substring] = []
    while !lines.isAtBlank, let line = lines.current, !(endsAtValues && line == "----") {
      if line.first != "#" { sql.append(line) }
      lines.advance()
    }
    return sql.joined(separator: "\n")
  }

  private mutating func skipComments() {
    while lines.current?.first == "#" { lines.advance() }
  }

  private mutating func add(_ kind: Record.Kind, at start: ScriptLines) {
    records.append(Record(kind, at: start.location(), guards: guards))
    guards = []
  }

  private mutating func refuseLooseGuards() {
    guard !guards.isEmpty else { return }
    lines.refuse(
      "a condition stands above no record",
      at: lines.location(line: lines.index - 1, column: 1),
      fix: "put the record on the next line"
    )
    guards = []
  }
}
