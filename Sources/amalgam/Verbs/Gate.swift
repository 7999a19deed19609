import AmalgamCore
import AmalgamHost

extension Verb {
  /// `gate`: one verdict before a release.
  static let gate = Verb(
    "gate",
    operands: "[PROFILE…]",
    summary: """
      Judges each variant by everything there is, and gives one verdict with the evidence.

      Lints the profile, builds the variant, runs the suites against it, looks into the finished
      files and at their names, and compares it with what was approved: the baseline beside the
      profile, 'Profiles/NAME.baseline', which '--record' writes.
      """,
    example: "amalgam gate full --report markdown=gate.md --report junit=gate.xml",
    options: [.record, .today, .suite]
  ) { invocation in
    try GateRun(invocation).report()
  }
}

extension Option {
  static let record = Option(
    "--record",
    "approve the variants as they are: write their baselines, unless an error is open"
  )
  static let today = Option(
    "--today",
    takes: "DATE",
    "the day by which accepted findings expire, in place of $SOURCE_DATE_EPOCH or now"
  )
}
