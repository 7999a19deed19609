/// The records that hold SQL.
extension StrictScript {
  mutating func statement() {
    let start = lines
    let words = lines.words
    let expectation: Record.Expectation
    switch words.dropFirst().first?.text {
    case "ok" where words.count == 2: expectation = .success
    case "error" where words.count > 2: expectation = .error(prefix: lines.rest(after: 2))
    default:
      lines.refuse(
        "'\(lines.current ?? "")' says neither 'ok' nor the error that is expected",
        at: lines.location(),
        fix: "write 'statement ok' or 'statement error TEXT', the beginning of the message"
      )
      guards = []
      lines.skipRecord()
      return
    }
    guard let sql = sql(under: start) else { return }
    refuseExpected(under: start)
    add(.statement(sql: sql, expectation), at: start)
  }

  mutating func plan() {
    let start = lines
    let words = lines.words
    let how = words.dropFirst().first?.text ?? ""
    guard ["require", "forbid"].contains(how), words.count > 2 else {
      lines.refuse(
        "'\(lines.current ?? "")' says neither what the plan must have nor what it must not",
        at: lines.location(),
        fix: "write 'plan require TEXT' or 'plan forbid TEXT'"
      )
      guards = []
      lines.skipRecord()
      return
    }
    let demand = Record.PlanDemand(isRequired: how == "require", text: lines.rest(after: 2))
    guard let sql = sql(under: start) else { return }
    refuseExpected(under: start)
    add(.plan(sql: sql, demand), at: start)
  }

  mutating func query() {
    let start = lines
    let header = QueryHeader(&lines, letters: "IRTBL")
    guard let sql = sql(under: start) else { return }
    guard lines.current == "----" else {
      lines.refuse(
        "the query has no expected values",
        at: start.location(),
        fix: "put '----' under its SQL and the values under that, none for no row"
      )
      guards = []
      return
    }
    lines.advance()
    guard let header else {
      guards = []
      lines.skipRecord()
      return
    }
    let query = Record.Query(
      sql: sql,
      columns: header.columns,
      order: header.order,
      label: header.label,
      expected: .values(expectedValues(header, under: start))
    )
    add(.query(query), at: start)
  }

  private mutating func expectedValues(
    _ header: QueryHeader,
    under start: ScriptLines
  ) -> [Value] {
    var values: [Value] = []
    var count = 0
    while let line = lines.current, !line.isBlank {
      let column = header.columns[count % header.columns.count]
      if let value = StrictValue.parse(String(line), as: column) {
        values.append(value)
      } else {
        lines.refuse(
          "'\(line)' is no value of a column '\(column.rawValue)'",
          at: lines.location(),
          fix: StrictValue.spelling(of: column)
        )
      }
      count += 1
      lines.advance()
    }
    if count % header.columns.count != 0 {
      lines.refuse(
        "\(count) values are no whole rows of \(header.columns.count) columns",
        at: start.location(),
        fix: "write one value a line"
      )
    }
    return values
  }

  /// Returns the SQL under the current line, which it leaves at `----` or a blank line.
  private mutating func sql(under start: ScriptLines) -> String? {
    lines.advance()
    var sql: [Substring] = []
    while let line = lines.current, !line.isBlank, line != "----" {
      sql.append(line)
      lines.advance()
    }
    if !sql.isEmpty { return sql.joined(separator: "\n") }
    lines.refuse("the record has no SQL", at: start.location(), fix: "put it on the next line")
    guards = []
    lines.skipRecord()
    return nil
  }

  private mutating func refuseExpected(under start: ScriptLines) {
    guard lines.current == "----" else { return }
    lines.refuse(
      "'----' belongs to a query",
      at: lines.location(),
      fix: "remove it and what follows, or make the record a 'query'"
    )
    lines.skipRecord()
  }
}
