/// One request to the conformance driver; `Sources/Driver/PROTOCOL.md` describes them.
package enum Request: Hashable, Sendable {
  case open(connection: String, Script.Database, path: String)
  case sql(case: String, connection: String, String)
  case plan(case: String, connection: String, String)
  case close(connection: String)
  case probe(case: String, name: String)
  /// An extension or a set of them, on that connection alone.
  case register(connection: String, name: String)
  case list(String)
  case pool(threads: Int, opens: Int, sql: String)

  /// What the answer's `begin` line names.
  package var label: String {
    switch self {
    case .open: "open"
    case .sql(let name, _, _), .plan(let name, _, _), .probe(let name, _): name
    case .close: "close"
    case .register: "register"
    case .list: "list"
    case .pool: "pool"
    }
  }

  /// What the request asks, in words, for a message about a driver that died of it.
  package var subject: String {
    switch self {
    case .open(let connection, let kind, _): "opening connection '\(connection)' (\(kind.rawValue))"
    case .sql(_, _, let sql), .plan(_, _, let sql): "SQL: \(sql.onOneLine)"
    case .close(let connection): "closing connection '\(connection)'"
    case .register(let connection, let name): "registering '\(name)' on connection '\(connection)'"
    case .probe(_, let name): "probe '\(name)'"
    case .list(let what): "listing \(what)"
    case .pool(let threads, let opens, _): "\(threads) threads opening \(opens) connections each"
    }
  }

  /// Returns what the driver reads for `requests`.
  package static func encoded(_ requests: [Request]) -> [UInt8] {
    var bytes: [UInt8] = []
    for request in requests { request.append(to: &bytes) }
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .open(let connection, let kind, let path):
      bytes += "open \(connection) \(kind.rawValue) \(kind == .memory ? "-" : path)\n".utf8
    case .sql(let name, let connection, let sql):
      Self.append("sql \(name) \(connection)", payload: sql, to: &bytes)
    case .plan(let name, let connection, let sql):
      Self.append("plan \(name) \(connection)", payload: sql, to: &bytes)
    case .close(let connection): bytes += "close \(connection)\n".utf8
    case .probe(let name, let probe): bytes += "probe \(name) \(probe)\n".utf8
    case .register(let connection, let name): bytes += "register \(connection) \(name)\n".utf8
    case .list(let what): bytes += "list \(what)\n".utf8
    case .pool(let threads, let opens, let sql):
      Self.append("pool \(threads) \(opens)", payload: sql, to: &bytes)
    }
  }

  private static func append(_ head: String, payload: String, to bytes: inout [UInt8]) {
    let payload = payload.utf8
    bytes += "\(head) \(payload.count)\n".utf8
    bytes += payload
    bytes.append(10)
  }
}

extension String {
  /// SQL as a message shows it: on one line, and not more of it than helps.
  package var onOneLine: String {
    split { $0.isWhitespace }.joined(separator: " ").cut(to: 300)
  }
}
