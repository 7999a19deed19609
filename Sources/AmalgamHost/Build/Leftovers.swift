import AmalgamCore

/// What runs leave half made when they are interrupted or killed: folders with the run's process
/// in their names.
struct Leftovers {
  let files: any Files

  /// Removes each entry of `folder` whose process, as `process` reads it from the name, is this one
  /// or no longer there.
  func remove(in folder: String, process: (String) -> pid_t?) {
    for name in (try? files.list(folder)) ?? [] {
      guard let owner = process(name), owner == getpid() || !isAlive(owner) else { continue }
      // What cannot be removed now is in nobody's way and is tried again by the next run.
      try? files.remove(Path.join(folder, name))
    }
  }

  private func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }
}
