import AmalgamCore

/// A folder of one fetch's own, beside the source trees so that a rename takes a tree to its place.
///
/// It is gone when the fetch is over, well or not.
struct Staging {
  /// The absolute path.
  let path: String
  private let files: any Files

  /// Calls `body` with a new folder in `folder`.
  static func use<Result>(
    in folder: String,
    files: any Files,
    _ body: (Staging) throws -> Result
  ) throws -> Result {
    let isNew = files.status(of: folder) == nil
    // What a killed fetch has left may be as large as a source tree.
    Leftovers(files: files).remove(in: folder) { name in
      guard name.hasPrefix("sqlite-fetch."), name.hasSuffix(".tmp") else { return nil }
      let token = name.dropFirst("sqlite-fetch.".count).dropLast(".tmp".count)
      return token == RunToken.current ? nil : token
    }
    let name = "sqlite-fetch.\(RunToken.current).tmp"
    let staging = Staging(path: Path.join(folder, name), files: files)
    try files.remove(staging.path)
    try files.makeDirectory(staging.path)
    defer {
      try? files.remove(staging.path)
      if isNew, (try? files.list(folder)) == [] { try? files.remove(folder) }
    }
    return try body(staging)
  }

  /// Returns the path of `name` in the folder.
  func path(_ name: String) -> String { Path.join(path, name) }

  /// Makes the folder `name`, empty, and returns its path.
  func emptyDirectory(_ name: String) throws(Failure) -> String {
    try files.remove(path(name))
    try files.makeDirectory(path(name))
    return path(name)
  }
}
