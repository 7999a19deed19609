/// The suites of a variant as the table that an exported package carries: what holds for the variant
/// is decided here, so that the package only has to run and compare.
package struct ConformanceTable: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package let suite: String
    /// The line of the suite's file.
    package let line: Int
    package let kind: String
    /// The columns of a query, else 0.
    package let columns: Int
    /// A statement; of those of which one must fail all, parted by the unit separator of ASCII.
    package let sql: String
    /// Values or beginnings of messages, one a line.
    package let expected: String

    /// Whether it is judged by itself, and does not only prepare others.
    var isCase: Bool { !["success", "register", "app"].contains(kind) }
  }

  package private(set) var rows: [Row] = []
  /// The suites that one connection to one database in memory cannot run, by name.
  package private(set) var leftOut: [String] = []

  /// Makes the table of `scripts`, and of what the library lists of the capabilities that are promised.
  package init(_ scripts: [Script], _ expectation: Expectation, _ library: LibraryEvidence) {
    let demands = expectation.profile.demandsByApp
    let circumstances = Circumstances(expectation, library)
    let withApp = Circumstances(expectation, library, byApp: Set(demands.map(\.capability)))
    rows = Self.promised(expectation, library) + Self.byApp(demands)
    for script in scripts {
      guard let own = Self.rows(of: script, withApp) else {
        leftOut.append(script.name)
        continue
      }
      // What only prepares is no suite.
      guard own.contains(where: \.isCase) else { continue }
      let needsApp = !demands.isEmpty && Self.rows(of: script, circumstances) != own
      rows += (needsApp ? [Self.appMark(script.name, line: 1)] : []) + own
    }
  }

  /// The cases: all but what prepares others.
  package var cases: Int { rows.count(where: \.isCase) }

  /// The cases of suites that ask for nothing that the app registers itself.
  package var casesWithoutApp: Int {
    let ofApp = Set(rows.filter { $0.kind == "app" }.map(\.suite))
    return rows.count { $0.isCase && !ofApp.contains($0.suite) }
  }

  // MARK: What the app registers

  /// Marks a suite as one that asks for what the app registers.
  private static func appMark(_ suite: String, line: Int) -> Row {
    Row(suite: suite, line: line, kind: "app", columns: 0, sql: "", expected: "")
  }

  private static func byApp(_ demands: [Demand]) -> [Row] {
    demands.flatMap { demand -> [Row] in
      guard let sql = demand.capability.presenceQuery else { return [] }
      let (suite, line) = ("app", demand.location.line)
      return [
        appMark(suite, line: line),
        Row(
          suite: suite,
          line: line,
          kind: "query",
          columns: 1,
          sql: sql,
          expected: "t \(demand.capability)"
        ),
      ]
    }
  }

  // MARK: Suites

  /// Returns the rows of `script`; `nil` where it needs more than one connection, a file, or another
  /// dialect's comparison.
  private static func rows(of script: Script, _ circumstances: Circumstances) -> [Row]? {
    guard script.dialect == .strict, script.databases.contains(.memory) else { return nil }
    let conversation = Conversation(script, in: .memory, path: "", circumstances)
    var rows: [Row] = []
    for (record, step) in zip(script.records, conversation.steps) {
      guard case .sent(let range) = step else { continue }
      // Also of a requirement that is there on demand.
      rows += conversation.requests[range].compactMap { request in
        guard case .register(_, let name) = request else { return nil }
        return Row(
          suite: script.name,
          line: record.location.line,
          kind: "register",
          columns: 0,
          sql: name,
          expected: ""
        )
      }
      switch record.kind {
      case .connection, .disconnect, .restart: return nil
      case .halt, .require, .register, .probe: continue
      case .statement(let sql, _) where sql.needsFreshConnection: return nil
      case .statement, .query, .plan:
        guard !range.isEmpty, let own = Self.rows(of: record, in: script.name) else { return nil }
        rows += own
      }
    }
    return rows
  }

  private static func rows(of record: Record, in suite: String) -> [Row]? {
    let line = record.location.line
    func row(_ kind: String, _ sql: String, _ expected: String = "", columns: Int = 0) -> Row {
      Row(
        suite: suite,
        line: line,
        kind: kind,
        columns: columns,
        sql: sql,
        expected: expected
      )
    }
    switch record.kind {
    case .statement(let sql, .success):
      return SQLStatements.split(sql).map { row("success", $0) }
    case .statement(let sql, .error(let prefix)):
      let beginnings = (prefix ?? "").alternatives
      // Which of several statements fails shows only when they run.
      let statements = SQLStatements.split(sql).joined(separator: "\u{1F}")
      return [row("error", statements, beginnings.joined(separator: "\n"))]
    case .plan(let sql, let demand):
      return [row(demand.isRequired ? "planRequires" : "planForbids", sql, demand.text)]
    case .query(let query):
      let statements = SQLStatements.split(query.sql)
      guard case .values(let values) = query.expected, let last = statements.last else {
        return nil
      }
      let expected = values.map(\.tagged)
      let kind = query.order == .nosort ? "query" : query.order.rawValue
      return statements.dropLast().map { row("success", $0) }
        + [
          row(
            kind,
            last,
            expected.joined(separator: "\n"),
            columns: query.columns.count
          )
        ]
    default: return []
    }
  }

  // MARK: The promise

  /// Asks for each promised function, module and collation, and for the options that are reported.
  private static func promised(_ expectation: Expectation, _ library: LibraryEvidence) -> [Row] {
    let capabilities = expectation.promise.capabilities.keys.sorted()
    var rows: [Row] = []
    for capability in capabilities where library.state(of: capability) == .present {
      guard let sql = capability.listingQuery else { continue }
      rows.append(
        Row(
          suite: "promise",
          line: rows.count + 1,
          kind: "query",
          columns: 1,
          sql: sql,
          expected: "t \(capability)"
        )
      )
    }
    if case .known(let reported) = library.reported {
      let options = reported.filter(\.isOfTheProfile).sorted()
      rows.append(
        Row(
          suite: "promise",
          line: rows.count + 1,
          kind: "rowsort",
          columns: 1,
          sql: "SELECT compile_options FROM pragma_compile_options WHERE "
            + optionGlobs.map { "compile_options GLOB '\($0)*'" }.joined(separator: " OR "),
          expected: options.map { "t \($0)" }.joined(separator: "\n")
        )
      )
    }
    return rows
  }
}

