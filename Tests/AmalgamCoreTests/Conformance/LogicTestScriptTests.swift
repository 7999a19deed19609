@testable import AmalgamCore
import AmalgamTestSupport
import Testing

struct LogicTestScriptTests {
  private func script(_ text: String) throws -> Script {
    try ScriptParser.parse(text, file: "select1.test")
  }

  private func refused(
    _ text: String,
    _ message: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectFailure(message, sourceLocation: sourceLocation) { try script(text) }
  }

  @Test func `statements, queries, hashes and comments are read`() throws {
    let script = try script(
      """
      # a comment
      hash-threshold 8

      statement ok
      CREATE TABLE t1(a INTEGER)
      # inside a record too

      statement error
      CREATE TABLE t1(a INTEGER)

      query IT rowsort x1
      SELECT a, b
        FROM t1
      ----
      1
      one

      query I nosort
      SELECT a FROM t1
      ----
      30 values hashing to 3c13dee48d9356ae19af2515e05e6b54

      query R
      SELECT c FROM t1

      halt

      """
    )

    #expect(script.dialect == .logicTest)
    #expect(
      script.records.map(\.kind) == [
        .statement(sql: "CREATE TABLE t1(a INTEGER)", .success),
        .statement(sql: "CREATE TABLE t1(a INTEGER)", .error(prefix: nil)),
        .query(
          .init(
            sql: "SELECT a, b\n  FROM t1",
            columns: [.integer, .text],
            order: .rowsort,
            label: "x1",
            expected: .lines(["1", "one"])
          )
        ),
        .query(
          .init(
            sql: "SELECT a FROM t1",
            columns: [.integer],
            order: .nosort,
            label: nil,
            expected: .hash(count: 30, md5: "3c13dee48d9356ae19af2515e05e6b54")
          )
        ),
        .query(
          .init(
            sql: "SELECT c FROM t1",
            columns: [.real],
            order: .nosort,
            label: nil,
            expected: .anything
          )
        ),
        .halt,
      ]
    )
  }

  @Test func `engines are conditions, with a comment behind them`() throws {
    let script = try script(
      """
      skipif mysql # not compatible
      onlyif SQLite
      statement ok
      SELECT 1

      """
    )

    #expect(
      script.records.first?.guards == [
        Record.Guard(isOnly: false, condition: .engine("mysql")),
        Record.Guard(isOnly: true, condition: .engine("SQLite")),
      ]
    )
  }

  @Test(arguments: [
    ("include other.test", "include", "put the records of that file here"),
    ("loop i 0 10", "loop", "write the records of each round out"),
    ("control substitution on", "control", "write values and settings out where they are used"),
    ("sleep 1s", "sleep", "remove it: records run one after another"),
    ("user root", "user", "remove it: SQLite has no users"),
    ("load db.test", "load", "build the tables with 'statement ok' records"),
  ])
  func `records of other dialects are refused by name`(line: String, name: String, fix: String) {
    refused(
      line + "\n",
      """
      select1.test:1:1: error: '\(name)' is a record of another dialect
        fix: \(fix)
      """
    )
  }

  @Test func `words of other dialects in a record are refused`() {
    refused(
      """
      statement count 3
      SELECT 1

      statement error no such table
      SELECT 1

      query error
      SELECT 1

      skipif module:fts5 or more
      statement ok
      SELECT 1

      hash-threshold many

      """,
      """
      select1.test:1:1: error: 'statement count 3' is not of SQLite's dialect
        fix: write 'statement ok' or 'statement error'; a message is compared in a script that \
      begins with '# amalgam 1'
      select1.test:4:1: error: 'statement error no such table' is not of SQLite's dialect
        fix: write 'statement ok' or 'statement error'; a message is compared in a script that \
      begins with '# amalgam 1'
      select1.test:7:7: error: 'error' is no list of columns
        fix: write one letter of TIR a column
      select1.test:10:1: error: 'skipif module:fts5 or more' names no single engine
        fix: write 'skipif sqlite'; conditions on capabilities need a script that begins with \
      '# amalgam 1'
      select1.test:14:1: error: 'hash-threshold' takes one number
        fix: write 'hash-threshold 8', or 0 to never hash
      """
    )
  }

  @Test func `an unknown record has a list of those there are`() {
    refused(
      "querry I\nSELECT 1\n",
      """
      select1.test:1:1: error: unknown record 'querry'; did you mean 'query'?
        fix: a record begins with one of halt, hash-threshold, onlyif, query, skipif, statement
      """
    )
  }

  @Test func `a record needs SQL and a condition needs a record`() {
    refused(
      "statement ok\n\nskipif mysql\n",
      """
      select1.test:1:1: error: the record has no SQL
        fix: put it on the next line
      select1.test:3:1: error: a condition stands above no record
        fix: put the record on the next line
      """
    )
  }
}
