/// The `accept` lines of a profile, laid over findings.
package struct Acceptances {
  private let lines: [AcceptLine]
  /// The day it is, by which an expired line no longer covers anything; `nil` for no clock.
  private let today: CalendarDate?

  package init(_ lines: [AcceptLine], today: CalendarDate? = nil) {
    self.lines = lines
    self.today = today
  }

  /// Returns `findings`, those that a line covers marked as accepted.
  package func applied(to findings: [Finding]) -> [Finding] {
    findings.map { finding in
      guard let line = lines.first(where: { covers($0, finding) }) else { return finding }
      var accepted = finding
      accepted.accepted = line.acceptance
      return accepted
    }
  }

  private func covers(_ line: AcceptLine, _ finding: Finding) -> Bool {
    guard line.check == finding.check, line.subject == finding.subject else { return false }
    guard let until = line.acceptance.until.flatMap({ CalendarDate($0) }), let today else {
      return true
    }
    return today <= until
  }
}
