import AmalgamCore

/// Makes the files of a new project: `amalgam init`.
package struct Starter {
  private let files: any Files
  private let directory: String

  package init(files: any Files, directory: String) {
    self.files = files
    self.directory = directory
  }

  /// Writes a profile `name` that inherits what `parent` says, with copies of all that it
  /// inherits, the release lock and ignore lines; nothing that is there is touched.
  ///
  /// Returns the paths that were written, relative to the folder.
  ///
  /// The profile names `release`, where one is given.
  package func start(
    name: String,
    from parent: String,
    release: Version? = nil
  ) throws -> [String] {
    try Self.check(name)
    guard let template = EmbeddedFiles.text(of: "Profiles/\(parent).profile") else {
      throw Failure(
        parent,
        "is neither a built-in profile nor a file to begin from",
        fix: "use one of \(builtins)"
      )
    }
    let text = name == parent ? template : profile(name, template)
    return try write(copies(of: parent), name, release.map { Self.naming($0, in: text) } ?? text)
  }

  /// Writes a profile `name` with `text`, a copy of `base`, the release lock and ignore lines.
  package func start(name: String, text: String) throws -> [String] {
    try Self.check(name)
    let base = "Profiles/base.profile"
    return try write([(base, EmbeddedFiles.text(of: base) ?? "")], name, text)
  }

  /// Throws if `name` cannot be a profile's.
  package static func check(_ name: String) throws(Failure) {
    guard !Profile.isName(name) else { return }
    throw Failure(name, "is no profile name: lower-case letters, digits and '-', not '-' first")
  }

  /// Returns the profile with a line for the release, behind that of what it inherits.
  private static func naming(_ release: Version, in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place =
      lines.firstIndex { $0.hasPrefix("inherit ") }.map { $0 + 1 }
      ?? lines.firstIndex { !$0.hasPrefix("#") && !$0.isEmpty } ?? lines.count
    lines.insert("sqlite \(release)", at: place)
    return lines.joined(separator: "\n")
  }

  private func write(
    _ copies: [(String, String)],
    _ name: String,
    _ text: String
  ) throws -> [String] {
    let wanted =
      copies + [
        ("Profiles/\(name).profile", text),
        ("Vendor/releases.lock", EmbeddedFiles.text(of: "Vendor/releases.lock") ?? ""),
      ]
    let existing = wanted.map(\.0).filter { isThere($0) && $0.hasSuffix("/\(name).profile") }
    guard existing.isEmpty else {
      throw Failure(
        existing[0],
        "is there already",
        fix: "choose another name: 'amalgam init NAME'"
      )
    }
    var written: [String] = []
    for (path, text) in wanted where !isThere(path) {
      try files.write(text, to: Path.join(directory, path))
      written.append(path)
    }
    if try ignore(["/build/", "/Vendor/sqlite-*/"]) { written.append(".gitignore") }
    return written
  }

  /// The profiles that `parent` inherits, as files of the project.
  private func copies(of parent: String) -> [(String, String)] {
    var copies: [(String, String)] = []
    var name: String? = parent
    while let current = name, let text = EmbeddedFiles.text(of: "Profiles/\(current).profile") {
      let inherited = ProfileParser(text: text, file: current).profile.inherited?.value
      if current != parent { copies.append(("Profiles/\(current).profile", text)) }
      name = inherited
    }
    return copies
  }

  /// The text of the built-in profile under another name: its own first comment says whose.
  private func profile(_ name: String, _ template: String) -> String {
    "# \(name): made by 'amalgam init'; change it as the app needs.\n\n" + template
  }

  private var builtins: String {
    EmbeddedFiles.names.filter { $0.hasPrefix("Profiles/") && !$0.hasSuffix("/base.profile") }
      .map { String($0.dropFirst(9).dropLast(8)) }
      .joined(separator: ", ")
  }

  private func isThere(_ path: String) -> Bool {
    files.status(of: Path.join(directory, path)) != nil
  }

  /// Adds the lines that are missing to `.gitignore`; returns whether any was.
  private func ignore(_ lines: [String]) throws -> Bool {
    let path = Path.join(directory, ".gitignore")
    let text = isThere(".gitignore") ? try files.readText(path) : ""
    let known = Set(text.split(whereSeparator: \.isNewline).map(String.init))
    let missing = lines.filter { !known.contains($0) }
    guard !missing.isEmpty else { return false }
    let start = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    try files.write(start + missing.map { $0 + "\n" }.joined(), to: path)
    return true
  }
}
