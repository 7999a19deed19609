import AmalgamCore

/// Compares a folder, byte for byte, with the manifest that lies in it.
package struct TreeProof {
  /// Files and folders that are read at most; a source tree has some 2,300.
  static let limit = ArchiveListing.maximumFiles

  private let files: any Files
  /// The folder.
  private let tree: String
  /// What messages call it.
  private let place: String

  init(of tree: String, named place: String, files: any Files) {
    self.tree = tree
    self.place = place
    self.files = files
  }

  /// Returns the manifest that lies in the folder, itself not proved yet.
  func manifest() throws(Failure) -> FossilManifest {
    let path = Path.join(tree, "manifest")
    guard files.isFile(path) else {
      throw Failure(place, "has no file 'manifest', so nothing in it can be proved")
    }
    return try FossilManifest(parsing: try files.read(path), file: Path.join(place, "manifest"))
  }

  /// Throws unless the folder is the tree of `checkIn`; returns how many files were proved.
  ///
  /// `called` is how a message names that tree. `tags` is the pinned SHA3-256 of `manifest.tags`.
  @discardableResult
  func prove(checkIn: String, tags: String?, called: String) throws(Failure) -> Int {
    let manifest = try manifest()
    guard manifest.checkIn == checkIn else {
      throw Failure(
        place,
        "is not \(called): its manifest is of another check-in",
        notes: ["expected check-in \(checkIn), found check-in \(manifest.checkIn)"]
      )
    }
    let differences = manifest.differences(from: try found(by: manifest), tags: tags)
    guard differences.isEmpty else {
      let count = differences.count == 1 ? "1 file differs" : "\(differences.count) files differ"
      throw Failure(
        place,
        "is not \(called): \(count) from its manifest",
        notes: differences.notes
      )
    }
    return manifest.entries.count
  }

  /// Returns the digest of `manifest.tags`, or `nil` where there is none.
  func tags() throws(Failure) -> String? {
    let path = Path.join(tree, "manifest.tags")
    return files.isFile(path) ? SHA3.hexDigest(of: try files.read(path)) : nil
  }

  /// Returns every file below the folder with its digest by the manifest's algorithm.
  ///
  /// A folder without a file holds no byte to prove; SQLite's own archives have one, `compat`.
  private func found(by manifest: FossilManifest) throws(Failure) -> [String: TreeFile] {
    let entries = try files.walk(tree, limit: Self.limit).inByteOrder
    try checkSize(of: entries)
    let digests = Dictionary(manifest.entries.map { ($0.name, $0.digest) }) { first, _ in first }
    var found: [String: TreeFile] = [:]
    for entry in entries {
      switch entry.status.kind {
      case .directory: continue
      case .link: found[entry.path] = .link
      case .other: found[entry.path] = .special
      case .file:
        let bytes = try files.read(Path.join(tree, entry.path))
        let digest = digests[entry.path]?.ofSameKind(for: bytes)
        found[entry.path] = .file(digest ?? .sha3(SHA3.hexDigest(of: bytes)))
      }
    }
    return found
  }

  private func checkSize(of entries: [TreeEntry]) throws(Failure) {
    var bytes = 0
    for entry in entries where entry.status.kind == .file {
      bytes =
        bytes.addingReportingOverflow(entry.status.size).overflow ? .max : bytes + entry.status.size
    }
    guard bytes <= ArchiveListing.maximumBytes else {
      throw Failure(place, "holds more than 512 MiB")
    }
  }
}
