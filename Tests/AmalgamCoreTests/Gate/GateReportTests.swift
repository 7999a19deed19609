import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct GateReportTests {
  private let today = Today(CalendarDate(secondsSince1970: 1_796_000_000), by: "the clock")

  private func report(_ variants: [GatedVariant], failures: [Failure] = []) -> Report {
    GateReport(variants, failures: failures, today: today).report
  }

  @Test func `what was not judged whole has not passed, and an error is an error`() throws {
    var unread = try exampleVariant("full")
    unread.isCutShort = true
    var skipping = try exampleVariant("full")
    skipping.skipped = 1
    var wrong = unread
    wrong.findings.append(Finding(.error, check: "leak", variant: "full", subject: "x", "is odd"))

    #expect(try exampleVariant("full").outcome == "passed")
    #expect([unread, skipping].map(\.outcome) == ["not judged whole", "not judged whole"])
    #expect(wrong.outcome == "failed")
  }

  @Test func `the text ends with all that was judged`() throws {
    var variant = try exampleVariant(faults: [ReleaseFault(name: "CVE-2026-1")])
    variant.add(.gate, ["acceptance"], [])

    #expect(
      TextReport(colour: false).text(of: report([variant])) == """
        full: passed
          check  9 checks, all passed
          gate   1 check, all passed

        0 errors, 0 warnings in 10 checks
        checks: 10 passed, 0 failed, 0 not run; 0 cases in all suites, 0 omitted
        full: SQLite 3.53.4, 1 known fault
          CVE-2026-1
          source id \(exampleSourceID)
          clang 21.0.0, x86_64-unknown-linux-gnu
          sha256 d build/full/libsqlite3-full.a
        judged on 2026-11-30, by the clock

        """
    )
  }

  @Test func `a variant that was not judged is no pass`() throws {
    let failure = Failure("full", "'clang' exited with status 1")
    let whole = report([try exampleVariant(isJudged: false)], failures: [failure])

    #expect(whole.exitStatus() == 2)
    #expect(whole.body.hasPrefix("full: failed"))
    #expect(whole.judged.contains("  source id not read; pinned is \(exampleCheckIn)"))
    #expect(whole.judged.contains("  not built, x86_64-unknown-linux-gnu"))
  }

  @Test func `findings stand in the order of variant, check and subject`() throws {
    var variant = try exampleVariant()
    for (check, subject, line) in [("b", "z", 1), ("b", "y", 2), ("a", "z", 9)] {
      variant.findings.append(
        Finding(
          .error,
          check: check,
          variant: "full",
          subject: subject,
          "is odd",
          at: exampleLocation(line: line, "")
        )
      )
    }

    let whole = report([variant])

    #expect(whole.findings.map { $0.check + $0.subject } == ["az", "by", "bz"])
    #expect(whole.exitStatus() == 1)
    #expect(whole.body.hasPrefix("full: failed"))
  }

  @Test func `what two variants inherit is told once`() throws {
    let finding = Finding(.note, check: "a", subject: "x", "is odd")
    var variants = [try exampleVariant("full"), try exampleVariant("minimal")]
    for index in variants.indices { variants[index].findings.append(finding) }

    #expect(report(variants).findings == [finding])
  }
}
