import Testing

@testable import AmalgamCore

struct RecordJudgeTests {
  /// Returns what is wrong with `rows` as the answer to the first record of a strict script.
  private func strict(_ record: String, _ rows: [[Value]]) throws -> Mismatch? {
    try mismatch("# amalgam 1\n\n\(record)", Answer(rows: rows))
  }

  private func loose(_ record: String, _ rows: [[Value]]) throws -> Mismatch? {
    try mismatch(record, Answer(rows: rows))
  }

  private func mismatch(_ text: String, _ answer: Answer) throws -> Mismatch? {
    let script = try ScriptParser.parse(text + "\n", file: "s.test")
    var judge = RecordJudge()
    return judge.mismatch(try #require(script.records.first), answer)
  }

  private let failed = Answer(result: .error(code: 1, message: "no such table: t"))

  // MARK: Statements, plans, probes

  @Test func `a statement that should work and fails shows the error`() throws {
    let wrong = try mismatch("statement ok\nSELECT 1", failed)

    #expect(wrong == Mismatch(expected: "success", got: "error 1 'no such table: t'"))
  }

  @Test func `an error is compared by the beginning of its message`() throws {
    let record = "# amalgam 1\nstatement error no such table\nSELECT 1"

    #expect(try mismatch(record, failed) == nil)
    #expect(
      try mismatch(record, Answer())
        == Mismatch(expected: "an error that begins 'no such table'", got: "success")
    )
    #expect(
      try mismatch(record, Answer(result: .error(code: 1, message: "syntax error")))
        == Mismatch(
          expected: "an error that begins 'no such table'",
          got: "error 1 'syntax error'"
        )
    )
  }

  @Test func `SQLite's dialect takes any error`() throws {
    #expect(try mismatch("statement error\nSELECT 1", failed) == nil)
    #expect(
      try mismatch("statement error\nSELECT 1", Answer())
        == Mismatch(expected: "an error", got: "success")
    )
  }

  @Test func `a plan is looked at step by step`() throws {
    let rows: [[Value]] = [[.text("SEARCH t USING INDEX i")], [.text("USE TEMP B-TREE")]]

    #expect(try strict("plan require USING INDEX i\nSELECT 1", rows) == nil)
    #expect(try strict("plan forbid SCAN\nSELECT 1", rows) == nil)
    #expect(
      try strict("plan require SCAN t\nSELECT 1", rows)
        == Mismatch(
          expected: "a step of the plan with 'SCAN t'",
          got: "'SEARCH t USING INDEX i', 'USE TEMP B-TREE'"
        )
    )
    #expect(
      try strict("plan forbid TEMP\nSELECT 1", rows)?.expected == "no step of the plan with 'TEMP'"
    )
    #expect(
      try mismatch("# amalgam 1\nplan forbid TEMP\nSELECT 1", failed)?.got
        == "error 1 'no such table: t'"
    )
  }

  @Test func `a probe must say yes`() throws {
    #expect(try strict("probe x", [[.integer(1)]]) == nil)
    #expect(
      try strict("probe x", [[.integer(0)]])
        == Mismatch(expected: "a probe that says yes", got: "0")
    )
    #expect(
      try strict("probe x", []) == Mismatch(expected: "a probe that says yes", got: "no row")
    )
    #expect(try mismatch("# amalgam 1\nprobe x", failed)?.got == "error 1 'no such table: t'")
  }

  // MARK: Strict queries

  @Test func `values compare by class too`() throws {
    let query = "query ITR\nSELECT 1\n----\n1\none\n1.5"

    #expect(try strict(query, [[.integer(1), .text("one"), .real(1.5)]]) == nil)
    #expect(
      try strict(query, [[.text("1"), .text("one"), .real(1.5)]])
        == Mismatch(expected: "1 in row 1, column 1", got: "'1'")
    )
    #expect(
      try strict(query, [[.integer(1), .text("one"), .integer(1)]])
        == Mismatch(expected: "1.5 in row 1, column 3", got: "1")
    )
    #expect(try strict("query T\nSELECT 1\n----\nNULL", [[.text("NULL")]])?.got == "'NULL'")
    #expect(try strict("query L\nSELECT 1\n----\n'NULL'", [[.text("NULL")]]) == nil)
    #expect(try strict("query B\nSELECT 1\n----\nX'00FF'", [[.blob([0, 255])]]) == nil)
  }

  @Test func `reals compare to fifteen digits`() throws {
    let query = "query R\nSELECT 1\n----\n0.333333333333333"

    #expect(try strict(query, [[.real(1.0 / 3.0)]]) == nil)
    #expect(try strict(query, [[.real(0.33333333333334)]])?.got == "0.33333333333334")
    #expect(try strict("query R\nSELECT 1\n----\n1e300", [[.real(1e300)]]) == nil)
    #expect(try strict("query R\nSELECT 1\n----\nInf", [[.real(.infinity)]]) == nil)
    #expect(try strict("query R\nSELECT 1\n----\n-Inf", [[.real(.infinity)]])?.got == "Inf")
  }

  @Test func `a wrong number of values or columns is told as such`() throws {
    let query = "query I\nSELECT 1\n----\n1\n2"

    #expect(
      try strict(query, [[.integer(1)]]) == Mismatch(expected: "2 values", got: "1 value")
    )
    #expect(
      try strict(query, [[.integer(1)], [.integer(2)], [.integer(3)]])
        == Mismatch(expected: "2 values", got: "3 values, the first too many is 3")
    )
    #expect(
      try strict(query, [[.integer(1), .integer(2)]])
        == Mismatch(expected: "1 column", got: "2 columns")
    )
    #expect(
      try mismatch("# amalgam 1\n\(query)", failed)
        == Mismatch(expected: "2 values", got: "error 1 'no such table: t'")
    )
  }

  @Test func `rows and values can be sorted before they are compared`() throws {
    let rows: [[Value]] = [[.integer(3), .integer(4)], [.integer(1), .integer(2)]]

    #expect(try strict("query II rowsort\nSELECT 1\n----\n1\n2\n3\n4", rows) == nil)
    #expect(try strict("query II rowsort\nSELECT 1\n----\n3\n4\n1\n2", rows) == nil)
    #expect(try strict("query II valuesort\nSELECT 1\n----\n4\n1\n3\n2", rows) == nil)
    #expect(try strict("query II rowsort\nSELECT 1\n----\n1\n4\n3\n2", rows) != nil)
  }

  @Test func `text with control characters never compares`() throws {
    let wrong = try strict("query T\nSELECT 1\n----\na", [[.text("a\n")]])

    #expect(
      wrong?.got == "text with control characters, X'610A', which needs hex() or quote()"
    )
  }

  @Test func `queries of one label must agree`() throws {
    let text =
      "# amalgam 1\n\nquery I nosort x\nSELECT 1\n----\n1\n\nquery I nosort x\nSELECT 2\n----\n2\n\n"
      + "query I nosort x\nSELECT 3 WHERE 0\n----\n"
    let records = try ScriptParser.parse(text, file: "s.test").records
    var judge = RecordJudge()

    #expect(judge.mismatch(records[0], Answer(rows: [[.integer(1)]])) == nil)
    #expect(
      judge.mismatch(records[1], Answer(rows: [[.integer(2)]]))
        == Mismatch(expected: "the values of label 'x' at line 3", got: "2")
    )
    #expect(
      judge.mismatch(records[2], Answer())
        == Mismatch(expected: "the values of label 'x' at line 3", got: "no values")
    )
  }

  @Test func `text that is no UTF-8 is shown as bytes`() throws {
    #expect(
      try strict("query T\nSELECT 1\n----\na", [[.text([0x61, 0xFF])]])
        == Mismatch(
          expected: "'a' in row 1, column 1",
          got: "text that is no UTF-8, X'61FF'"
        )
    )
  }

  // MARK: SQLite's dialect

  @Test func `values are converted by the letter of their column`() throws {
    let query = "query ITR\nSELECT 1\n----\n"

    #expect(
      try loose(query + "3\n(empty)\n1.500", [[.real(3.7), .text(""), .text("1.5x")]]) == nil
    )
    #expect(try loose(query + "NULL\nNULL\nNULL", [[.null, .null, .null]]) == nil)
    #expect(
      try loose(query + "-12\na@b@@\n7.000", [[.text(" -12abc"), .text("a\tbé"), .integer(7)]])
        == nil
    )
    // sqlite3_column_int() cuts to 32 bits, and so do the collection's own results.
    #expect(
      try loose(
        query + "705032704\n1.5\n0.000",
        [[.integer(5_000_000_000), .real(1.5), .blob([])]]
      )
        == nil
    )
  }

  @Test(arguments: [
    (0.0005, "0.001"), (1.0005, "1.000"), (-2.5, "-2.500"), (0.0625, "0.063"),
    (1234567890.1234, "1234567890.123"), (0.9996, "1.000"), (1e20, "100000000000000000000.000"),
    (-0.0001, "-0.000"),
  ])
  func `reals are printed with three decimals`(number: Double, text: String) throws {
    #expect(try loose("query R\nSELECT 1\n----\n\(text)", [[.real(number)]]) == nil)
  }

  @Test func `many values are compared by their hash`() throws {
    let rows: [[Value]] = [[.integer(1)], [.integer(2)], [.integer(3)]]
    let right = MD5.hexDigest(of: Array("1\n2\n3\n".utf8))
    let other = String(repeating: "0", count: 32)

    #expect(try loose("query I\nSELECT 1\n----\n3 values hashing to \(right)", rows) == nil)
    #expect(
      try loose("query I\nSELECT 1\n----\n3 values hashing to \(other)", rows)
        == Mismatch(
          expected: "3 values hashing to \(other)",
          got: "3 values hashing to \(right)"
        )
    )
  }

  @Test func `a query without values only has to run`() throws {
    #expect(try loose("query I\nSELECT 1", [[.integer(9)]]) == nil)
    #expect(try mismatch("query I\nSELECT 1", failed)?.expected == "success")
  }

  @Test func `a wrong line is shown with its place`() throws {
    #expect(
      try loose(
        "query TT rowsort\nSELECT 1\n----\na\nb\nc\nd",
        [
          [.text("c"), .text("x")], [.text("a"), .text("b")],
        ]
      ) == Mismatch(expected: "'d' in row 2, column 2", got: "'x'")
    )
  }
}
