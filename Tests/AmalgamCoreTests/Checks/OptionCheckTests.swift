import AmalgamCore
import AmalgamTestSupport
import Testing

private let catalogue = """
  stock
    measured 3.53.4
  SQLITE_DQS value
    reported name=value
    values 0..3
    default 3
    probe sql SELECT 3
  SQLITE_ENABLE_FTS3 defined
    reported name
    probe sql SELECT 1
  SQLITE_ENABLE_FTS4 defined
    reported name
    implies SQLITE_ENABLE_FTS3
    probe sql SELECT 1
  SQLITE_ENABLE_RTREE defined
    reported name
    probe capability module:rtree
  SQLITE_ENABLE_GEOPOLY defined
    reported name
    needs SQLITE_ENABLE_RTREE
    probe sql SELECT 1
  SQLITE_OMIT_COMPILEOPTION_DIAGS defined
    reported never
    probe none it shows by itself
  SQLITE_OMIT_TRACE defined
    reported never
    probe c trace
  SQLITE_THREADSAFE value
    reported name=value
    values 0..2
    default 1
    probe c threadsafe

  """

/// Options one of which is decided by others.
private let workers = """
  SQLITE_MAX_WORKER_THREADS limit
    reported name=value
    values 0..50
    default 8
    void SQLITE_DEFAULT_WORKER_THREADS=9..50 SQLITE_THREADSAFE=0
    probe c limit-max-worker-threads
  SQLITE_DEFAULT_WORKER_THREADS value
    reported name=value
    default 0
    probe sql PRAGMA threads

  """

/// Evidence of a library that reports `lines`.
private func reporting(_ lines: Set<String>) -> Evidence {
  Evidence(libraries: [exampleLibrary { $0.reported = .known(lines) }])
}

private func findings(
  _ check: Check,
  _ evidence: Evidence,
  _ options: [String],
  besides rows: String = ""
) throws -> [Finding] {
  let expectation = try exampleExpectation(options, catalogue: catalogue + rows)
  return check.judge(evidence, expectation)?.findings ?? []
}

struct CompileOptionsCheckTests {
  private let check = Check.compileOptions

  @Test func `an option that is not reported, or with another value, is an error`() throws {
    expectFindings(
      try findings(
        check,
        reporting(["THREADSAFE=1"]),
        ["SQLITE_ENABLE_RTREE", "SQLITE_THREADSAFE=2"]
      ),
      """
      full: error: [compile-options] profile sets 'SQLITE_ENABLE_RTREE=1', but the library does not \
      report it
        note: 'SQLITE_ENABLE_RTREE' is set at Profiles/full.profile:1
      full: error: [compile-options] profile sets 'SQLITE_THREADSAFE=2', but the library reports \
      'THREADSAFE=1'
        note: 'SQLITE_THREADSAFE' is set at Profiles/full.profile:2
      """
    )
  }

  @Test func `an option that nobody asked for is an error, and adding it the way out`() throws {
    let evidence = reporting(["ENABLE_RTREE", "THREADSAFE=2"])

    expectFindings(
      try findings(check, evidence, []),
      """
      full: error: [compile-options] the library reports 'ENABLE_RTREE', which the profile does not \
      set
        fix: add 'SQLITE_ENABLE_RTREE' to the profile
      full: error: [compile-options] the library reports 'THREADSAFE=2', but the profile leaves \
      'SQLITE_THREADSAFE' at its default '1'
        fix: add 'SQLITE_THREADSAFE=2' to the profile
      """
    )
    let fixed = ["SQLITE_ENABLE_RTREE", "SQLITE_THREADSAFE=2"]
    expectFindings(try findings(check, evidence, fixed), "")
  }

  @Test func `a default is not expected where another option decides`() throws {
    func found(_ lines: Set<String>, _ options: [String]) throws -> [Finding] {
      try findings(check, reporting(lines), options, besides: workers)
    }
    expectFindings(
      try found(["MAX_WORKER_THREADS=0", "THREADSAFE=0"], ["SQLITE_THREADSAFE=0"]),
      ""
    )
    let raised: Set = ["DEFAULT_WORKER_THREADS=20", "MAX_WORKER_THREADS=20", "THREADSAFE=1"]
    expectFindings(try found(raised, ["SQLITE_DEFAULT_WORKER_THREADS=20"]), "")
    expectFindings(
      try found(["MAX_WORKER_THREADS=0", "THREADSAFE=1"], []),
      """
      full: error: [compile-options] the library reports 'MAX_WORKER_THREADS=0', but the profile \
      leaves 'SQLITE_MAX_WORKER_THREADS' at its default '8'
        fix: add 'SQLITE_MAX_WORKER_THREADS=0' to the profile
      """
    )
  }

