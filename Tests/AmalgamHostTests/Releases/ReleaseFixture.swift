import AmalgamCore
import AmalgamHost
import AmalgamTestSupport

/// A project with a lock that pins a small tree, on the real file system.
final class ReleaseFixture {
  let folder: TemporaryFolder
  let root: String
  let cache: String
  let tree: SmallTree
  let terminal = RecordingTerminal()
  let generator: FakeGenerator

  /// Makes the project; the lock has `origins`, and `sha3` in place of the stock file's own.
  init(
    tree: SmallTree = SmallTree(),
    origins: [Origin] = [],
    sha3: String? = nil,
    lock: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    root = folder.path + "/project"
    cache = folder.path + "/cache"
    self.tree = tree
    generator = FakeGenerator(folder: folder)
    let release = Release(
      tree.version,
      checkIn: tree.checkIn,
      year: 2031,
      sha3: sha3 ?? FakeGenerator.sha3(of: tree.version),
      tagsSHA3: tree.tags,
      origins: origins,
      isDefault: true
    )
    try SystemFiles().write(lock ?? release.block, to: root + "/Vendor/releases.lock")
  }

  /// The verbs; `commands` stands in for the machine's own programs.
  func releases(
    root: String?? = .none,
    commands: any CommandRunner = SystemCommands(),
    files: any Files = SystemFiles(),
    aptFolder: String = "/etc/apt"
  ) throws -> Releases {
    Releases(
      root: root ?? self.root,
      cache: try CacheDirectory(environment: ["AMALGAM_CACHE": cache], workingDirectory: "/"),
      files: files,
      commands: commands,
      progress: Progress(terminal: terminal),
      generator: generator,
      aptFolder: aptFolder
    )
  }

  var trees: SourceTrees { SourceTrees(root: root, cache: cache, files: SystemFiles()) }

  func release() throws -> Release {
    try ReleaseLock.load(root: root, files: SystemFiles()).defaultRelease()
  }

  var place: String { root + "/Vendor/sqlite-\(tree.version)" }

  func path(_ name: String) -> String { folder.path + "/" + name }

  /// Writes `bytes` outside of the project and returns the path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try SystemFiles().write(bytes, to: path(name))
    return path(name)
  }

  /// What lies in `Vendor`.
  var vendor: [String] { TemporaryFolder.contents(of: root + "/Vendor") }
}

/// Stands in for the builder: the stock file holds the version.
final class FakeGenerator: StockGenerator {
  /// Kept, so that it is there as long as something generates.
  private let folder: TemporaryFolder
  private(set) var calls = 0
  /// Thrown in place of generating.
  var failure: Failure?
  /// What happens while it generates.
  var meanwhile: () throws -> Void = {}

  init(folder: TemporaryFolder) {
    self.folder = folder
  }

  func stockAmalgamation(of release: Release, tree: String) throws -> String {
    calls += 1
    if let failure { throw failure }
    try meanwhile()
    guard SystemFiles().isFile(tree + "/configure") else { throw Failure(tree, "is no tree") }
    let path = "\(folder.path)/stock-\(release.version)/sqlite3.c"
    try SystemFiles().write(Self.text(of: release.version), to: path)
    return path
  }

  static func sha3(of version: Version) -> String {
    SHA3.hexDigest(of: Array(text(of: version).utf8))
  }

  static func sha256(of version: Version) -> String {
    SHA256.hexDigest(of: Array(text(of: version).utf8))
  }

  private static func text(of version: Version) -> String { "/* stock \(version) */\n" }
}

/// The text of all that a report says, as a user sees it without JSON.
func text(of report: Report) -> String {
  let failures = report.failures.map { TextReport(colour: false).text(of: $0) + "\n" }
  return failures.joined() + TextReport(colour: false).text(of: report)
}
