/// Turns evidence into findings; pure, so that each can be tested with a picture of a library.
package struct Check: Sendable {
  /// What a check has to say.
  package struct Result: Sendable {
    package var findings: [Finding] = []
    /// What could not be judged: what it was, and why.
    package var skipped: [Skip] = []

    package init(_ findings: [Finding] = [], skipped: [Skip] = []) {
      self.findings = findings
      self.skipped = skipped
    }
  }

  /// Something a check could not judge.
  package struct Skip: Hashable, Sendable {
    package let subject: String
    package let reason: String

    package init(subject: String, reason: String) {
      self.subject = subject
      self.reason = reason
    }
  }

  /// The id, kebab-case, as in `compile-options`.
  package let id: String
  /// `nil` where there is nothing to judge.
  package let judge: @Sendable (Evidence, Expectation) -> Result?

  init(_ id: String, _ judge: @escaping @Sendable (Evidence, Expectation) -> Result?) {
    self.id = id
    self.judge = judge
  }

  /// All checks of a finished library.
  package static let all: [Check] = [
    .release, .compileOptions, .effectiveOptions, .missingCapability, .surplusCapability,
    .fileCompatibility, .missingSymbol, .surplusSymbol, .demand, .conformance, .crash, .hang,
    .memory, .leak, .linkage, .registration, .limit, .isolation, .releaseFault,
    .trustedSchema,
  ]
}

/// What all checks together have to say of one variant.
package struct Verdict: Sendable {
  package let findings: [Finding]
  /// How many checks had something to judge.
  package let checks: Int
  /// How many things could not be judged.
  package let skipped: Int
  /// The checks that had something to judge, and the suites.
  package let judgements: [Judgement]

  /// Lets `checks` judge `evidence`; what they could not judge becomes notes.
  package init(
    of evidence: Evidence,
    _ expectation: Expectation,
    by checks: [Check] = Check.all
  ) {
    var findings: [Finding] = []
    var judgements: [Judgement] = []
    var skipped = 0
    for check in checks {
      guard let result = check.judge(evidence, expectation) else { continue }
      let reasons = Set(result.skipped.map(\.reason)).sorted()
      judgements.append(Judgement(expectation.variant, .check, check.id, notRun: reasons))
      skipped += result.skipped.count
      findings += result.findings
      findings += Self.notes(of: result.skipped, check: check.id, variant: expectation.variant)
    }
    self.findings = findings
    self.checks = judgements.count
    self.skipped = skipped
    self.judgements = judgements + evidence.suites.map { $0.judgement(of: expectation.variant) }
  }

  /// One note for each reason, with an example of what could not be judged for it.
  private static func notes(
    of skipped: [Check.Skip],
    check: String,
    variant: String
  ) -> [Finding] {
    Dictionary(grouping: skipped, by: \.reason).map { reason, skips in
      let subjects = skips.map(\.subject).sorted()
      return Finding(
        .note,
        check: check,
        variant: variant,
        subject: subjects[0],
        .notJudged(subjects, reason)
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func notJudged(_ subjects: [String], _ reason: String) -> Self {
    let more = subjects.count > 1 ? " and \(subjects.count - 1) more" : ""
    return "'\(subjects[0])'\(more) could not be judged: \(reason)"
  }
}

extension Finding.Message {
  /// A sentence of two lines of source.
  static func + (a: Self, b: Self) -> Self { Self(stringLiteral: a.text + b.text) }
}
