/// What counts as a comment in a text, as far as its name tells.
enum TextSyntax: Hashable, Sendable {
  /// `//` and `/* */`; `#` begins a directive: C, Swift, Rust, an xcconfig.
  case slashes
  /// `//` outside the C that a comment carries.
  case go
  /// `#` begins a comment: shell, Ruby, Python, gyp, CMake.
  case hash
  /// Any of these, where it stands at a line's start or behind a blank.
  case unknown

  init(file: String) {
    let name = file.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch ending {
    case "swift", "rs", "c", "h", "cc", "cpp", "hpp", "m", "mm", "xcconfig", "js", "ts", "dart",
      "gradle", "kts", "kt", "java", "zig", "json", "json5", "pbxproj":
      self = .slashes
    case "go":
      self = .go
    case "gyp", "gypi", "py", "rb", "podspec", "sh", "bash", "cmake", "gn", "gni", "bazel", "bzl",
      "nix", "toml", "yml", "yaml", "spec", "podfile", "portfile", "formula":
      self = .hash
    default:
      self = name == "CMakeLists.txt" ? .hash : .unknown
    }
  }

  var hasHashComments: Bool { self == .hash || self == .unknown }
  var hasSlashComments: Bool { self != .hash }
  var hasBlockComments: Bool { self == .slashes || self == .unknown }
}
