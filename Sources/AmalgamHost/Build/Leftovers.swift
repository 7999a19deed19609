import AmalgamCore

/// What runs leave half made when they are interrupted or killed: files and folders with the run's
/// token in their names.
struct Leftovers {
  let files: any Files

  /// Removes each entry of `folder` whose token, as `token` reads it from the name, is of this run
  /// or of one that is over.
  func remove(in folder: String, token: (String) -> Substring?) {
    for name in (try? files.list(folder)) ?? [] {
      let path = Path.join(folder, name)
      guard let token = token(name), let status = files.status(of: path),
        RunToken.isLeftOver(token, changed: status.changed)
      else { continue }
      // What cannot be removed now is in nobody's way and is tried again by the next run.
      try? files.remove(path)
    }
  }
}
