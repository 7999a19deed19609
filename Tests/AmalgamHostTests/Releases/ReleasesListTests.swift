import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ReleasesListTests {
  private let fixture: ReleaseFixture
  private let a = String(repeating: "a", count: 64)

  init() throws {
    let b = String(repeating: "b", count: 64)
    fixture = try ReleaseFixture(
      lock: """
        release 3.8.11 unconfirmed
        check-in \(b) year 2015 sqlite3.c sha3-256:\(b)
        release 3.99.1 default
        check-in \(a) year 2031 sqlite3.c sha3-256:\(a)
        """
    )
  }

  @Test func `all releases are listed with state and check-in`() throws {
    try SystemFiles().write("", to: fixture.place + "/manifest")

    let report = try fixture.releases().list()

    #expect(
      text(of: report) == """
        release  state                     check-in
        3.8.11   not fetched, unconfirmed  \(String(repeating: "b", count: 64))
        3.99.1   fetched, default          \(a)

        """
    )
    #expect(report.exitStatus() == 0)
  }

  @Test func `one release is listed by its version`() throws {
    let report = try fixture.releases().list(["3.99.1"])

    #expect(
      report.body == """
        release  state                 check-in
        3.99.1   not fetched, default  \(a)

        """
    )
  }

  @Test func `JSON of what is not fetched has null for its path`() throws {
    let report = try fixture.releases().list(["3.8.11"])

    let json = JSONReport().json(of: report).compact
    #expect(json.contains(#""default":false,"confirmed":false"#))
    #expect(json.contains(#""year":2015"#))
    #expect(json.contains(#""fetched":false,"path":null,"origins":[]"#))
  }

  @Test func `a version that is not pinned is told`() throws {
    let report = try fixture.releases().list(["3.8.12"])

    #expect(
      report.failures.map(\.message) == ["pins no release '3.8.12'; did you mean '3.8.11'?"]
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `all problems of a lock are told by every verb`() throws {
    let broken = try ReleaseFixture(lock: "release 3.99.1\nyear x")

    for report in [
      try broken.releases().list(), try broken.releases().check(), try broken.releases().fetch(),
      try broken.releases().fetchNewest(),
    ] {
      #expect(report.failures.count == 4)
      #expect(report.exitStatus() == 2)
    }
  }

  @Test func `the lock the binary carries is the project's, and whole`() throws {
    let lock = try ReleaseLock.load(root: nil, files: FakeFiles())

    #expect(lock.file == "builtin:Vendor/releases.lock")
    #expect(lock.releases.map(\.version.description) == ["3.40.1", "3.46.1", "3.53.4"])
    #expect(try lock.defaultRelease().version == Version(3, 53, 4))
    for release in lock.releases {
      let zip = Release.archiveAddress(of: release.version, year: release.year)
      #expect(release.origins.first == .zip(url: zip))
      #expect(release.origins.count == 2)
      #expect(release.isConfirmed)
    }
  }
}
