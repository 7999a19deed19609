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
      companions: try companions(of: place, reference),
      location: reference.location
    )
    known[key] = source
    return source
  }

  /// Returns the error that nothing is behind `reference`; `nil` where something is, or where only
  /// the tree of a release that is not fetched could tell.
  package func absence(
    of reference: ExtensionReference,
    profileDirectory: String,
    tree: String?,
    release: Version
  ) -> Finding? {
    guard let (message, meant) = missing(reference, profileDirectory, tree, release) else {
      return nil
    }
    return Finding(
      .error,
      check: "extension-source",
      subject: reference.name,
      Finding.Message(stringLiteral: message),
      at: reference.location,
      fix: meant.map { "write '\($0)'" } ?? "remove the line"
    )
  }

  /// What is not there, and what may be meant; `nil` where it is there or the tree could tell.
  private func missing(
    _ reference: ExtensionReference,
    _ profileDirectory: String,
    _ tree: String?,
    _ release: Version
  ) -> (message: String, meant: String?)? {
    if reference.isPath {
      let path = Path.normalized(Path.join(profileDirectory, reference.name))
      if files.status(of: path) != nil { return nil }
      let folder = Path.directory(of: path)
      let meant = Spelling.nearest(to: Path.name(of: path), among: sources(in: folder))
      let written = reference.name.dropLast(Path.name(of: reference.name).count)
      return (
        "no file '\(reference.name)' is beside the profile"
          + (meant.map { "; did you mean '\(written)\($0)'?" } ?? ""), meant.map { written + $0 }
      )
    }
    if EmbeddedFiles.text(of: "Extensions/\(reference.name).c") != nil { return nil }
    guard let tree else { return nil }
    let folder = Path.join(tree, "ext/misc")
    if files.isFile(Path.join(folder, "\(reference.name).c")) { return nil }
    let known = sources(in: folder).map { String($0.dropLast(2)) } + Self.builtin
    let meant = Spelling.nearest(to: reference.name, among: known)
    return (
      "no extension '\(reference.name)' is built in or in ext/misc of SQLite \(release)"
        + (meant.map { "; did you mean '\($0)'?" } ?? ""), meant
    )
  }

  private func sources(in folder: String) -> [String] {
    ((try? files.list(folder)) ?? []).filter { $0.hasSuffix(".c") }
  }

  /// The names of the extensions that the binary carries.
  private static var builtin: [String] {
    EmbeddedFiles.names.filter { $0.hasPrefix("Extensions/") && $0.hasSuffix(".c") }
      .map { String($0.dropFirst(11).dropLast(2)) }
  }

  /// A source as it was found.
  private struct Place {
    let bytes: [UInt8]
    let origin: String
    /// The folder it lies in; `nil` for what the binary carries.
    let folder: String?

    init(_ bytes: [UInt8], _ origin: String, folder: String?) {
      self.bytes = bytes
      self.origin = origin
      self.folder = folder
    }
  }

  /// Returns the files below the source's folder that it includes; what is not there is left to the
  /// compiler, which knows other places.
  private func companions(
    of place: Place,
    _ reference: ExtensionReference
  ) throws(Failure) -> [ExtensionSource.Companion] {
    guard let folder = place.folder else { return [] }
    var found: [String: ExtensionSource.Companion] = [:]
    var waiting = ExtensionSource.includes(in: place.bytes).map { (from: "", path: $0) }
    while let next = waiting.popLast() {
      let path = Path.normalized(Path.join(next.from, next.path))
      let file = Path.join(folder, path)
      guard found[path] == nil, !path.hasPrefix("/"), !path.split(separator: "/").contains(".."),
        files.isFile(file)
      else { continue }
      let bytes = try files.read(file)
      let origin = Path.join(Path.directory(of: place.origin), path)
      found[path] = .init(path: path, origin: origin, contents: bytes)
      waiting += ExtensionSource.includes(in: bytes).map { (Path.directory(of: path), $0) }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  private func contents(
    _ reference: ExtensionReference,
    _ profileDirectory: String,
    _ tree: String,
    _ release: Version
  ) throws(Failure) -> Place {
    if let (message, meant) = missing(reference, profileDirectory, tree, release) {
      throw Failure(
        reference.location.description,
        message,
        fix: meant.map { "write '\($0)'" } ?? "remove the line"
      )
    }
    if reference.isPath {
      let path = Path.normalized(Path.join(profileDirectory, reference.name))
      return Place(try files.read(path), reference.name, folder: Path.directory(of: path))
    }
    if let text = EmbeddedFiles.text(of: "Extensions/\(reference.name).c") {
      return Place(Array(text.utf8), "amalgam:\(reference.name).c", folder: nil)
    }
    let path = Path.join(tree, "ext/misc/\(reference.name).c")
    return Place(
      try files.read(path),
      "sqlite-\(release)/ext/misc/\(reference.name).c",
      folder: Path.directory(of: path)
    )
  }
}
