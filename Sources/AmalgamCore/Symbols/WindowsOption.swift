/// A word of a link line as Microsoft's linker and `lld-link` take it: `/NAME` or `/NAME:VALUE`.
struct WindowsOption {
  /// In small letters.
  let name: String
  let value: String?

  /// Returns `nil` for a path.
  init?(_ word: String) {
    guard word.hasPrefix("/") else { return nil }
    let parts = word.dropFirst().split(
      separator: ":",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    name = parts[0].lowercased()
    value = parts.count > 1 ? parts[1].filter { $0 != "\"" } : nil
    let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLetter }
    guard isName, value != nil || Self.switches.contains(name) else { return nil }
  }

  /// Those that have a meaning without a value.
  private static let switches: Set<String> = [
    "allowisolation", "appcontainer", "debug", "dll", "driver", "dynamicbase", "fixed", "force",
    "highentropyva", "incremental", "kernel", "largeaddressaware", "ltcg", "map", "nodefaultlib",
    "noentry", "noimplib", "nologo", "nxcompat", "profile", "release", "safeseh", "verbose",
    "wholearchive", "wx",
  ]
}

extension String {
  /// A library's file, of which the ending may be left out.
  var withLibrarySuffix: String {
    Path.name(of: self).contains(".") ? self : self + ".lib"
  }
}
