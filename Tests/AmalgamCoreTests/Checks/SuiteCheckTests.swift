import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// A suite with two queries, and what became of it.
private struct ExampleSuite {
  let script: Script
  private let circumstances: Circumstances

  init(
    _ text: String = "query I\nSELECT 1\n----\n1\n\nquery I\nSELECT a FROM t\n----\n2\n",
    options: [String] = [],
    catalogue: String = "stock\n  measured 3.53.4\n"
  ) throws {
    script = try ScriptParser.parse("# amalgam 1\n\n" + text, file: "Suites/s.test")
    let expectation = try exampleExpectation(options, catalogue: catalogue)
    circumstances = Circumstances(expectation, exampleLibrary())
  }

  func run(
    _ values: [Int64],
    _ kind: RunKind = RunKind(.archive, .memory),
    ending: Transcript.Ending = .complete(leaked: 0),
    breakdown: Breakdown? = nil
  ) -> RunOutcome {
    let conversation = Conversation(script, in: kind.database, path: "/db", circumstances)
    let answers = [Answer()] + values.map { Answer(rows: [[.integer($0)]]) }
    let transcript = Transcript(
      version: "3.53.4",
      sourceID: "",
      answers: conversation.requests.isEmpty ? [] : answers,
      ending: ending
    )
    return RunOutcome(kind, conversation, transcript, breakdown: breakdown)
  }

  func findings(_ check: Check, _ runs: [RunOutcome], _ options: [String] = []) throws -> [Finding]
  {
    let evidence = Evidence(
      libraries: [exampleLibrary(), exampleLibrary(.shared)],
      suites: [SuiteOutcome(script: script, runs: runs)]
    )
    let expectation = try exampleExpectation(
      options,
      catalogue: "stock\n  measured 3.53.4\nSQLITE_ENABLE_FTS5 defined\n  adds module:fts5\n"
    )
    return check.judge(evidence, expectation)?.findings ?? []
  }
}

struct ConformanceCheckTests {
  @Test func `a case that fails shows its SQL, both values and where it runs`() throws {
    let suite = try ExampleSuite()
    let runs = [
      suite.run([1, 2], RunKind(.archive, .memory)), suite.run([1, 3], RunKind(.archive, .file)),
      suite.run([1, 3], RunKind(.shared, .memory)),
    ]

    expectFindings(
      try suite.findings(.conformance, runs),
      """
      Suites/s.test:8:1: error: [conformance] expected 2 in row 1, column 1, got 3
        query I
        ^
        note: SQL: SELECT a FROM t
        note: variant 'full', archive in a file, shared library in memory, but not archive in memory
      """
    )
  }

  @Test func `its subject is the suite and the line`() throws {
    let suite = try ExampleSuite()

    let found = try suite.findings(.conformance, [suite.run([0, 2])])

    #expect(found.map(\.subject) == ["s:3"])
  }

  @Test func `a suite whose promised capability is absent is one finding`() throws {
    let catalogue = "stock\n  measured 3.53.4\nSQLITE_ENABLE_FTS5 defined\n  adds module:fts5\n"
    let suite = try ExampleSuite(
      "require module:fts5\nquery I\nSELECT 1\n----\n1\n",
      options: ["SQLITE_ENABLE_FTS5"],
      catalogue: catalogue
    )

    expectFindings(
      try suite.findings(.conformance, [suite.run([])], ["SQLITE_ENABLE_FTS5"]),
      """
      Suites/s.test:3:1: error: [conformance] suite 's' with 1 case needs 'module:fts5', which \
      'SQLITE_ENABLE_FTS5' promises and the library does not have
        require module:fts5
        ^
        note: 'SQLITE_ENABLE_FTS5' stands at Profiles/full.profile:1
      """
    )
  }

  @Test func `of very many failures the last are counted`() throws {
    let query = "query I\nSELECT 1\n----\n1\n\n"
    let suite = try ExampleSuite(String(repeating: query, count: 30))

    let found = try suite.findings(
      .conformance,
      [suite.run(Array(repeating: 0, count: 30))]
    )

    #expect(found.count == 26)
    #expect(
      found.last { $0.subject == "s" }?.message == "5 more records of suite 's' fail"
    )
    let one = try ExampleSuite(String(repeating: query, count: 26))
    let last = try one.findings(.conformance, [one.run(Array(repeating: 0, count: 26))])
    #expect(last.last { $0.subject == "s" }?.message == "1 more record of suite 's' fails")
  }

  @Test func `cases that pass are silent, no suite is nothing to judge`() throws {
    let suite = try ExampleSuite()

    expectFindings(try suite.findings(.conformance, [suite.run([1, 2])]), "")
    let evidence = Evidence(libraries: [exampleLibrary()])
    #expect(Check.conformance.judge(evidence, try exampleExpectation()) == nil)
  }
}

struct BreakdownCheckTests {
  private let died = Transcript.Ending.cut(request: 2)

  @Test func `an accepted finding says until when and why`() throws {
    let suite = try ExampleSuite()
    let found = try suite.findings(.conformance, [suite.run([1, 3])])
    let accepted = found.map { finding in
      var finding = finding
      finding.accepted = .init(until: "2027-06-30", reason: "known since May")
      return finding
    }

    expectFindings(
      accepted,
      """
      Suites/s.test:8:1: error (accepted): [conformance] expected 2 in row 1, column 1, got 3
        query I
        ^
        note: SQL: SELECT a FROM t
        note: variant 'full', archive in memory
        note: accepted until 2027-06-30 because known since May
      """
    )
  }

