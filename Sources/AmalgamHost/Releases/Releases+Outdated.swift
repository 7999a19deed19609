import AmalgamCore

extension Releases {
  /// Tells the published faults of pinned releases, and what each needs: of `versions`, or all.
  ///
  /// A release with faults is a warning; one that was withdrawn is an error.
  package func outdated(_ versions: [String], catalogue: OptionCatalogue) throws -> Report {
    var outcome = ReleasesOutcome()
    var findings: [Finding] = []
    outcome.checks = 0
    try outcome.gather { outcome in
      let lock = try lock()
      outcome.releases =
        versions.isEmpty ? lock.releases : try versions.map { try lock.release(named: $0) }
      for release in outcome.releases {
        outcome.checks = (outcome.checks ?? 0) + 1
        let faults = catalogue.faults.filter { $0.affects(release.version) }
        outcome.lines.append(line(release, faults.count, newest: lock.newestFirst.first))
        if !faults.isEmpty { findings.append(finding(release, faults, lock)) }
      }
    }
    return report(outcome, findings: findings)
  }

  private func line(_ release: Release, _ count: Int, newest: Release?) -> String {
    let faults = count == 1 ? "1 published fault" : "\(count) published faults"
    let newer = newest.flatMap { $0.version > release.version ? $0.version : nil }
    return "\(release.version): \(faults)" + (newer.map { "; \($0) is pinned too" } ?? "")
  }

  private func finding(
    _ release: Release,
    _ faults: [ReleaseFault],
    _ lock: ReleaseLock
  ) -> Finding {
    let isWithdrawn = faults.contains { $0.name == "withdrawn" }
    let better = lock.newestFirst.last { other in
      other.version > release.version
        && faults.allSatisfy { !$0.affects(other.version) }
    }
    return Finding(
      isWithdrawn ? .error : .warning,
      check: "release-fault",
      variant: release.version.description,
      subject: "SQLite \(release.version)",
      .faults(of: release.version, faults),
      notes: faults.map { fault in fault.line + fault.needsInWords },
      fix: better.map { "build from SQLite \($0.version), which has none of them" }
    )
  }
}

extension ReleaseFault {
  /// What a build must have to meet it.
  fileprivate var needsInWords: String {
    guard !needs.isEmpty else { return "" }
    let words = needs.map { choices in
      choices.map { "'\($0)'" }.joined(separator: " or ")
    }
    return "; only with \(words.joined(separator: " and "))"
  }
}

extension Finding.Message {
  fileprivate static func faults(of release: Version, _ faults: [ReleaseFault]) -> Self {
    let names = faults.map(\.name)
    return names.count == 1
      ? "SQLite \(release) has a published fault: '\(names[0])'"
      : "SQLite \(release) has \(names.count) published faults: \(names.examples)"
  }
}
