@testable import AmalgamCore

/// A small report with something of everything.
func exampleReport(hostile text: String = "odd") -> Report {
  var accepted = Finding(
    .error,
    check: "no-effect",
    subject: "SQLITE_ENABLE_JSON1",
    "has no effect",
    at: SourceLocation(file: "Profiles/a b.profile", line: 7, column: 2, excerpt: text)
  )
  accepted.accepted = Finding.Acceptance(until: "2027-06-30", reason: text)
  return Report(
    command: "verify",
    findings: [
      accepted,
      Finding(
        .error,
        check: "conformance",
        variant: "full",
        subject: "json:12",
        Finding.Message(stringLiteral: "expected 1, got \(text)"),
        at: SourceLocation(file: text, line: 12, column: 1, excerpt: text),
        notes: ["SQL: SELECT \(text)"],
        fix: "write \(text)"
      ),
      Finding(
        .warning,
        check: "leak",
        variant: "full",
        subject: text,
        Finding.Message(stringLiteral: "holds \(text)")
      ),
      Finding(.note, check: "limit", variant: "full", subject: "library", "could not be judged"),
    ],
    failures: [Failure(text, "cannot be read: \(text)", notes: [text], fix: text)],
    checks: 4,
    skipped: 1,
    judgements: [
      Judgement("Profiles/a b.profile", .lint, "no-effect"),
      Judgement("full", .check, "leak"),
      Judgement("full", .check, "limit", notRun: [text]),
      Judgement("full", .suite, "json", cases: 9, omitted: 2),
      Judgement("full", .suite, "rtree", cases: 3, omitted: 3),
    ],
    judged: ["SQLite 3.53.4 \(text)"]
  )
}
