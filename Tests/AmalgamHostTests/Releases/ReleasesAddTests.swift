import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

@Suite(.serialized)
struct ReleasesAddTests {
  private static let new = SmallTree(Version(3, 99, 2), tags: "branch trunk\ntag release\n")
  private static let sha3 = FakeGenerator.sha3(of: new.version)

  private let fixture: ReleaseFixture
  private let archive: String
  private let lockText: String

  init() throws {
    fixture = try ReleaseFixture()
    archive = try fixture.file("sqlite-src-3990200.zip", ArchiveWriter.zip(Self.new.entries()))
    lockText = try SystemFiles().readText(fixture.root + "/Vendor/releases.lock")
  }

  private func lock() throws -> String {
    try SystemFiles().readText(fixture.root + "/Vendor/releases.lock")
  }

  private func expectRefused(
    _ report: Report,
    _ lines: String...,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      text(of: report) == lines.joined(separator: "\n") + "\n",
      sourceLocation: sourceLocation
    )
    #expect(report.exitStatus() == 2, sourceLocation: sourceLocation)
    #expect(try lock() == lockText, sourceLocation: sourceLocation)
    #expect(fixture.vendor == ["releases.lock"], sourceLocation: sourceLocation)
  }

  @Test func `a release is pinned unconfirmed, with the pages to compare it with`() throws {
    let report = try fixture.releases().add(from: archive)

    #expect(
      text(of: report) == """
        3.99.2: pinned in 'Vendor/releases.lock', unconfirmed: nobody compared the digits below \
        with SQLite's pages
        check-in  \(Self.new.checkIn)
                  https://sqlite.org/src/info/\(Self.new.checkIn)
        sqlite3.c sha3-256:\(Self.sha3)
                  https://sqlite.org/releaselog/3_99_2.html

        """
    )
    #expect(
      try lock() == lockText + """

        release 3.99.2 unconfirmed
        check-in \(Self.new.checkIn)
        year 2031
        sqlite3.c sha3-256:\(Self.sha3)
        manifest.tags sha3-256:\(Self.new.tags ?? "")
        origin zip https://sqlite.org/2031/sqlite-src-3990200.zip

        """
    )
  }

  @Test func `a release that another run adds meanwhile stays, and none is pinned twice`() throws {
    let path = fixture.root + "/Vendor/releases.lock"
    let other = SmallTree(Version(3, 99, 3), tags: "branch trunk\ntag release\n")
    let sha3 = FakeGenerator.sha3(of: other.version)
    let block = Release(other.version, checkIn: other.checkIn, year: 2031, sha3: sha3).block
    fixture.generator.meanwhile = {
      try SystemFiles().write(try SystemFiles().readText(path) + "\n" + block, to: path)
    }

    #expect(try fixture.releases().add(from: archive).exitStatus() == 0)

    let pinned = try ReleaseLock(parsing: try lock(), file: "releases.lock").releases.map(\.version)
    #expect(pinned.map(\.description) == ["3.99.1", "3.99.3", "3.99.2"])

    let again = try fixture.file("again.zip", ArchiveWriter.zip(Self.new.entries()))
    try SystemFiles().remove(fixture.root + "/Vendor/sqlite-3.99.2")
    try SystemFiles().write(lockText, to: path)
    fixture.generator.meanwhile = {
      let block = Release(Self.new.version, checkIn: Self.new.checkIn, year: 2031, sha3: Self.sha3)
        .block
      try SystemFiles().write(lockText + "\n" + block, to: path)
    }
    #expect(try fixture.releases().add(from: again).exitStatus() == 0)
    #expect(
      try ReleaseLock(parsing: try lock(), file: "releases.lock").releases.map(\.version) == [
        Version(3, 99, 1), Version(3, 99, 2),
      ]
    )
  }

  @Test func `an added release is fetched, proved and can be fetched again elsewhere`() throws {
    _ = try fixture.releases().add(from: archive)

    #expect(
      text(of: try fixture.releases().fetch(["3.99.2"]))
        == "3.99.2: is fetched and proved in 'Vendor/sqlite-3.99.2'\n"
    )
    try SystemFiles().remove(fixture.root + "/Vendor/sqlite-3.99.2")
    #expect(try fixture.releases().fetch(["3.99.2"], from: archive).exitStatus() == 0)
  }

  @Test func `with the published digest it is confirmed`() throws {
    let report = try fixture.releases().add(from: archive, sha3: Self.sha3.uppercased())

    #expect(report.body.hasPrefix("3.99.2: pinned in 'Vendor/releases.lock'\n"))
    #expect(try lock().contains("\nrelease 3.99.2\n"))
  }

  @Test func `another digest writes nothing`() throws {
    let other = String(repeating: "0", count: 64)

    try expectRefused(
      try fixture.releases().add(from: archive, sha3: "sha3-256:\(other)"),
      "SQLite 3.99.2: error: the stock 'sqlite3.c' that its source tree generates is not the one "
        + "expected",
      "  note: expected sha3-256:\(other), found sha3-256:\(Self.sha3)",
      "  fix: say the SHA3-256 of https://sqlite.org/releaselog/3_99_2.html after '--sha3'"
    )
    #expect(try fixture.releases().add(from: archive, sha3: Self.sha3).exitStatus() == 0)
  }

  @Test func `the SHA-256 of the file in place of its SHA3-256 is told`() throws {
    let sha256 = FakeGenerator.sha256(of: Self.new.version)

    try expectRefused(
      try fixture.releases().add(from: archive, sha3: sha256),
      "SQLite 3.99.2: error: the stock 'sqlite3.c' that its source tree generates is not the one "
        + "expected",
      "  note: expected sha3-256:\(sha256), found sha3-256:\(Self.sha3)",
      "  note: the expected digits are the SHA-256 of that file, not its SHA3-256",
      "  fix: say the SHA3-256 of https://sqlite.org/releaselog/3_99_2.html after '--sha3'"
    )
  }

  @Test(arguments: [
    ("abc", "'sha3-256:abc' has 3 digits, and SHA3-256 has 64"),
    ("sha256:\(sha3)", "'sha256' is not 'sha3-256', the digest SQLite publishes"),
  ])
  func `a digest that is none is a wrong command line`(argument: String, what: String) throws {
    let error = try #require(throws: UsageError.self) {
      try fixture.releases().add(from: archive, sha3: argument)
    }

    #expect(error.message == "--sha3: \(what)")
    #expect(error.usage == "amalgam releases add --from FILE|DIR [--sha3 HASH]")
  }

  @Test func `a tree that differs from its own manifest is refused`() throws {
    var entries = Self.new.entries()
    let index = try #require(entries.firstIndex { $0.name.hasSuffix("er.tcl") })
    entries[index].text = "puts bye\n"
    let path = try fixture.file("bad.tar", ArchiveWriter.tar(entries))

    let digests = ["puts hello\n", "puts bye\n"].map { SHA3.hexDigest(of: Array($0.utf8)) }
    try expectRefused(
      try fixture.releases().add(from: path),
      "\(path): error: is not the source tree of SQLite 3.99.2: 1 file differs from its manifest",
      "  note: 'tool/deep/er.tcl' is changed: expected sha3-256:\(digests[0]), found "
        + "sha3-256:\(digests[1])"
    )
    #expect(fixture.generator.calls == 0)
  }

  @Test func `a version that is pinned already is told with its fetch, which works`() throws {
    let path = try fixture.file("old.tar", ArchiveWriter.tar(fixture.tree.entries()))

    try expectRefused(
      try fixture.releases().add(from: path),
      "Vendor/releases.lock: error: pins 3.99.1 already, by the same check-in",
      "  fix: fetch it: 'amalgam releases fetch 3.99.1 --from \(path)'"
    )
    #expect(try fixture.releases().fetch(["3.99.1"], from: path).exitStatus() == 0)
  }

  @Test func `an unconfirmed pin is told how it is confirmed`() throws {
    _ = try fixture.releases().add(from: archive)

    let report = try fixture.releases().add(from: archive, sha3: Self.sha3)

    #expect(
      text(of: report) == """
        Vendor/releases.lock: error: pins 3.99.2 already, by the same check-in
          note: it is unconfirmed: compare its digits with \
        https://sqlite.org/releaselog/3_99_2.html and drop that word from its block
          fix: fetch it: 'amalgam releases fetch 3.99.2 --from \(archive)'

        """
    )
    let confirmed = try lock().replacingOccurrences(of: " unconfirmed", with: "")
    #expect(try ReleaseLock(parsing: confirmed, file: "x").releases.allSatisfy(\.isConfirmed))
  }

  @Test func `another tree of a pinned version is told with both check-ins`() throws {
    let other = SmallTree(fixture.tree.version, files: ["src/b.c": "another\n"])
    let path = try fixture.file("other.tar", ArchiveWriter.tar(other.entries()))

    try expectRefused(
      try fixture.releases().add(from: path),
      "Vendor/releases.lock: error: pins 3.99.1 already, by another check-in than that of '\(path)'",
      "  note: pinned is check-in \(fixture.tree.checkIn), found check-in \(other.checkIn)",
      "  fix: compare both with https://sqlite.org/releaselog/3_99_1.html"
    )
  }

  @Test func `one check-in under another version is told`() throws {
    let text = try lock().replacingOccurrences(of: "3.99.1", with: "3.98.0")
    let other = try ReleaseFixture(lock: text)
    let path = try other.file("x.tar", ArchiveWriter.tar(other.tree.entries()))

    let report = try other.releases().add(from: path)

    #expect(
      AmalgamHostTests.text(of: report)
        == "Vendor/releases.lock: error: pins the check-in of '\(path)' already, as 3.98.0\n"
    )
  }

  @Test func `something in the place of the tree is told, and its fix holds`() throws {
    let place = fixture.root + "/Vendor/sqlite-3.99.2"
    try SystemFiles().write("mine", to: place + "/notes")

    let report = try fixture.releases().add(from: archive)

    #expect(
      text(of: report) == """
        Vendor/sqlite-3.99.2: error: is in the place of the tree to add
          fix: run 'rm -r Vendor/sqlite-3.99.2'

        """
    )
    #expect(try SystemFiles().readText(place + "/notes") == "mine")
    try SystemFiles().remove(place)
    #expect(try fixture.releases().add(from: archive).exitStatus() == 0)
  }

  @Test func `a tree that does not say its version is refused`() throws {
    for (text, found) in [("trunk\n", "trunk"), ("", "")] {
      let tree = SmallTree(Self.new.version, files: ["VERSION": text])
      let path = try fixture.file("x.tar", ArchiveWriter.tar(tree.entries()))

      try expectRefused(
        try fixture.releases().add(from: path),
        "\(path): error: has no version of SQLite in its file 'VERSION', but '\(found)'"
      )
    }
  }

  @Test func `a manifest without a date is refused`() throws {
    let tree = SmallTree(Self.new.version, date: "once")
    let path = try fixture.file("x.tar", ArchiveWriter.tar(tree.entries()))

    try expectRefused(
      try fixture.releases().add(from: path),
      "\(path): error: has no date in its manifest"
    )
  }

  @Test func `a generator that fails leaves nothing`() throws {
    fixture.generator.failure = Failure("tclsh", "is not installed")

    try expectRefused(
      try fixture.releases().add(from: archive),
      "tclsh: error: is not installed"
    )
  }

  @Test func `without a root there is no lock to write`() throws {
    let report = try fixture.releases(root: .some(nil)).add(from: archive)

    #expect(
      text(of: report) == """
        amalgam: error: has no project to pin a release in: no folder upward has 'Profiles' or \
        'Vendor/releases.lock'
          fix: say '--root .' to begin one here

        """
    )
  }

  @Test func `a root without a lock gets the built-in one and the block`() throws {
    try SystemFiles().remove(fixture.root + "/Vendor/releases.lock")

    _ = try fixture.releases().add(from: archive)

    let builtin = try #require(EmbeddedFiles.text(of: "Vendor/releases.lock"))
    #expect(try lock().hasPrefix(builtin + "\nrelease 3.99.2 unconfirmed\n"))
  }

  @Test func `the first release of an empty lock is its default, a missing line end is added`()
    throws
  {
    let empty = try ReleaseFixture(lock: "# none yet")
    let path = try empty.file("x.tar", ArchiveWriter.tar(Self.new.entries()))

    _ = try empty.releases().add(from: path)

    let text = try SystemFiles().readText(empty.root + "/Vendor/releases.lock")
    #expect(text.hasPrefix("# none yet\n\nrelease 3.99.2 default unconfirmed\n"))
    #expect(try empty.release().version == Self.new.version)
  }
}
