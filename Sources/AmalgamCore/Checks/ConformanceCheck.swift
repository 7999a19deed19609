extension Check {
  /// How many cases of one suite are told one by one.
  private static let mostFindings = 25

  /// Whether every case of every suite answers as it should.
  package static let conformance = Check("conformance") { evidence, expectation in
    guard !evidence.suites.isEmpty else { return nil }
    var result = Result()
    for suite in evidence.suites {
      result.skipped += suite.unknown.map { Skip(subject: suite.script.name, reason: $0) }
      if let broken = suite.broken {
        result.findings.append(finding(suite, broken, expectation))
        continue
      }
      let failures = suite.failures
      result.findings += failures.prefix(mostFindings).map { finding(suite, $0, expectation) }
      if failures.count > mostFindings {
        result.findings.append(finding(suite, failures, expectation))
      }
    }
    return result
  }

  private static func finding(
    _ suite: SuiteOutcome,
    _ failure: CaseFailure,
    _ expectation: Expectation
  ) -> Finding {
    Finding(
      .error,
      check: "conformance",
      variant: expectation.variant,
      subject: "\(suite.script.name):\(failure.record.location.line)",
      .wrong(failure.mismatch),
      at: failure.record.location,
      notes: failure.record.sqlNote + [
        "variant '\(expectation.variant)', \(failure.runs.inWords(of: suite))"
      ]
    )
  }

  private static func finding(
    _ suite: SuiteOutcome,
    _ failures: [CaseFailure],
    _ expectation: Expectation
  ) -> Finding {
    Finding(
      .error,
      check: "conformance",
      variant: expectation.variant,
      subject: suite.script.name,
      .more(failures.count - mostFindings, suite.script.name)
    )
  }

  private static func finding(
    _ suite: SuiteOutcome,
    _ broken: RunOutcome.BrokenRequirement,
    _ expectation: Expectation
  ) -> Finding {
    let place: SourceLocation? =
      if case .capability(let capability) = broken.condition {
        expectation.promise.locations[capability]
      } else {
        nil
      }
    return Finding(
      .error,
      check: "conformance",
      variant: expectation.variant,
      subject: suite.script.name,
      .broken(suite, broken),
      at: broken.location,
      notes: place.map { ["'\(broken.promiser)' stands at \($0.fileAndLine)"] } ?? []
    )
  }
}

/// A record that failed, and in which runs.
struct CaseFailure {
  let record: Record
  /// What was wrong in the first of the runs.
  let mismatch: Mismatch
  let runs: [RunKind]
}

extension SuiteOutcome {
  /// The records that failed, in the script's order.
  var failures: [CaseFailure] {
    script.records.enumerated().compactMap { index, record in
      var mismatch: Mismatch?
      var kinds: [RunKind] = []
      for run in runs where index < run.verdicts.count {
        if case .failed(let wrong) = run.verdicts[index] {
          mismatch = mismatch ?? wrong
          kinds.append(run.kind)
        }
      }
      return mismatch.map { CaseFailure(record: record, mismatch: $0, runs: kinds) }
    }
  }
}

extension Record {
  /// The record's SQL as a note; none where it has none.
  var sqlNote: [String] {
    switch kind {
    case .statement(let sql, _), .plan(let sql, _): ["SQL: \(sql.onOneLine)"]
    case .query(let query): ["SQL: \(query.sql.onOneLine)"]
    case .probe(let name): ["probe '\(name)'"]
    case .require, .connection, .disconnect, .register, .restart, .halt: []
    }
  }
}

extension [RunKind] {
  /// The runs in words: `archive in memory and shared library in memory, but not archive in a file`.
  fileprivate func inWords(of suite: SuiteOutcome) -> String {
    let others = suite.runs.map(\.kind).filter { !contains($0) }
    let names = map(\.description).joined(separator: ", ")
    return others.isEmpty
      ? names : names + ", but not " + others.map(\.description).joined(separator: ", ")
  }
}

extension Finding.Message {
  fileprivate static func wrong(_ mismatch: Mismatch) -> Self {
    "expected \(mismatch.expected), got \(mismatch.got)"
  }

  fileprivate static func more(_ count: Int, _ suite: String) -> Self {
    count == 1
      ? "1 more record of suite '\(suite)' fails" : "\(count) more records of suite '\(suite)' fail"
  }

  fileprivate static func broken(
    _ suite: SuiteOutcome,
    _ broken: RunOutcome.BrokenRequirement
  ) -> Self {
    "suite '\(suite.script.name)' with \(suite.cases.counted("case")) needs '\(broken.condition)', which "
      + "'\(broken.promiser)' promises and the library does not have"
  }
}
