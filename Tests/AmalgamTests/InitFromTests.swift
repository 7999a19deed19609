import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `amalgam init --from` what somebody has already.
@Suite(.serialized)
struct InitFromTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ words: String..., input: String? = nil) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(words, input: input)
  }

  /// As an iOS project publishes it.
  private static let published = """
    -DSQLITE_ENABLE_FTS3 -DSQLITE_ENABLE_FTS3_PARENTHESIS -DSQLITE_ENABLE_FTS5 \
    -DSQLITE_ENABLE_JSON1 -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_COLUMN_METADATA \
    -DSQLITE_ENABLE_STAT4 -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_DBSTAT_VTAB \
    -DSQLITE_DEFAULT_WAL_SYNCHRONOUS=1
    """

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
  )
  func `a published list becomes a profile that builds, verifies and says what does nothing`()
    throws
  {
    let started = try run("init", "ios", "--from", Self.published)
    #expect(started.status == .exited(0), "\(started.errors)")
    let made = try folder.read("Profiles/ios.profile")
    // Optimising would only take time here.
    try folder.write(made + "optimize debug\n", to: "Profiles/ios.profile")
    try folder.write(made, to: "made")

    let outcome = try BuiltTool(in: folder.path).run(
      [
        "verify", "Profiles/ios.profile", "--root", BuiltTool.root, "--build-dir",
        "\(folder.path)/build", "--sqlite", "3.46.1", "--quiet", "--format", "json",
      ]
    )

    #expect(
      made == """
        # ios: made by 'amalgam init'; change it as the app needs.
        # the options of the command line, in their order
        # 'inherit base' would add what Profiles/base.profile shares

        SQLITE_ENABLE_FTS3
        SQLITE_ENABLE_FTS3_PARENTHESIS
        SQLITE_ENABLE_FTS5
        # lint: warning: [no-effect] 'SQLITE_ENABLE_JSON1' has no effect: SQLite 3.53.4 has it built in
        # lint: fix: remove the line
        SQLITE_ENABLE_JSON1
        SQLITE_ENABLE_RTREE
        SQLITE_ENABLE_COLUMN_METADATA
        SQLITE_ENABLE_STAT4
        SQLITE_ENABLE_MATH_FUNCTIONS
        SQLITE_ENABLE_DBSTAT_VTAB
        SQLITE_DEFAULT_WAL_SYNCHRONOUS=1

        """
    )
    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.output)")
    #expect(
      report["findings"].elements.compactMap { $0["message"].string }.contains(
        "'SQLITE_ENABLE_JSON1' has no effect: SQLite 3.46.1 has it built in"
      )
    )
  }

  /// As `PRAGMA compile_options` prints it on an Apple device.
  private static let printed = """
    ATOMIC_INTRINSICS=1
    BUG_COMPATIBLE_20160819
    COMPILER=clang-17.0.0
    DEFAULT_AUTOVACUUM
    DEFAULT_CACHE_SIZE=128
    DEFAULT_CKPTFULLFSYNC
    DEFAULT_JOURNAL_SIZE_LIMIT=32768
    DEFAULT_LOOKASIDE=1200,40
    DEFAULT_MEMSTATUS=0
    DEFAULT_WAL_SYNCHRONOUS=1
    ENABLE_FTS3
    ENABLE_FTS5
    ENABLE_LOCKING_STYLE=1
    ENABLE_SNAPSHOT
    HAS_CODEC_RESTRICTED
    MAX_LENGTH=2147483645
    THREADSAFE=2
    USE_URI

    """

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
  )
  func `what a device printed becomes a profile that builds and verifies here`() throws {
    try folder.write(Self.printed, to: "device.txt")
    let started = try run("init", "device", "--from", "device.txt")
    #expect(started.status == .exited(0), "\(started.errors)")
    let made = try folder.read("Profiles/device.profile")
    try folder.write(made + "optimize debug\n", to: "Profiles/device.profile")

    let outcome = try BuiltTool(in: folder.path).run(
      [
        "verify", "Profiles/device.profile", "--root", BuiltTool.root, "--build-dir",
        "\(folder.path)/build", "--sqlite", "3.46.1", "--quiet",
      ]
    )

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
  }

  @Test func `the release that is asked for stands in the profile, where it is pinned`() throws {
    let flags = ["--from", #"-D"SQLITE_DQS"=0 -DSQLITE_TEMP_FILE_PREFIX=\"acme_\""#]
    let tool = BuiltTool(in: folder.path)
    let pinned = try tool.run(["init", "new", "--sqlite", "3.46.1"] + flags)
    #expect(pinned.status == .exited(0), "\(pinned.errors)")
    #expect(
      try folder.read("Profiles/new.profile").hasSuffix(
        "\n\nsqlite 3.46.1\n\nSQLITE_DQS=0\nSQLITE_TEMP_FILE_PREFIX=\"acme_\"\n"
      )
    )

    let other = try tool.run(["init", "old", "--sqlite", "3.39.0"] + flags)
    #expect(other.status == .exited(0), "\(other.errors)")
    #expect(
      try folder.read("Profiles/old.profile").contains(
        "# left out: the lock does not pin it: 'amalgam releases add --from sqlite-src-3390000.zip'\n"
          + "# sqlite 3.39.0\n"
      )
    )
    let builtin = try tool.run(["init", "third", "--sqlite", "3.39.0"])
    #expect(builtin.status == .exited(2))
  }

  @Test func `standard input, a file and quotes are all text with options`() throws {
    let first = try run("init", "a", "--from", "-", input: "CFLAGS='-DSQLITE_DQS=0'\n")
    try folder.write("set(F \"-DSQLITE_DQS=0\" \\\n  -DSQLITE_ENABLE_STAT4)\n", to: "flags.txt")
    let second = try run("init", "b", "--from", "flags.txt", "--format", "json")

    #expect(first.status == .exited(0), "\(first.errors)")
    #expect(try folder.read("Profiles/a.profile").hasSuffix("\n\nSQLITE_DQS=0\n"))
    #expect(second.status == .exited(0), "\(second.errors)")
    #expect(try folder.read("Profiles/b.profile").hasSuffix("SQLITE_DQS=0\nSQLITE_ENABLE_STAT4\n"))
    #expect(try Parsed(second.output)["leftOut"].count == 0)
    #expect(TemporaryFolder.contents(of: folder.path).contains("Profiles/base.profile"))
  }

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
  )
  func `a library becomes a profile of what it reports`() throws {
    let library = try OtherBuild(folder: folder, release: "3.46.1")
      .library(["-DSQLITE_ENABLE_FTS5", "-DSQLITE_DQS=0", "-DSQLITE_THREADSAFE=2"])

    let outcome = try run("init", "lib", "--from", library)

    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    let lines = try folder.read("Profiles/lib.profile").split(separator: "\n")
    let options = lines.filter { !$0.hasPrefix("#") }
    for line in ["SQLITE_DQS=0", "SQLITE_ENABLE_FTS5", "SQLITE_THREADSAFE=2"] {
      #expect(options.contains { $0 == line })
    }
    // What every library reports is left out.
    #expect(!options.contains { $0.contains("PAGE_SIZE") || $0.contains("COMPILER") })
  }

  @Test(arguments: [
    ("nothing.txt", "is neither a built-in profile nor a file to begin from"),
    ("empty.txt", "sets no compile-time option of SQLite to make a profile of"),
    (
      "zeros",
      "cannot be read: wanted an object file, a library or an archive, found bytes of no known "
        + "format at offset 0"
    ),
  ])
  func `what holds no option is a failure, and nothing is written`(
    origin: String,
    message: String
  ) throws {
    try folder.write("hello\n", to: "empty.txt")
    try SystemFiles().write([UInt8](repeating: 0, count: 5_000), to: "\(folder.path)/zeros")

    let outcome = try run("init", "app", "--from", origin)

    #expect(outcome.status == .exited(2))
    #expect(outcome.errors.hasPrefix("\(origin): error: \(message)\n"))
    #expect(!TemporaryFolder.contents(of: folder.path).contains("Profiles"))
  }
}
