/// One thing that was asked of a variant or a text: what a report lists beside the findings, so
/// that what passed and what was not run can be told too.
package struct Judgement: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A check of options, before anything is built.
    case lint
    /// What building had to say.
    case build
    /// A check of a finished file.
    case check
    /// The cases of one suite.
    case suite
    /// A look into the finished files, which are not run for it.
    case inspect
    /// A look at the names that the finished files define and use.
    case symbols
    /// What the gate asks beside all of that: the baseline, the accepted findings.
    case gate
  }

  /// What a count that a file from elsewhere names may be, so that many can be added up.
  package static let counts = 0...1_000_000_000

  /// The variant's name; for lint the file.
  package let subject: String
  package let kind: Kind
  /// The check's id or the suite's name.
  package let name: String
  /// Cases of a suite, each counted once however often it ran; 0 for a check.
  package let cases: Int
  /// Cases that need what is not promised.
  package let omitted: Int
  /// Why parts of it were not run; empty where all was.
  package let notRun: [String]

  package init(
    _ subject: String,
    _ kind: Kind,
    _ name: String,
    cases: Int = 0,
    omitted: Int = 0,
    notRun: [String] = []
  ) {
    self.subject = subject
    self.kind = kind
    self.name = name
    self.cases = cases
    self.omitted = omitted
    self.notRun = notRun
  }

  /// Whether `finding` is one that this led to.
  package func covers(_ finding: Finding) -> Bool {
    switch kind {
    case .lint:
      finding.variant == nil && finding.check == name && finding.location?.file == subject
    case .build, .check, .inspect, .symbols, .gate:
      finding.variant == subject && finding.check == name
    case .suite:
      // The subject of a case is `suite:line`, of a whole suite its name.
      finding.variant == subject
        && (finding.subject == name || finding.subject.hasPrefix(name + ":"))
    }
  }
}
