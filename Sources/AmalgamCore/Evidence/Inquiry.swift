/// What is asked of a library apart from the suites: requests of one process each.
package struct Inquiry: Sendable {
  /// One driver process and what its answers tell.
  package enum Topic: String, Hashable, Sendable, CaseIterable {
    case lists
    /// Probes by the C API, which may shut the library down.
    case functions = "API probes"
    /// Probes by SQL.
    case statements = "SQL probes"
    case registration
    case pool
    case onDemand = "registration on demand"
    case files
  }

  let expectation: Expectation
  /// A folder for database files that nothing else uses.
  let folder: String

  /// The kinds of files that are opened.
  private let kinds: [FileKind]

  package init(_ expectation: Expectation, folder: String, kinds: [FileKind] = []) {
    self.expectation = expectation
    self.folder = folder
    self.kinds = kinds
  }

  /// Returns the path of the copy of the file of `kind` that is opened.
  package func path(of kind: FileKind) -> String { Path.join(folder, "kind-\(kind.name).db") }

  /// Returns the requests of `topic`; empty where it has nothing to ask.
  package func requests(_ topic: Topic) -> [Request] {
    switch topic {
    case .lists: Self.lists.map(Request.list)
    case .functions: functionProbes.map { .probe(case: "probe", name: $0.name) }
    case .statements: statementProbes.flatMap(\.requests)
    case .registration: registration
    case .pool: pool
    case .onDemand: onDemand
    case .files: kinds.flatMap { $0.opening(path(of: $0)) }
    }
  }

  /// Adds what the answers to `topic` tell to `library`.
  package func read(
    _ topic: Topic,
    _ transcript: Transcript,
    breakdown: Breakdown?,
    into library: inout LibraryEvidence
  ) {
    if let breakdown { library.breakdowns.append(breakdown) }
    switch topic {
    case .lists: readLists(transcript, into: &library)
    case .functions: readFunctionProbes(transcript, into: &library)
    case .statements: readStatementProbes(transcript, into: &library)
    case .registration: readRegistration(transcript, into: &library)
    case .pool: readPool(transcript, into: &library)
    case .onDemand: readOnDemand(transcript, into: &library)
    case .files:
      for (index, kind) in kinds.enumerated() {
        library.files[kind.name] = kind.opened(
          transcript.answers.dropFirst(index * FileKind.openingCount)
        )
      }
    }
  }

  // MARK: Lists

  private static let lists = [
    "version", "options", "functions", "modules", "collations", "tokenizers", "pragmas", "manifest",
  ]

  private func readLists(_ transcript: Transcript, into library: inout LibraryEvidence) {
    library.version = transcript.version
    library.sourceID = transcript.sourceID
    let answers = Dictionary(zip(Self.lists, transcript.answers)) { first, _ in first }
    func texts(_ name: String) -> Listing<String> {
      Self.listing(answers[name]) { $0.first?.string }
    }
    library.reported = texts("options")
    library.functions = Self.listing(answers["functions"], FunctionEntry.init(row:))
    library.modules = texts("modules")
    library.collations = texts("collations")
    library.pragmas = texts("pragmas")
    library.tokenizers = Self.tokenizers(answers["tokenizers"])
    library.manifest = Self.manifest(answers["manifest"])
  }

  private static func listing<Element>(
    _ answer: Answer?,
    _ element: ([Value]) -> Element?
  ) -> Listing<Element> {
    guard let answer else { return .unknown("the driver did not come to it") }
    if let error = answer.refusal ?? answer.error { return .unknown(error) }
    return .known(Set(answer.rows.compactMap(element)))
  }

  /// An FTS5 table that cannot be made has no tokenizer.
  private static func tokenizers(_ answer: Answer?) -> Listing<String> {
    if case .error(code: 1, _)? = answer?.result { return .known([]) }
    return listing(answer) { $0.first?.string }
  }

  private static func manifest(_ answer: Answer?) -> LibraryEvidence.Manifest {
    guard let answer else { return .unknown("the driver did not come to it") }
    if let reason = answer.refusal { return .unknown(reason) }
    if let error = answer.error { return .absent(error) }
    return answer.rows.first?.first?.string.map { .text($0) } ?? .absent("it answers no text")
  }

  // MARK: Probes

  private var functionProbes: [(option: String, name: String)] {
    expectation.rows.compactMap { row in
      if case .api(let name) = row.probe { (row.name, name) } else { nil }
    }
  }

  private func readFunctionProbes(_ transcript: Transcript, into library: inout LibraryEvidence) {
    for (index, probe) in functionProbes.enumerated() {
      guard index < transcript.answers.count else {
        library.probes[probe.option] = .notRun("the driver did not come to it")
        continue
      }
      let answer = transcript.answers[index]
      library.probes[probe.option] =
        (answer.refusal ?? answer.error).map(ProbeResult.notRun) ?? .value(answer.rows.last?.first)
    }
  }

  private var statementProbes: [StatementProbe] {
    let ofOptions = expectation.rows.compactMap { StatementProbe(of: $0, folder: folder) }
    let ofCapabilities = StatementProbe.capabilities(folder: folder)
    return ofOptions + ofCapabilities
  }

  private func readStatementProbes(_ transcript: Transcript, into library: inout LibraryEvidence) {
    var index = 0
    for probe in statementProbes {
      let result = probe.result(transcript.answers.dropFirst(index))
      index += probe.requests.count
      switch probe.subject {
      case .option(let name): library.probes[name] = result
      case .capability(let capability): library.capabilityProbes[capability] = result
      }
    }
  }
}

