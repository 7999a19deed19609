import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct UpstreamReportTests {
  private func verdict(
    _ jobs: String...,
    files: [String] = ["test/json101.test", "test/json102.test"],
    known: String = "",
    breakdown: String? = nil
  ) throws -> UpstreamVerdict {
    let lines = ["source\t2024-08-13 c9c2"] + jobs
    let outcome = UpstreamOutcome(
      variant: "full",
      release: Version(3, 46, 1),
      target: "x86_64-linux-gnu",
      compiler: "clang 21.0.0",
      selections: [.init(UpstreamGroup.all[1], files: files)],
      results: UpstreamResults(lines.joined(separator: "\n")),
      breakdown: breakdown,
      log: "cache/testrunner.log"
    )
    return UpstreamVerdict(outcome, try KnownFailures(parsing: known, file: "known.txt"))
  }

  private let good = "job\ttest/json101.test\tdone\t278\t0"
  private let idle = "job\ttest/json102.test\tdone\t1\t0"
  private let bad = """
    job\ttest/json102.test\tfailed\t309\t2
    failed\tjson102-1.1
    failed\tjson102-2
    said\t! json102-1.1 expected: [1]
    said\t! json102-1.1 got:      [2]
    """

  @Test func `files that pass say nothing, and the report says what was not judged`() throws {
    let verdict = try verdict(good, idle)
    let report = UpstreamReport([verdict]).report

    expectFindings(report.findings, "")
    #expect(
      report.body == """
        full: 278 upstream tests in 1 file, 0 failed, 0 known to fail, 1 file left at once
        upstream's tests judge SQLite's source with the options of the profile, not the finished \
        library
        """
    )
    #expect(report.judged == ["SQLite 3.46.1 2024-08-13 c9c2, clang 21.0.0, x86_64-linux-gnu"])
    #expect(report.exitStatus() == 0)
    #expect(
      JSONReport().json(of: report).compact.contains(
        """
        "suites":[],"options":[],"capabilities":[],"upstream":{"scope":"upstream's tests judge \
        SQLite's source with the options of the profile, not the finished library","tests":278,\
        "failed":0,"known":0,"files":[{"name":"test/json101.test","state":"passed","tests":278,\
        "failed":[],"known":0},{"name":"test/json102.test","state":"omitted","tests":1,"failed":[],\
        "known":0}]}
        """
      )
    )
  }

  @Test func `a file with failures is an error with the tests and what they printed`() throws {
    let report = UpstreamReport([try verdict(good, bad)]).report

    expectFindings(
      report.findings,
      """
      full: error: [upstream] 'test/json102.test' fails 2 of 309 tests: 'json102-1.1', 'json102-2'
        note: it printed: ! json102-1.1 expected: [1]
        note: it printed: ! json102-1.1 got:      [2]
        note: all that it printed is in 'cache/testrunner.log'
      """
    )
    #expect(report.findings.map(\.subject) == ["test/json102.test"])
    #expect(report.exitStatus() == 1)
  }

  @Test func `known failures are counted apart, and only what is left is told`() throws {
    let all = try verdict(good, bad, known: "test/json102.test json102-* because \"found\"")
    let one = try verdict(good, bad, known: "test/json102.test json102-1.* because \"found\"")

    expectFindings(all.findings, "")
    #expect(UpstreamReport([all]).report.body.contains(" 0 failed, 2 known to fail,"))
    #expect(
      one.findings.map(\.message) == ["'test/json102.test' fails 1 of 309 tests: 'json102-2'"]
    )
  }

  @Test func `a known failure that does not happen is told, and its fix makes that go away`()
    throws
  {
    let table = "test/json101.test json101-* because \"found\""
    let findings = try verdict(good, idle, known: table).findings

    expectFindings(
      findings,
      """
      known.txt:1:1: warning: [upstream] no test of 'test/json101.test' that 'json101-*' is for \
      fails on SQLite 3.46.1
        test/json101.test json101-* because "found"
        ^
        fix: remove the line, or end it at an earlier release
      """
    )
    let place = try #require(findings.first?.location)
    let fix = try #require(findings.first?.fix)
    let mended = try #require(FixApplication.apply(fix, to: table, at: place))
    expectFindings(try verdict(good, idle, known: mended).findings, "")
    let ended = "test/json101.test json101-* until 3.45 because \"found\""
    expectFindings(try verdict(good, idle, known: ended).findings, "")
  }

  @Test func `a known failure of a file that was not run is not told`() throws {
    let table = "ext/rtree/rtree1.test rtree1-* because \"found\""

    expectFindings(try verdict(good, idle, known: table).findings, "")
  }

  @Test func `files that break down, hang, never begin or are passed over are errors`() throws {
    let verdict = try verdict(
      "job\ttest/json101.test\tfailed\t-1\t-1\nsaid\tSegmentation fault",
      "job\ttest/json102.test\trunning\t-1\t-1",
      "job\ttest/json103.test\tready\t-1\t-1",
      "job\ttest/json104.test\tfailed\t12\t0",
      files: (1...5).map { "test/json10\($0).test" },
      breakdown: "did not end in 3600 s"
    )

    expectFindings(
      verdict.findings,
      """
      full: error: [upstream] 'test/json101.test' ends before it has counted its tests
        note: it printed: Segmentation fault
        note: all that it printed is in 'cache/testrunner.log'
      full: error: [upstream] 'test/json102.test' was still running when the test runner stopped
        note: all that it printed is in 'cache/testrunner.log'
      full: error: [upstream] 1 test file never began: 'test/json103.test'
        note: all that it printed is in 'cache/testrunner.log'
      full: error: [upstream] 'test/json104.test' ends with an error, though none of its tests fails
        note: all that it printed is in 'cache/testrunner.log'
      full: error: [upstream] the test runner passed over 1 test file: 'test/json105.test'
        note: all that it printed is in 'cache/testrunner.log'
      full: error: [upstream] SQLite's test runner did not end in 3600 s, so not all of its test \
      files were judged
        note: all that it printed is in 'cache/testrunner.log'
      """
    )
  }

  @Test func `a group of which no test ran is no pass`() throws {
    let verdict = try verdict(idle, files: ["test/json102.test"])
    let report = UpstreamReport([verdict]).report

    expectFindings(
      report.findings,
      """
      full: error: [upstream] no test of JSON ran: each of 1 test file left at once
        note: all that it printed is in 'cache/testrunner.log'
      """
    )
    #expect(report.exitStatus() == 2)
    #expect(
      text(of: report.failures) == """
        full: error: none of SQLite's own tests was run
          fix: name a profile that promises FTS5, JSON or R*Tree
        """
    )
  }

  @Test func `a profile without any of it is a note beside one with, and no pass alone`() throws {
    let outcome = UpstreamOutcome(
      variant: "minimal",
      release: Version(3, 46, 1),
      target: "x86_64-linux-gnu",
      compiler: "clang 21.0.0",
      selections: [],
      results: nil
    )
    let nothing = UpstreamVerdict(outcome, try KnownFailures(parsing: "", file: "known.txt"))

    let alone = UpstreamReport([nothing]).report
    let both = UpstreamReport([try verdict(good, idle), nothing]).report

    expectFindings(
      alone.findings,
      """
      minimal: note: [upstream] the profile promises nothing that SQLite's test files for FTS5, \
      JSON and R*Tree are for, so none was run
      """
    )
    #expect(alone.exitStatus() == 2)
    #expect(alone.checks == 0)
    #expect(both.exitStatus() == 0)
    #expect(both.findings.map(\.severity) == [.note])
    #expect(JSONReport().json(of: both).compact.contains("\"capabilities\":[],\"upstream\":null}"))
  }
}
