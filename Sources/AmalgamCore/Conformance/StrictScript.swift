/// Parses the strict dialect, whose first line is `# amalgam 1`.
struct StrictScript {
  private static let names = [
    "connection", "database", "disconnect", "onlyif", "plan", "probe", "query", "register",
    "require", "restart", "skipif", "statement",
  ]

  var lines: ScriptLines
  private var databases: [Script.Database] = []
  private var records: [Record] = []
  /// The guards above the record that comes next.
  var guards: [Record.Guard] = []

  /// Returns the script and all that is wrong with it.
  static func parse(_ lines: ScriptLines) -> (script: Script, problems: [Failure]) {
    var parser = StrictScript(lines: lines)
    parser.parse()
    let script = Script(
      name: Script.name(ofFile: lines.file),
      file: lines.file,
      dialect: .strict,
      databases: parser.databases.isEmpty ? [.memory, .file] : parser.databases,
      records: parser.records
    )
    return (script, parser.lines.problems)
  }

  private init(lines: ScriptLines) {
    self.lines = lines
  }

  private mutating func parse() {
    if lines.current != "# amalgam 1" {
      lines.refuse(
        "unknown dialect '\(lines.rest(after: 1))'",
        at: lines.location(column: 3),
        fix: "begin the script with '# amalgam 1'"
      )
      return
    }
    while let line = lines.current {
      if line.isBlank || line.first == "#" {
        refuseLooseGuards()
        lines.advance()
      } else if let word = lines.words.first {
        record(word)
      }
    }
    refuseLooseGuards()
  }

  private mutating func record(_ word: ScriptLines.Word) {
    switch word.text {
    case "skipif", "onlyif": addGuard(isOnly: word.text == "onlyif")
    case "require": requirement()
    case "database": database()
    case "connection", "disconnect", "probe", "register": named(word.text)
    case "restart":
      add(.restart, words: 1)
      lines.advance()
    case "statement": statement()
    case "query": query()
    case "plan": plan()
    default:
      guards = []
      lines.refuseRecord(named: word, known: Self.names)
    }
  }

  private mutating func addGuard(isOnly: Bool) {
    if let condition = condition() {
      guards.append(Record.Guard(isOnly: isOnly, condition: condition))
    }
    lines.advance()
  }

  private mutating func requirement() {
    let words = lines.words
    if !guards.isEmpty {
      lines.refuse(
        "'require' holds for the rest of the file and takes no '\(guardName)'",
        at: lines.location(),
        fix: "put the records that need it into a file of their own"
      )
    }
    if let condition = condition() { add(.require(condition), words: words.count) }
    lines.advance()
  }

  private mutating func condition() -> Condition? {
    let words = lines.words
    if let condition = Condition(words.dropFirst().map(\.text)) { return condition }
    lines.refuse(
      "'\(lines.rest(after: 1))' is no condition",
      at: lines.location(of: words.count > 1 ? words[1] : nil),
      fix: "use KIND:NAME such as 'module:fts5' or 'function:bm25/-1', 'version>=3.46', "
        + "'version<3.48' or 'option NAME[=VALUE]'"
    )
    return nil
  }

  private mutating func database() {
    let words = lines.words.dropFirst()
    let kinds = words.compactMap { Script.Database(rawValue: $0.text) }
    if kinds.isEmpty || kinds.count != words.count {
      lines.refuse(
        "'\(lines.rest(after: 1))' is no kind of database",
        at: lines.location(),
        fix: "use 'memory', 'file' or 'wal'"
      )
    } else if !records.allSatisfy({ $0.isRequirement }) {
      lines.refuse(
        "'database' stands below a record that ran already",
        at: lines.location(),
        fix: "move it to the top of the file"
      )
    }
    databases += kinds.filter { !databases.contains($0) }
    lines.advance()
  }

  private mutating func named(_ keyword: String) {
    let words = lines.words
    guard words.count == 2 else {
      lines.refuse(
        "'\(keyword)' takes one name",
        at: lines.location(),
        fix: "write '\(keyword) NAME'"
      )
      guards = []
      lines.advance()
      return
    }
    let name = words[1].text
    switch keyword {
    case "connection": add(.connection(name), words: 2)
    case "disconnect": add(.disconnect(name), words: 2)
    case "register": add(.register(name), words: 2)
    default: add(.probe(name), words: 2)
    }
    lines.advance()
  }

  // MARK: What was read

  private mutating func add(_ kind: Record.Kind, words: Int) {
    let found = lines.words
    if found.count > words {
      lines.refuse(
        "'\(found[words].text)' is more than the record takes",
        at: lines.location(of: found[words]),
        fix: "remove it"
      )
    }
    add(kind, at: lines)
  }

  mutating func add(_ kind: Record.Kind, at start: ScriptLines) {
    records.append(Record(kind, at: start.location(), guards: guards))
    guards = []
  }

  private var guardName: String { guards.last?.isOnly ?? true ? "onlyif" : "skipif" }

  private mutating func refuseLooseGuards() {
    guard !guards.isEmpty else { return }
    lines.refuse(
      "'\(guardName)' stands above no record",
      at: lines.location(line: lines.index - 1, column: 1),
      fix: "put the record on the next line"
    )
    guards = []
  }
}

extension Record {
  fileprivate var isRequirement: Bool {
    if case .require = kind { true } else { false }
  }
}
