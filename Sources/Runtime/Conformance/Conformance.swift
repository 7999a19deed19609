import CSQLiteVariant
import Foundation
import SQLiteVariant

/// The suites of the variant, run on a connection that the app or its wrapper has opened.
///
/// The connection must be to an empty database of its own, in memory or in a temporary file, opened
/// and set up as the app sets up its own: what the app registers itself is then judged too. Each
/// suite leaves the database empty.
public enum Conformance {
  /// Runs all suites on `connection`.
  ///
  /// Where the profile has `require … by app`, the app must have registered that on it, unless
  /// `includingApp` is false.
  public static func run(
    on connection: OpaquePointer,
    includingApp: Bool = true
  ) throws -> ConformanceReport {
    var session = ConformanceSession(
      register: { name in try ExtensionRegistry.shared.register(name, on: connection) },
      query: { sql in try connection.rows(of: sql) }
    )
    return try session.run(ConformanceCase.all(includingApp: includingApp))
  }

  /// Runs all suites through a wrapper: `query` runs one statement and returns its rows, or throws.
  ///
  /// Wrappers word errors in their own way, so of a statement that must fail only that is judged, and
  /// suites that ask for an extension on demand are left out.
  public static func run(
    includingApp: Bool = true,
    query: (_ sql: String) throws -> [[SQLValue]]
  ) throws -> ConformanceReport {
    try withoutActuallyEscaping(query) { query in
      var session = ConformanceSession(register: nil, query: query)
      return try session.run(ConformanceCase.all(includingApp: includingApp))
    }
  }
}

/// What the suites said of a connection.
public struct ConformanceReport: Sendable {
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    public let suite: String
    /// The line of the suite's file.
    public let line: Int
    public let sql: String
    public let message: String

    public var description: String { "\(suite):\(line): \(message)\n  SQL: \(sql)" }
  }

  /// What became of a suite's cases.
  public struct Suite: Hashable, Sendable {
    public let name: String
    public let passed: Int
    public let failed: Int
  }

  /// The version and source id that answered.
  public let release: String
  public let sourceID: String
  /// What `amalgam_manifest()` answered; `nil` where no variant answers.
  public let manifest: String?
  public let results: [Suite]
  /// Queries, plans and statements that must fail.
  public let cases: Int
  public let failures: [Failure]
  let lists: ConformanceEvidence

  public var suites: Int { results.count }

  /// Returns what `amalgam gate PROFILE --program FILE --evidence FILE` reads; `system` says for
  /// people where it ran, such as a device and its version.
  public func evidence(system: String) -> String { lists.text(self, system: system) }

  /// Whether all was as expected; that nothing ran is no pass.
  public var passed: Bool { failures.isEmpty && cases > 0 && manifest != nil }
}

/// Why nothing was judged.
public enum ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is the app's own, or an earlier run's: its first object is named.
  case databaseNotEmpty(String)

  public var description: String {
    switch self {
    case .databaseNotEmpty(let name):
      "the connection's database has '\(name)', and the suites need an empty one of their own: "
        + "open ':memory:' as the app opens its database"
    }
  }
}

/// One run of the suites over one connection.
private struct ConformanceSession {
  /// Has an extension registered on the connection; `nil` where only a wrapper has its handle.
  let register: ((String) throws -> Void)?
  let query: (String) throws -> [[SQLValue]]
  private var failures: [ConformanceReport.Failure] = []
  /// The cases of each suite, in the order of the suites.
  private var counts: [(suite: String, cases: Int)] = []
  /// What the connection was set to before the first suite, by PRAGMA.
  private var settings: [String: String] = [:]

  init(
    register: ((String) throws -> Void)?,
    query: @escaping (String) throws -> [[SQLValue]]
  ) {
    self.register = register
    self.query = query
  }

  mutating func run(_ all: [ConformanceCase]) throws -> ConformanceReport {
    if let name = try text("SELECT name FROM sqlite_schema LIMIT 1") {
      throw ConformanceError.databaseNotEmpty(name)
    }
    for name in Self.settingNames { settings[name] = setting(name) }
    let lists = ConformanceEvidence(query: query)
    let asking = Set(all.filter { $0.kind == .register }.map(\.suite))
    for record in all where register != nil || !asking.contains(record.suite) {
      if record.suite != counts.last?.suite {
        if !counts.isEmpty { clear() }
        counts.append((suite: record.suite, cases: 0))
      }
      judge(record)
    }
    clear()
    return ConformanceReport(
      release: try text("SELECT sqlite_version()") ?? "",
      sourceID: try text("SELECT sqlite_source_id()") ?? "",
      manifest: try? text("SELECT amalgam_manifest()"),
      results: counts.map { count in
        // What prepares others can fail without being a case.
        let failed = min(failures.count { $0.suite == count.suite }, count.cases)
        return .init(name: count.suite, passed: count.cases - failed, failed: failed)
      },
      cases: counts.reduce(0) { $0 + $1.cases },
      failures: failures,
      lists: lists
    )
  }

