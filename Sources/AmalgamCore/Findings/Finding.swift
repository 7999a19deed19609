/// One thing a check has to say of a variant, a profile or a file.
package struct Finding: Hashable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    case error, warning, note
  }

  /// The sentence, written beside the check that makes it.
  package struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let text: String

    package init(stringLiteral value: String) {
      text = value
    }
  }

  /// An `accept` line of a profile that covers a finding.
  package struct Acceptance: Hashable, Sendable {
    /// The last day it holds, `YYYY-MM-DD`; `nil` without an end.
    package let until: String?
    package let reason: String

    package init(until: String?, reason: String) {
      self.until = until
      self.reason = reason
    }
  }

  package let severity: Severity
  /// The check's id, kebab-case.
  package let check: String
  package let variant: String?
  /// What it is about: an option, a capability, a symbol, `suite:line`, a file.
  package let subject: String
  package let message: String
  package let location: SourceLocation?
  package let notes: [String]
  /// A command or an edit that makes the finding go away.
  package let fix: String?
  package var accepted: Acceptance?

  package init(
    _ severity: Severity,
    check: String,
    variant: String? = nil,
    subject: String,
    _ message: Message,
    at location: SourceLocation? = nil,
    notes: [String] = [],
    fix: String? = nil
  ) {
    self.severity = severity
    self.check = check
    self.variant = variant
    self.subject = subject
    self.message = message.text
    self.location = location
    self.notes = notes
    self.fix = fix
  }

  /// The same for the same check, variant and subject, however the wording or the line changes:
  /// what a baseline and a CI system know a finding by.
  package var fingerprint: String {
    SHA256.hexDigest(of: Array("\(check)\u{0}\(variant ?? "")\u{0}\(subject)".utf8)).prefix(16)
      .description
  }

  /// Whether it fails the gate.
  package var isOpenError: Bool { severity == .error && accepted == nil }
}

extension [Finding] {
  /// The findings in the fixed order of every report: variant, check, place, subject.
  package var inReportOrder: [Finding] {
    sorted { a, b in
      (a.variant ?? "", a.location?.file ?? "", a.location?.line ?? 0, a.location?.column ?? 0)
        != (b.variant ?? "", b.location?.file ?? "", b.location?.line ?? 0, b.location?.column ?? 0)
        ? (a.variant ?? "", a.location?.file ?? "", a.location?.line ?? 0, a.location?.column ?? 0)
          < (
            b.variant ?? "", b.location?.file ?? "", b.location?.line ?? 0, b.location?.column ?? 0
          )
        : (a.check, a.subject, a.message) < (b.check, b.subject, b.message)
    }
  }
}
