import AmalgamCore

/// Finds the C file behind an `extension` line; reads each only once.
package final class ExtensionFinder {
  private let files: any Files
  /// What was read, by the place it was read from and the entry point asked for.
  private var known: [[String]: ExtensionSource] = [:]

  package init(files: any Files) {
    self.files = files
  }

  /// Returns the source that `reference` names.
  ///
  /// A path starts at the profile's folder; a name is one of ours, else a file of the release's
  /// `ext/misc`.
  package func source(
    _ reference: ExtensionReference,
    profileDirectory: String,
    tree: String,
    release: Version
  ) throws(Failure) -> ExtensionSource {
    let base = reference.isPath ? profileDirectory : tree
    let key = [base, reference.name, reference.entryPoint ?? ""]
    if let source = known[key] { return source }
    let place = try contents(reference, profileDirectory, tree, release)
    let source = try ExtensionSource(
      name: reference.shortName,
      origin: place.origin,
      contents: place.bytes,
      entryPoint: reference.entryPoint,
      location: reference.location
    )
    known[key] = source
    return source
  }

  private func contents(
    _ reference: ExtensionReference,
    _ profileDirectory: String,
    _ tree: String,
    _ release: Version
  ) throws(Failure) -> (bytes: [UInt8], origin: String) {
    if reference.isPath {
      let path = Path.normalized(Path.join(profileDirectory, reference.name))
      guard files.status(of: path) != nil else {
        throw missing(reference, "no file '\(reference.name)' is beside the profile")
      }
      return (try files.read(path), reference.name)
    }
    if let text = EmbeddedFiles.text(of: "Extensions/\(reference.name).c") {
      return (Array(text.utf8), "amalgam:\(reference.name).c")
    }
    let path = Path.join(tree, "ext/misc/\(reference.name).c")
    guard files.isFile(path) else {
      let names = (try? files.list(Path.directory(of: path))) ?? []
      let known = names.filter { $0.hasSuffix(".c") }.map { String($0.dropLast(2)) }
      let meant = Spelling.nearest(to: reference.name, among: known)
      throw missing(
        reference,
        "no extension '\(reference.name)' is built in or in ext/misc of SQLite \(release)"
          + (meant.map { "; did you mean '\($0)'?" } ?? "")
      )
    }
    return (try files.read(path), "sqlite-\(release)/ext/misc/\(reference.name).c")
  }

  private func missing(_ reference: ExtensionReference, _ message: String) -> Failure {
    Failure(reference.location.description, message)
  }
}
