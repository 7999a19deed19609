/// Which records use a part of SQL that the profile's `SQLITE_OMIT_` options leave out.
///
/// Such a record tells nothing of the library, and neither does one behind it that uses what an
/// omitted one would have made. A suite needs no conditions for that.
package struct LeftOutSQL: Hashable, Sendable {
  private let names: Set<String>
  /// What the options take away of pragmas, functions and tables, in capitals.
  private let pragmas: Set<String>
  private let functions: Set<String>
  private let modules: Set<String>

  /// Returns `nil` where nothing is left out.
  package init?(_ effective: EffectiveOptions) {
    let rows = effective.rows.filter { $0.name.hasPrefix("SQLITE_OMIT_") }
    guard !rows.isEmpty else { return nil }
    names = Set(rows.map { String($0.name.dropFirst("SQLITE_OMIT_".count)) })
    let lines = rows.flatMap { row in row.removes.filter { effective.holds($0, for: row) } }
    func removed(_ kind: Capability.Kind) -> Set<String> {
      Set(lines.map(\.value).filter { $0.kind == kind }.map { $0.plainName.uppercased() })
    }
    pragmas = removed(.pragma)
    functions = removed(.function).subtracting(["->", "->>"])
    modules = removed(.module)
  }

  /// Whether the record cannot run, or not as its author meant it.
  func takes(_ record: Record) -> Bool {
    guard let sql = record.sqlWords, !expectsRefusal(record) else { return false }
    let absent = record.kindsOfAbsence
    return absent.isEmpty && usesRemoved(sql)
      || !absent.contains(.syntax) && uses(sql, planText: record.planText)
  }

  /// Whether the record asks for the error that names what is left out: `near "VIEW": syntax error`.
  private func expectsRefusal(_ record: Record) -> Bool {
    guard case .statement(_, .error(let prefix?)) = record.kind else { return false }
    let error = SQLWords(prefix)
    if prefix.hasPrefix("near \"") { return uses(error, planText: nil) }
    return prefix.hasPrefix("no such function: ") && !functions.isDisjoint(with: error.words)
      || prefix.hasPrefix("no such module: ") && !modules.isDisjoint(with: error.words)
  }

  /// Whether `sql` uses anything of what is left out.
  package func uses(_ sql: String) -> Bool {
    let sql = SQLWords(sql)
    return usesRemoved(sql) || uses(sql, planText: nil)
  }

  /// Also in what is written into the schema as a text.
  private func uses(_ sql: SQLWords, planText: String?) -> Bool {
    names.contains { name in
      Self.uses(name, sql, planText: planText)
        || sql.schemaTexts.contains { Self.uses(name, $0, planText: nil) }
    }
  }

  private func usesRemoved(_ sql: SQLWords) -> Bool {
    if sql.has("PRAGMA_FUNCTION_LIST", "PRAGMA_PRAGMA_LIST", "PRAGMA_MODULE_LIST"),
      sql.tokens.contains(where: isNameOfRemoved)
    {
      return true
    }
    if !modules.isDisjoint(with: sql.words) { return true }
    if functions.contains(where: sql.calls) { return true }
    return pragmas.contains { name in
      sql.has("PRAGMA_" + name) || (sql.has("PRAGMA") && sql.has(name))
    }
  }

  private func isNameOfRemoved(_ token: SQLWords.Token) -> Bool {
    guard case .text(let text) = token else { return false }
    let name = text.uppercased()
    return functions.contains(name) || pragmas.contains(name) || modules.contains(name)
  }

  /// Whether `sql` uses what `SQLITE_OMIT_` and `name` leaves out, of that which has no name of its
  /// own in a list.
  private static func uses(_ name: String, _ sql: SQLWords, planText: String?) -> Bool {
    switch name {
    case "ALTERTABLE": sql.has("ALTER")
    case "ANALYZE": sql.has("ANALYZE", "SQLITE_STAT1", "SQLITE_STAT4")
    case "AUTOINCREMENT": sql.has("AUTOINCREMENT", "SQLITE_SEQUENCE")
    case "AUTOMATIC_INDEX": planText?.contains("AUTOMATIC") ?? false
    case "BETWEEN_OPTIMIZATION": planText != nil && sql.has("BETWEEN")
    case "BLOB_LITERAL": sql.tokens.contains(.blob)
    case "CAST": sql.has("CAST")
    case "CHECK": sql.has("CHECK")
    case "COMPOUND_SELECT": sql.has("UNION", "EXCEPT", "INTERSECT") || sql.hasSeveralRows
    case "CONFLICT_CLAUSE": sql.has("CONFLICT") || sql.resolvesConflicts
    case "CTE": sql.has("WITH")
    case "EXPLAIN": planText != nil || sql.has("EXPLAIN")
    case "FOREIGN_KEY": sql.has("REFERENCES", "FOREIGN")
    case "GENERATED_COLUMNS": sql.has("GENERATED", "STORED") || sql.generatesColumn
    case "HEX_INTEGER": sql.tokens.contains { $0.holdsHexadecimal }
    // A new column with a CHECK is held against the rows that are there by PRAGMA quick_check.
    case "INTEGRITY_CHECK": sql.has("ALTER") && sql.has("CHECK")
    case "LIKE_OPTIMIZATION": planText != nil && sql.has("LIKE", "GLOB")
    case "LOCALTIME": sql.tokens.contains(.text("localtime")) || sql.tokens.contains(.text("utc"))
    case "OR_OPTIMIZATION": planText != nil && sql.has("OR")
    case "REINDEX": sql.has("REINDEX")
    case "RETURNING": sql.has("RETURNING")
    // The word ROW, of window frames too, is known to the parser with triggers only.
    case "TRIGGER": sql.has("TRIGGER", "RAISE", "REFERENCES", "FOREIGN", "ROW")
    case "UPSERT": sql.has("CONFLICT") && sql.has("DO")
    case "VIEW": sql.has("VIEW")
    case "WINDOWFUNC": sql.has("OVER", "WINDOW", "FILTER")
    default: false
    }
  }
}

