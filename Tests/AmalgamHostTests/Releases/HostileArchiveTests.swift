import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Archives that would do harm: each is refused by name of the entry, and nothing stays of it.
@Suite(.serialized)
struct HostileArchiveTests {
  private func expectRefused(
    _ name: String,
    _ bytes: [UInt8],
    _ lines: String...,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let fixture = try ReleaseFixture()
    let path = try fixture.file("in/" + name, bytes)
    let before = TemporaryFolder.contents(of: fixture.folder.path)

    let report = try fixture.releases().fetch([], from: path)

    let expected = lines.joined(separator: "\n") + "\n"
    #expect(
      text(of: report) == expected.replacingOccurrences(of: "PATH", with: path),
      sourceLocation: sourceLocation
    )
    #expect(report.exitStatus() == 2, sourceLocation: sourceLocation)
    #expect(
      TemporaryFolder.contents(of: fixture.folder.path) == before,
      sourceLocation: sourceLocation
    )
  }

  private static let tree = SmallTree().entries()

  @Test(arguments: [
    (ArchiveWriter.Entry.file("/tmp/amalgam-out"), "'/tmp/amalgam-out', an absolute path"),
    (.file("sqlite/../../out"), "'sqlite/../../out', which leads out by '..'"),
    (.link("sqlite/l", to: "/etc"), "'sqlite/l', a link to '/etc'; a source tree has none"),
    (
      .link("sqlite/l", to: "src/main.c"),
      "'sqlite/l', a link to 'src/main.c'; a source tree has none"
    ),
    (
      ArchiveWriter.Entry(name: "sqlite/h", type: "1", target: "sqlite/VERSION"),
      "'sqlite/h', a link to 'sqlite/VERSION'; a source tree has none"
    ),
    (
      ArchiveWriter.Entry(name: "sqlite/null", type: "3"),
      "'sqlite/null', a special file; a source tree has none"
    ),
    (
      ArchiveWriter.Entry(name: "sqlite/pipe", type: "6"),
      "'sqlite/pipe', a special file; a source tree has none"
    ),
    (.file("sqlite/VERSION", "3.99.1\n"), "'sqlite/VERSION' twice"),
  ])
  func `a tar file with one bad entry is refused`(entry: ArchiveWriter.Entry, what: String) throws {
    try expectRefused(
      "x.tar",
      ArchiveWriter.tar(Self.tree + [entry]),
      "PATH: error: has the entry \(what)"
    )
  }

  @Test(arguments: [
    (ArchiveWriter.Entry.file("/tmp/amalgam-out"), "'/tmp/amalgam-out', an absolute path"),
    (.file("../out"), "'../out', which leads out by '..'"),
    (.link("sqlite/l", to: "/etc"), "'sqlite/l', a link; a source tree has none"),
    (.file("sqlite/VERSION", "3.99.1\n"), "'sqlite/VERSION' twice"),
  ])
  func `a zip file with one bad entry is refused`(entry: ArchiveWriter.Entry, what: String) throws {
    try expectRefused(
      "x.zip",
      ArchiveWriter.zip(Self.tree + [entry]),
      "PATH: error: has the entry \(what)"
    )
  }

  @Test func `a zip file that would unpack to too much is refused`() throws {
    var entry = ArchiveWriter.Entry.file("sqlite/big", "x")
    entry.claimedSize = 600 << 20

    try expectRefused(
      "x.zip",
      ArchiveWriter.zip(Self.tree + [entry]),
      "PATH: error: unpacks to more than 512 MiB; the entry 'sqlite/big' has 629145600 bytes"
    )
  }

  @Test func `an archive of too many files is refused`() throws {
    let entries = (0...10_000).map { ArchiveWriter.Entry.file("sqlite/\($0)") }

    try expectRefused(
      "x.tar",
      ArchiveWriter.tar(entries),
      "PATH: error: has 10001 entries, and at most 10000 are unpacked; one more is 'sqlite/10000'"
    )
  }

  @Test func `an archive that is cut off is refused`() throws {
    let bytes = ArchiveWriter.tar(Self.tree)

    try expectRefused(
      "x.tar",
      Array(bytes.prefix(700)),
      "PATH: error: cannot be unpacked: 'tar' exited with status 2: tar: Unexpected EOF in archive"
    )
  }

  @Test func `a packer that is missing is named with its package`() throws {
    let fixture = try ReleaseFixture()
    let path = try fixture.file("x.tar.xz", [0xFD] + Array("7zXZ".utf8))
    let commands = FakeCommands(failing: "tar", missing: ["xz"]) { _, output in
      try? SystemFiles().write("", to: output)
    }

    let report = try fixture.releases(commands: commands).fetch([], from: path)

    #expect(
      text(of: report) == """
        \(path): error: cannot be unpacked: 'tar' exited with status 1
          fix: install it, on Debian by 'apt-get install xz-utils'

        """
    )
  }

  @Test func `a program that is missing is named with its package`() throws {
    let fixture = try ReleaseFixture()
    let path = try fixture.file("x.zip", ArchiveWriter.zip(fixture.tree.entries()))

    let report = try fixture.releases(commands: FakeCommands(missing: ["unzip"]))
      .fetch([], from: path)

    #expect(
      text(of: report) == """
        unzip: error: is not installed
          fix: install it, on Debian by 'apt-get install unzip'

        """
    )
  }

  @Test func `an archive that is too large itself is refused unread`() throws {
    let fixture = try ReleaseFixture()
    let path = try fixture.file("x.zip", [])
    truncate(path, 512 << 20 + 1)

    let report = try fixture.releases().fetch([], from: path)

    #expect(text(of: report) == "\(path): error: is larger than 512 MiB\n")
  }

  @Test func `a file of another kind is refused`() throws {
    try expectRefused(
      "x.zip",
      Array("<html>404</html>".utf8),
      "PATH: error: is neither a zip nor a tar file, plain or packed by gzip or xz"
    )
    try expectRefused(
      "empty",
      [],
      "PATH: error: is neither a zip nor a tar file, plain or packed by gzip or xz"
    )
  }

  @Test func `an amalgamation in place of a source tree is told what to take`() throws {
    let entries: [ArchiveWriter.Entry] = [
      .folder("sqlite-amalgamation/"), .file("sqlite-amalgamation/sqlite3.c", "int x;"),
    ]

    try expectRefused(
      "x.zip",
      ArchiveWriter.zip(entries),
      "PATH: error: holds no source tree: no 'manifest' is in it or in its one folder",
      "  fix: take the archive named sqlite-src, not sqlite-amalgamation or sqlite-autoconf"
    )
  }

  @Test func `a folder with a link is refused before it is copied`() throws {
    let fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.path("mine"))
    symlink("/etc/passwd", fixture.path("mine/src/passwd"))

    let report = try fixture.releases().fetch([], from: fixture.path("mine"))

    #expect(
      text(of: report) == """
        \(fixture.path("mine")): error: has the entry 'src/passwd', a link; a source tree has none

        """
    )
    #expect(fixture.vendor == ["releases.lock"])
  }

  @Test func `a name that is not there is told`() throws {
    let fixture = try ReleaseFixture()

    let report = try fixture.releases().fetch([], from: fixture.path("none.zip"))

    #expect(
      text(of: report) == """
        \(fixture.path("none.zip")): error: cannot be read: No such file or directory

        """
    )
  }

  @Test func `a control character in a name does not reach the terminal`() throws {
    try expectRefused(
      "x.tar",
      ArchiveWriter.tar([.file("/\u{1B}[31m\n")]),
      "PATH: error: has the entry '/\\033[31m\\n', an absolute path"
    )
  }

  @Test func `a folder for trees that was made for nothing is gone again`() throws {
    let fixture = try ReleaseFixture()
    try SystemFiles().remove(fixture.root + "/Vendor")

    _ = try fixture.releases().fetch([], from: fixture.path("none.zip"))

    #expect(!SystemFiles().isDirectory(fixture.root + "/Vendor"))
  }
}
