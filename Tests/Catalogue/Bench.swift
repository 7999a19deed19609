import AmalgamCore
import AmalgamHost

/// All that the trials of one release share.
struct Bench {
  let request: CatalogueRequest
  let release: Release
  let catalogue: OptionCatalogue
  /// The newest release before this one that the table says it was measured with; `nil` where this
  /// one is among them.
  let measuredBefore: Version?
  let names: OptionNames
  let tree: Generator.Tree
  let generator: Generator
  let toolchain: Toolchain
  /// The compiler's words, after the launcher that keeps what was compiled before.
  let compiler: [String]
  /// The folder for objects, programs and answers; removed in the end.
  let folder: String
  let files: any Files = SystemFiles()
  let commands: any CommandRunner = SystemCommands()
  let progress = Progress(terminal: SystemTerminal())
  let observer: LibraryObserver

  init(_ request: CatalogueRequest) throws {
    self.request = request
    let root = currentDirectory()
    let cache = try CacheDirectory(environment: Environment.all, workingDirectory: root).path
    let texts = try [request.table, "Sources/Embedded/extensions.txt"].map { path in
      (text: try SystemFiles().readText(Path.join(root, path)), file: path)
    }
    let table = try OptionCatalogue(parsing: texts)
    let namesFile = "Sources/Embedded/option-names.txt"
    names = try OptionNames(
      parsing: try files.readText(Path.join(root, namesFile)),
      file: namesFile
    )
    let lock = try ReleaseLock.load(root: root, files: files)
    release =
      try request.release.map { try lock.release(named: $0.description) }
      ?? lock.defaultRelease()
    let version = release.version
    catalogue = table.takenAtItsWord(of: version)
    measuredBefore =
      table.measured.contains(version)
      ? nil : table.measured.filter { $0 < version }.max() ?? table.measured.min()
    let trees = SourceTrees(root: root, cache: cache, files: files)
    tree = Generator.Tree(
      version: release.version,
      checkIn: release.checkIn,
      path: try trees.prove(release)
    )
    generator = Generator(files: files, cache: cache)
    toolchain = try ToolchainProbe(files: files, commands: commands, cache: cache)
      .toolchain(asked: nil)
    compiler = (commands.find("ccache").map { [$0] } ?? []) + toolchain.compiler
    folder = Path.join(cache, "work/catalogue-\(getpid())")
    let maker = AmalgamationMaker(
      files: files,
      commands: commands,
      progress: progress,
      cache: cache
    )
    let headers = try maker.folder(of: release, tree: tree.path, GrammarSet(universalWith: []))
    observer = try LibraryObserver(
      headers: headers,
      target: toolchain.target,
      settings: VerifySettings(
        cache: folder,
        jobs: request.jobs,
        toolchain: toolchain,
        seconds: 60
      ),
      files: files
    )
  }

  /// Where the amalgamation for `grammar` lies once it is made.
  func amalgamation(_ grammar: GrammarSet) -> String {
    Path.join(generator.directory(of: tree, grammar), "sqlite3.c")
  }

  /// The rows to try, in the table's order.
  var rows: [OptionRow] {
    catalogue.rows.filter { row in
      guard request.only.isEmpty || request.only.contains(row.name) else { return false }
      if row.kind == .apple || row.kind == .internal { return false }
      if row.kind == .retired { return true }
      return row.releases.contains(release.version) && isKnown(row)
    }
  }

  /// Whether the release looks at the name, as far as its own source tells.
  private func isKnown(_ row: OptionRow) -> Bool {
    let known = names.releases(knowing: row.name)
    return known.isEmpty || known.contains(release.version)
      || !names.measured.contains(release.version)
  }

  /// What a library with `options` is held against.
  func expectation(_ name: String, _ options: [CompileOption]) -> Expectation {
    var profile = ResolvedProfile(name: "trial", file: request.table)
    profile.options = options
    profile.hasManifestFunction = false
    return Expectation(
      variant: name,
      profile: profile,
      release: release.version,
      checkIn: release.checkIn,
      catalogue: catalogue,
      isOwnBuild: false
    )
  }
}
