import AmalgamCore

/// Makes amalgamations from a proved source tree, by the release's own `configure` and `make`.
///
/// The build folder as it is right after `configure` is kept and copied for each grammar set: a
/// folder in which `make` has run is never used for another set, since make calls the generated
/// parser up to date and leaves the old grammar in it.
package struct Generator {
  /// A source tree that has been proved.
  package struct Tree: Hashable, Sendable {
    package let version: Version
    package let checkIn: String
    /// The absolute path of its folder.
    package let path: String

    package init(version: Version, checkIn: String, path: String) {
      self.version = version
      self.checkIn = checkIn
      self.path = path
    }
  }

  /// The files of an amalgamation.
  package static let products = ["sqlite3.c", "sqlite3.h", "sqlite3ext.h"]

  private let files: any Files
  private let cache: String

  package init(files: any Files, cache: String) {
    self.files = files
    self.cache = cache
  }

  /// Returns the folder of the amalgamation of `tree` for `grammar`, made or not.
  package func directory(of tree: Tree, _ grammar: GrammarSet) -> String {
    Path.join(cache, "amalgamations/\(tree.checkIn.prefix(16))/\(grammar.key)")
  }

  /// Returns whether that folder is there with the bytes it was made with.
  package func isMade(_ tree: Tree, _ grammar: GrammarSet) -> Bool {
    let path = Path.join(directory(of: tree, grammar), "record")
    guard let text = try? files.readText(path), let record = StatRecord(text) else {
      return false
    }
    return record.key == key(of: tree, grammar) && record.entries.count == Self.products.count
      && record.firstChange(files: files, keptAt: path) == nil
  }

  /// Removes the work folders of this run and of those that were killed.
  package func removeLeftovers() {
    Leftovers(files: files).remove(in: Path.join(cache, "work")) { name in
      name.split(separator: ".").dropFirst().first
    }
  }

  /// Returns the job that makes the amalgamation; it has nothing to do where it is made.
  ///
  /// `needs` are jobs that must be over first: the one that configures, for all but the first set.
  package func job(_ tree: Tree, _ grammar: GrammarSet, configure: Job) -> Job {
    let work = Path.join(cache, "work/generate.\(RunToken.current).\(grammar.key)-\(tree.version)")
    let label = "\(tree.version): generate \(grammar.summary)"
    return Job(
      needs: [configure],
      phases: [
        {
          try self.files.remove(work)
          try self.files.write("", to: work + ".log")
          let copy = Command(["cp", "-Rp", self.configuredDirectory(of: tree), work])
          return [Job.Step(copy, log: work + ".log", label: "\(tree.version): copy build folder")]
        },
        { [Job.Step(self.make(grammar, in: work), log: work + ".log", label: label)] },
        {
          try self.publish(work, tree, grammar)
          try self.files.remove(work)
          try self.files.remove(work + ".log")
          return []
        },
      ],
      failed: { step, status in
        Failure(command: step, status, place: "SQLite \(tree.version)", files: self.files)
      }
    )
  }

  /// Returns the job that configures a build folder for `tree`, unless that is done.
  package func configure(_ tree: Tree) -> Job {
    let target = configuredDirectory(of: tree)
    let work = Path.join(cache, "work/configure.\(RunToken.current).\(tree.version)")
    return Job(
      phases: [
        {
          if self.isConfigured(target) { return [] }
          try self.checkMachine(for: tree)
          try self.files.remove(work)
          try self.files.write("", to: Path.join(work, "amalgam.log"))
          let configure = Command(
            // Through sh, since an archive may have lost the file's mode, which nothing proves.
            ["sh", Path.join(tree.path, "configure"), "--disable-tcl"],
            in: work,
            environment: Self.cleanEnvironment.merging(["CC": self.hostCompiler]) { $1 }
          )
          return [
            Job.Step(
              configure,
              log: Path.join(work, "amalgam.log"),
              label: "\(tree.version): configure"
            )
          ]
        },
        {
          // Another run may have configured it meanwhile, and may be copying it.
          if self.isConfigured(target) {
            try self.files.remove(work)
            return []
          }
          try self.record(try self.plainFiles(in: work), in: work, for: target, key: target)
          try self.files.place(work, at: target) { self.isConfigured(target) }
          return []
        },
      ],
      failed: { step, status in
        Failure(command: step, status, place: "SQLite \(tree.version)", files: self.files)
      }
    )
  }

  /// Throws what SQLite's own `configure` and `make` would stumble over, in words of their own.
  private func checkMachine(for tree: Tree) throws(Failure) {
    let release = "SQLite \(tree.version)"
    for (path, fix) in [
      (tree.path, "move the project to a folder without it"),
      (cache, "set AMALGAM_CACHE to a folder without it"),
    ] {
      guard let character = path.first(where: Self.isRefused) else { continue }
      throw Failure(
        release,
        "SQLite's own configure and make take no path with '\(character)', and one is '\(path)'",
        fix: fix
      )
    }
    let commands = SystemCommands()
    if commands.find("cc") == nil, commands.find("clang") == nil {
      throw Failure(
        release,
        "needs a C compiler, and 'cc' is not there",
        fix: Packages.fix(for: "cc")
      )
    }
    // Later releases bring a small Tcl of their own.
    if tree.version < Version(3, 48), !Self.tclNames.contains(where: { commands.find($0) != nil }) {
      throw Failure(release, "needs 'tclsh', which is not there", fix: Packages.fix(for: "tclsh"))
    }
  }

  private static let tclNames = ["tclsh", "tclsh9.0", "tclsh8.7", "tclsh8.6"]

  private static func isRefused(_ character: Character) -> Bool {
    character.isWhitespace || "#$'\"()&:;\\`*?|<>".contains(character)
  }

  /// The generators are programs of this machine, whatever the target is.
  private var hostCompiler: String {
    SystemCommands().find("cc") != nil ? "cc" : "clang"
  }

  /// What a user may have set for other builds must not change this one.
  static let cleanEnvironment = [
    "CFLAGS": "", "CPPFLAGS": "", "LDFLAGS": "", "MAKEFLAGS": "", "OPTIONS": "", "OPTS": "",
    "OPT_FEATURE_FLAGS": "", "LC_ALL": "C",
  ]

  private func make(_ grammar: GrammarSet, in work: String) -> Command {
    Command(
      ["make", "sqlite3.c", grammar.makeVariable, "OPTS="],
      in: work,
      environment: Self.cleanEnvironment
    )
  }

  /// The Makefile of a configured folder names its tree by path, so a tree elsewhere is another.
  func configuredDirectory(of tree: Tree) -> String {
    let place = SHA256.hexDigest(of: Array(tree.path.utf8)).prefix(8)
    return Path.join(cache, "configured/\(tree.checkIn.prefix(16))-\(place)")
  }

  private func isConfigured(_ directory: String) -> Bool {
    let path = Path.join(directory, "amalgam.record")
    guard let text = try? files.readText(path), let record = StatRecord(text) else { return false }
    return record.key == directory && record.firstChange(files: files, keptAt: path) == nil
  }

  private func plainFiles(in directory: String) throws -> [String] {
    try files.list(directory).filter { files.isFile(Path.join(directory, $0)) }
  }

  /// A record names its files by path, so that of a cache which was copied is no record here.
  private func key(of tree: Tree, _ grammar: GrammarSet) -> String {
    "\(tree.checkIn) \(directory(of: tree, grammar))"
  }

  /// Moves the generated files to `directory` and records what they are.
  private func publish(_ work: String, _ tree: Tree, _ grammar: GrammarSet) throws {
    let directory = directory(of: tree, grammar)
    for name in Self.products where !files.isFile(Path.join(work, name)) {
      throw Failure(
        "SQLite \(tree.version)",
        "'make sqlite3.c' made no '\(name)'",
        notes: ["the build folder is '\(work)'"]
      )
    }
    let made = work + ".made"
    for name in Self.products {
      try files.move(Path.join(work, name), to: Path.join(made, name))
    }
    try record(Self.products, in: made, for: directory, key: key(of: tree, grammar), as: "record")
    // Another run may have made the same bytes meanwhile, and may be reading them.
    try files.place(made, at: directory) { isMade(tree, grammar) }
  }

  /// Records the files of `folder` as they will be once it is renamed to `target`, which changes
  /// nothing that a record holds.
  private func record(
    _ names: [String],
    in folder: String,
    for target: String,
    key: String,
    as recordName: String = "amalgam.record"
  ) throws {
    let entries = try names.map { name in
      let entry = try StatRecord.entry(Path.join(folder, name), files: files)
      return StatRecord.Entry(
        path: Path.join(target, name),
        status: entry.status,
        digest: entry.digest
      )
    }
    try files.write(
      StatRecord(key: key, entries: entries).text,
      to: Path.join(folder, recordName)
    )
  }
}
