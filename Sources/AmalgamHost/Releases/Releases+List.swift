import AmalgamCore

extension Releases {
  /// Tells what the lock pins, and what of it is fetched.
  ///
  /// Without `versions`, all of it. Nothing is proved.
  package func list(_ versions: [String] = []) throws -> Report {
    var outcome = ReleasesOutcome()
    try outcome.gather { outcome in
      let lock = try lock()
      outcome.releases = lock.releases
      if !versions.isEmpty {
        outcome.releases = try versions.map { try lock.release(named: $0) }
      }
      outcome.lines = table(of: outcome.releases)
    }
    return report(outcome)
  }

  private func table(of releases: [Release]) -> [String] {
    let rows =
      [("release", "state", "check-in")]
      + releases.map { release in
        (release.version.description, state(of: release), release.checkIn)
      }
    let first = rows.map(\.0.count).max() ?? 0
    let second = rows.map(\.1.count).max() ?? 0
    return rows.map { "\($0.0.padded(to: first))  \($0.1.padded(to: second))  \($0.2)" }
  }

  private func state(of release: Release) -> String {
    ([trees.isFetched(release.version) ? "fetched" : "not fetched"]
      + (release.isDefault ? ["default"] : []) + (release.isConfirmed ? [] : ["unconfirmed"]))
      .joined(separator: ", ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
