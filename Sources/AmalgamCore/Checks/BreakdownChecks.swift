extension Check {
  /// Whether every driver process came to its end.
  package static let crash = Check("crash") { evidence, expectation in
    evidence.broke(expectation) { breakdown, place in
      switch breakdown.kind {
      case .hang, .memory, .flood: nil
      case .crash(let ending): ("crash", .crashed(ending, place))
      case .nonsense(let offset, let what): ("crash", .nonsense(offset, what, place))
      }
    }
  }

  /// Whether every driver process came to its end in time, and with an end to what it wrote.
  package static let hang = Check("hang") { evidence, expectation in
    evidence.broke(expectation) { breakdown, place in
      switch breakdown.kind {
      case .hang(let seconds): ("hang", .hung(seconds, place))
      case .flood(let bytes): ("hang", .flooded(bytes, place))
      case .crash, .nonsense, .memory: nil
      }
    }
  }

  /// Whether the sanitizer that watched has found nothing.
  package static let memory = Check("memory") { evidence, expectation in
    guard expectation.sanitizer != nil else { return nil }
    return evidence.broke(expectation) { breakdown, place in
      guard case .memory(let report) = breakdown.kind else { return nil }
      return ("memory", .watched(report, place))
    }
  }

  /// Whether the library gave back all memory that it had taken.
  package static let leak = Check("leak") { evidence, expectation in
    let runs = evidence.suites.flatMap { suite in suite.runs.map { (suite, $0) } }
    guard runs.contains(where: { $0.1.leaked != nil }) else { return nil }
    return Result(
      runs.compactMap { suite, run in
        guard let leaked = run.leaked, leaked > 0 else { return nil }
        return Finding(
          .error,
          check: "leak",
          variant: expectation.variant,
          subject: suite.script.name,
          .leaked(leaked, suite.script.name, run.kind)
        )
      }
    )
  }
}

extension Evidence {
  /// Returns a finding for each breakdown that `name` has a check and a message for.
  fileprivate func broke(
    _ expectation: Expectation,
    _ name: (Breakdown, _ place: String) -> (check: String, message: Finding.Message)?
  ) -> Check.Result? {
    guard !libraries.isEmpty else { return nil }
    var findings: [Finding] = []
    for library in libraries {
      for breakdown in library.breakdowns {
        guard let (check, message) = name(breakdown, library.linkage.rawValue) else { continue }
        findings.append(
          Finding(
            .error,
            check: check,
            variant: expectation.variant,
            subject: breakdown.subject.cut(to: 60),
            message,
            notes: [breakdown.subject] + breakdown.calls
          )
        )
      }
    }
    for suite in suites {
      for run in suite.runs {
        guard let breakdown = run.breakdown,
          let (check, message) = name(breakdown, run.kind.description)
        else { continue }
        findings.append(finding(check, message, breakdown, suite, run, expectation))
      }
    }
    return Check.Result(findings)
  }

  private func finding(
    _ check: String,
    _ message: Finding.Message,
    _ breakdown: Breakdown,
    _ suite: SuiteOutcome,
    _ run: RunOutcome,
    _ expectation: Expectation
  ) -> Finding {
    let index = run.verdicts.firstIndex(of: .brokeDown)
    let record = index.map { suite.script.records[$0] }
    let unreached = run.verdicts.count { $0 == .notReached }
    return Finding(
      .error,
      check: check,
      variant: expectation.variant,
      subject: "\(suite.script.name):\(record?.location.line ?? 0)",
      message,
      at: record?.location,
      notes: [breakdown.subject, "variant '\(expectation.variant)', suite '\(suite.script.name)'"]
        + (unreached > 0
          ? [
            "\(unreached.counted("record")) after it \(unreached == 1 ? "was" : "were") not reached"
          ] : []) + breakdown.calls
    )
  }
}

extension Breakdown {
  /// The calls that led to what a sanitizer found, as notes.
  fileprivate var calls: [String] {
    guard case .memory(let report) = kind else { return [] }
    return report.calls.enumerated().map { ($0.offset == 0 ? "in " : "from ") + $0.element }
  }
}

extension Finding.Message {
  fileprivate static func watched(_ report: SanitizerReport, _ place: String) -> Self {
    "AddressSanitizer ended the driver: \(report.summary) (\(place))"
  }

  fileprivate static func crashed(_ ending: String, _ place: String) -> Self {
    "the driver \(ending) (\(place))"
  }

  fileprivate static func nonsense(_ offset: Int, _ what: String, _ place: String) -> Self {
    "the driver's answers make no sense from byte \(offset) on: \(what) (\(place))"
  }

  fileprivate static func hung(_ seconds: Int, _ place: String) -> Self {
    "the driver did not end within \(seconds) s (\(place))"
  }

  fileprivate static func flooded(_ bytes: Int, _ place: String) -> Self {
    "the driver was stopped: it wrote \(bytes) bytes into one file and had not ended (\(place))"
  }

  fileprivate static func leaked(_ bytes: Int, _ suite: String, _ kind: RunKind) -> Self {
    "suite '\(suite)' leaves \(bytes) bytes allocated after the library is shut down (\(kind))"
  }
}
