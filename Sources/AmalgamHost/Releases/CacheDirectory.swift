import AmalgamCore

/// Where the tool keeps what it can make or fetch again.
package struct CacheDirectory: Hashable, Sendable {
  /// The absolute path.
  package let path: String

  /// Takes `AMALGAM_CACHE`, else `amalgam` in `XDG_CACHE_HOME`, else the system's place at home.
  package init(
    environment: [String: String],
    workingDirectory: String,
    isDarwin: Bool = isDarwin
  ) throws(Failure) {
    let value = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let asked = value("AMALGAM_CACHE") {
      path = Path.normalized(Path.join(workingDirectory, asked))
    } else if let base = value("XDG_CACHE_HOME"), base.hasPrefix("/") {
      path = Path.normalized(Path.join(base, "amalgam"))
    } else if let home = value("HOME"), home.hasPrefix("/") {
      let name = isDarwin ? "Library/Caches/amalgam" : ".cache/amalgam"
      path = Path.normalized(Path.join(home, name))
    } else {
      throw Failure(
        "amalgam",
        "has no place for its cache: neither 'AMALGAM_CACHE', 'XDG_CACHE_HOME' nor 'HOME' is set",
        fix: "set 'AMALGAM_CACHE' to a folder"
      )
    }
  }

  /// Whether the tool runs on a system of Apple's.
  package static var isDarwin: Bool {
    #if canImport(Darwin)
    true
    #else
    false
    #endif
  }
}
