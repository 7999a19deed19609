/// Records that other projects' dialects of sqllogictest have and SQLite's has not.
enum ForeignConstruct {
  private static let wayOut = [
    "concurrentloop": "write the records of each round out",
    "control": "write values and settings out where they are used",
    "copy": "use 'statement ok' with INSERT",
    "endloop": "write the records of each round out",
    "finish": "remove it: a script ends with its last record",
    "foreach": "write the records of each round out",
    "include": "put the records of that file here",
    "kv-batch-size": "remove it: it tunes another engine",
    "let": "write the value out where it is used",
    "load": "build the tables with 'statement ok' records",
    "loop": "write the records of each round out",
    "mode": "remove it: only results are compared",
    "onlyIf": "spell it 'onlyif'",
    "reconnect": "use 'restart' in a script that begins with '# amalgam 1'",
    "repeat": "write the records of each round out",
    "set": "use 'statement ok' with a PRAGMA",
    "skip": "put 'skipif' above the record",
    "sleep": "remove it: records run one after another",
    "subtest": "put the records into a file of their own",
    "system": "remove it: a script runs SQL only",
    "test_exec": "remove it: a script runs SQL only",
    "unzip": "build the tables with 'statement ok' records",
    "user": "remove it: SQLite has no users",
  ]

  /// Returns what to do about the record `name`, or `nil` if no dialect known here has it.
  static func fix(for name: String) -> String? { wayOut[name] }
}

extension ScriptLines {
  /// Refuses the current record by its name and goes past it.
  mutating func refuseRecord(named word: Word, known: [String]) {
    if let fix = ForeignConstruct.fix(for: word.text) {
      refuse("'\(word.text)' is a record of another dialect", at: location(of: word), fix: fix)
    } else {
      let nearest = Spelling.nearest(to: word.text, among: known)
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      let list = "a record begins with one of \(known.joined(separator: ", "))"
      refuse("unknown record '\(word.text)'\(hint)", at: location(of: word), fix: list)
    }
    skipRecord()
  }
}
