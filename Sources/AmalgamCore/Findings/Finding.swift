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
  /// The file it is about where that is no text with lines; a location has its own.
  package let file: String?
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
    in file: String? = nil,
    notes: [String] = [],
    fix: String? = nil
  ) {
    self.severity = severity
    self.check = check
    self.variant = variant
    self.subject = subject
    self.message = message.text
    self.location = location
    self.file = location?.file ?? file
    self.notes = notes
    self.fix = fix
  }

  /// The same for the same check, variant and subject, however the wording or the line changes:
  /// what a baseline and a CI system know a finding by.
  package var fingerprint: String {
    // A line can move to another file of the profile; a binary is what the finding is about.
    let place = location == nil ? file.map { "\u{0}\($0)" } ?? "" : ""
    let text = "\(check)\u{0}\(variant ?? "")\u{0}\(subject)\(place)"
    return SHA256.hexDigest(of: Array(text.utf8)).prefix(16).description
  }

  /// Returns the same finding as one of `variant`.
  package func of(variant: String) -> Finding {
    var finding = Finding(
      severity,
      check: check,
      variant: variant,
      subject: subject,
      Message(stringLiteral: message),
      at: location,
      in: file,
      notes: notes,
      fix: fix
    )
    finding.accepted = accepted
    return finding
  }

  /// Whether it fails the gate.
  package var isOpenError: Bool { severity == .error && accepted == nil }
}

extension [Finding] {
  /// The findings in the order of a gate: variant, check, subject.
  package var inGateOrder: [Finding] {
    sorted { a, b in
      (a.variant ?? "", a.check, a.subject) != (b.variant ?? "", b.check, b.subject)
        ? (a.variant ?? "", a.check, a.subject) < (b.variant ?? "", b.check, b.subject)
        : (a.file ?? "", a.location?.line ?? 0, a.location?.column ?? 0, a.message)
          < (b.file ?? "", b.location?.line ?? 0, b.location?.column ?? 0, b.message)
    }
  }

  /// The findings in the fixed order of every report: variant, check, place, subject.
  package var inReportOrder: [Finding] {
    sorted { a, b in
      (a.variant ?? "", a.file ?? "", a.location?.line ?? 0, a.location?.column ?? 0)
        != (b.variant ?? "", b.file ?? "", b.location?.line ?? 0, b.location?.column ?? 0)
        ? (a.variant ?? "", a.file ?? "", a.location?.line ?? 0, a.location?.column ?? 0)
          < (
            b.variant ?? "", b.file ?? "", b.location?.line ?? 0, b.location?.column ?? 0
          )
        : (a.check, a.subject, a.message) < (b.check, b.subject, b.message)
    }
  }
}