extension FunctionEntry {
  /// Reads a row of the driver's list: name, builtin, type, enc, narg, flags.
  fileprivate init?(row: [Value]) {
    guard row.count == 6, let name = row[0].string, let count = row[4].integer else { return nil }
    self.init(
      name,
      Int(truncatingIfNeeded: count),
      isBuiltIn: row[1].integer == 1,
      flags: row[5].integer ?? 0
    )
  }
}

/// A probe by SQL, on a database of its own.
struct StatementProbe {
  enum Subject: Hashable {
    case option(String)
    case capability(Capability)
  }

  let subject: Subject
  let requests: [Request]

  init(_ subject: Subject, _ sql: String, in database: Script.Database, path: String) {
    self.subject = subject
    requests = [
      .open(connection: "probe", database, path: path),
      .sql(case: "probe", connection: "probe", sql),
      .close(connection: "probe"),
    ]
  }

  /// The probe of an option; `nil` where it is none by SQL.
  init?(of row: OptionRow, folder: String) {
    let path = Path.join(folder, row.name)
    switch row.probe {
    case .sql(let sql): self.init(.option(row.name), sql, in: .memory, path: path)
    case .file(let sql): self.init(.option(row.name), sql, in: .file, path: path)
    // What the mode brings takes effect when the file is first read in it.
    case .wal(let sql):
      let read = "SELECT count(*) FROM sqlite_schema; "
      self.init(.option(row.name), read + sql, in: .wal, path: path)
    case .capability, .api, .symbol, .some(.none), nil: return nil
    }
  }

  /// Syntax and kinds of files that no list names.
  static func capabilities(folder: String) -> [StatementProbe] {
    let table = "CREATE TABLE t(a); INSERT INTO t VALUES(1); "
    let probes: [(name: Capability, sql: String, database: Script.Database)] = [
      // On an amalgamation generated without the option, the next four are accepted and not done.
      (Capability(.syntax, "cast"), "SELECT CAST('1' AS INTEGER) IS NOT 2", .memory),
      (Capability(.syntax, "compound-select"), "SELECT 1 UNION ALL SELECT 2", .memory),
      (Capability(.syntax, "explain"), "EXPLAIN SELECT 1; SELECT 1", .memory),
      (
        Capability(.syntax, "upsert"),
        table + "INSERT INTO t VALUES(2) ON CONFLICT DO NOTHING; SELECT 1", .memory
      ),
      (Capability(.syntax, "reindex"), table + "REINDEX; SELECT 1", .memory),
      (Capability(.syntax, "returning"), table + "UPDATE t SET a=2 RETURNING 1", .memory),
      (
        Capability(.syntax, "update-limit"), table + "DELETE FROM t ORDER BY a LIMIT 1; SELECT 1",
        .memory
      ),
      (Capability(.file, "wal"), "SELECT 1", .wal),
    ]
    return probes.map { probe in
      let path = Path.join(folder, "\(probe.name.kind.rawValue)-\(probe.name.name)")
      return StatementProbe(.capability(probe.name), probe.sql, in: probe.database, path: path)
    }
  }

  /// Returns what the first answers of `answers` tell.
  func result(_ answers: ArraySlice<Answer>) -> ProbeResult {
    let own = Array(answers.prefix(requests.count))
    if let reason = own.lazy.compactMap(\.refusal).first { return .notRun(reason) }
    if let error = own.prefix(2).lazy.compactMap(\.error).first { return .error(error) }
    guard own.count >= 2 else { return .notRun("the driver did not come to it") }
    return .value(own[1].rows.last?.first)
  }
}
