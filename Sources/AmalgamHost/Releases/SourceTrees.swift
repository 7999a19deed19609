import AmalgamCore

/// The source trees of releases, and the proof that they are what the lock pins.
package struct SourceTrees: Sendable {
  /// The folder they lie in: `Vendor` of the root, without a root `sources` of the cache.
  package let folder: String
  private let root: String?
  private let workingDirectory: String?
  private let cache: String
  private let files: any Files

  /// Makes the trees of `root`, all paths absolute; a user's commands run in `workingDirectory`,
  /// by default the root.
  package init(
    root: String?,
    cache: String,
    workingDirectory: String? = nil,
    files: any Files
  ) {
    self.root = root
    self.workingDirectory = workingDirectory ?? root
    self.cache = cache
    self.files = files
    folder = root.map { Path.join($0, "Vendor") } ?? Path.join(cache, "sources")
  }

  /// Returns the absolute path of the tree of `version`, there or not.
  package func path(of version: Version) -> String { Path.join(folder, "sqlite-\(version)") }

  /// Returns the tree's path as messages name it.
  package func display(_ version: Version) -> String {
    root.map { Path.relative(path(of: version), to: $0) } ?? path(of: version)
  }

  /// Returns the command that removes what is in the tree's place; it works where the user is.
  func removal(of version: Version, isFolder: Bool = true) -> String {
    let place = workingDirectory == root ? display(version) : path(of: version)
    return "rm \(isFolder ? "-r " : "")\(place.shellQuoted)"
  }

  /// Returns whether something is at the tree's place, proved or not.
  package func isFetched(_ version: Version) -> Bool {
    files.status(of: path(of: version)) != nil
  }

  /// Returns the path of the tree of `release`; throws if one byte of it is not what is pinned.
  ///
  /// A tree that was proved before and is unchanged since by all that `lstat` tells is not read.
  @discardableResult
  package func prove(_ release: Release) throws(Failure) -> String {
    try checkPlace(of: release)
    let path = path(of: release.version)
    let recorded = try? files.read(recordPath(of: release))
    if let recorded, let entries = try? files.walk(path, limit: TreeProof.limit),
      recorded
        == TreeRecord(checkIn: release.checkIn, tags: release.tagsSHA3, entries: entries).bytes
    {
      return path
    }
    try proveFromBytes(release)
    return path
  }

  /// Reads every byte of the tree of `release`, whatever was proved before; returns the number of
  /// files.
  @discardableResult
  package func proveFromBytes(_ release: Release) throws(Failure) -> Int {
    try checkPlace(of: release)
    do throws(Failure) {
      return try readAndRecord(release)
    } catch {
      throw Failure(
        root.map { Path.relative(error.place, to: $0) } ?? error.place,
        error.message,
        notes: error.notes,
        fix: "run '\(removal(of: release.version))' and then "
          + "'amalgam releases fetch \(release.version)'"
      )
    }
  }

  /// Proves the folder `tree`, which messages call `name`, and moves it to the place of `release`
  /// unless one is there.
  ///
  /// If this throws, the place is as it was.
  func adopt(_ tree: String, named name: String, as release: Release) throws(Failure) {
    let before = try settledWalk(tree)
    try read(tree, named: name, as: release)
    if isFetched(release.version) { return }
    do throws(Failure) {
      try files.move(tree, to: path(of: release.version))
    } catch {
      // Another fetch may have been faster; its tree is proved like any other before it is used.
      if isFetched(release.version) { return }
      throw Failure(display(release.version), error.message)
    }
    // A renamed folder keeps all that the record is made of.
    record(release, entries: before)
  }

  private func readAndRecord(_ release: Release) throws(Failure) -> Int {
    let path = path(of: release.version)
    let before = try settledWalk(path)
    let count = try read(path, named: display(release.version), as: release)
    record(release, entries: before)
    return count
  }

  @discardableResult
  private func read(
    _ tree: String,
    named name: String,
    as release: Release
  ) throws(Failure) -> Int {
    try TreeProof(of: tree, named: name, files: files).prove(
      checkIn: release.checkIn,
      tags: release.tagsSHA3,
      called: "the source tree of SQLite \(release.version)"
    )
  }

  private func checkPlace(of release: Release) throws(Failure) {
    let place = display(release.version)
    guard let status = files.status(of: path(of: release.version)) else {
      throw Failure(
        "SQLite \(release.version)",
        "its source tree is not fetched: '\(place)' is not there",
        fix: "run 'amalgam releases fetch \(release.version)'"
      )
    }
    guard status.kind == .directory else {
      let found = status.kind == .link ? "a symbolic link" : "a file"
      throw Failure(
        place,
        "is \(found), and a source tree is a folder",
        fix: "run '\(removal(of: release.version, isFolder: false))' and then "
          + "'amalgam releases fetch \(release.version)'"
      )
    }
  }

  /// Walks the tree; if something in it has only just changed, once more after a moment.
  private func settledWalk(_ path: String) throws(Failure) -> [TreeEntry] {
    let entries = try files.walk(path, limit: TreeProof.limit)
    if entries.isSettled { return entries }
    usleep(25_000)
    return try files.walk(path, limit: TreeProof.limit)
  }

  /// Keeps what the tree looked like before it was read, if it still looks like that.
  ///
  /// A cache that cannot be written costs the next proof its time, and nothing else.
  private func record(_ release: Release, entries: [TreeEntry]) {
    let path = path(of: release.version)
    guard entries.isSettled, let now = try? files.walk(path, limit: TreeProof.limit),
      now == entries
    else { return }
    let record = TreeRecord(checkIn: release.checkIn, tags: release.tagsSHA3, entries: entries)
    try? files.write(record.bytes, to: recordPath(of: release))
  }

  /// One record for each place a tree lies in.
  private func recordPath(of release: Release) -> String {
    let place = SHA256.hexDigest(of: Array(path(of: release.version).utf8)).prefix(16)
    return Path.join(cache, "proved/tree-\(place)")
  }
}
