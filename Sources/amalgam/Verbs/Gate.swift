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

      With '--program' nothing is built: the finished app, addon or library must contain the variant
      of the one profile, as the only copy. With '--merge' the reports of other runs are put together.
      """,
    example: "amalgam gate full --report markdown=gate.md --report junit=gate.xml",
    options: [.record, .program, .evidence, .merge, .rebuild, .library, .today, .suite],
    formats: ReportForm.names + ["spdx"]
  ) { invocation in
    if invocation.arguments.has(.merge) { return try GateMerge(invocation).report() }
    if invocation.arguments.has(.program) || invocation.arguments.has(.evidence) {
      return try ProgramGate(invocation).report()
    }
    return try GateRun(invocation).report()
  }
}

extension Option {
  static let program = Option(
    "--program",
    takes: "FILE",
    isRepeatable: true,
    "judge this finished program, library or package; the operands behind the profile too"
  )
  static let evidence = Option(
    "--evidence",
    takes: "FILE",
    isRepeatable: true,
    "judge what a program wrote of its SQLite where it ran"
  )
  static let rebuild = Option(
    "--rebuild",
    "build again with everything around it different, and compare each byte"
  )
  static let merge = Option(
    "--merge",
    takes: "DIR",
    isRepeatable: true,
    "one verdict from the JSON reports of other runs in this folder"
  )
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
