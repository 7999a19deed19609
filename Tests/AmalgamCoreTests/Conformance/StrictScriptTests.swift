@testable import AmalgamCore
import AmalgamTestSupport
import Testing

struct StrictScriptTests {
  /// Parses records under the line that makes a script strict.
  private func records(_ text: String) throws -> [Record] {
    try ScriptParser.parse("# amalgam 1\n\n" + text, file: "s.test").records
  }

  private func refused(
    _ text: String,
    _ message: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectFailure(message, sourceLocation: sourceLocation) {
      try ScriptParser.parse("# amalgam 1\n\n" + text, file: "s.test")
    }
  }

  @Test func `a suite is named after its file`() throws {
    let script = try ScriptParser.parse("# amalgam 1\n", file: "Suites/fts5-query.test")

    #expect(script.name == "fts5-query")
    #expect(script.dialect == .strict)
    #expect(script.databases == [.memory, .file])
    #expect(script.records.isEmpty)
  }

  @Test func `a statement keeps its lines and its line number`() throws {
    let records = try records("statement ok\nCREATE TABLE t(a);\nINSERT INTO t VALUES(1)\n")

    #expect(
      records.map(\.kind) == [
        .statement(sql: "CREATE TABLE t(a);\nINSERT INTO t VALUES(1)", .success)
      ]
    )
    #expect(records.first?.location.line == 3)
  }

  @Test func `an error is everything behind the word, quotes and all`() throws {
    let records = try records("statement error unrecognized token: \"#\"\nSELECT # FROM t\n")

    #expect(
      records.map(\.kind) == [
        .statement(sql: "SELECT # FROM t", .error(prefix: "unrecognized token: \"#\""))
      ]
    )
  }

  @Test func `a query has typed values, an order and a label`() throws {
    let records = try records(
      """
      query ITRBL rowsort label-1
      SELECT a FROM t
      ----
      -1
      (empty)
      1.5
      X'00ff'
      'it''s'
      NULL
      NULL
      NULL
      NULL
      NULL

      """
    )

    #expect(
      records.map(\.kind) == [
        .query(
          Record.Query(
            sql: "SELECT a FROM t",
            columns: [.integer, .text, .real, .blob, .literal],
            order: .rowsort,
            label: "label-1",
            expected: .values(
              [.integer(-1), .text(""), .real(1.5), .blob([0, 255]), .text("it's")]
                + Array(repeating: .null, count: 5)
            )
          )
        )
      ]
    )
  }

  @Test func `conditions stand above one record, and several may be stacked`() throws {
    let records = try records(
      """
      skipif version<3.48
      onlyif option MAX_ATTACHED=5
      statement ok
      SELECT 1

      statement ok
      SELECT 2

      """
    )

    #expect(
      records.first?.guards == [
        Record.Guard(isOnly: false, condition: .version(atLeast: false, Version(3, 48))),
        Record.Guard(
          isOnly: true,
          condition: .option(name: "SQLITE_MAX_ATTACHED", value: "5")
        ),
      ]
    )
    #expect(records.last?.guards == [])
  }

  @Test func `plans, probes, connections and restarts are records`() throws {
    let records = try records(
      """
      require module:fts5
      database wal
      plan forbid SCAN t
      SELECT * FROM t

      probe threadsafe

      connection two
      disconnect two
      restart

      """
    )

    #expect(
      records.map(\.kind) == [
        .require(.capability(Capability(.module, "fts5"))),
        .plan(
          sql: "SELECT * FROM t",
          Record.PlanDemand(isRequired: false, text: "SCAN t")
        ),
        .probe("threadsafe"), .connection("two"), .disconnect("two"), .restart,
      ]
    )
  }

  @Test func `a database line chooses where the suite runs`() throws {
    let script = try ScriptParser.parse("# amalgam 1\ndatabase file wal\n", file: "s.test")

    #expect(script.databases == [.file, .wal])
  }

  @Test func `line ends of Windows make no difference`() throws {
    let script = try ScriptParser.parse(
      "# amalgam 1\r\n\r\nquery I\r\nSELECT 1\r\n----\r\n1\r\n",
      file: "s.test"
    )

    #expect(script.records.count == 1)
  }

  @Test func `all problems of a file are told at once`() {
    refused(
      """
      querry I
      SELECT 1

      system rm -r /

      """,
      """
      s.test:3:1: error: unknown record 'querry'; did you mean 'query'?
        fix: a record begins with one of connection, database, disconnect, onlyif, plan, probe, \
      query, register, require, restart, skipif, statement
      s.test:6:1: error: 'system' is a record of another dialect
        fix: remove it: a script runs SQL only
      """
    )
  }

  @Test func `another version of the dialect is refused`() {
    expectFailure(
      """
      s.test:1:3: error: unknown dialect 'amalgam 2'
        fix: begin the script with '# amalgam 1'
      """
    ) {
      try ScriptParser.parse("# amalgam 2\n", file: "s.test")
    }
  }

  @Test func `a condition that is none is refused`() {
    refused(
      "require fts5\n",
      """
      s.test:3:9: error: 'fts5' is no condition
        fix: use KIND:NAME such as 'module:fts5' or 'function:bm25/-1', 'version>=3.46', \
      'version<3.48' or 'option NAME[=VALUE]'
      """
    )
    refused(
      "skipif function:bm25\nstatement ok\nSELECT 1\n",
      """
      s.test:3:8: error: 'function:bm25' is no condition
        fix: use KIND:NAME such as 'module:fts5' or 'function:bm25/-1', 'version>=3.46', \
      'version<3.48' or 'option NAME[=VALUE]'
      """
    )
  }

  @Test func `a condition needs a record directly below`() {
    refused(
      "skipif module:fts5\n\nstatement ok\nSELECT 1\n",
      """
      s.test:3:1: error: 'skipif' stands above no record
        fix: put the record on the next line
      """
    )
  }

  @Test func `require takes no condition`() {
    refused(
      "onlyif module:fts5\nrequire module:rtree\n",
      """
      s.test:4:1: error: 'require' holds for the rest of the file and takes no 'onlyif'
        fix: put the records that need it into a file of their own
      """
    )
  }

  @Test func `a database line must name kinds and stand at the top`() {
    refused(
      "database disk\n",
      """
      s.test:3:1: error: 'disk' is no kind of database
        fix: use 'memory', 'file' or 'wal'
      """
    )
    refused(
      "statement ok\nSELECT 1\n\ndatabase file\n",
      """
      s.test:6:1: error: 'database' stands below a record that ran already
        fix: move it to the top of the file
      """
    )
  }

  @Test func `a record of one line takes what it takes`() {
    refused(
      "connection\n",
      """
      s.test:3:1: error: 'connection' takes one name
        fix: write 'connection NAME'
      """
    )
    refused(
      "restart now\n",
      """
      s.test:3:9: error: 'now' is more than the record takes
        fix: remove it
      """
    )
  }

  @Test(arguments: ["statement count 3", "statement error"])
  func `a statement says success or which error`(line: String) {
    refused(
      "\(line)\nSELECT 1\n",
      """
      s.test:3:1: error: '\(line)' says neither 'ok' nor the error that is expected
        fix: write 'statement ok' or 'statement error TEXT', the beginning of the message
      """
    )
  }

  @Test func `a plan says what it must have or must not`() {
    refused(
      "plan SCAN\nSELECT 1\n",
      """
      s.test:3:1: error: 'plan SCAN' says neither what the plan must have nor what it must not
        fix: write 'plan require TEXT' or 'plan forbid TEXT'
      """
    )
  }

  @Test func `a record needs SQL, and a query expected values`() {
    refused(
      "statement ok\n\nquery I\nSELECT 1\n",
      """
      s.test:3:1: error: the record has no SQL
        fix: put it on the next line
      s.test:5:1: error: the query has no expected values
        fix: put '----' under its SQL and the values under that, none for no row
      """
    )
  }

  @Test func `expected values belong to a query`() {
    refused(
      "statement ok\nSELECT 1\n----\n1\n",
      """
      s.test:5:1: error: '----' belongs to a query
        fix: remove it and what follows, or make the record a 'query'
      """
    )
  }

  @Test func `a query's first line names letters, an order and a label`() {
    refused(
      """
      query
      SELECT 1
      ----
      1

      query IX
      SELECT 1
      ----
      1

      query I sorted
      SELECT 1
      ----
      1

      query IT valuesort
      SELECT 1, 'a'
      ----
      1
      a

      query I nosort label more
      SELECT 1
      ----
      1

      """,
      """
      s.test:3:1: error: the query names no columns
        fix: write 'query' and one letter of IRTBL a column
      s.test:8:7: error: 'IX' is no list of columns
        fix: write one letter of IRTBL a column
      s.test:13:9: error: 'sorted' is no order of values
        fix: use 'nosort', 'rowsort' or 'valuesort'
      s.test:18:7: error: 'valuesort' mixes the columns, so they need one letter
        fix: use 'L' for every column, or 'rowsort'
      s.test:24:22: error: 'more' is more than the record takes
        fix: remove it
      """
    )
  }

  @Test(arguments: [
    ("I", "1.0", "write an integer such as '-1', or NULL"),
    ("R", "abc", "write a real such as '1.5', or NULL"),
    ("B", "00FF", "write a blob such as X'00FF', or NULL"),
    ("L", "text", "write an SQL literal: 12, 1.5, 'it''s', X'00' or NULL"),
    ("T", "a\tb", "write the text as it is; one with control characters needs hex() or quote()"),
  ])
  func `an expected value must be one of its column`(letter: String, value: String, fix: String) {
    refused(
      "query \(letter)\nSELECT a FROM t\n----\n\(value)\n",
      """
      s.test:6:1: error: '\(value.replacing("\t", with: "\\x09"))' is no value of a column \
      '\(letter)'
        fix: \(fix)
      """
    )
  }

  @Test func `values must be whole rows`() {
    refused(
      "query II\nSELECT 1, 2\n----\n1\n2\n3\n",
      """
      s.test:3:1: error: 3 values are no whole rows of 2 columns
        fix: write one value a line
      """
    )
  }
}
