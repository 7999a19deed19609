import AmalgamCore

extension Releases {
  /// Proves trees from their bytes, whatever was proved before: those of `versions`, or all that
  /// are fetched.
  package func check(_ versions: [String] = []) throws -> Report {
    var outcome = ReleasesOutcome()
    outcome.checks = 0
    try outcome.gather { outcome in
      let lock = try lock()
      let fetched = lock.releases.filter { trees.isFetched($0.version) }
      outcome.releases = versions.isEmpty ? fetched : try versions.map(lock.release(named:))
      guard !outcome.releases.isEmpty else {
        throw Failure(
          "amalgam",
          lock.releases.isEmpty
            ? "'\(lock.file)' pins no release, so nothing was checked"
            : "no release that '\(lock.file)' pins is fetched, so nothing was checked",
          fix: lock.releases.isEmpty
            ? "pin one: 'amalgam releases add --from FILE'" : "run 'amalgam releases fetch'"
        )
      }
      for release in outcome.releases { try outcome.gather { try check(release, &$0) } }
    }
    return report(outcome)
  }

  private func check(_ release: Release, _ outcome: inout ReleasesOutcome) throws {
    outcome.checks = (outcome.checks ?? 0) + 1
    progress.expect(1)
    progress.begin("\(release.version): read the source tree", id: 0)
    defer { progress.end(id: 0) }
    let count = try trees.proveFromBytes(release)
    let mark = release.isConfirmed ? "" : ", unconfirmed"
    outcome.lines.append(
      "\(release.version): \(count) files proved by check-in \(release.checkIn)\(mark)"
    )
  }
}