/// Follows a script from its first record on.
struct LeftOutRecords {
  private let leftOut: LeftOutSQL?
  /// What records that were not asked would have made or changed, in capitals.
  private var missing: Set<String> = []
  /// Whether the state of a connection is another from here on.
  private var isOver = false

  init(_ leftOut: LeftOutSQL?) {
    self.leftOut = leftOut
  }

  /// Returns whether the record is not to be asked.
  mutating func takes(_ record: Record) -> Bool {
    guard let leftOut, let sql = record.sqlWords else { return false }
    guard isOver || isTouched(sql) || leftOut.takes(record) else { return false }
    if record.changesDatabase(sql) {
      let heads = sql.has("DELETE") ? Self.heads.union(["FROM"]) : Self.heads
      missing.formUnion(sql.words(behind: heads).subtracting(Self.noNames))
      isOver = isOver || sql.changesConnection
    }
    return true
  }

  /// Whether it looks at what is missing, or at the list of all there is.
  private func isTouched(_ sql: SQLWords) -> Bool {
    if missing.isEmpty { return false }
    return !missing.isDisjoint(with: sql.words) || !Self.lists.isDisjoint(with: sql.words)
      || sql.tokens.contains { token in
        if case .text(let text) = token { missing.contains(text.uppercased()) } else { false }
      }
  }

  /// What looks at all there is, or at what was done last.
  private static let lists: Set<String> = [
    "SQLITE_SCHEMA", "SQLITE_MASTER", "SQLITE_TEMP_SCHEMA", "SQLITE_TEMP_MASTER",
    "SQLITE_SEQUENCE", "SQLITE_STAT1", "SQLITE_STAT4", "PRAGMA_TABLE_LIST", "PRAGMA_FREELIST_COUNT",
    "PRAGMA_PAGE_COUNT", "FREELIST_COUNT", "PAGE_COUNT", "CHANGES", "TOTAL_CHANGES",
    "LAST_INSERT_ROWID",
  ]

  /// The words that a name of a table, an index, a view or a trigger follows that is made or changed.
  private static let heads: Set<String> = [
    "TABLE", "VIEW", "INDEX", "TRIGGER", "INTO", "UPDATE", "ON", "EXISTS",
    "TO", "MAIN", "TEMP", "REPLACE", "IGNORE", "ABORT", "FAIL", "ROLLBACK",
  ]

