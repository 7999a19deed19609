import AmalgamCore

extension Releases {
  /// Fetches and proves source trees: those of `versions`, or the default release's.
  ///
  /// With `source`, a file or a folder takes the place of the lock's origins; without versions its
  /// own manifest tells then which release it is.
  package func fetch(_ versions: [String] = [], from source: String? = nil) throws -> Report {
    if source != nil, versions.count > 1 {
      throw UsageError(
        "'--from' gives one source tree, and \(versions.count) releases are asked for",
        usage: "amalgam releases fetch [VERSION] --from FILE|DIR"
      )
    }
    var outcome = ReleasesOutcome()
    try outcome.gather { outcome in
      let lock = try lock()
      if let source, versions.isEmpty {
        let (release, line) = try fetchUnnamed(from: source, lock: lock)
        outcome.releases = [release]
        outcome.lines = [line]
        return
      }
      outcome.releases =
        versions.isEmpty ? [try lock.defaultRelease()] : try versions.map(lock.release(named:))
      for release in outcome.releases {
        try outcome.gather { $0.lines.append(try fetch(release, from: source, lock: lock)) }
      }
    }
    return report(outcome)
  }

  /// Fetches the newest release that some origin serves, and prints its version alone.
  package func fetchNewest() throws -> Report {
    var outcome = ReleasesOutcome()
    try outcome.gather { outcome in
      let lock = try lock()
      var reasons: [String] = []
      for release in lock.newestFirst {
        do {
          _ = try fetch(release, from: nil, lock: lock)
          outcome.releases = [release]
          outcome.lines = [release.version.description]
          return
        } catch let unserved as NotServed {
          reasons += unserved.reasons.map { "\(release.version): \($0)" }
        }
      }
      throw Failure(
        lock.file,
        "pins no release that an origin serves",
        notes: reasons,
        fix: "download a sqlite-src archive elsewhere and run 'amalgam releases fetch --from FILE'"
      )
    }
    return report(outcome)
  }

  private func fetch(_ release: Release, from source: String?, lock: ReleaseLock) throws -> String {
    guard let source else {
      return try settle(release, lock: lock) {
        try Staging.use(in: trees.folder, files: files) { try fetchFromOrigins(release, in: $0) }
      }
    }
    return try Staging.use(in: trees.folder, files: files) { staging in
      let tree = try unpacker.unpack(source, named: source, in: staging)
      return try settle(release, from: tree, named: source, lock: lock)
    }
  }

  /// Unpacks `source` and fetches the release its manifest is of.
  private func fetchUnnamed(
    from source: String,
    lock: ReleaseLock
  ) throws -> (Release, String) {
    try Staging.use(in: trees.folder, files: files) { staging in
      let tree = try unpacker.unpack(source, named: source, in: staging)
      let checkIn = try TreeProof(of: tree, named: source, files: files).manifest().checkIn
      guard let release = lock.releases.first(where: { $0.checkIn == checkIn }) else {
        throw Failure(
          source,
          "is of check-in \(checkIn), which '\(lock.file)' does not pin",
          fix: "pin it: 'amalgam releases add --from \(source.shellQuoted)'"
        )
      }
      return (release, try settle(release, from: tree, named: source, lock: lock))
    }
  }

  /// Proves the unpacked `tree`, which messages call `name`, also where one is in its place.
  private func settle(
    _ release: Release,
    from tree: String,
    named name: String,
    lock: ReleaseLock
  ) throws -> String {
    if trees.isFetched(release.version) { try trees.adopt(tree, named: name, as: release) }
    return try settle(release, lock: lock) {
      try trees.adopt(tree, named: name, as: release)
      return name
    }
  }

  /// Sees to it that the tree of `release` is in its place and proved, and so is what it
  /// generates; returns the line that says what was done.
  ///
  /// `obtain` is called where no tree is there yet; it puts a proved one there and returns its
  /// origin.
  private func settle(
    _ release: Release,
    lock: ReleaseLock,
    obtain: () throws -> String
  ) throws -> String {
    let (version, place) = (release.version, trees.display(release.version))
    let stock = stockProof(lockFile: lock.file)
    let origin = trees.isFetched(version) ? nil : try obtain()
    try trees.prove(release)
    if origin == nil, stock.isDone(for: release) {
      return "\(version): is fetched and proved in '\(place)'"
    }
    if let mismatch = try stock.mismatch(release, tree: trees.path(of: version)) {
      if origin != nil { try files.remove(trees.path(of: version)) }
      throw mismatch
    }
    let done = origin.map { "fetched from \($0) into" } ?? "was fetched into"
    return "\(version): \(done) '\(place)'; its tree and its stock sqlite3.c are proved"
  }

  /// Tries the origins in the lock's order; returns the one that gave the tree.
  private func fetchFromOrigins(_ release: Release, in staging: Staging) throws -> String {
    var reasons: [String] = []
    for origin in release.origins {
      let name = origin.description
      do {
        let archive = try download.archive(release.version, from: origin, in: staging)
        let tree = try unpacker.unpack(archive, named: name, in: staging)
        try trees.adopt(tree, named: name, as: release)
        return name
      } catch let failure as Failure {
        reasons.append("\(name): \(failure.reason(besides: name))")
        progress.say("\(release.version): \(reasons.last ?? "")")
      }
    }
    throw NotServed(release: release, reasons: reasons)
  }
}

/// Thrown when no origin of a release gives its tree.
struct NotServed: Error {
  let release: Release
  /// Why, origin by origin.
  let reasons: [String]

  var failure: Failure {
    let address = Release.archiveAddress(of: release.version, year: release.year)
    return Failure(
      "SQLite \(release.version)",
      reasons.isEmpty
        ? "its source tree cannot be fetched: the lock names no origin"
        : "its source tree cannot be fetched from any origin",
      notes: reasons,
      fix: "download '\(address)' elsewhere and run "
        + "'amalgam releases fetch \(release.version) --from FILE'"
    )
  }
}

extension Failure {
  /// The whole of it on one line, for a note; the place is left out where it is `origin`.
  fileprivate func reason(besides origin: String) -> String {
    let isKnown = place == origin || message.contains("'\(place)'")
    let sentence = isKnown ? message : "'\(place)' \(message)"
    return ([sentence] + notes.prefix(3) + (fix.map { [$0] } ?? [])).joined(separator: "; ")
  }
}
