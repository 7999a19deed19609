import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct AcceptanceReviewTests {
  private let found = Finding(.warning, check: "leak", variant: "full", subject: "x", "is odd")

  private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  private func line(_ subject: String, until: String?) -> AcceptLine {
    AcceptLine(
      check: "leak",
      subject: subject,
      Finding.Acceptance(until: until, reason: "known"),
      at: exampleLocation(line: 9, "accept leak \(subject)")
    )
  }

  private func review(
    _ lines: [AcceptLine],
    on today: String = "2026-11-30",
    isJudged: Bool = true,
    variants: [String] = ["full"]
  ) throws -> [Finding] {
    let review = AcceptanceReview(of: [found], today: try day(today))
    return review.review(
      try variants.map { try exampleVariant($0, isJudged: isJudged, acceptances: lines) }
    )
  }

  @Test(arguments: [nil, "2027-06-30", "2026-12-31"])
  func `a line that covers something for more than 30 days is no finding`(end: String?) throws {
    expectFindings(try review([line("x", until: end)]), "")
  }

  @Test func `a line that covers nothing is a warning, and removing it helps`() throws {
    expectFindings(
      try review([line("y", until: nil)]),
      """
      Profiles/full.profile:9:1: warning: [acceptance] no finding of check 'leak' is about 'y', so \
      nothing is accepted
        accept leak y
        ^
        note: the reason is 'known'
        fix: remove the line
      """
    )
    expectFindings(try review([]), "")
  }

  @Test func `of a variant that was not judged it is not known what is covered`() throws {
    expectFindings(try review([line("y", until: nil)], isJudged: false), "")
  }

  @Test func `a line whose day has passed is an error, and another day helps`() throws {
    expectFindings(
      try review([line("x", until: "2026-11-29")]),
      """
      Profiles/full.profile:9:1: error: [acceptance] 'leak x' was accepted until 2026-11-29, and it \
      is 2026-11-30
        accept leak x
        ^
        note: the reason is 'known'
        fix: mend what it covers, or write another day behind 'until'
      """
    )
    expectFindings(try review([line("x", until: "2027-11-29")]), "")
  }

  @Test(arguments: [
    ("2026-11-30", "'leak x' is accepted until today, 2026-11-30"),
    ("2026-12-01", "'leak x' is accepted until 2026-12-01, for 1 more day"),
    ("2026-12-30", "'leak x' is accepted until 2026-12-30, for 30 more days"),
  ])
  func `a line is told 30 days before its end`(end: String, message: String) throws {
    let findings = try review([line("x", until: end)])

    #expect(findings.map(\.message) == [message])
    #expect(findings.map(\.severity) == [.warning])
  }

  @Test func `a line that two profiles inherit is told once`() throws {
    let findings = try review([line("y", until: nil)], variants: ["full", "minimal"])

    #expect(findings.map(\.variant) == ["full"])
  }

  @Test func `days are counted over leap years and centuries`() throws {
    #expect(try day("2024-02-28").days(until: try day("2024-03-01")) == 2)
    #expect(try day("2100-02-28").days(until: try day("2100-03-01")) == 1)
    #expect(try day("2000-01-01").days(until: try day("2001-01-01")) == 366)
    #expect(try day("2026-12-31").days(until: try day("2026-12-01")) == -30)
    #expect(try day("2026-07-04").description == "2026-07-04")
  }
}
