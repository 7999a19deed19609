import CSQLiteVariant

/// What SQLite answered instead of `SQLITE_OK`.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code.
  public let code: Int32
  public let message: String

  public init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "SQLite error \(code): \(message)" }
}

/// Opens the database file `path`, or one in memory for `:memory:`, by the SQLite of this package.
///
/// The connection has every automatic extension. Close it with `sqlite3_close_v2` of the same module.
public func openConnection(
  _ path: String,
  flags: Int32 = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
) throws -> OpaquePointer {
  var connection: OpaquePointer?
  let code = sqlite3_open_v2(path, &connection, flags, nil)
  // SQLite gives a connection for most errors too, so that its message can be asked for.
  guard code == SQLITE_OK, let connection else {
    let message = connection.map { String(cString: sqlite3_errmsg($0)) }
    sqlite3_close_v2(connection)
    throw SQLiteError(code: code, message: message ?? String(cString: sqlite3_errstr(code)))
  }
  sqlite3_extended_result_codes(connection, 1)
  return connection
}
