import AmalgamCore

/// Generates the amalgamation that SQLite publishes; the builder does it, tests stand in for it.
package protocol StockGenerator {
  /// Returns the path of the stock `sqlite3.c`, made from the proved `tree` of `release`.
  func stockAmalgamation(of release: Release, tree: String) throws -> String
}

/// Proves once that a tree generates the `sqlite3.c` SQLite publishes.
///
/// The check-in proves the tree; this proves that the tools of this machine make the right thing
/// of it, and the one file the check-in does not cover.
struct StockProof {
  private let generator: any StockGenerator
  private let files: any Files
  private let cache: String
  private let lockFile: String

  init(generator: any StockGenerator, files: any Files, cache: String, lockFile: String) {
    self.generator = generator
    self.files = files
    self.cache = cache
    self.lockFile = lockFile
  }

  /// Returns whether it was proved before.
  func isDone(for release: Release) -> Bool {
    (try? files.readText(recordPath(of: release))) == record(of: release)
  }

  /// Generates the stock `sqlite3.c`; returns what is wrong unless its SHA3-256 is the pinned one.
  func mismatch(_ release: Release, tree: String) throws -> Failure? {
    let stock = try StockDigests(of: release, tree: tree, generator: generator, files: files)
    let fix = "write the SHA3-256 of \(release.version.releaseLogPage) into '\(lockFile)'"
    if let failure = stock.mismatch(with: release, fix: fix) { return failure }
    try remember(release)
    return nil
  }

  /// Keeps that the stock `sqlite3.c` of `release` was generated and is the pinned one.
  func remember(_ release: Release) throws(Failure) {
    try files.write(record(of: release), to: recordPath(of: release))
  }

  private func record(of release: Release) -> String {
    "amalgam-stock 1\n\(release.sha3 ?? "-")\n\(release.tagsSHA3 ?? "-")\n"
  }

  private func recordPath(of release: Release) -> String {
    Path.join(cache, "proved/stock-\(release.checkIn)")
  }
}

/// The digests of a stock `sqlite3.c` that was just generated.
struct StockDigests {
  let sha3: String
  private let sha256: String

  init(
    of release: Release,
    tree: String,
    generator: any StockGenerator,
    files: any Files
  ) throws {
    let bytes = try files.read(try generator.stockAmalgamation(of: release, tree: tree))
    sha3 = SHA3.hexDigest(of: bytes)
    sha256 = SHA256.hexDigest(of: bytes)
  }

  /// Returns what is wrong, or `nil` where `release` pins this very file or none yet.
  func mismatch(with release: Release, fix: String) -> Failure? {
    guard let expected = release.sha3, expected != sha3 else { return nil }
    let mixedUp = "the expected digits are the SHA-256 of that file, not its SHA3-256"
    return Failure(
      "SQLite \(release.version)",
      "the stock 'sqlite3.c' that its source tree generates is not the one expected",
      notes: ["expected sha3-256:\(expected), found sha3-256:\(sha3)"]
        + (expected == sha256 ? [mixedUp] : []),
      fix: fix
    )
  }
}
