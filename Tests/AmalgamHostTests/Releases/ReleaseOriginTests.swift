import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// The origins of a lock: tried in order, each that fails with its reason.
@Suite(.serialized)
struct ReleaseOriginTests {
  private static let debian = Origin.debian(suite: "sid", package: "sqlite3")

  /// Returns a lock block's worth of origins that end with a zip file of the tree.
  private func served(_ name: String, in folder: TemporaryFolder) throws -> Origin {
    let bytes = ArchiveWriter.zip(SmallTree().entries())
    try SystemFiles().write(bytes, to: "\(folder.path)/\(name)")
    return .zip(url: "file://\(folder.path)/\(name)")
  }

  @Test func `the first origin that serves the tree is taken, the others are told`() throws {
    let folder = try TemporaryFolder()
    let good = try served("good.zip", in: folder)
    let gone = Origin.zip(url: "file://\(folder.path)/gone.zip")
    let fixture = try ReleaseFixture(origins: [gone, good, Self.debian])

    let report = try fixture.releases().fetch()

    #expect(
      text(of: report)
        == "3.99.1: fetched from \(good) into 'Vendor/sqlite-3.99.1'; its tree and its stock "
        + "sqlite3.c are proved\n"
    )
    #expect(
      fixture.terminal.errors.contains("3.99.1: \(gone): 'curl' exited with status 37: curl: (37)")
    )
  }

  @Test func `an origin that serves another tree is passed over`() throws {
    let folder = try TemporaryFolder()
    var entries = SmallTree().entries()
    entries[0].text = "changed"
    try SystemFiles().write(ArchiveWriter.zip(entries), to: folder.path + "/bad.zip")
    let bad = Origin.zip(url: "file://\(folder.path)/bad.zip")
    let good = try served("good.zip", in: folder)
    let fixture = try ReleaseFixture(origins: [bad, good])

    let report = try fixture.releases().fetch()

    #expect(report.exitStatus() == 0)
    #expect(
      fixture.terminal.errors.contains(
        "3.99.1: \(bad): is not the source tree of SQLite 3.99.1: 1 file differs from its manifest;"
          + " '\(entries[0].name.dropFirst(7))' is changed: expected"
      )
    )
  }

  @Test func `what no origin serves is told with all reasons, and the fix works`() throws {
    let zip = Origin.zip(url: "https://sqlite.invalid/x.zip")
    let fixture = try ReleaseFixture(origins: [zip, Self.debian])
    let commands = FakeCommands(missing: ["curl", "apt-get"])
    try SystemFiles().write(
      "deb http://deb.debian.org/debian sid main",
      to: fixture.path("apt/sources.list")
    )

    let report = try fixture.releases(commands: commands, aptFolder: fixture.path("apt")).fetch()

    #expect(
      text(of: report) == """
        SQLite 3.99.1: error: its source tree cannot be fetched from any origin
          note: zip https://sqlite.invalid/x.zip: 'curl' is not installed; install it, on Debian by \
        'apt-get install curl'
          note: debian sid sqlite3: 'apt-get' is not installed; install it, on Debian by 'apt-get \
        install apt'
          fix: download 'https://sqlite.org/2031/sqlite-src-3990100.zip' elsewhere and run 'amalgam \
        releases fetch 3.99.1 --from FILE'

        """
    )
    #expect(report.exitStatus() == 2)
    #expect(fixture.vendor == ["releases.lock"])
    let archive = try fixture.file("x.zip", ArchiveWriter.zip(fixture.tree.entries()))
    #expect(try fixture.releases().fetch(["3.99.1"], from: archive).exitStatus() == 0)
  }

  @Test func `a release without an origin is told so`() throws {
    let report = try ReleaseFixture().releases().fetch()

    #expect(
      report.failures.map(\.message) == [
        "its source tree cannot be fetched: the lock names no origin"
      ]
    )
  }

  @Test func `a machine without sources of Debian says so`() throws {
    let fixture = try ReleaseFixture(origins: [Self.debian])

    let report = try fixture.releases(aptFolder: fixture.path("apt")).fetch()

    #expect(
      report.failures.first?.notes == [
        "debian sid sqlite3: '\(fixture.path("apt"))' names no archive of Debian"
      ]
    )
  }

  @Test func `the newest release that is served is fetched, and its version alone printed`() throws
  {
    let folder = try TemporaryFolder()
    let good = try served("good.zip", in: folder)
    let tree = SmallTree()
    let digits = String(repeating: "b", count: 64)
    let sha3 = FakeGenerator.sha3(of: tree.version)
    let fixture = try ReleaseFixture(
      lock: """
        release 3.99.1
        check-in \(tree.checkIn) year 2031 sqlite3.c sha3-256:\(sha3)
        origin \(good)
        release 3.99.2 default
        check-in \(digits) year 2031 sqlite3.c sha3-256:\(digits)
        origin zip file://\(folder.path)/gone.zip
        """
    )

    let report = try fixture.releases().fetchNewest()

    #expect(text(of: report) == "3.99.1\n")
    #expect(report.exitStatus() == 0)
    #expect(
      text(of: try fixture.releases(commands: FakeCommands()).list(["3.99.1"]))
        .contains("3.99.1   fetched")
    )
  }

  @Test func `when nothing is served the reasons of all are told`() throws {
    let zip = Origin.zip(url: "https://sqlite.invalid/x.zip")
    let fixture = try ReleaseFixture(origins: [zip])

    let report = try fixture.releases(commands: FakeCommands(missing: ["curl"])).fetchNewest()

    #expect(
      text(of: report) == """
        Vendor/releases.lock: error: pins no release that an origin serves
          note: 3.99.1: zip https://sqlite.invalid/x.zip: 'curl' is not installed; install it, on \
        Debian by 'apt-get install curl'
          fix: download a sqlite-src archive elsewhere and run 'amalgam releases fetch --from FILE'

        """
    )
  }

  @Test func `a broken tree of the newest release is not passed over`() throws {
    let folder = try TemporaryFolder()
    let fixture = try ReleaseFixture(origins: [try served("good.zip", in: folder)])
    try fixture.tree.write(to: fixture.place)
    try SystemFiles().remove(fixture.place + "/VERSION")

    let report = try fixture.releases().fetchNewest()

    #expect(report.exitStatus() == 2)
    #expect(report.body == "")
  }

  /// Fetches the three releases for real; only with `AMALGAM_TEST_NETWORK=1`.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["AMALGAM_TEST_NETWORK"] == "1"),
    arguments: ["3.40.1", "3.46.1", "3.53.4"]
  )
  func `Debian serves the tree that is pinned`(version: String) throws {
    let lock = try ReleaseLock.load(root: nil, files: SystemFiles())
    let release = try lock.release(named: version)
    let fixture = try ReleaseFixture(
      lock: Release(
        release.version,
        checkIn: release.checkIn,
        year: release.year,
        sha3: FakeGenerator.sha3(of: release.version),
        tagsSHA3: release.tagsSHA3,
        origins: release.origins.filter { $0.description.hasPrefix("debian") },
        isDefault: true
      ).block
    )

    let report = try fixture.releases().fetch()

    #expect(text(of: report).hasPrefix("\(version): fetched from debian "))
  }
}