  private static let noNames: Set<String> = [
    "CONFLICT", "DELETE", "UPDATE", "INSERT", "IF", "NOT", "SELECT", "SET", "OF", "OR", "VALUES",
    "MAIN", "TEMP", "INDEXED", "TABLE", "INTO", "REPLACE", "IGNORE", "ABORT", "FAIL", "ROLLBACK",
  ]
}

extension Record {
  fileprivate var sqlWords: SQLWords? {
    switch kind {
    case .statement(let sql, _): SQLWords(sql)
    case .query(let query): SQLWords(query.sql)
    case .plan(let sql, _): SQLWords(sql)
    case .probe, .require, .connection, .disconnect, .register, .restart, .halt: nil
    }
  }

  /// What the record says is missing, where it asks for the very error that tells so.
  fileprivate var kindsOfAbsence: Set<Capability.Kind> {
    guard case .statement(_, .error) = kind else { return [] }
    return Set(
      guards.compactMap { line in
        if case .capability(let capability) = line.condition, !line.isOnly {
          capability.kind
        } else {
          nil
        }
      }
    )
  }

  /// What a `plan` record demands; `nil` for another.
  fileprivate var planText: String? {
    if case .plan(_, let demand) = kind { demand.text } else { nil }
  }

  fileprivate func changesDatabase(_ sql: SQLWords) -> Bool {
    switch kind {
    case .plan: return false
    case .query where sql.asksPragma: return false
    default: break
    }
    return sql.changesConnection
      || sql.has("CREATE", "INSERT", "UPDATE", "DELETE", "REPLACE", "ALTER", "DROP")
  }
}

extension SQLWords {
  /// The statements that make something and stand in it as texts.
  fileprivate var schemaTexts: [SQLWords] {
    tokens.compactMap { token in
      guard case .text(let text) = token, text.uppercased().hasPrefix("CREATE ") else { return nil }
      return SQLWords(text)
    }
  }

  /// Whether it changes what holds for all that comes behind it: a transaction, a pragma.
  fileprivate var changesConnection: Bool {
    has("PRAGMA", "SAVEPOINT", "COMMIT", "ROLLBACK", "RELEASE", "ATTACH", "DETACH", "VACUUM")
      || (has("BEGIN") && !has("TRIGGER"))
  }

  /// Whether it is a pragma alone that is asked for its value, and does nothing: `PRAGMA page_size`.
  fileprivate var asksPragma: Bool {
    tokens.first == .word("PRAGMA")
      && !tokens.contains(.mark(UInt8(ascii: "="))) && !tokens.contains(.mark(UInt8(ascii: "(")))
      && !has("INCREMENTAL_VACUUM", "OPTIMIZE", "SHRINK_MEMORY", "WAL_CHECKPOINT")
  }

  /// `INSERT OR IGNORE`, `REPLACE INTO`, `UPDATE OR FAIL`.
  fileprivate var resolvesConflicts: Bool {
    let ways = ["REPLACE", "IGNORE", "ABORT", "FAIL", "ROLLBACK"].map { Token.word($0) }
    return has { first, next in
      first == .word("OR") && ways.contains(next)
        || first == .word("REPLACE") && next == .word("INTO")
    }
  }

  /// `a INT AS (b+1)` in a table.
  fileprivate var generatesColumn: Bool {
    guard has("TABLE") else { return false }
    for (index, token) in tokens.enumerated() where token == .word("AS") {
      guard index + 2 < tokens.count, tokens[index + 1] == .mark(UInt8(ascii: "(")) else {
        continue
      }
      if ![.word("SELECT"), .word("VALUES"), .word("WITH")].contains(tokens[index + 2]) {
        return true
      }
    }
    return false
  }
}

extension SQLWords.Token {
  /// Whether it is a hexadecimal number, or a text that has one, as JSON5 may.
  fileprivate var holdsHexadecimal: Bool {
    switch self {
    case .number(let text): text.lowercased().hasPrefix("0x")
    case .text(let text): text.lowercased().contains("0x")
    case .word, .blob, .mark: false
    }
  }
}
