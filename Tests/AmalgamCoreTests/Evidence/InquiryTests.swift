import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct InquiryTests {
  private let catalogue = """
    stock
      measured 3.53.4
    SQLITE_DQS value
      default 3
      probe sql SELECT 3
    SQLITE_DEFAULT_WAL_SYNCHRONOUS value
      default 2
      probe wal PRAGMA synchronous
    SQLITE_ENABLE_RTREE defined
      probe capability module:rtree
    SQLITE_THREADSAFE value
      default 1
      probe c threadsafe
    extension regexp
      adds function:regexp/2 function:regexpi/2
    extension uint
      adds collation:uint
    """

  private func inquiry(
    extensions: [String] = [],
    hasManifest: Bool = false
  ) throws -> Inquiry {
    let expectation = try exampleExpectation(
      extensions: extensions,
      catalogue: catalogue,
      hasManifest: hasManifest
    )
    return Inquiry(expectation, folder: "/f")
  }

  private func transcript(
    _ answers: [Answer],
    _ ending: Transcript.Ending = .complete(leaked: 0)
  ) -> Transcript {
    Transcript(version: "3.53.4", sourceID: "id", answers: answers, ending: ending)
  }

  private func texts(_ names: String...) -> Answer {
    Answer(rows: names.map { [.text($0)] })
  }

  private let failed = Answer(result: .error(code: 1, message: "no such table: x"))

  @Test func `lists become evidence, an error the reason why one is not known`() throws {
    let function: [Value] = [
      .text("abs"), .integer(1), .text("s"), .text("utf8"), .integer(1), .integer(0x200800),
    ]
    var library = exampleLibrary()

    try inquiry().read(
      .lists,
      transcript([
        Answer(), texts("DQS=0", "ENABLE_RTREE"), Answer(rows: [function]), texts("rtree"), failed,
        failed, texts("user_version"), texts("{}"),
      ]),
      breakdown: nil,
      into: &library
    )

    #expect(library.version == "3.53.4")
    #expect(library.reported == .known(["DQS=0", "ENABLE_RTREE"]))
    #expect(library.functions == .known([FunctionEntry("abs", 1, flags: 0x200800)]))
    #expect(library.modules == .known(["rtree"]))
    #expect(library.collations == .unknown("no such table: x"))
    // FTS5 that cannot be used has no tokenizer.
    #expect(library.tokenizers == .known([]))
    #expect(library.pragmas == .known(["user_version"]))
    #expect(library.manifest == .text("{}"))
  }

  @Test func `what a driver cannot do is unknown, with its reason`() throws {
    let refused = Answer(result: .error(code: -1, message: "no threads here"))
    let reason = "the driver cannot do it: no threads here"
    var library = exampleLibrary()

    let inquiry = try inquiry(extensions: ["regexp"])
    for topic in Inquiry.Topic.allCases {
      let answers = inquiry.requests(topic).map { _ in refused }
      inquiry.read(topic, transcript(answers), breakdown: nil, into: &library)
    }

    #expect(library.reported == .unknown(reason))
    #expect(library.tokenizers == .unknown(reason))
    #expect(library.manifest == .unknown(reason))
    #expect(library.probes["SQLITE_DQS"] == .notRun(reason))
    #expect(library.probes["SQLITE_THREADSAFE"] == .notRun(reason))
    #expect(library.registration.poolNotRun == reason)
  }

  @Test func `a manifest that is no text is none`() throws {
    var library = exampleLibrary()
    let answers = Array(repeating: Answer(), count: 7) + [Answer(rows: [[.null]])]

    try inquiry().read(.lists, transcript(answers), breakdown: nil, into: &library)

    #expect(library.manifest == .absent("it answers no text"))
  }

  @Test func `lists that were not reached are unknown, and the breakdown is kept`() throws {
    var library = exampleLibrary()
    let breakdown = Breakdown(.crash("was ended by signal 11"), during: "listing options")

    try inquiry().read(
      .lists,
      transcript([Answer()], .cut(request: 1)),
      breakdown: breakdown,
      into: &library
    )

    #expect(library.reported == .unknown("the driver did not come to it"))
    #expect(library.manifest == .unknown("the driver did not come to it"))
    #expect(library.breakdowns == [breakdown])
  }

  @Test func `a probe by SQL has a database of its own`() throws {
    let requests = try inquiry().requests(.statements)

    #expect(
      requests.prefix(6) == [
        .open(connection: "probe", .memory, path: "/f/SQLITE_DQS"),
        .sql(case: "probe", connection: "probe", "SELECT 3"), .close(connection: "probe"),
        .open(connection: "probe", .wal, path: "/f/SQLITE_DEFAULT_WAL_SYNCHRONOUS"),
        .sql(
          case: "probe",
          connection: "probe",
          "SELECT count(*) FROM sqlite_schema; PRAGMA synchronous"
        ), .close(connection: "probe"),
      ]
    )
  }

  @Test func `the last row of a probe is its answer`() throws {
    var library = exampleLibrary()
    let answers = [
      Answer(), Answer(rows: [[.integer(9)], [.integer(0)]]), Answer(),
      Answer(result: .error(code: 14, message: "unable to open database file")), failed, failed,
    ]

    try inquiry().read(.statements, transcript(answers), breakdown: nil, into: &library)

    #expect(library.probes["SQLITE_DQS"] == .value(.integer(0)))
    #expect(
      library.probes["SQLITE_DEFAULT_WAL_SYNCHRONOUS"] == .error("unable to open database file")
    )
    #expect(
      library.capabilityProbes[Capability(.file, "wal")] == .notRun("the driver did not come to it")
    )
  }

  @Test func `an API probe that could not be carried out says nothing`() throws {
    var library = exampleLibrary()

    #expect(try inquiry().requests(.functions) == [.probe(case: "probe", name: "threadsafe")])
    try inquiry().read(.functions, transcript([failed]), breakdown: nil, into: &library)
    #expect(library.probes["SQLITE_THREADSAFE"] == .notRun("no such table: x"))

    try inquiry().read(
      .functions,
      transcript([Answer(rows: [[.integer(2)]])]),
      breakdown: nil,
      into: &library
    )
    #expect(library.probes["SQLITE_THREADSAFE"] == .value(.integer(2)))
  }

  @Test func `what is registered is used on three connections and never called`() throws {
    let uses = """
      SELECT 1 FROM sqlite_schema WHERE name < '' COLLATE "uint";
      SELECT "regexp"(name,name) FROM sqlite_schema WHERE 0;
      SELECT "regexpi"(name,name) FROM sqlite_schema WHERE 0;
      SELECT "amalgam_manifest"() FROM sqlite_schema WHERE 0
      """

    let inquiry = try inquiry(extensions: ["regexp", "uint"], hasManifest: true)

    #expect(inquiry.requests(.pool) == [.pool(threads: 8, opens: 25, sql: uses)])
    #expect(
      inquiry.requests(.registration) == [
        .open(connection: "first", .memory, path: "/f/third.db"),
        .sql(case: "first", connection: "first", uses),
        .open(connection: "second", .memory, path: "/f/third.db"),
        .sql(case: "second", connection: "second", uses),
        .open(connection: "third", .file, path: "/f/third.db"),
        .sql(case: "third", connection: "third", uses),
        .open(connection: "holder", .file, path: "/f/locked.db"),
        .sql(
          case: "holder",
          connection: "holder",
          "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE t(a); COMMIT"
        ),
        .open(connection: "locked", .file, path: "/f/locked.db"),
        .open(connection: "strange", .file, path: "/f/strange.db"),
      ]
    )
  }

  @Test func `a profile that registers nothing asks nothing of it`() throws {
    #expect(try inquiry().requests(.registration).isEmpty)
    #expect(try inquiry().requests(.pool).isEmpty)
  }

  @Test func `each connection and each open tells its error`() throws {
    let inquiry = try inquiry(extensions: ["regexp"])
    var library = exampleLibrary()
    let busy = Answer(result: .error(code: 5, message: "database is locked"))

    inquiry.read(
      .registration,
      transcript(
        [
          Answer(), Answer(), Answer(), failed, failed, Answer(), Answer(), Answer(), busy,
          Answer(),
        ]
      ),
      breakdown: nil,
      into: &library
    )

    #expect(
      library.registration.connections == [nil, "no such table: x", "no such table: x"]
    )
    #expect(library.registration.lockedOpenError == "database is locked")
    #expect(library.registration.strangeOpenError == nil)
    #expect(library.registration.notRun == nil)
  }

  @Test func `answers that are missing leave registration unknown`() throws {
    let inquiry = try inquiry(extensions: ["regexp"])
    var library = exampleLibrary()

    inquiry.read(.registration, transcript([Answer()]), breakdown: nil, into: &library)
    inquiry.read(.pool, transcript([]), breakdown: nil, into: &library)

    #expect(library.registration.notRun == "the driver did not come to it")
    #expect(library.registration.pool == nil)
  }

  @Test func `a file that cannot be locked leaves registration unknown`() throws {
    let inquiry = try inquiry(extensions: ["regexp"])
    var library = exampleLibrary()
    let opened = Array(repeating: Answer(), count: 6)

    inquiry.read(
      .registration,
      transcript(opened + [Answer(), failed, Answer(), Answer()]),
      breakdown: nil,
      into: &library
    )

    #expect(library.registration.notRun == "a file cannot be locked: no such table: x")
  }

  @Test func `the pool tells how many opens failed`() throws {
    var library = exampleLibrary()

    try inquiry(extensions: ["regexp"]).read(
      .pool,
      transcript([Answer(rows: [[.integer(3), .text("no such function: regexp")]])]),
      breakdown: nil,
      into: &library
    )

    #expect(
      library.registration.pool
        == .init(failed: 3, opens: 200, message: "no such function: regexp")
    )
  }
}
