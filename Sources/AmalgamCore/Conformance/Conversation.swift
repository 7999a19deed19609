/// One script in one kind of database, as requests that are ready to be sent.
package struct Conversation: Sendable {
  /// What becomes of a record.
  package enum Step: Hashable, Sendable {
    /// Requests in that range; the last one is the record's own.
    case sent(Range<Int>)
    /// Not asked, because its condition or the suite's does not hold.
    case omitted
    /// Not asked, because nothing can be said of its condition.
    case unknown(String)
    /// What it requires is promised, and the library does not have it.
    case broken(Condition, promisedBy: String)
    /// Behind such a requirement.
    case blocked
  }

  package let script: Script
  package let database: Script.Database
  package private(set) var requests: [Request] = []
  /// One for each record.
  package private(set) var steps: [Step] = []
  /// What closes the connections that are open in the end, for others to come after it.
  package private(set) var closes: [Request] = []

  /// Composes `script`; its database is the file `path`, which does not exist yet.
  package init(
    _ script: Script,
    in database: Script.Database,
    path: String,
    _ circumstances: Circumstances
  ) {
    self.script = script
    self.database = database
    var composer = Composer(database: database, path: path, circumstances: circumstances)
    for record in script.records { steps.append(composer.step(for: record)) }
    requests = composer.requests
    closes = composer.open.map { .close(connection: $0) }
  }
}

/// Turns records into requests and knows which connections are open by then.
private struct Composer {
  let database: Script.Database
  let path: String
  let circumstances: Circumstances
  private(set) var requests: [Request] = []
  private var connection = "main"
  private(set) var open: [String] = []
  /// The extensions that the script's requirements need and no connection has by itself.
  private var asked: [String] = []
  /// What holds for all records behind a requirement that is not met, or a `halt`.
  private var rest: Conversation.Step?
  private var leftOut: LeftOutRecords

  init(database: Script.Database, path: String, circumstances: Circumstances) {
    self.database = database
    self.path = path
    self.circumstances = circumstances
    leftOut = LeftOutRecords(circumstances.leftOut)
  }

  mutating func step(for record: Record) -> Conversation.Step {
    if let rest { return rest }
    for condition in record.guards {
      switch circumstances.answer(to: condition.condition) {
      case .holds, .broken: if !condition.isOnly { return .omitted }
      case .onRequest(let name):
        if asked.contains(name) != condition.isOnly { return .omitted }
      case .fails: if condition.isOnly { return .omitted }
      case .unknown(let reason): return .unknown(reason)
      }
    }
    if leftOut.takes(record) { return .omitted }
    let start = requests.count
    switch record.kind {
    case .require(let condition): if let unmet = unmet(condition) { return unmet }
    case .halt: rest = .omitted
    case .connection(let name): connection = name
    case .disconnect(let name): close(name)
    case .restart: for name in open { close(name) }
    case .register(let name): send { .register(connection: $0, name: name) }
    case .probe(let name): requests.append(.probe(case: record.name, name: name))
    case .statement(let sql, _): send { .sql(case: record.name, connection: $0, sql) }
    case .query(let query): send { .sql(case: record.name, connection: $0, query.sql) }
    case .plan(let sql, _): send { .plan(case: record.name, connection: $0, sql) }
    }
    return .sent(start..<requests.count)
  }

  private mutating func unmet(_ condition: Condition) -> Conversation.Step? {
    switch circumstances.answer(to: condition) {
    case .holds: return nil
    case .onRequest(let name):
      ask(for: name)
      return nil
    case .fails: rest = .omitted
    case .unknown(let reason): rest = .unknown(reason)
    case .broken(let promiser):
      rest = .blocked
      return .broken(condition, promisedBy: promiser)
    }
    return rest
  }

  private mutating func send(_ request: (_ connection: String) -> Request) {
    if !open.contains(connection) {
      requests.append(.open(connection: connection, database, path: path))
      open.append(connection)
      requests += asked.map { .register(connection: connection, name: $0) }
    }
    requests.append(request(connection))
  }

  /// Has an extension registered on each connection, open or to come.
  private mutating func ask(for name: String) {
    if asked.contains(name) { return }
    asked.append(name)
    requests += open.map { .register(connection: $0, name: name) }
  }

  private mutating func close(_ name: String) {
    guard open.contains(name) else { return }
    requests.append(.close(connection: name))
    open.removeAll { $0 == name }
  }
}

extension Record {
  /// What the protocol calls the case: the line of the script.
  fileprivate var name: String { String(location.line) }
}
