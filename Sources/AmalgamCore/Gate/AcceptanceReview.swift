/// What is to say of `accept` lines themselves once every finding is known: one that has expired,
/// will soon, or covers nothing.
package struct AcceptanceReview {
  package static let checkID = "acceptance"
  /// How many days before its end a line is told.
  package static let warningDays = 30

  private let today: CalendarDate
  private let findings: [Finding]

  /// `findings` are all of the run, accepted or not.
  package init(of findings: [Finding], today: CalendarDate) {
    self.findings = findings
    self.today = today
  }

  /// Returns what is to say of the lines of each variant's profile; of a line that several profiles
  /// inherit once, with the first of the variants.
  ///
  /// A line of a variant that was not judged whole may cover what was not found for that reason.
  package func review(_ variants: [GatedVariant]) -> [Finding] {
    var told: Set<AcceptLine> = []
    return variants.flatMap { variant in
      variant.profile.acceptances.compactMap {
        told.insert($0).inserted ? finding(on: $0, variant) : nil
      }
    }
  }

  private func finding(on line: AcceptLine, _ gated: GatedVariant) -> Finding? {
    let variant = gated.name
    let covered = findings.contains { $0.check == line.check && $0.subject == line.subject }
    if !covered, gated.verdict != nil {
      return finding(.warning, line, variant, .unused(line), fix: "remove the line")
    }
    guard let end = line.acceptance.until.flatMap({ CalendarDate($0) }) else { return nil }
    let days = today.days(until: end)
    if days < 0 {
      return finding(
        .error,
        line,
        variant,
        .expired(line, end, today),
        fix: "mend what it covers, or write another day behind 'until'"
      )
    }
    return days <= Self.warningDays
      ? finding(.warning, line, variant, .expiring(line, end, days: days), fix: nil) : nil
  }

  private func finding(
    _ severity: Finding.Severity,
    _ line: AcceptLine,
    _ variant: String,
    _ message: Finding.Message,
    fix: String?
  ) -> Finding {
    Finding(
      severity,
      check: Self.checkID,
      variant: variant,
      subject: "\(line.check) \(line.subject)",
      message,
      at: line.location,
      notes: ["the reason is '\(line.acceptance.reason)'"],
      fix: fix
    )
  }
}

extension Finding.Message {
  fileprivate static func unused(_ line: AcceptLine) -> Self {
    "no finding of check '\(line.check)' is about '\(line.subject)', so nothing is accepted"
  }

  fileprivate static func expired(
    _ line: AcceptLine,
    _ end: CalendarDate,
    _ today: CalendarDate
  ) -> Self {
    "'\(line.check) \(line.subject)' was accepted until \(end), and it is \(today)"
  }

  fileprivate static func expiring(_ line: AcceptLine, _ end: CalendarDate, days: Int) -> Self {
    days == 0
      ? "'\(line.check) \(line.subject)' is accepted until today, \(end)"
      : "'\(line.check) \(line.subject)' is accepted until \(end), for "
        + "\(days.counted("more day"))"
  }
}
