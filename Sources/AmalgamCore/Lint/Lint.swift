/// One thing lint has to say, with the edits that make it go away.
package struct LintFinding: Hashable, Sendable {
  package let finding: Finding
  package let fix: Fix?

  init(
    _ severity: Finding.Severity,
    check: String,
    _ mention: OptionMention,
    _ message: Finding.Message,
    notes: [String] = [],
    fix: Fix? = nil
  ) {
    self.fix = fix
    finding = Finding(
      severity,
      check: check,
      subject: mention.option.name,
      message,
      at: mention.option.location,
      notes: notes,
      fix: fix?.sentence(seenFrom: mention.option.location)
    )
  }
}

/// Judges options before anything is built, each check a pure function of its input.
package protocol LintCheck: Sendable {
  /// The check's id, kebab-case.
  var id: String { get }

  func findings(in input: LintInput) -> [LintFinding]
}

/// All checks of options.
package enum Lint {
  package static let checks: [any LintCheck] = [
    UnknownOptionCheck(), MissingPrefixCheck(), WordOrderCheck(), NotAnOptionCheck(),
    ReservedNameCheck(), NoEffectCheck(), DuplicateOptionCheck(), FlagValueCheck(),
    ValueRangeCheck(), MissingPartnerCheck(), ConflictCheck(), NeedsRegenerationCheck(),
    BrokenOmitCheck(), RefusedCheck(), SecurityAdviceCheck(), OutsideSourceCheck(),
    PlatformCheck(),
  ]

  package struct Result: Sendable {
    /// In the order of the checks.
    package let all: [LintFinding]
    /// What was asked of the text; nothing where it sets no option.
    package let judgements: [Judgement]

    package var checks: Int { judgements.count }

    package var findings: [Finding] { all.map(\.finding).inReportOrder }
  }

  /// Returns what the checks say of lines of `profile` that are for other systems than its own.
  package static func findings(
    ofOtherSystemsIn profile: ResolvedProfile,
    release: Version,
    names: OptionNames,
    catalogue: OptionCatalogue
  ) -> [Finding] {
    // Patterns are often those of one maker's systems, each with the same lines.
    var clean: Set<OtherSystem.Question> = []
    return profile.otherSystems.flatMap { system -> [Finding] in
      guard !clean.contains(system.question) else { return [] }
      let found = run(
        on: LintInput(
          profile: profile,
          for: system,
          release: release,
          names: names,
          catalogue: catalogue
        )
      ).findings
      if found.isEmpty { clean.insert(system.question) }
      return found.filter { finding in finding.location.map(system.lines.contains) ?? false }
    }
  }

  /// Runs every check.
  package static func run(on input: LintInput) -> Result {
    guard input.isProfile || !input.mentions.isEmpty else { return Result(all: [], judgements: []) }
    return Result(
      all: checks.flatMap { $0.findings(in: input) },
      judgements: checks.map { Judgement(input.file, .lint, $0.id) }
    )
  }
}

extension OtherSystem {
  /// What lint is asked of a system, without the places that ask it.
  fileprivate struct Question: Hashable {
    let options: [String]
    let systems: [OptionRow.System]
  }

  fileprivate var question: Question {
    Question(
      options: options.map(\.description),
      systems: OptionRow.System.allCases.filter { $0.holds(pattern) }
    )
  }
}
