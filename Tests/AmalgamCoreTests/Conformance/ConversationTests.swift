import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct ConversationTests {
  private let catalogue = """
    stock
      measured 3.53.4
      adds function:abs/1
    SQLITE_ENABLE_FTS5 defined
      adds module:fts5
    SQLITE_ENABLE_RTREE defined
      adds module:rtree
    SQLITE_MAX_ATTACHED limit
      default 10
    """

  private func conversation(
    _ text: String,
    _ options: [String] = ["SQLITE_ENABLE_FTS5"],
    _ library: LibraryEvidence = exampleLibrary { $0.modules = .known(["fts5", "dbstat"]) }
  ) throws -> Conversation {
    let script = try ScriptParser.parse("# amalgam 1\n" + text, file: "s.test")
    let expectation = try exampleExpectation(options, catalogue: catalogue)
    return Conversation(
      script,
      in: .file,
      path: "/db",
      Circumstances(expectation, library)
    )
  }

  @Test func `a request says in words what it asks`() {
    let requests: [Request] = [
      .open(connection: "main", .memory, path: ""),
      .sql(case: "1", connection: "main", "SELECT\n 1"),
      .close(connection: "two"), .probe(case: "2", name: "trace"), .list("modules"),
      .pool(threads: 8, opens: 250, sql: "SELECT 1"),
      .register(connection: "main", name: "map"),
    ]

    #expect(
      requests.map(\.subject) == [
        "opening connection 'main' (memory)", "SQL: SELECT 1", "closing connection 'two'",
        "probe 'trace'", "listing modules", "8 threads opening 250 connections each",
        "registering 'map' on connection 'main'",
      ]
    )
  }

  @Test func `a version that is none leaves a condition on it unknown`() throws {
    let conversation = try conversation(
      "\nonlyif version>=3.48\nquery I\nSELECT 1\n----\n1\n",
      [],
      exampleLibrary { $0.version = "three" }
    )

    #expect(conversation.steps == [.unknown("the library calls its version 'three'")])
  }

  @Test func `a connection asks for what a script requires and no connection has by itself`()
    throws
  {
    let library = exampleLibrary {
      var geo = OnDemandEvidence("geo")
      geo.brought = [Capability(.function, "distance_km/4")]
      $0.registration.onDemand = [geo]
    }
    let guarded = "onlyif function:distance_km/4\nstatement ok\nSELECT 1\n\n"

    let asking = try conversation(
      "statement ok\nSELECT 0\n\n\(guarded)require function:distance_km/4\n\n\(guarded)"
        + "connection b\n\nstatement ok\nSELECT 2\n\nregister map\n",
      [],
      library
    )

    let main = Request.register(connection: "main", name: "geo")
    #expect(asking.steps[1] == .omitted)
    #expect(
      asking.requests == [
        .open(connection: "main", .file, path: "/db"),
        .sql(case: "2", connection: "main", "SELECT 0"), main,
        .sql(case: "12", connection: "main", "SELECT 1"),
        .open(connection: "b", .file, path: "/db"), .register(connection: "b", name: "geo"),
        .sql(case: "17", connection: "b", "SELECT 2"), .register(connection: "b", name: "map"),
      ]
    )
    #expect(
      String(decoding: Request.encoded([main]), as: UTF8.self) == "register main geo\n"
    )
    let refused = Answer(result: .error(code: 1, message: "no compass"))
    let answers = (0..<8).map { $0 == 5 ? refused : Answer() }
    let outcome = RunOutcome(
      RunKind(.archive, .file),
      asking,
      Transcript(version: "", sourceID: "", answers: answers, ending: .complete(leaked: nil)),
      breakdown: nil
    )
    #expect(
      outcome.verdicts.contains(
        .failed(Mismatch(expected: "'geo' registered", got: "error 1 'no compass'"))
      )
    )
  }

  @Test func `a connection is opened when it is first used`() throws {
    let conversation = try conversation(
      """

      statement ok
      SELECT 1

      connection two
      query I
      SELECT 2
      ----
      2

      restart
      plan require SCAN
      SELECT 3

      connection main
      disconnect two
      statement ok
      SELECT 4

      """
    )

    #expect(
      conversation.requests == [
        .open(connection: "main", .file, path: "/db"),
        .sql(case: "3", connection: "main", "SELECT 1"),
        .open(connection: "two", .file, path: "/db"),
        .sql(case: "7", connection: "two", "SELECT 2"), .close(connection: "main"),
        .close(connection: "two"), .open(connection: "two", .file, path: "/db"),
        .plan(case: "13", connection: "two", "SELECT 3"), .close(connection: "two"),
        .open(connection: "main", .file, path: "/db"),
        .sql(case: "18", connection: "main", "SELECT 4"),
      ]
    )
    #expect(
      conversation.steps == [
        .sent(0..<2), .sent(2..<2), .sent(2..<4), .sent(4..<6), .sent(6..<8), .sent(8..<8),
        .sent(8..<9), .sent(9..<11),
      ]
    )
  }

  /// Each condition above a record, and whether the record runs.
  @Test(arguments: [
    ("onlyif module:fts5", true), ("skipif module:fts5", false),
    // Not promised, though the catalogue knows it.
    ("onlyif module:rtree", false), ("skipif module:rtree", true),
    // Nobody knows it but the library.
    ("onlyif module:dbstat", true), ("onlyif module:csv", false),
    ("onlyif version>=3.48", true), ("onlyif version<3.48", false),
    ("onlyif option ENABLE_FTS5", true), ("skipif option MAX_ATTACHED", true),
    ("onlyif option MAX_ATTACHED=10", true), ("onlyif option MAX_ATTACHED=5", false),
  ])
  func `a condition is asked of the promise, then of the library`(line: String, runs: Bool) throws {
    let conversation = try conversation("\(line)\nstatement ok\nSELECT 1\n")

    #expect(conversation.steps == [runs ? .sent(0..<2) : .omitted])
  }

  @Test func `an engine is SQLite whatever its capitals`() throws {
    let text = "onlyif SQLite\nstatement ok\nSELECT 1\n\nskipif mysql\nstatement ok\nSELECT 2\n"
    let script = try ScriptParser.parse(text, file: "s.test")
    let circumstances = Circumstances(try exampleExpectation(), exampleLibrary())

    let conversation = Conversation(script, in: .memory, path: "-", circumstances)

    #expect(conversation.steps == [.sent(0..<2), .sent(2..<3)])
  }

  @Test func `a suite that needs what is not promised is omitted`() throws {
    let conversation = try conversation(
      "statement ok\nSELECT 1\n\nrequire module:rtree\nstatement ok\nSELECT 2\n"
    )

    #expect(conversation.steps == [.sent(0..<2), .omitted, .omitted])
  }

  @Test(arguments: [true, false])
  func `only a build of amalgam must have its manifest function`(isOwn: Bool) throws {
    let text = "# amalgam 1\nonlyif function:amalgam_manifest/0\nstatement ok\nSELECT 1\n"
    let script = try ScriptParser.parse(text, file: "s.test")
    let expectation = try exampleExpectation(hasManifest: true, isOwnBuild: isOwn)
    let circumstances = Circumstances(expectation, exampleLibrary())

    let conversation = Conversation(script, in: .memory, path: "-", circumstances)

    #expect(conversation.steps == [isOwn ? .sent(0..<2) : .omitted])
  }

  @Test func `a suite that needs what is promised and absent is blocked`() throws {
    let conversation = try conversation(
      "require module:fts5\nstatement ok\nSELECT 2\n",
      ["SQLITE_ENABLE_FTS5"],
      exampleLibrary()
    )

    #expect(
      conversation.steps == [
        .broken(.capability(Capability(.module, "fts5")), promisedBy: "SQLITE_ENABLE_FTS5"),
        .blocked,
      ]
    )
  }

  @Test func `what nothing can be said of is told apart`() throws {
    let library = exampleLibrary { $0.modules = .unknown("no such table: pragma_module_list") }

    let conversation = try conversation(
      "onlyif module:csv\nstatement ok\nSELECT 1\n\nrequire module:csv\nstatement ok\nSELECT 2\n",
      [],
      library
    )

    let unknown = Conversation.Step.unknown("no such table: pragma_module_list")
    #expect(conversation.steps == [unknown, unknown, unknown])
  }

  @Test func `nothing runs behind a halt`() throws {
    let script = try ScriptParser.parse(
      "statement ok\nSELECT 1\n\nonlyif mysql\nhalt\n\nhalt\n\nstatement ok\nSELECT 2\n",
      file: "s.test"
    )
    let circumstances = Circumstances(try exampleExpectation(), exampleLibrary())

    let conversation = Conversation(script, in: .memory, path: "-", circumstances)

    #expect(conversation.steps == [.sent(0..<2), .omitted, .sent(2..<2), .omitted])
  }
}