  @Test func `what is as it was asked, by default, implied or the compiler's is silent`() throws {
    let evidence = reporting([
      "THREADSAFE=1", "DQS=0x0", "ENABLE_FTS3", "ENABLE_FTS4", "COMPILER=clang-21.0.0",
      "ATOMIC_INTRINSICS=1", "EXTRA_AUTOEXT=amalgam_full_autoext",
    ])

    expectFindings(
      try findings(check, evidence, ["SQLITE_ENABLE_FTS4", "SQLITE_DQS=0", "SQLITE_OMIT_TRACE"]),
      ""
    )
  }

  @Test func `options that the catalogue does not know are one note`() throws {
    expectFindings(
      try findings(check, reporting(["MUTEX_PTHREADS"]), []),
      """
      full: note: [compile-options] the library reports 'MUTEX_PTHREADS', which the catalogue does \
      not know
      """
    )
    expectFindings(
      try findings(check, reporting(["MUTEX_PTHREADS", "SYSTEM_MALLOC"]), []),
      """
      full: note: [compile-options] the library reports 2 options that the catalogue does not know: \
      'MUTEX_PTHREADS', 'SYSTEM_MALLOC'
      """
    )
  }

  @Test func `a library without the list is an error unless the profile asks for that`() throws {
    let evidence = Evidence(
      libraries: [
        exampleLibrary {
          $0.reported = .unknown("the library has no sqlite3_compileoption_get()")
        }
      ]
    )

    expectFindings(
      try findings(check, evidence, []),
      """
      full: error: [compile-options] the library reports no options, as under \
      'SQLITE_OMIT_COMPILEOPTION_DIAGS', which the profile does not set
        note: the library has no sqlite3_compileoption_get()
        fix: build the library without 'SQLITE_OMIT_COMPILEOPTION_DIAGS', or add it to the profile
      """
    )
    let asked = try exampleExpectation(
      ["SQLITE_OMIT_COMPILEOPTION_DIAGS"],
      catalogue: catalogue
    )
    #expect(check.judge(evidence, asked) == nil)
  }

  @Test func `a library that the driver did not run with is skipped, not passed`() throws {
    var library = exampleLibrary()
    library.version = ""
    library.reported = .unknown("no program can be linked with the library")

    let result = check.judge(Evidence(libraries: [library]), try exampleExpectation())

    #expect(result?.skipped.map(\.reason) == ["no program can be linked with the library"])
    #expect(check.judge(Evidence(libraries: []), try exampleExpectation()) == nil)
  }
}

struct EffectiveOptionsCheckTests {
  private let check = Check.effectiveOptions

  /// A library in which every option of the catalogue has the effect of its default, with changes.
  private func library(
    _ probes: [String: ProbeResult],
    reported: Set<String> = []
  ) -> Evidence {
    let usual: [String: ProbeResult] = [
      "SQLITE_DQS": .value(.integer(3)), "SQLITE_THREADSAFE": .value(.integer(1)),
      "SQLITE_ENABLE_FTS3": .error("no such module: fts3"),
      "SQLITE_ENABLE_FTS4": .error("no such module: fts4"),
      "SQLITE_ENABLE_GEOPOLY": .error("no such module: geopoly"),
      "SQLITE_OMIT_TRACE": .value(.integer(1)),
    ]
    return Evidence(
      libraries: [
        exampleLibrary {
          $0.probes = usual.merging(probes) { $1 }
          $0.reported = .known(reported)
        }
      ]
    )
  }

  @Test func `defaults have no finding`() throws {
    expectFindings(try findings(check, library([:]), []), "")
  }

