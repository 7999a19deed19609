import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct RunEvidenceTests {
  private func text(_ lines: String = "", end: String = "end\n") -> String {
    """
    amalgam-evidence 1
    system a phone
    release 3.53.4
    source-id \(exampleSourceID)
    reported COMPILER=clang-21
    reported ENABLE_FTS5
    module fts5
    function abs/1
    function bm25/-1
    suite fts5 passed 3 failed 0 omitted 1
    \(lines)
    \(end)
    """
  }

  private func verdict(_ text: String, demands: [Demand] = []) throws -> Verdict {
    let evidence = try RunEvidence(text, file: "run.txt")
    return evidence.verdict(
      try exampleExpectation(
        ["SQLITE_ENABLE_FTS5"],
        demands: demands,
        catalogue: """
          stock
            measured 3.53.4
            adds function:abs/1
          SQLITE_ENABLE_FTS5 defined
            reported name
            adds module:fts5 function:bm25/-1 symbol:sqlite3_x
            probe capability module:fts5
          SQLITE_ENABLE_RTREE defined
            reported name
            adds module:rtree
            probe capability module:rtree

          """
      )
    )
  }

  @Test func `a run of the variant has no finding`() throws {
    let verdict = try verdict(text())

    expectFindings(verdict.findings, "")
    #expect(verdict.skipped == 0)
    #expect(verdict.judgements.map(\.name).contains("missing-capability"))
  }

  @Test func `another release, a lost and a surplus capability are errors`() throws {
    let other = text("module rtree\n").split(separator: "\n")
      .filter { $0 != "function bm25/-1" }.joined(separator: "\n")
      .replacing("release 3.53.4", with: "release 3.46.1")

    let found = try verdict(other).findings.filter(\.isOpenError)

    #expect(Set(found.map(\.check)) == ["release", "missing-capability", "surplus-capability"])
  }

  @Test func `what the app registers is judged where it runs, and what nobody asked for is told`()
    throws
  {
    let line = exampleLocation(line: 4, "require function:shout/1 by app")
    let demand = Demand(
      Capability(.function, "shout/1"),
      isRequired: true,
      isByApp: true,
      at: line
    )

    expectFindings(try verdict(text("function shout/1\n"), demands: [demand]).findings, "")
    expectFindings(
      try verdict(text(), demands: [demand]).findings,
      """
      Profiles/full.profile:4:1: error: [demand] the profile requires 'function:shout/1', but the \
      library does not have it
        require function:shout/1 by app
        ^
      """
    )
    expectFindings(
      try verdict(text("function shout/1\n")).findings,
      """
      full: error: [surplus-capability] the library has 'function:shout/1', which nothing in the \
      profile promises
        fix: add 'require function:shout/1 by app' to the profile if it is meant
      """
    )
    // No finished library has it, and none is asked.
    let library = Evidence(libraries: [exampleLibrary()])
    let expectation = try exampleExpectation(demands: [demand])
    let result = try #require(Check.demand.judge(library, expectation))
    #expect(result.findings.isEmpty)
    #expect(
      result.skipped == [
        Check.Skip(
          subject: "function:shout/1",
          reason:
            "the app registers it; the conformance product of 'export --kind package' asks the "
            + "app's connection, and 'gate --program FILE --evidence FILE' reads what that says"
        )
      ]
    )
    #expect(!expectation.promise.includes(demand.capability))
  }

  @Test func `what a run does not list is not judged`() throws {
    let lines = text().split(separator: "\n").filter { !$0.hasPrefix("module") }
    let verdict = try verdict(lines.joined(separator: "\n"))

    #expect(verdict.skipped > 0)
  }

  @Test func `cases that failed are errors`() throws {
    let lines =
      "suite json passed 1 failed 2 omitted 0\nsuite a passed 0 failed 1 omitted 0\n"
      + "failed a:17 expected 2, got 3\n"
    let evidence = try RunEvidence(text(lines), file: "run.txt")

    expectFindings(
      evidence.suiteFindings("full"),
      """
      run.txt: error: [conformance] where it ran, 'a:17' was wrong: expected 2, got 3
      run.txt: error: [conformance] where it ran, 2 cases of suite 'json' failed
      """
    )
    #expect(evidence.emptiness == nil)
    #expect(evidence.system == "a phone")
  }

  @Test func `a run without a case says nothing`() throws {
    let evidence = try RunEvidence("amalgam-evidence 1\nend", file: "run.txt")

    #expect(
      evidence.emptiness
        == Failure("run.txt", "has no suite of which a case was run, so nothing was judged")
    )
  }

  @Test(arguments: [
    ("hello", "run.txt:1:1: error: is no evidence of this version: it begins with 'hello'"),
    ("amalgam-evidence 1\nrelease 3", "run.txt: error: has no line 'end', so it was cut off"),
    ("amalgam-evidence 1\nend\nend", "run.txt:3:1: error: has a line behind 'end'"),
    (
      "amalgam-evidence 1\nmodul x\nend",
      "run.txt:2:1: error: has a line that is none of an evidence's: 'modul x'"
    ),
    (
      "amalgam-evidence 1\nmodule a%4\nend",
      "run.txt:2:1: error: has a name with half a '%' code"
    ),
    (
      "amalgam-evidence 1\nsuite a passed 9223372036854775807 failed 0 omitted 0\nend",
      "run.txt:2:1: error: has a suite without its three numbers"
    ),
    (
      "amalgam-evidence 1\nsuite a passed x failed 1 omitted 1\nend",
      "run.txt:2:1: error: has a suite without its three numbers"
    ),
  ])
  func `what is wrong with a file is told with its place`(text: String, message: String) {
    let isCut = text == "hello"
    expectFailure(isCut ? [message] : [message]) { try RunEvidence(text, file: "run.txt") }
  }

  @Test func `no text of an evidence traps`() {
    let bytes = Array(text("suite json passed 1 failed 2 omitted 0\nfailed a:1 b").utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] = UInt8(truncatingIfNeeded: index * 37)
      _ = try? RunEvidence(String(decoding: changed, as: UTF8.self), file: "run.txt").library
      _ = try? RunEvidence(String(decoding: bytes[..<index], as: UTF8.self), file: "run.txt")
    }
  }
}
