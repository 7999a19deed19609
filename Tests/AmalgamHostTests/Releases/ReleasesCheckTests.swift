import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ReleasesCheckTests {
  private let fixture: ReleaseFixture

  init() throws {
    fixture = try ReleaseFixture()
  }

  @Test func `a fetched tree is proved from its bytes`() throws {
    try fixture.tree.write(to: fixture.place)

    let report = try fixture.releases().check()

    #expect(
      text(of: report) == """
        3.99.1: 5 files proved by check-in \(fixture.tree.checkIn)

        0 errors, 0 warnings in 1 check

        """
    )
    #expect(report.exitStatus() == 0)
  }

  @Test func `a tree that differs is a failure, also where a record says it is proved`() throws {
    try fixture.tree.write(to: fixture.place)
    _ = try fixture.releases().check()
    try SystemFiles().write("x", to: fixture.place + "/new")

    let report = try fixture.releases().check(["3.99.1"])

    #expect(
      report.failures.map(\.message) == [
        "is not the source tree of SQLite 3.99.1: 1 file differs from its manifest"
      ]
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `nothing pinned is nothing checked, and to fetch is no way out`() throws {
    let empty = try ReleaseFixture(lock: "# nothing yet\n")

    let report = try empty.releases().check()

    #expect(
      report.failures == [
        Failure(
          "amalgam",
          "'Vendor/releases.lock' pins no release, so nothing was checked",
          fix: "pin one: 'amalgam releases add --from FILE'"
        )
      ]
    )
  }

  @Test func `nothing fetched is nothing checked, which is no pass`() throws {
    let report = try fixture.releases().check()

    #expect(
      text(of: report) == """
        amalgam: error: no release that 'Vendor/releases.lock' pins is fetched, so nothing was \
        checked
          fix: run 'amalgam releases fetch'
        0 errors, 0 warnings in 0 checks

        """
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `a release that is asked for and not fetched is told`() throws {
    let report = try fixture.releases().check(["3.99.1"])

    #expect(report.failures.map(\.fix) == ["run 'amalgam releases fetch 3.99.1'"])
    #expect(report.exitStatus() == 2)
  }

  @Test func `an unconfirmed release says so`() throws {
    let text = try SystemFiles().readText(fixture.root + "/Vendor/releases.lock")
    let other = try ReleaseFixture(lock: text.replacing(" default", with: " default unconfirmed"))
    try other.tree.write(to: other.place)

    let report = try other.releases().check()

    #expect(
      report.body
        == "3.99.1: 5 files proved by check-in \(other.tree.checkIn), unconfirmed\n"
    )
  }
}
