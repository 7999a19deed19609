/// A name of a library for Apple systems by which no program, or another library, is found.
enum InstallName {
  /// It is the system's own.
  case system
  /// It is neither a path nor relative to one that the loader knows.
  case bare

  /// Returns what is wrong with a name, `nil` for a good one.
  init?(faultOf name: String) {
    if name == Self.ofSystem {
      self = .system
    } else if !name.hasPrefix("/"), !name.hasPrefix("@") {
      self = .bare
    } else {
      return nil
    }
  }

  private static let ofSystem = "/usr/lib/libsqlite3.dylib"

  /// The error, about a library as messages name it.
  func finding(_ name: String, in file: String, notes: [String] = []) -> Finding {
    let isSystems = if case .system = self { true } else { false }
    return Finding(
      .error,
      check: "install-name",
      subject: name,
      isSystems ? .systems(name) : .bare(name),
      in: file,
      notes: notes,
      fix: "link it with '-install_name @rpath/\(isSystems ? "libNAME.dylib" : name)'"
    )
  }
}

extension Finding.Message {
  fileprivate static func systems(_ name: String) -> Self {
    "its install name is '\(name)', the system library's own"
  }
  fileprivate static func bare(_ name: String) -> Self {
    "its install name '\(name)' is neither absolute nor begins with '@rpath/', so programs linked "
      + "with it find it only by chance"
  }
}
