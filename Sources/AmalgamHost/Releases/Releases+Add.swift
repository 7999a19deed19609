import AmalgamCore

extension Releases {
  /// Pins the release whose source tree is in `source`, a file or a folder.
  ///
  /// Proves the tree against its own manifest, generates the stock `sqlite3.c`, and writes the
  /// block into the root's lock: `unconfirmed` unless `sha3`, copied from SQLite's release log, is
  /// what was generated. On any failure lock and trees stay as they were.
  package func add(from source: String, sha3: String? = nil) throws -> Report {
    let digits = try sha3.map(Self.digits(ofArgument:))
    var outcome = ReleasesOutcome()
    try outcome.gather { outcome in
      guard let root else {
        throw Failure(
          "amalgam",
          "has no project to pin a release in: no folder upward has 'Profiles' or "
            + "'\(ReleaseLock.path)'",
          fix: "say '--root .' to begin one here"
        )
      }
      // Told before an archive is unpacked for nothing.
      _ = try lock()
      let release = try Staging.use(in: trees.folder, files: files) { staging in
        let tree = try unpacker.unpack(source, named: source, in: staging)
        return try pin(tree, named: source, sha3: digits, root: root)
      }
      outcome.releases = [release]
      outcome.lines = lines(about: release)
    }
    return report(outcome)
  }

  private static func digits(ofArgument text: String) throws(UsageError) -> String {
    do throws(PublishedDigest.Problem) {
      return try PublishedDigest.bareDigits(of: text, page: "SQLite's release log")
    } catch {
      throw UsageError(
        "--sha3: \(error.what)",
        usage: "amalgam releases add --from FILE|DIR [--sha3 HASH]"
      )
    }
  }

  /// Proves, places and generates; writes the lock last.
  private func pin(
    _ tree: String,
    named name: String,
    sha3: String?,
    root: String
  ) throws -> Release {
    let (text, file) = try ReleaseLock.source(root: root, files: files)
    let lock = try ReleaseLock(parsing: text, file: file)
    // The first release of a lock is its default.
    let found = try describe(tree, named: name, isDefault: lock.releases.isEmpty)
    try checkIsNew(found, in: lock, named: name)

    try trees.adopt(tree, named: name, as: found)
    do {
      let stock = try StockDigests(
        of: found,
        tree: trees.path(of: found.version),
        generator: generator,
        files: files
      )
      let release = found.pinned(sha3: sha3 ?? stock.sha3, isConfirmed: sha3 != nil)
      let fix = "say the SHA3-256 of \(release.version.releaseLogPage) after '--sha3'"
      if let mismatch = stock.mismatch(with: release, fix: fix) { throw mismatch }
      try append(release, root: root)
      try stockProof(lockFile: ReleaseLock.path).remember(release)
      return release
    } catch {
      try? files.remove(trees.path(of: found.version))
      throw error
    }
  }

  /// Returns what the tree says it is, by its manifest and its file `VERSION`.
  private func describe(
    _ tree: String,
    named name: String,
    isDefault: Bool
  ) throws -> Release {
    let proof = TreeProof(of: tree, named: name, files: files)
    let manifest = try proof.manifest()
    let text = try? files.readText(Path.join(tree, "VERSION"))
    let word = text?.split(whereSeparator: \.isWhitespace).first ?? ""
    guard let version = Version(word) else {
      throw Failure(name, "has no version of SQLite in its file 'VERSION', but '\(word)'")
    }
    guard let year = manifest.year else { throw Failure(name, "has no date in its manifest") }
    let address = Release.archiveAddress(of: version, year: year)
    return Release(
      version,
      checkIn: manifest.checkIn,
      year: year,
      sha3: nil,
      tagsSHA3: try proof.tags(),
      origins: [.zip(url: address)],
      isDefault: isDefault,
      isConfirmed: false
    )
  }

  private func checkIsNew(_ found: Release, in lock: ReleaseLock, named name: String) throws {
    if let pinned = lock[found.version] { throw alreadyPinned(pinned, found, lock, name) }
    if let pinned = lock.releases.first(where: { $0.checkIn == found.checkIn }) {
      throw Failure(lock.file, "pins the check-in of '\(name)' already, as \(pinned.version)")
    }
    if trees.isFetched(found.version) {
      let place = trees.display(found.version)
      throw Failure(
        place,
        "is in the place of the tree to add",
        fix: "run '\(trees.removal(of: found.version))'"
      )
    }
  }

  private func alreadyPinned(
    _ pinned: Release,
    _ found: Release,
    _ lock: ReleaseLock,
    _ name: String
  ) -> Failure {
    let page = found.version.releaseLogPage
    guard pinned.checkIn == found.checkIn else {
      return Failure(
        lock.file,
        "pins \(found.version) already, by another check-in than that of '\(name)'",
        notes: ["pinned is check-in \(pinned.checkIn), found check-in \(found.checkIn)"],
        fix: "compare both with \(page)"
      )
    }
    return Failure(
      lock.file,
      "pins \(found.version) already, by the same check-in",
      notes: pinned.isConfirmed
        ? []
        : ["it is unconfirmed: compare its digits with \(page) and drop that word from its block"],
      fix: "fetch it: 'amalgam releases fetch \(found.version) --from \(name.shellQuoted)'"
    )
  }

  /// Writes the lock's text as it is, then an empty line and the block.
  ///
  /// The lock is read once more: while this release was generated another may have been added, or
  /// this one.
  private func append(_ release: Release, root: String) throws {
    let (text, file) = try ReleaseLock.source(root: root, files: files)
    if try ReleaseLock(parsing: text, file: file)[release.version] != nil { return }
    let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    try files.write(text + end + "\n" + release.block, to: Path.join(root, ReleaseLock.path))
  }

  private func lines(about release: Release) -> [String] {
    let state =
      release.isConfirmed
      ? "\(release.version): pinned in '\(ReleaseLock.path)'"
      : "\(release.version): pinned in '\(ReleaseLock.path)', unconfirmed: nobody compared the "
        + "digits below with SQLite's pages"
    return [
      state, "check-in  \(release.checkIn)", "          \(release.checkInPage)",
      "sqlite3.c sha3-256:\(release.sha3 ?? "")", "          \(release.version.releaseLogPage)",
    ]
  }
}

extension Release {
  fileprivate func pinned(sha3: String, isConfirmed: Bool) -> Release {
    Release(
      version,
      checkIn: checkIn,
      year: year,
      sha3: sha3,
      tagsSHA3: tagsSHA3,
      origins: origins,
      isDefault: isDefault,
      isConfirmed: isConfirmed
    )
  }
}
