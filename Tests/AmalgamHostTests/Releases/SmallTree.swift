import AmalgamCore
import AmalgamHost

/// A source tree of a few files, with the manifest that Fossil would write for it.
struct SmallTree {
  let version: Version
  /// All files, the manifest among them.
  private(set) var files: [String: String]
  let checkIn: String
  /// The digest of `manifest.tags`; `nil` without it.
  let tags: String?

  /// Makes the tree of `version`; `changes` stand in for files, or are more of them.
  init(
    _ version: Version = Version(3, 99, 1),
    tags: String? = nil,
    date: String = "2031-02-03T04:05:06.789",
    files changes: [String: String] = [:]
  ) {
    self.version = version
    var files = [
      "VERSION": "\(version)\n", "configure": "#!/bin/sh\nexit 0\n", "src/main.c": "int x;\n",
      "a name": "", "tool/deep/er.tcl": "puts hello\n",
    ]
    files.merge(changes) { $1 }
    let lines = files.sorted { $0.key < $1.key }.map { name, text in
      let bytes = Array(text.utf8)
      let digest = name == "src/main.c" ? SHA1.hexDigest(of: bytes) : SHA3.hexDigest(of: bytes)
      return "F \(name == "a name" ? "a\\sname" : name) \(digest)\n"
    }
    let artifact =
      "C Version\\s\(version)\nD \(date)\n" + lines.joined()
      + "T +sym-version-\(version) *\nU drh\nZ 0123456789abcdef0123456789abcdef\n"
    checkIn = SHA3.hexDigest(of: Array(artifact.utf8))
    files["manifest"] =
      artifact + "# Remove this line to create a well-formed Fossil manifest.\n"
    files["manifest.uuid"] = checkIn + "\n"
    files["manifest.tags"] = tags
    self.files = files
    self.tags = tags.map { SHA3.hexDigest(of: Array($0.utf8)) }
  }

  /// Writes the tree into `folder`.
  func write(to folder: String) throws {
    for (name, text) in files { try SystemFiles().write(text, to: Path.join(folder, name)) }
  }

  /// The files as entries of an archive, below `top`.
  func entries(below top: String = "sqlite") -> [ArchiveWriter.Entry] {
    files.sorted { $0.key < $1.key }.map { .file("\(top)/\($0.key)", $0.value) }
  }
}