/// The options that are set by whoever builds SQLite; others follow from the compiler and the system,
/// and `ENABLE_LOCKING_STYLE` is Apple's default.
private let optionGlobs = ["ENABLE_[A-KM-Z]", "OMIT_", "DEFAULT_", "THREADSAFE=", "TEMP_STORE="]

extension String {
  /// Whether one of ``optionGlobs`` takes it.
  fileprivate var isOfTheProfile: Bool {
    let plain = ["OMIT_", "DEFAULT_", "THREADSAFE=", "TEMP_STORE="]
    return hasPrefix("ENABLE_") && !hasPrefix("ENABLE_L") || plain.contains { hasPrefix($0) }
  }

  /// Whether it sets what a database keeps for good once there is something in it.
  fileprivate var needsFreshConnection: Bool {
    let words = lowercased().filter { $0 != " " }
    return ["encoding", "page_size", "auto_vacuum"].contains { words.contains("pragma\($0)=") }
  }

  /// The text as a literal of SQL.
  fileprivate var literal: String { Value.text(self).literal }
}

extension Value {
  /// A letter for the class, a blank, the value; text of strict scripts has no line ends.
  fileprivate var tagged: String {
    switch self {
    case .null: "n "
    case .integer(let number): "i \(number)"
    case .real(let number): "r \(number)"
    case .text(let bytes): "t \(String(decoding: bytes, as: UTF8.self))"
    case .blob(let bytes): "b \(bytes.hexadecimal)"
    }
  }
}

extension Capability {
  /// A query whose one value is the capability's own text where the connection lists it; `nil` where
  /// no list tells.
  fileprivate var listingQuery: String? {
    listing.map { "SELECT \(description.literal) FROM \($0) LIMIT 1" }
  }

  /// A query that says of a connection without the capability that it is not registered.
  fileprivate var presenceQuery: String? {
    listing.map {
      "SELECT CASE WHEN EXISTS (SELECT 1 FROM \($0)) THEN \(description.literal) "
        + "ELSE 'not registered' END"
    }
  }

  /// Where a connection lists it.
  private var listing: String? {
    switch kind {
    case .function:
      let parts = name.split(separator: "/")
      guard parts.count == 2 else { return nil }
      return "pragma_function_list WHERE name=\(String(parts[0]).literal) AND narg=\(parts[1])"
    case .module where !name.hasPrefix("pragma_"):
      let list = "pragma_module_list WHERE name=\(name.literal)"
      // From 3.53 on SQLite makes these when a statement first names them (`json.c`).
      let isMadeByUse = ["json_each", "json_tree", "jsonb_each", "jsonb_tree"].contains(name)
      return isMadeByUse ? "\(list) AND 0<=(SELECT count(*) FROM \(name)('[]'))" : list
    case .collation:
      return "pragma_collation_list WHERE name=\(name.literal) COLLATE nocase"
    default: return nil
    }
  }
}