  private mutating func judge(_ record: ConformanceCase) {
    if record.kind == .register { return register(record) }
    if record.kind != .success, !counts.isEmpty { counts[counts.count - 1].cases += 1 }
    var rows: [[SQLValue]] = []
    do {
      for sql in record.statements {
        rows = try query(record.isPlan ? "EXPLAIN QUERY PLAN " + sql : sql)
      }
    } catch {
      if record.kind == .error, accepts(error, record) { return }
      let wanted = record.kind == .error ? record.expected : "success"
      fail(record, "expected '\(wanted)', got the error '\(words(of: error))'")
      return
    }
    if record.kind == .error {
      fail(record, "expected the error '\(record.expected)', got success")
    } else if let wrong = record.mismatch(rows) {
      fail(record, wrong)
    }
  }

  private mutating func register(_ record: ConformanceCase) {
    do {
      try register?(record.sql)
    } catch {
      fail(record, "expected '\(record.sql)' to be registered, got the error '\(error)'")
    }
  }

  private func accepts(_ error: any Error, _ record: ConformanceCase) -> Bool {
    guard register != nil, !record.expected.isEmpty else { return true }
    let message = words(of: error)
    return record.expected.split(separator: "\n").contains { message.hasPrefix($0) }
  }

  private func words(of error: any Error) -> String {
    (error as? SQLiteError)?.message ?? String(describing: error)
  }

  private mutating func fail(_ record: ConformanceCase, _ message: String) {
    failures.append(
      .init(suite: record.suite, line: record.line, sql: record.sql, message: message)
    )
  }

  private func text(_ sql: String) throws -> String? {
    guard case .text(let text) = try query(sql).first?.first else { return nil }
    return text
  }

  /// Takes away all that a suite has made, whatever state it left: a view that can no longer be parsed
  /// keeps every other statement from running.
  private func clear() {
    _ = try? query("ROLLBACK")
    for name in names("SELECT name FROM pragma_database_list WHERE name NOT IN ('main','temp')") {
      _ = try? query("DETACH \(name)")
    }
    _ = try? query("PRAGMA foreign_keys=OFF")
    // VACUUM does not reach the temporary database, so what is in there is dropped.
    for type in ["trigger", "view", "table"] {
      for name in names("SELECT name FROM sqlite_temp_schema WHERE type='\(type)'") {
        _ = try? query("DROP \(type) temp.\(name)")
      }
    }
    for sql in [
      "PRAGMA writable_schema=ON", "DELETE FROM sqlite_schema", "PRAGMA writable_schema=RESET",
      "VACUUM",
    ] {
      _ = try? query(sql)
    }
    for (name, value) in settings where setting(name) != value {
      _ = try? query("PRAGMA \(name)=\(value)")
    }
  }

  /// What suites change of a connection, to be put back.
  private static let settingNames = [
    "analysis_limit", "application_id", "automatic_index", "busy_timeout", "cache_size",
    "cell_size_check", "defer_foreign_keys", "foreign_keys", "ignore_check_constraints",
    "journal_mode", "journal_size_limit", "legacy_alter_table", "locking_mode", "max_page_count",
    "query_only", "read_uncommitted", "recursive_triggers", "reverse_unordered_selects",
    "secure_delete", "synchronous", "temp_store", "trusted_schema", "user_version",
    "wal_autocheckpoint",
  ]

  private func setting(_ name: String) -> String? {
    switch (try? query("PRAGMA \(name)"))?.first?.first {
    case .integer(let number): String(number)
    case .text(let text): text
    default: nil
    }
  }

  /// The names that `sql` yields, in quotes.
  private func names(_ sql: String) -> [String] {
    ((try? query(sql)) ?? []).compactMap { row in
      guard case .text(let name) = row.first else { return nil }
      return "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
  }
}

extension ConformanceCase {
  fileprivate var isPlan: Bool { kind == .planRequires || kind == .planForbids }
}

extension OpaquePointer {
  /// Runs all statements of `sql`; returns the rows of all of them.
  fileprivate func rows(of sql: String) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    try sql.withCString { start in
      var next: UnsafePointer<CChar>? = start
      while let text = next, text.pointee != 0 {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(self, text, -1, &statement, &next)
        defer { sqlite3_finalize(statement) }
        guard code == SQLITE_OK else { throw error(code) }
        guard let statement else { continue }
        rows += try self.rows(of: statement)
      }
    }
    return rows
  }

  private func rows(of statement: OpaquePointer) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw error(code) }
      rows.append((0..<sqlite3_column_count(statement)).map { value($0, of: statement) })
    }
  }

  private func value(_ column: Int32, of statement: OpaquePointer) -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_NULL: return .null
    case SQLITE_TEXT:
      let text = sqlite3_column_text(statement, column)
      let bytes = UnsafeBufferPointer(
        start: text,
        count: Int(sqlite3_column_bytes(statement, column))
      )
      return .text(String(decoding: bytes, as: UTF8.self))
    default:
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    }
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(self)))
  }
}
