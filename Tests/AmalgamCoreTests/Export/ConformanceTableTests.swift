import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct ConformanceTableTests {
  private func table(
    _ text: String,
    demands: [Demand] = [],
    library: LibraryEvidence = exampleLibrary { $0.modules = .known(["fts5"]) }
  ) throws -> ConformanceTable {
    let script = try ScriptParser.parse("# amalgam 1\n" + text, file: "s.test")
    let expectation = try exampleExpectation(
      ["SQLITE_ENABLE_FTS5"],
      demands: demands,
      catalogue: """
        stock
          measured 3.53.4
        SQLITE_ENABLE_FTS5 defined
          adds module:fts5
        SQLITE_ENABLE_RTREE defined
          adds module:rtree
        """
    )
    return ConformanceTable([script], expectation, library)
  }

  private func rows(_ text: String) throws -> [ConformanceTable.Row] {
    try table(text).rows.filter { $0.suite == "s" }
  }

  @Test func `what the app registers is asked for, and its suites are marked`() throws {
    let line = exampleLocation(line: 7, "require function:shout/1 by app")
    let demand = Demand(
      Capability(.function, "shout/1"),
      isRequired: true,
      isByApp: true,
      at: line
    )
    let text = """
      require function:shout/1

      query T
      SELECT shout('a')
      ----
      A
      """
    let without = try table(text)
    let with = try table(text, demands: [demand])

    #expect(without.rows.allSatisfy { $0.suite != "s" && $0.suite != "app" })
    #expect(with.rows.filter { $0.suite == "s" }.map(\.kind) == ["app", "query"])
    let asked = with.rows.filter { $0.suite == "app" }
    #expect(asked.map(\.kind) == ["app", "query"])
    #expect(asked.map(\.line) == [7, 7])
    #expect(
      asked.last?.sql
        == "SELECT CASE WHEN EXISTS (SELECT 1 FROM pragma_function_list WHERE name='shout' AND narg=1) "
        + "THEN 'function:shout/1' ELSE 'not registered' END"
    )
    #expect(with.cases == without.cases + 2)
    #expect(with.casesWithoutApp == without.cases)
  }

  @Test func `each record becomes a row with its line`() throws {
    let rows = try rows(
      """

      statement ok
      CREATE TABLE t(a); INSERT INTO t VALUES(1)

      query IT rowsort
      SELECT a, 'x y' FROM t
      ----
      1
      x y

      statement error no such table | syntax error
      SELECT * FROM u

      plan forbid SCAN t
      SELECT * FROM t WHERE rowid=1
      """
    )

    #expect(rows.map(\.kind) == ["success", "success", "rowsort", "error", "planForbids"])
    #expect(rows.map(\.line) == [3, 3, 6, 12, 15])
    #expect(
      rows.map(\.sql) == [
        "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "SELECT a, 'x y' FROM t",
        "SELECT * FROM u", "SELECT * FROM t WHERE rowid=1",
      ]
    )
    #expect(
      rows.map(\.expected) == ["", "", "i 1\nt x y", "no such table\nsyntax error", "SCAN t"]
    )
    #expect(rows.map(\.columns) == [0, 0, 2, 0, 0])
  }

  @Test func `what is not promised is not asked`() throws {
    let rows = try rows(
      """

      onlyif module:rtree
      query I
      SELECT 1
      ----
      1

      onlyif module:fts5
      query I
      SELECT 2
      ----
      2
      """
    )

    #expect(rows.map(\.sql) == ["SELECT 2"])
  }

  @Test(arguments: [
    "\nstatement ok\nCREATE TABLE t(a)\n\nrestart\n\nquery I\nSELECT 1\n----\n1\n",
    "\nconnection two\n\nquery I\nSELECT 1\n----\n1\n",
    "database file\n\nquery I\nSELECT 1\n----\n1\n",
  ])
  func `a suite that needs a file or two connections is left out by name`(text: String) throws {
    let table = try table(text)

    #expect(table.leftOut == ["s"])
    #expect(table.rows.allSatisfy { $0.suite == "promise" })
  }

  @Test func `values carry their class`() throws {
    let rows = try rows(
      """

      query LLLLL
      SELECT NULL, 1.5, X'00ff', '', -3
      ----
      NULL
      1.5
      X'00FF'
      ''
      -3
      """
    )

    #expect(rows.map(\.expected) == ["n \nr 1.5\nb 00ff\nt \ni -3"])
  }

  @Test func `what is promised and listed is asked for, and the options that are reported`() throws
  {
    let rows = try table(
      "",
      library: exampleLibrary {
        $0.modules = .known(["fts5"])
        $0.reported = .known(["ENABLE_FTS5", "COMPILER=clang-21", "ENABLE_LOCKING_STYLE"])
      }
    ).rows

    #expect(rows.map(\.suite) == ["promise", "promise"])
    #expect(
      rows.map(\.sql) == [
        "SELECT 'module:fts5' FROM pragma_module_list WHERE name='fts5' LIMIT 1",
        "SELECT compile_options FROM pragma_compile_options WHERE "
          + "compile_options GLOB 'ENABLE_[A-KM-Z]*' OR compile_options GLOB 'OMIT_*' OR "
          + "compile_options GLOB 'DEFAULT_*' OR compile_options GLOB 'THREADSAFE=*' OR "
          + "compile_options GLOB 'TEMP_STORE=*'",
      ]
    )
    #expect(rows.map(\.expected) == ["t module:fts5", "t ENABLE_FTS5"])
  }

  @Test func `a literal of C holds any text`() {
    #expect(CLiteral.quoted("a\"b\\c\n??=é\u{1}9") == #""a\"b\\c\n\?\?=\303\251\0019""#)
  }
}