  @Test func `a crash names the record it happened in`() throws {
    let suite = try ExampleSuite()
    let breakdown = Breakdown(.crash("was ended by signal 11"), during: "SQL: SELECT a FROM t")
    let run = suite.run([1], ending: died, breakdown: breakdown)

    expectFindings(
      try suite.findings(.crash, [run]),
      """
      Suites/s.test:8:1: error: [crash] the driver was ended by signal 11 (archive in memory)
        query I
        ^
        note: SQL: SELECT a FROM t
        note: variant 'full', suite 's'
      """
    )
    expectFindings(try suite.findings(.hang, [run]), "")
  }

  @Test func `a hang names it too, and how many records were not reached`() throws {
    let suite = try ExampleSuite()
    let breakdown = Breakdown(.hang(seconds: 60), during: "SQL: SELECT 1")
    let run = suite.run([], ending: .cut(request: 1), breakdown: breakdown)

    expectFindings(
      try suite.findings(.hang, [run]),
      """
      Suites/s.test:3:1: error: [hang] the driver did not end within 60 s (archive in memory)
        query I
        ^
        note: SQL: SELECT 1
        note: variant 'full', suite 's'
        note: 1 record after it was not reached
      """
    )
    expectFindings(try suite.findings(.crash, [run]), "")
  }

  @Test func `answers that make no sense are a crash of the conversation`() throws {
    let suite = try ExampleSuite()
    let breakdown = Breakdown(
      .nonsense(offset: 120, "'end' was to come"),
      during: "before SQL: SELECT a FROM t"
    )
    let run = suite.run(
      [1],
      ending: .malformed(offset: 120, "'end' was to come"),
      breakdown: breakdown
    )

    expectFindings(
      try suite.findings(.crash, [run]),
      """
      full: error: [crash] the driver's answers make no sense from byte 120 on: 'end' was to come \
      (archive in memory)
        note: before SQL: SELECT a FROM t
        note: variant 'full', suite 's'
        note: 1 record after it was not reached
      """
    )
  }

  @Test func `a process that asks what the library has can break down as well`() throws {
    let library = exampleLibrary {
      $0.breakdowns = [Breakdown(.crash("was ended by signal 6"), during: "probe 'snapshot'")]
    }

    let result = Check.crash.judge(Evidence(libraries: [library]), try exampleExpectation())

    expectFindings(
      result?.findings ?? [],
      """
      full: error: [crash] the driver was ended by signal 6 (archive)
        note: probe 'snapshot'
      """
    )
    #expect(Check.crash.judge(Evidence(libraries: []), try exampleExpectation()) == nil)
  }

  @Test func `memory that is not given back is an error`() throws {
    let suite = try ExampleSuite()

    expectFindings(
      try suite.findings(.leak, [suite.run([1, 2], ending: .complete(leaked: 48))]),
      """
      full: error: [leak] suite 's' leaves 48 bytes allocated after the library is shut down (archive \
      in memory)
      """
    )
    expectFindings(try suite.findings(.leak, [suite.run([1, 2])]), "")
  }

  @Test func `a library that does not count its memory is not judged`() throws {
    let suite = try ExampleSuite()
    let run = suite.run([1, 2], ending: .complete(leaked: nil))
    let evidence = Evidence(
      libraries: [exampleLibrary()],
      suites: [SuiteOutcome(script: suite.script, runs: [run])]
    )

    #expect(Check.leak.judge(evidence, try exampleExpectation()) == nil)
  }
}

struct LinkageCheckTests {
  private let check = Check.linkage

  @Test func `lists that differ say which library has what`() throws {
    let archive = exampleLibrary {
      $0.modules = .known(["fts5"])
      $0.functions = .known([FunctionEntry("abs", 1)])
      $0.probes = ["SQLITE_DQS": .value(.integer(0))]
    }
    let shared = exampleLibrary(.shared) {
      $0.version = "3.46.1"
      $0.functions = .known([FunctionEntry("abs", 1), FunctionEntry("regexp", 2)])
      $0.probes = ["SQLITE_DQS": .value(.integer(3))]
    }

    let result = check.judge(
      Evidence(libraries: [archive, shared]),
      try exampleExpectation()
    )

    expectFindings(
      result?.findings ?? [],
      """
      full: error: [linkage] the two libraries differ in their functions: only the shared library has \
      'regexp/2'
      full: error: [linkage] the two libraries differ in their modules: only the archive has 'fts5'
      full: error: [linkage] the two libraries answer probes of 'SQLITE_DQS' differently
      full: error: [linkage] the source id of the archive is '3.53.4 \(exampleSourceID)', that of the \
      shared library '3.46.1 \(exampleSourceID)'
      """
    )
  }

  @Test func `records that turn out differently are one finding a suite`() throws {
    let suite = try ExampleSuite()
    let runs = [
      suite.run([1, 2], RunKind(.archive, .memory)), suite.run([1, 2], RunKind(.archive, .file)),
      suite.run([1, 3], RunKind(.shared, .memory)),
    ]

    expectFindings(
      try suite.findings(check, runs),
      """
      full: error: [linkage] 1 record of suite 's' turns out differently with the archive and the \
      shared library, the first at line 8
      """
    )
  }

  @Test func `two libraries that are the same are silent, one alone is not judged`() throws {
    let suite = try ExampleSuite()

    expectFindings(
      try suite.findings(
        check,
        [suite.run([1, 2]), suite.run([1, 2], RunKind(.shared, .memory))]
      ),
      ""
    )
    #expect(check.judge(Evidence(libraries: [exampleLibrary()]), try exampleExpectation()) == nil)
  }
}
