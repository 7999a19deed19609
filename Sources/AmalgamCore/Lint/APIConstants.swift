/// The names of `sqlite3.h` that a program passes to a function, which people take for options.
enum APIConstants {
  private static let families = [
    "ABORT", "ACCESS", "ALTER", "AUTH", "BUSY", "CANTOPEN", "CARRAY", "CHANGESET", "CHANGESETAPPLY",
    "CHECKPOINT", "CONFIG", "CONSTRAINT", "CORRUPT", "CREATE", "DBCONFIG", "DBSTATUS",
    "DESERIALIZE", "DROP", "ERROR", "FCNTL", "INDEX", "IOCAP", "IOERR", "LIMIT", "LOCK", "LOCKED",
    "MUTEX", "NOTICE", "OPEN", "PREPARE", "READONLY", "SCANSTAT", "SERIALIZE", "SESSION", "SETLK",
    "SHM", "STATUS", "STMTSTATUS", "SYNC", "TESTCTRL", "TRACE", "TXN", "VTAB",
  ]

  private static let names: Set<String> = [
    "ANALYZE", "ANY", "ATTACH", "BLOB", "COPY", "DELETE", "DENY", "DETACH", "DETERMINISTIC",
    "DIRECTONLY", "DONE", "EMPTY", "FAIL", "FLOAT", "FORMAT", "FULL", "FUNCTION", "IGNORE",
    "INNOCUOUS", "INSERT", "INTEGER", "INTERNAL", "INTERRUPT", "MISMATCH", "MISUSE", "NOLFS",
    "NOMEM", "NOTADB", "NOTFOUND", "NULL", "OK", "PERM", "PRAGMA", "PROTOCOL", "RANGE", "READ",
    "RECURSIVE", "REINDEX", "REPLACE", "ROLLBACK", "ROW", "SAVEPOINT", "SCHEMA", "SELECT",
    "SELFORDER1", "SOURCE_ID", "STATIC", "SUBTYPE", "TOOBIG", "TRANSACTION", "TRANSIENT", "UPDATE",
    "UTF16", "UTF16BE", "UTF16LE", "UTF8", "WARNING",
  ]

  /// Returns whether `name` belongs to the API.
  static func contains(_ name: String) -> Bool { rest(of: name) != nil }

  /// Returns the options that somebody who wrote the constant may have meant, best first.
  static func guesses(for name: String) -> [String] {
    guard let rest = rest(of: name), !rest.isEmpty else { return [] }
    return ["", "MAX_", "DEFAULT_", "ENABLE_"].map { "SQLITE_" + $0 + rest }
  }

  /// What stands behind the family; empty for a name without one.
  private static func rest(of name: String) -> String? {
    guard name.hasPrefix("SQLITE_") else { return nil }
    let bare = name.dropFirst(7)
    if names.contains(String(bare)) { return "" }
    let family = families.first { bare == $0 || bare.hasPrefix($0 + "_") }
    return family.map { String(bare.dropFirst($0.count + 1)) }
  }
}
