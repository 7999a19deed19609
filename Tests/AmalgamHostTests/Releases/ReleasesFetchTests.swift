import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Fetching from files and folders, with the machine's own tar, unzip, curl and cp.
@Suite(.serialized)
struct ReleasesFetchTests {
  private static let fetched = [
    "a name", "configure", "manifest", "manifest.uuid", "src", "src/main.c", "tool", "tool/deep",
    "tool/deep/er.tcl", "VERSION",
  ]

  private func expectFetched(
    _ fixture: ReleaseFixture,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let tree = Self.fetched.map { "sqlite-3.99.1/" + $0 }
    #expect(
      Set(fixture.vendor) == Set(["releases.lock", "sqlite-3.99.1"] + tree),
      sourceLocation: sourceLocation
    )
  }

  private func done(_ source: String) -> String {
    "3.99.1: fetched from \(source) into 'Vendor/sqlite-3.99.1'; its tree and its stock sqlite3.c "
      + "are proved\n"
  }

  @Test(arguments: ["", "gzip", "xz"])
  func `a tar file is fetched, however it is packed`(packer: String) throws {
    let fixture = try ReleaseFixture()
    var path = try fixture.file("x", ArchiveWriter.tar(fixture.tree.entries()))
    if !packer.isEmpty {
      let command = Command([packer, "-c", path])
      let output = fixture.path("packed")
      #expect(
        try SystemCommands().run(command, log: path + ".log", output: output).isSuccess
      )
      path = output
    }

    let report = try fixture.releases().fetch(["3.99.1"], from: path)

    #expect(text(of: report) == done(path))
    #expect(report.exitStatus() == 0)
    expectFetched(fixture)
  }

  @Test func `a zip file is fetched, the tree at its top or in its one folder`() throws {
    for top in [".", "sqlite-src-3990100"] {
      let fixture = try ReleaseFixture()
      let entries = fixture.tree.entries(below: top).map { entry in
        var entry = entry
        if entry.name.hasPrefix("./") { entry.name.removeFirst(2) }
        return entry
      }
      let path = try fixture.file("a [1].zip", ArchiveWriter.zip(entries))

      let report = try fixture.releases().fetch([], from: path)

      #expect(text(of: report) == done(path))
      expectFetched(fixture)
    }
  }

  @Test func `a folder is fetched, also behind a link, and stays as it was`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    symlink("mine", fixture.path("link"))
    let before = TemporaryFolder.contents(of: fixture.path("mine"))

    let report = try fixture.releases().fetch([], from: fixture.path("link"))

    #expect(text(of: report) == done(fixture.path("link")))
    expectFetched(fixture)
    #expect(TemporaryFolder.contents(of: fixture.path("mine")) == before)
  }

  @Test func `a program in the tree stays one`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    chmod(fixture.path("mine/configure"), 0o755)

    _ = try fixture.releases().fetch([], from: fixture.path("mine"))

    #expect(SystemFiles().status(of: fixture.place + "/configure")?.isExecutable == true)
  }

  @Test func `what is fetched and proved is not fetched again`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    _ = try fixture.releases().fetch([], from: fixture.path("mine"))

    let report = try fixture.releases(commands: FakeCommands(missing: ["curl"])).fetch()

    #expect(text(of: report) == "3.99.1: is fetched and proved in 'Vendor/sqlite-3.99.1'\n")
    #expect(fixture.generator.calls == 1)
  }

  @Test func `a fetched tree that is not proved is told, and its fix holds`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    try fixture.tree.write(to: fixture.place)
    try SystemFiles().remove(fixture.place + "/VERSION")

    let report = try fixture.releases().fetch([], from: fixture.path("mine"))

    #expect(
      report.failures.map(\.fix) == [
        "run 'rm -r Vendor/sqlite-3.99.1' and then 'amalgam releases fetch 3.99.1'"
      ]
    )
    #expect(report.exitStatus() == 2)
    #expect(fixture.generator.calls == 0)
    try SystemFiles().remove(fixture.place)
    #expect(try fixture.releases().fetch([], from: fixture.path("mine")).exitStatus() == 0)
  }

  @Test func `what --from names is proved also where the tree is there`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.place)
    let missing = fixture.path("missing.zip")
    var entries = fixture.tree.entries()
    entries.removeAll { $0.name.hasSuffix("VERSION") }
    let damaged = try fixture.file("x.tar", ArchiveWriter.tar(entries))

    for versions in [["3.99.1"], []] {
      #expect(
        text(of: try fixture.releases().fetch(versions, from: missing))
          == "\(missing): error: cannot be read: No such file or directory\n"
      )
      #expect(
        text(of: try fixture.releases().fetch(versions, from: damaged)).hasPrefix(
          "\(damaged): error: is not the source tree of SQLite 3.99.1: 1 file differs from its "
            + "manifest\n"
        )
      )
    }

    expectFetched(fixture)
  }

  @Test func `a tree with one other byte is refused, and nothing stays`() throws {
    let fixture = try ReleaseFixture()
    var entries = fixture.tree.entries()
    let index = try #require(entries.firstIndex { $0.name.hasSuffix("main.c") })
    entries[index].text = "int y;\n"
    let path = try fixture.file("x.tar", ArchiveWriter.tar(entries))

    let report = try fixture.releases().fetch(["3.99.1"], from: path)

    let digests = ["int x;\n", "int y;\n"].map { SHA1.hexDigest(of: Array($0.utf8)) }
    #expect(
      text(of: report) == """
        \(path): error: is not the source tree of SQLite 3.99.1: 1 file differs from its manifest
          note: 'src/main.c' is changed: expected sha1:\(digests[0]), found sha1:\(digests[1])

        """
    )
    #expect(report.exitStatus() == 2)
    #expect(fixture.vendor == ["releases.lock"])
    #expect(fixture.generator.calls == 0)
  }

  @Test func `the tree of another release is refused for the one asked`() throws {
    let fixture = try ReleaseFixture()
    let other = SmallTree(Version(3, 99, 2))
    let path = try fixture.file("x.tar", ArchiveWriter.tar(other.entries()))

    let asked = try fixture.releases().fetch(["3.99.1"], from: path)
    let unasked = try fixture.releases().fetch([], from: path)

    #expect(
      text(of: asked) == """
        \(path): error: is not the source tree of SQLite 3.99.1: its manifest is of another check-in
          note: expected check-in \(fixture.tree.checkIn), found check-in \(other.checkIn)

        """
    )
    #expect(
      text(of: unasked) == """
        \(path): error: is of check-in \(other.checkIn), which 'Vendor/releases.lock' does not pin
          fix: pin it: 'amalgam releases add --from \(path)'

        """
    )
    #expect(fixture.vendor == ["releases.lock"])
    #expect(try fixture.releases().add(from: path).exitStatus() == 0)
    #expect(try fixture.releases().fetch([], from: path).exitStatus() == 0)
  }

  @Test func `a stock file that is not the pinned one takes the tree away again`() throws {
    let wrong = String(repeating: "0", count: 64)
    let fixture = try ReleaseFixture(sha3: wrong)
    try fixture.tree.write(to: fixture.path("mine"))

    let report = try fixture.releases().fetch([], from: fixture.path("mine"))

    let sha3 = FakeGenerator.sha3(of: fixture.tree.version)
    #expect(
      text(of: report) == """
        SQLite 3.99.1: error: the stock 'sqlite3.c' that its source tree generates is not the one \
        expected
          note: expected sha3-256:\(wrong), found sha3-256:\(sha3)
          fix: write the SHA3-256 of https://sqlite.org/releaselog/3_99_1.html into \
        'Vendor/releases.lock'

        """
    )
    #expect(fixture.vendor == ["releases.lock"])
    let lock = fixture.root + "/Vendor/releases.lock"
    try SystemFiles().write(
      try SystemFiles().readText(lock).replacingOccurrences(of: wrong, with: sha3),
      to: lock
    )
    #expect(try fixture.releases().fetch([], from: fixture.path("mine")).exitStatus() == 0)
  }

  @Test func `a SHA-256 in the lock is told for what it is`() throws {
    let sha256 = FakeGenerator.sha256(of: Version(3, 99, 1))
    let fixture = try ReleaseFixture(sha3: sha256)
    try fixture.tree.write(to: fixture.path("mine"))

    let report = try fixture.releases().fetch([], from: fixture.path("mine"))

    #expect(
      report.failures.first?.notes.last
        == "the expected digits are the SHA-256 of that file, not its SHA3-256"
    )
  }

  @Test func `a stock file that cannot be generated keeps the tree and is made next time`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    fixture.generator.failure = Failure("make", "is not installed")

    let failed = try fixture.releases().fetch([], from: fixture.path("mine"))
    fixture.generator.failure = nil
    let report = try fixture.releases().fetch()

    #expect(text(of: failed) == "make: error: is not installed\n")
    #expect(
      text(of: report)
        == "3.99.1: was fetched into 'Vendor/sqlite-3.99.1'; its tree and its stock sqlite3.c are "
        + "proved\n"
    )
  }

  @Test func `without a root the built-in lock counts, and a refusal leaves no cache`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))

    let report = try fixture.releases(root: .some(nil)).fetch([], from: fixture.path("mine"))

    #expect(
      text(of: report) == """
        \(fixture.path("mine")): error: is of check-in \(fixture.tree.checkIn), which \
        'builtin:Vendor/releases.lock' does not pin
          fix: pin it: 'amalgam releases add --from \(fixture.path("mine"))'

        """
    )
    #expect(TemporaryFolder.contents(of: fixture.cache) == [])
  }

  @Test func `a tree that another fetch put there meanwhile is proved and taken`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    let files = CountingFiles()
    files.beforeMove = { if $0 == fixture.place { try? fixture.tree.write(to: $0) } }

    let report = try fixture.releases(files: files).fetch([], from: fixture.path("mine"))

    #expect(report.exitStatus() == 0)
    expectFetched(fixture)
  }

  @Test func `a broken tree that another put there meanwhile is refused`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    let files = CountingFiles()
    files.beforeMove = {
      if $0 == fixture.place { try? SystemFiles().write("", to: $0 + "/manifest") }
    }

    let report = try fixture.releases(files: files).fetch([], from: fixture.path("mine"))

    #expect(report.exitStatus() == 2)
    #expect(fixture.generator.calls == 0)
  }

  @Test func `a place that cannot be written is told`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    let files = CountingFiles()
    files.beforeMove = { _ in try? SystemFiles().remove(fixture.root + "/Vendor") }

    let report = try fixture.releases(files: files).fetch([], from: fixture.path("mine"))

    #expect(
      text(of: report).hasPrefix("Vendor/sqlite-3.99.1: error: cannot take the place of '")
    )
  }

  @Test func `an interrupt goes through, and nothing stays`() throws {
    let fixture = try ReleaseFixture()
    let path = try fixture.file("x.tar", ArchiveWriter.tar(fixture.tree.entries()))

    #expect(throws: Interrupted(signal: 2)) {
      try fixture.releases(commands: InterruptedCommands()).fetch([], from: path)
    }

    #expect(fixture.vendor == ["releases.lock"])
  }

  @Test func `several releases and one source are a wrong command line`() throws {
    let fixture = try ReleaseFixture()

    let error = try #require(throws: UsageError.self) {
      try fixture.releases().fetch(["3.99.1", "3.99.2"], from: "x")
    }

    #expect(error.message == "'--from' gives one source tree, and 2 releases are asked for")
    #expect(error.usage == "amalgam releases fetch [VERSION] --from FILE|DIR")
  }

  @Test func `a version that is not pinned is told`() throws {
    let fixture = try ReleaseFixture()

    let report = try fixture.releases().fetch(["3.99.2"])

    #expect(
      text(of: report) == """
        Vendor/releases.lock: error: pins no release '3.99.2'; did you mean '3.99.1'?
          note: it pins 3.99.1
          fix: pin it: 'amalgam releases add --from sqlite-src-3990200.zip'

        """
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `JSON has every field of a release`() throws {
    let fixture = try ReleaseFixture(origins: [.debian(suite: "sid", package: "sqlite3")])
    try fixture.tree.write(to: fixture.path("mine"))

    let report = try fixture.releases().fetch([], from: fixture.path("mine"))

    #expect(
      report.details == [
        .init(
          key: "releases",
          value: .array([
            .object([
              "version": .string("3.99.1"), "default": .bool(true), "confirmed": .bool(true),
              "checkin": .string(fixture.tree.checkIn), "year": .integer(2031),
              "sha3": .string(FakeGenerator.sha3(of: fixture.tree.version)),
              "fetched": .bool(true), "path": .string("Vendor/sqlite-3.99.1"),
              "origins": .strings(["debian sid sqlite3"]),
            ])
          ])
        )
      ]
    )
    #expect(report.command == "releases")
  }
}

/// A machine on which the user stops every command.
private struct InterruptedCommands: CommandRunner {
  func start(
    _ command: Command,
    log: String,
    output: String?,
    seconds: Double?
  ) throws(Failure) -> Int { 1 }

  func wait() throws(Interrupted) -> (child: Int, status: AmalgamHost.ExitStatus)? {
    throw Interrupted(signal: 2)
  }

  func find(_ name: String) -> String? { name }
}
