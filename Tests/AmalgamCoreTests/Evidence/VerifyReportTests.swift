import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct VerifyReportTests {
  private let catalogue = """
    stock
      measured 3.53.4
      adds function:abs/1
    SQLITE_ENABLE_RTREE defined
      reported name
      adds module:rtree
      probe capability module:rtree
    """

  private func report() throws -> Report {
    let script = try ScriptParser.parse(
      "# amalgam 1\nquery I\nSELECT 1\n----\n1\n\nonlyif module:rtree\nprobe rtree\n",
      file: "s.test"
    )
    let expectation = try exampleExpectation(["SQLITE_ENABLE_RTREE"], catalogue: catalogue)
    let library = exampleLibrary {
      $0.reported = .known(["ENABLE_RTREE", "COMPILER=clang-21.0.0"])
      $0.functions = .known([FunctionEntry("abs", 1)])
    }
    let conversation = Conversation(
      script,
      in: .memory,
      path: "-",
      Circumstances(expectation, library)
    )
    let transcript = Transcript(
      version: "3.53.4",
      sourceID: exampleSourceID,
      answers: [
        Answer(), Answer(rows: [[.integer(1)]]), Answer(rows: [[.integer(0)]]),
      ],
      ending: .complete(leaked: 0)
    )
    let run = RunOutcome(
      RunKind(.archive, .memory),
      conversation,
      transcript,
      breakdown: nil
    )
    let verdict = VariantVerdict(
      evidence: Evidence(
        libraries: [library],
        suites: [SuiteOutcome(script: script, runs: [run])]
      ),
      expectation: expectation,
      target: "x86_64-unknown-linux-gnu",
      compiler: nil
    )
    return VerifyReport([verdict]).report
  }

  @Test func `the text has a line of counts and the options whose states differ`() throws {
    let report = try report()

    #expect(
      report.body == """
        full: 2 cases in 1 suite, 1 passed, 1 failed, 0 omitted
          option               asked  reported  effective
          SQLITE_ENABLE_RTREE  1      1         off
        """
    )
    #expect(
      report.judged == ["SQLite 3.53.4 \(exampleSourceID), clang-21.0.0, x86_64-unknown-linux-gnu"]
    )
    #expect(report.exitStatus() == 1)
  }

  /// The verdict on a library with the R*Tree, of a profile with the options `asked`.
  private func verdictWithRTree(asked: [String]) throws -> VariantVerdict {
    let library = exampleLibrary {
      $0.reported = .known(["ENABLE_RTREE"])
      $0.modules = .known(["rtree"])
    }
    return VariantVerdict(
      evidence: Evidence(libraries: [library]),
      expectation: try exampleExpectation(asked, catalogue: catalogue),
      target: "x86_64-unknown-linux-gnu",
      compiler: nil
    )
  }

  @Test func `every option of the profile is shown where that is asked`() throws {
    let verdict = try verdictWithRTree(asked: ["SQLITE_ENABLE_RTREE"])

    #expect(
      VerifyReport([verdict]).report.body
        == "full: 0 cases in 0 suites, 0 passed, 0 failed, 0 omitted"
    )
    #expect(
      VerifyReport([verdict], listsOptions: true).report.body == """
        full: 0 cases in 0 suites, 0 passed, 0 failed, 0 omitted
          option               asked  reported  effective
          SQLITE_ENABLE_RTREE  1      1         1
        """
    )
  }

  @Test func `what is effective and was not asked for has a row`() throws {
    let verdict = try verdictWithRTree(asked: [])

    for listsOptions in [false, true] {
      #expect(
        VerifyReport([verdict], listsOptions: listsOptions).report.body == """
          full: 0 cases in 0 suites, 0 passed, 0 failed, 0 omitted
            option               asked  reported  effective
            SQLITE_ENABLE_RTREE  -      1         1
          """
      )
    }
  }

  @Test func `an option that SQLite never reports says so`() {
    #expect(OptionState.Observed.neverReported.cell == "never")
    #expect(OptionState.Observed.unknown("the list is cut off").cell == "?")
    #expect(OptionState.Observed.off.cell == "off")
  }

  @Test func `the JSON has the fields of every variant`() throws {
    let text = JSONReport().json(of: try report()).compact

    let variants = try #require(text.split(separator: "\"variants\":", maxSplits: 1).last)
    #expect(
      variants == """
        [{"name":"full","release":"3.53.4","sourceID":"\(exampleSourceID)",\
        "target":"x86_64-unknown-linux-gnu","library":{"path":"build/full/libsqlite3-full.a",\
        "sha256":"d","compiler":"clang-21.0.0"},"suites":[{"name":"s","cases":2,"passed":1,\
        "failed":1,"omitted":0,"runs":1}],"options":[{"name":"SQLITE_ENABLE_RTREE","asked":"1",\
        "reported":"1","effective":"off"}],"capabilities":[{"name":"function:abs/1",\
        "promised":"SQLite 3.53.4","state":"present","reason":null},\
        {"name":"function:amalgam_manifest/0","promised":null,"state":"absent","reason":null},\
        {"name":"module:amalgam_calls","promised":null,"state":"absent","reason":null},\
        {"name":"module:rtree","promised":"SQLITE_ENABLE_RTREE","state":"absent","reason":null}],\
        "upstream":null}]}
        """
    )
  }

  @Test func `failures alone make no pass`() {
    let report = VerifyReport([], failures: [Failure("full", "was not built")]).report

    #expect(report.checks == 0)
    #expect(report.exitStatus() == 2)
  }
}
