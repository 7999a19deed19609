/// One variant before the gate: all that was asked of it, and what was found.
package struct GatedVariant: Sendable {
  package let name: String
  /// Where it lies, as messages name it.
  package let directory: String
  package let profile: ResolvedProfile
  package let release: Version
  package let checkIn: String
  package let target: String
  /// The published faults that the build can meet.
  package let faults: [ReleaseFault]
  /// `nil` where it could not be built or run.
  package var verdict: VariantVerdict?
  /// What lint, and everything after it, has to say.
  package var findings: [Finding] = []
  package var judgements: [Judgement] = []
  /// How many things could not be judged.
  package var skipped = 0
  /// Whether something that was to be judged could not be read.
  package var isCutShort = false
  /// The files of a finished program that were judged in place of a build.
  package var programFiles: [GatedFile]?
  /// What it is made of; of a finished program that of each copy in it.
  package var bills: [SoftwareBill] = []
  /// The copies that are in them.
  package var programCopies: [InspectedCopy] = []
  /// What was approved, and what differs from it.
  package var baseline: BaselineOutcome?

  package init(
    name: String,
    directory: String,
    profile: ResolvedProfile,
    release: Version,
    checkIn: String,
    target: String,
    faults: [ReleaseFault]
  ) {
    self.name = name
    self.directory = directory
    self.profile = profile
    self.release = release
    self.checkIn = checkIn
    self.target = target
    self.faults = faults
  }

  /// Adds what running the library told.
  package mutating func add(_ verdict: VariantVerdict) {
    self.verdict = verdict
    findings += verdict.verdict.findings
    judgements += verdict.verdict.judgements
    skipped += verdict.verdict.skipped
  }

  /// Adds a judgement of `kind`, one for each of `checks`.
  package mutating func add(_ kind: Judgement.Kind, _ checks: [String], _ found: [Finding]) {
    findings += found.map { $0.of(variant: name) }
    judgements += Set(checks).union(found.map(\.check)).sorted().map { Judgement(name, kind, $0) }
  }

  /// Adds what became of a check that can lack what it needs.
  package mutating func add(_ check: String, _ result: Check.Result) {
    findings += result.findings
    let reasons = Set(result.skipped.map(\.reason)).sorted()
    skipped += result.skipped.count
    judgements.append(Judgement(name, .gate, check, notRun: reasons))
    findings += reasons.map { reason in
      Finding(.note, check: check, variant: name, subject: check, .notRun(reason))
    }
  }

  /// The files that were judged, the archive first; of a finished program all of them.
  package var files: [GatedFile] {
    programFiles
      ?? (verdict?.evidence.libraries ?? []).map {
        GatedFile(path: $0.file, bytes: $0.bytes, digest: $0.digest)
      }
  }

  /// Lays the `accept` lines of the profile over the findings.
  package mutating func accept(today: CalendarDate) {
    findings = Acceptances(profile.acceptances, today: today).applied(to: findings)
  }
}

/// A file that was judged.
package struct GatedFile: Hashable, Sendable {
  /// As messages name it.
  package let path: String
  package let bytes: Int
  /// The SHA-256.
  package let digest: String

  package init(path: String, bytes: Int, digest: String) {
    self.path = path
    self.bytes = bytes
    self.digest = digest
  }
}

/// How much was asked of a variant, and what became of it.
package struct GateCounts: Hashable, Sendable {
  package var passed = 0
  package var failed = 0
  /// Cases that need what is not promised.
  package var omitted = 0
  package var notRun = 0
  package var cases = 0
  package var failedCases = 0

  package init(_ judgements: [Judgement], _ findings: [Finding]) {
    let errors = findings.filter(\.isOpenError)
    for judgement in judgements {
      omitted += judgement.omitted
      if judgement.kind == .suite {
        cases += judgement.cases
        continue
      }
      if errors.contains(where: judgement.covers) {
        failed += 1
      } else if judgement.notRun.isEmpty {
        passed += 1
      } else {
        notRun += 1
      }
    }
  }

  /// `57 passed, 1 failed, 0 not run`.
  package var ofChecks: String { "\(passed) passed, \(failed) failed, \(notRun) not run" }
}

/// What a baseline has to say of a variant.
package struct BaselineOutcome: Sendable {
  /// The file, as messages name it.
  package let file: String
  /// What differs; `nil` where nothing was approved for the target.
  package let comparison: BaselineComparison?
  /// Whether this run has recorded it.
  package var isRecorded = false
  /// The last commit of the file, where it is under version control: `0123abcd 2026-11-30`.
  package var commit: String?

  package init(file: String, comparison: BaselineComparison?) {
    self.file = file
    self.comparison = comparison
  }

  /// One line on it.
  package var summary: String {
    guard let comparison else { return isRecorded ? "\(file), recorded" : "\(file), none" }
    let count = comparison.lines.count
    let differs = count == 0 ? "no difference" : count.counted("line") + " otherwise"
    return "\(file), \(differs)\(isRecorded ? ", recorded" : "")"
  }
}

extension Finding.Message {
  fileprivate static func notRun(_ reason: String) -> Self { "could not be judged: \(reason)" }
}
