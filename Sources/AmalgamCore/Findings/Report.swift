/// All that a verb has to say, in fixed order, and the exit status that follows from it.
package struct Report: Sendable {
  /// The verb.
  package let command: String
  package let findings: [Finding]
  package let failures: [Failure]
  /// How many checks ran.
  ///
  /// 0 is never a pass; `nil` is for a verb that judges nothing.
  package let checks: Int?
  /// How many checks or cases could not run and were not failures.
  package let skipped: Int
  /// What was asked, in the order it was asked.
  package let judgements: [Judgement]
  /// What was judged, for the last lines of the text: release, compiler, target.
  package let judged: [String]
  /// The keys a verb adds to the JSON of every verb.
  package let details: [JSON.Member]
  /// The verb's own text above the findings; empty for none.
  package let body: String
  /// The same in Markdown, where a verb has more to show there than findings.
  package let markdownBody: String?
  /// What a page shows beside the findings.
  package let sections: [ReportSection]
  /// What the judged variants are made of.
  package let bills: [SoftwareBill]
  /// Whether a verb that compares found a difference, which is status 1 without any finding.
  package let hasDifferences: Bool

  /// `order` puts the findings into their fixed order: by place, or by check for a gate.
  package init(
    command: String,
    findings: [Finding] = [],
    failures: [Failure] = [],
    checks: Int? = nil,
    skipped: Int = 0,
    judgements: [Judgement] = [],
    judged: [String] = [],
    details: [JSON.Member] = [],
    body: String = "",
    markdownBody: String? = nil,
    hasDifferences: Bool = false,
    sections: [ReportSection] = [],
    bills: [SoftwareBill] = [],
    order: ([Finding]) -> [Finding] = { $0.inReportOrder }
  ) {
    self.command = command
    self.findings = order(findings)
    self.failures = failures
    self.checks = checks
    self.skipped = skipped
    self.judgements = judgements
    self.judged = judged
    self.details = details
    self.body = body
    self.markdownBody = markdownBody
    self.hasDifferences = hasDifferences
    self.sections = sections
    self.bills = bills
  }

  /// Returns how many findings of `severity` no `accept` line covers.
  package func count(_ severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity && $0.accepted == nil }
  }

  package var accepted: Int { findings.count { $0.accepted != nil } }

  /// 2 if something could not be judged or nothing was, else 1 with an open error, else 77 where
  /// skips are asked for and something was skipped, else 0.
  package func exitStatus(allowSkip: Bool = false) -> Int32 {
    if !failures.isEmpty || checks == 0 { return 2 }
    if findings.contains(where: \.isOpenError) || hasDifferences { return 1 }
    if skipped > 0 { return allowSkip ? 77 : 2 }
    return 0
  }
}