  @Test func `an option without effect is an error`() throws {
    expectFindings(
      try findings(check, library([:]), ["SQLITE_ENABLE_RTREE", "SQLITE_DQS=0"]),
      """
      full: error: [effective-options] profile sets 'SQLITE_DQS=0', but it has the effect of '3' in \
      the library
        note: 'SQLITE_DQS' is set at Profiles/full.profile:2
      full: error: [effective-options] profile sets 'SQLITE_ENABLE_RTREE=1', but it has no effect in \
      the library
        note: 'SQLITE_ENABLE_RTREE' is set at Profiles/full.profile:1
      """
    )
  }

  @Test func `an option that is reported and without effect names the partner it needs`() throws {
    expectFindings(
      try findings(
        check,
        library([:], reported: ["ENABLE_GEOPOLY"]),
        ["SQLITE_ENABLE_GEOPOLY"]
      ),
      """
      full: error: [effective-options] profile sets 'SQLITE_ENABLE_GEOPOLY=1' and the library \
      reports it, but it has no effect
        note: 'SQLITE_ENABLE_GEOPOLY' is set at Profiles/full.profile:1
        note: it needs 'SQLITE_ENABLE_RTREE'
      """
    )
  }

  @Test func `an effect that nobody asked for is an error`() throws {
    expectFindings(
      try findings(
        check,
        library([
          "SQLITE_ENABLE_GEOPOLY": .value(.integer(1)), "SQLITE_THREADSAFE": .value(.integer(0)),
          "SQLITE_OMIT_TRACE": .value(.integer(0)),
        ]),
        []
      ),
      """
      full: error: [effective-options] 'SQLITE_ENABLE_GEOPOLY' is effective in the library, but the \
      profile does not set it
      full: error: [effective-options] 'SQLITE_OMIT_TRACE' is effective in the library, but the \
      profile does not set it
      full: error: [effective-options] 'SQLITE_THREADSAFE' has the effect of '0' in the library, but \
      the profile leaves it at its default '1'
      """
    )
  }

  @Test func `an option that another one switches on must be effective too`() throws {
    let both: [String: ProbeResult] = [
      "SQLITE_ENABLE_FTS3": .value(.integer(1)), "SQLITE_ENABLE_FTS4": .value(.integer(1)),
    ]

    expectFindings(try findings(check, library(both), ["SQLITE_ENABLE_FTS4"]), "")
    expectFindings(
      try findings(
        check,
        library(["SQLITE_ENABLE_FTS4": .value(.integer(1))]),
        ["SQLITE_ENABLE_FTS4"]
      ),
      """
      full: error: [effective-options] 'SQLITE_ENABLE_FTS3' should be on without being set, but it \
      has no effect in the library
        note: 'SQLITE_ENABLE_FTS4' switches it on
      """
    )
  }

  @Test func `a report without any effect is an error`() throws {
    expectFindings(
      try findings(
        check,
        library(["SQLITE_ENABLE_FTS4": .value(.integer(1))], reported: ["ENABLE_FTS3"]),
        ["SQLITE_ENABLE_FTS4"]
      ),
      """
      full: error: [effective-options] the library reports 'SQLITE_ENABLE_FTS3', but it has no effect
        note: 'SQLITE_ENABLE_FTS4' switches it on
      """
    )
  }

  @Test func `a report without any effect is an error, also of what nobody asked for`() throws {
    expectFindings(
      try findings(
        check,
        library(["SQLITE_ENABLE_FTS4": .value(.integer(0))], reported: ["ENABLE_FTS4"]),
        []
      ),
      """
      full: error: [effective-options] the library reports 'SQLITE_ENABLE_FTS4', but it has no effect
      """
    )
    expectFindings(
      try findings(check, library(["SQLITE_ENABLE_FTS4": .value(.integer(0))]), []),
      ""
    )
  }

  @Test func `a probe that could not run is skipped, an option without one is not`() throws {
    let evidence = library(["SQLITE_THREADSAFE": .notRun("the driver did not come to it")])

    let expectation = try exampleExpectation([], catalogue: catalogue)
    let result = try #require(check.judge(evidence, expectation))

    #expect(result.findings.isEmpty)
    #expect(result.skipped.map(\.subject) == ["SQLITE_THREADSAFE"])
    #expect(check.judge(Evidence(libraries: []), expectation) == nil)
  }

  @Test func `an expression is not compared`() throws {
    expectFindings(try findings(check, library([:]), ["SQLITE_DQS=(1+2)"]), "")
  }
}
