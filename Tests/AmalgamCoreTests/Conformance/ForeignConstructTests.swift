import AmalgamCore
import AmalgamTestSupport
import Testing

/// Records of other projects' dialects: each is refused by its name, and doing what is said helps.
struct ForeignConstructTests {
  private static let query = "query I\nSELECT 1\n----\n1\n"
  private static let insert = "statement ok\nINSERT INTO t VALUES(1)\n"
  private static let removed = "statement ok\nSELECT 1\n"

  @Test(arguments: [
    ("concurrentloop i 0 2", "write the records of each round out", query + "\n" + query),
    ("control sortMode rowsort", "write values and settings out where they are used", query),
    ("copy t", "use 'statement ok' with INSERT", insert),
    ("endloop", "write the records of each round out", query + "\n" + query),
    ("finish", "remove it: a script ends with its last record", removed),
    ("foreach x 1 2", "write the records of each round out", query + "\n" + query),
    ("include other.test", "put the records of that file here", query),
    ("kv-batch-size 1", "remove it: it tunes another engine", removed),
    ("let $x", "write the value out where it is used", query),
    ("load a.csv", "build the tables with 'statement ok' records", insert),
    ("loop i 0 2", "write the records of each round out", query + "\n" + query),
    ("mode output_hash", "remove it: only results are compared", removed),
    ("onlyIf sqlite", "spell it 'onlyif'", "onlyif sqlite\n" + query),
    (
      "reconnect", "use 'restart' in a script that begins with '# amalgam 1'",
      "# amalgam 1\n\nrestart\n\n" + query
    ),
    ("repeat 2", "write the records of each round out", query + "\n" + query),
    ("set threads", "use 'statement ok' with a PRAGMA", "statement ok\nPRAGMA threads=2\n"),
    ("skip slow", "put 'skipif' above the record", "skipif sqlite\n" + query),
    ("sleep 1", "remove it: records run one after another", removed),
    ("subtest a", "put the records into a file of their own", query),
    ("system ok", "remove it: a script runs SQL only", removed),
    ("test_exec x", "remove it: a script runs SQL only", removed),
    ("unzip a.zip", "build the tables with 'statement ok' records", insert),
    ("user root", "remove it: SQLite has no users", removed),
  ])
  func `is refused with a way out`(record: String, fix: String, mended: String) {
    let name = record.prefix { $0 != " " }

    expectFailure(
      """
      s.test:1:1: error: '\(name)' is a record of another dialect
        fix: \(fix)
      """
    ) { try ScriptParser.parse(record + "\n", file: "s.test") }
    #expect(throws: Never.self) { try ScriptParser.parse(mended, file: "s.test") }
  }
}
