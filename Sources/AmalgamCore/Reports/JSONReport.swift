/// Renders a report as JSON; `design.md` section 8 has the fields.
package struct JSONReport {
  package init() {}

  package func text(of report: Report) -> String { json(of: report).description }

  package func json(of report: Report) -> JSON {
    let common = JSON.object([
      "schema": .integer(1),
      "command": .string(report.command),
      "findings": .array(report.findings.map(json(of:))),
      "failures": .array(report.failures.map(json(of:))),
      "summary": .object([
        "errors": .integer(report.count(.error)),
        "warnings": .integer(report.count(.warning)),
        "notes": .integer(report.count(.note)),
        "accepted": .integer(report.accepted),
        "checks": .integer(report.checks ?? 0),
        "skipped": .integer(report.skipped),
      ]),
    ])
    guard case .object(let members) = common else { return common }
    return .object(members + report.details)
  }

  private func json(of finding: Finding) -> JSON {
    .object([
      "severity": .string(finding.severity.rawValue),
      "check": .string(finding.check),
      "variant": .optional(finding.variant),
      "subject": .string(finding.subject),
      "message": .string(finding.message),
      "file": .optional(finding.file),
      "line": .optional(finding.location?.line),
      "column": .optional(finding.location?.column),
      "notes": .strings(finding.notes),
      "fix": .optional(finding.fix),
      "accepted": finding.accepted.map {
        .object(["until": .optional($0.until), "reason": .string($0.reason)])
      } ?? .null,
      "fingerprint": .string(finding.fingerprint),
    ])
  }

  private func json(of failure: Failure) -> JSON {
    .object([
      "where": .string(failure.place),
      "message": .string(failure.message),
      "notes": .strings(failure.notes),
      "fix": .optional(failure.fix),
    ])
  }
}
