import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct LeftOutSQLTests {
  private let catalogue = """
    stock
      measured 3.53.4
      adds function:date/-1 function:abs/1
    SQLITE_OMIT_DATETIME_FUNCS defined
      removes function:date/-1
    SQLITE_OMIT_FLAG_PRAGMAS defined
      removes pragma:foreign_keys
    SQLITE_OMIT_BLOB_LITERAL defined
    SQLITE_OMIT_COMPOUND_SELECT grammar
    SQLITE_OMIT_CONFLICT_CLAUSE grammar
    SQLITE_OMIT_EXPLAIN grammar
    SQLITE_OMIT_GENERATED_COLUMNS grammar
    SQLITE_OMIT_HEX_INTEGER defined
    SQLITE_OMIT_LIKE_OPTIMIZATION defined
    SQLITE_OMIT_LOCALTIME defined
    SQLITE_OMIT_RETURNING grammar
    SQLITE_OMIT_TRIGGER grammar
      implies SQLITE_OMIT_RETURNING
    SQLITE_OMIT_VIEW grammar
    SQLITE_OMIT_WINDOWFUNC grammar
    """

  private func steps(_ text: String, _ options: [String]) throws -> [Conversation.Step] {
    let script = try ScriptParser.parse("# amalgam 1\n\n" + text, file: "s.test")
    let expectation = try exampleExpectation(options, catalogue: catalogue)
    let conversation = Conversation(
      script,
      in: .memory,
      path: "",
      Circumstances(expectation, exampleLibrary())
    )
    return conversation.steps
  }

  private func omits(_ sql: String, _ option: String) throws -> Bool {
    let expectation = try exampleExpectation(["SQLITE_OMIT_\(option)"], catalogue: catalogue)
    return try #require(LeftOutSQL(expectation.effective)).uses(sql)
  }

  @Test(arguments: [
    ("DATETIME_FUNCS", "SELECT date('now')", "SELECT abs(1), date FROM t"),
    ("FLAG_PRAGMAS", "PRAGMA main.foreign_keys=1", "PRAGMA page_size"),
    ("FLAG_PRAGMAS", "SELECT * FROM pragma_foreign_keys", "SELECT foreign_keys FROM t"),
    ("BLOB_LITERAL", "SELECT x'00'", "SELECT 'x''00'''"),
    ("COMPOUND_SELECT", "SELECT 1 union SELECT 2", "SELECT 'UNION'"),
    (
      "COMPOUND_SELECT", "INSERT INTO t VALUES((1),f(2,3)),(2,3)",
      "INSERT INTO t VALUES((1),f(2,3))"
    ),
    ("CONFLICT_CLAUSE", "INSERT OR IGNORE INTO t VALUES(1)", "SELECT replace('a','b','c') OR 1"),
    ("CONFLICT_CLAUSE", "REPLACE INTO t VALUES(1)", "INSERT INTO t VALUES(1)"),
    ("GENERATED_COLUMNS", "CREATE TABLE t(a, b AS (a+1))", "CREATE TABLE t AS SELECT 1 AS a"),
    (
      "GENERATED_COLUMNS", "CREATE TABLE t(a, b GENERATED ALWAYS AS (a))",
      "WITH w AS (SELECT 1) SELECT * FROM w"
    ),
    ("HEX_INTEGER", "SELECT 0x10", "SELECT 10, \"0x\""),
    ("HEX_INTEGER", "SELECT json('0X1F')", "SELECT json('1')"),
    ("LOCALTIME", "SELECT datetime(0, 'localtime')", "SELECT localtime FROM t"),
    ("TRIGGER", "UPDATE t SET a=1 RETURNING a", "UPDATE t SET a=1"),
    ("TRIGGER", "CREATE TABLE c(p REFERENCES t)", "CREATE TABLE c(p)"),
    ("VIEW", "CREATE VIEW v AS SELECT 1", "SELECT [view-a] FROM t"),
    (
      "VIEW", "INSERT INTO sqlite_schema VALUES('v', 'CREATE VIEW v AS SELECT 1')",
      "INSERT INTO t VALUES('a view')"
    ),
    ("WINDOWFUNC", "SELECT sum(a) OVER () FROM t", "SELECT sum(a) FROM t"),
  ])
  func `SQL is taken for what it uses`(option: String, uses: String, plain: String) throws {
    #expect(try omits(uses, option))
    #expect(try !omits(plain, option))
  }

  @Test func `a record that uses what is left out is omitted, and the rest is asked`() throws {
    let text = """
      query T
      SELECT date('2024-05-06')
      ----
      2024-05-06

      query I
      SELECT abs(-1)
      ----
      1

      """

    #expect(try steps(text, []) == [.sent(0..<2), .sent(2..<3)])
    #expect(try steps(text, ["SQLITE_OMIT_DATETIME_FUNCS"]) == [.omitted, .sent(0..<2)])
  }

  @Test func `what an omitted record would have made is not asked for`() throws {
    let text = """
      statement ok
      CREATE TABLE t(a)

      statement ok
      CREATE VIEW v AS SELECT a FROM t

      query I
      SELECT count(*) FROM v
      ----
      0

      query T
      SELECT sql FROM sqlite_schema WHERE name='t'
      ----
      CREATE TABLE t(a)

      statement ok
      CREATE TABLE other(a)

      query I
      SELECT count(*) FROM other
      ----
      0

      """
    let omitted = try steps(text, ["SQLITE_OMIT_VIEW"]).map { $0 == .omitted }

    #expect(omitted == [false, true, true, true, false, false])
    #expect(try steps(text, []).allSatisfy { $0 != .omitted })
  }

  @Test func `what an omitted record only reads is asked for behind it`() throws {
    let reading = """
      statement ok
      CREATE VIEW v AS SELECT a FROM main.t JOIN u

      query I
      SELECT a FROM t, u
      ----

      query I
      SELECT a FROM v
      ----

      """
    #expect(try steps(reading, ["SQLITE_OMIT_VIEW"]) == [.omitted, .sent(0..<2), .omitted])
    let deleting = """
      statement ok
      DELETE FROM t WHERE a=x'00'

      query I
      SELECT a FROM t
      ----

      """
    #expect(try steps(deleting, ["SQLITE_OMIT_BLOB_LITERAL"]) == [.omitted, .omitted])
  }

  @Test func `behind a pragma that only asks for a value all is asked`() throws {
    func steps(_ pragma: String) throws -> [Conversation.Step] {
      let text = "query I\nPRAGMA \(pragma)\n----\n0\n\nquery I\nSELECT 1\n----\n1\n"
      return try self.steps(text, ["SQLITE_OMIT_FLAG_PRAGMAS"])
    }
    #expect(try steps("foreign_keys") == [.omitted, .sent(0..<2)])
    #expect(try steps("foreign_keys=1") == [.omitted, .omitted])
    #expect(try steps("foreign_keys(1)") == [.omitted, .omitted])
  }

  @Test func `behind a pragma that is not asked nothing is`() throws {
    let text = "statement ok\nPRAGMA foreign_keys=1\n\nquery I\nSELECT 1\n----\n1\n"

    #expect(try steps(text, ["SQLITE_OMIT_FLAG_PRAGMAS"]) == [.omitted, .omitted])
  }

  @Test func `plans and what they are of are left out with what they show`() throws {
    let plan = "plan require SEARCH\nSELECT a FROM t WHERE a LIKE 'x%'\n"

    #expect(try steps(plan, ["SQLITE_OMIT_LIKE_OPTIMIZATION"]) == [.omitted])
    #expect(try steps(plan, ["SQLITE_OMIT_EXPLAIN"]) == [.omitted])
    #expect(try steps(plan, ["SQLITE_OMIT_VIEW"]) != [.omitted])
  }

  @Test func `a record that asks for the very error is asked`() throws {
    let text = """
      skipif function:date/-1
      statement error no such function: date
      SELECT date('now')

      """

    #expect(try steps(text, ["SQLITE_OMIT_DATETIME_FUNCS"]) == [.sent(0..<2)])
    #expect(
      try steps(text.replacing("'now'", with: "X'00'"), ["SQLITE_OMIT_BLOB_LITERAL"])
        == [.omitted]
    )
  }

  @Test func `a record that expects the refusal of what is left out is asked`() throws {
    let text = """
      statement error near "VIEW": syntax error
      CREATE VIEW v AS SELECT 1

      statement error no such function: date
      SELECT date('now')

      statement error non-deterministic use of date()
      CREATE TABLE t(a, b AS (date('now')))

      statement error table t already exists
      CREATE VIEW t AS SELECT date('now')

      """
    let options = ["SQLITE_OMIT_VIEW", "SQLITE_OMIT_DATETIME_FUNCS"]

    #expect(try steps(text, options).map { $0 == .omitted } == [false, false, true, true])
  }

  @Test func `hostile SQL is read to its end`() {
    for sql in ["'", "\"", "[", "x'", "VALUES(", "VALUES", "VALUES)),", "`a", "0x", "AS (", ""] {
      _ = SQLWords(sql).hasSeveralRows
      #expect(SQLWords(sql).tokens.count < 6)
    }
  }
}
