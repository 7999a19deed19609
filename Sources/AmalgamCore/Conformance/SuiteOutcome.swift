/// What became of a suite in all its runs.
package struct SuiteOutcome: Hashable, Sendable {
  package let script: Script
  /// In the order of their kinds, whichever ended first.
  package let runs: [RunOutcome]
  /// How many cases it has, each counted once however often it runs.
  package let cases: Int
  package let passed: Int
  package let failed: Int
  /// The cases that need what is not promised, or of whose condition nothing can be said.
  package let omitted: Int

  package init(script: Script, runs: [RunOutcome]) {
    self.script = script
    self.runs = runs.sorted { $0.kind < $1.kind }
    var counts = Counts()
    for (index, record) in script.records.enumerated() {
      guard let identity = CaseIdentity(record) else { continue }
      for run in runs where index < run.verdicts.count {
        counts.add(run.verdicts[index], of: identity)
      }
      if runs.isEmpty { counts.add(.omitted, of: identity) }
    }
    cases = counts.count
    passed = counts.count { $0 == .passed }
    failed = counts.count { $0 == .failed }
    omitted = counts.count { $0 == .omitted }
  }

  /// The reasons why cases could not be judged.
  package var unknown: Set<String> {
    var reasons: Set<String> = []
    for run in runs {
      for case .unknown(let reason) in run.verdicts { reasons.insert(reason) }
    }
    return reasons
  }

  /// The requirement that the library does not meet though it is promised.
  package var broken: RunOutcome.BrokenRequirement? { runs.lazy.compactMap(\.broken).first }
}

extension SuiteOutcome {
  /// The suite as a report lists it.
  package func judgement(of variant: String) -> Judgement {
    Judgement(
      variant,
      .suite,
      script.name,
      cases: cases,
      omitted: omitted,
      notRun: unknown.sorted()
    )
  }
}

/// The worst that became of each case.
private struct Counts {
  enum Status: Int {
    case omitted, passed, failed
  }

  private var statuses: [CaseIdentity: Status] = [:]

  var count: Int { statuses.count }

  func count(_ matches: (Status) -> Bool) -> Int { statuses.values.count(where: matches) }

  mutating func add(_ verdict: RunOutcome.Verdict, of identity: CaseIdentity) {
    let status: Status =
      switch verdict {
      case .done, .passed: .passed
      case .failed, .brokeDown, .notReached: .failed
      case .omitted, .unknown: .omitted
      }
    let known = statuses[identity] ?? .omitted
    statuses[identity] = status.rawValue > known.rawValue ? status : known
  }
}
