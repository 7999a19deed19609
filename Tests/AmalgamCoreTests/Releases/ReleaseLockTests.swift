import AmalgamCore
import AmalgamTestSupport
import Testing

struct ReleaseLockTests {
  private static let a = String(repeating: "a", count: 64)
  private static let b = String(repeating: "b", count: 64)

  private static let text = """
    # Comment
    release 3.46.1
    check-in \(a)          year 2024   # both on one line
    sqlite3.c sha3-256:\(b)

    release 3.53.4 default unconfirmed
    check-in \(b)
    year 2026
    sqlite3.c sha3-256:\(a)
    manifest.tags sha3-256:\(b)
    origin zip https://sqlite.org/2026/sqlite-src-3530400.zip
    origin debian sid sqlite3

    """

  @Test func `a lock is read block by block`() throws {
    let lock = try ReleaseLock(parsing: Self.text, file: "releases.lock")

    #expect(
      lock.releases == [
        Release(Version(3, 46, 1), checkIn: Self.a, year: 2024, sha3: Self.b),
        Release(
          Version(3, 53, 4),
          checkIn: Self.b,
          year: 2026,
          sha3: Self.a,
          tagsSHA3: Self.b,
          origins: [
            .zip(url: "https://sqlite.org/2026/sqlite-src-3530400.zip"),
            .debian(suite: "sid", package: "sqlite3"),
          ],
          isDefault: true,
          isConfirmed: false
        ),
      ]
    )
    #expect(try lock.defaultRelease().version == Version(3, 53, 4))
    #expect(lock.newestFirst.map(\.version) == [Version(3, 53, 4), Version(3, 46, 1)])
  }

  @Test func `a rendered block is read back as it was`() throws {
    let lock = try ReleaseLock(parsing: Self.text, file: "releases.lock")

    let text = lock.releases.map(\.block).joined(separator: "\n")

    #expect(try ReleaseLock(parsing: text, file: "releases.lock") == lock)
  }

  @Test func `pages and archive are named as SQLite names them`() {
    let release = Release(Version(3, 53, 0), checkIn: Self.a, year: 2026, sha3: nil)

    #expect(release.checkInPage == "https://sqlite.org/src/info/\(Self.a)")
    #expect(release.version.releaseLogPage == "https://sqlite.org/releaselog/3_53_0.html")
    #expect(
      Release.archiveAddress(of: release.version, year: 2026)
        == "https://sqlite.org/2026/sqlite-src-3530000.zip"
    )
  }

  @Test func `a release is found by its version`() throws {
    let lock = try ReleaseLock(parsing: Self.text, file: "releases.lock")

    #expect(try lock.release(named: "3.46.1").checkIn == Self.a)
  }

  @Test func `a version that is not pinned is told with the nearest one`() throws {
    let lock = try ReleaseLock(parsing: Self.text, file: "releases.lock")

    expectFailure(
      "releases.lock: error: pins no release '3.53.3'; did you mean '3.53.4'?",
      "  note: it pins 3.46.1, 3.53.4",
      "  fix: pin it: 'amalgam releases add --from sqlite-src-3530300.zip'"
    ) { try lock.release(named: "3.53.3") }
    expectFailure(
      "releases.lock: error: pins no release 'latest'",
      "  note: it pins 3.46.1, 3.53.4"
    ) { try lock.release(named: "latest") }
  }

  @Test func `an empty lock has no default`() throws {
    let lock = try ReleaseLock(parsing: "", file: "releases.lock")

    expectFailure(
      "releases.lock: error: pins no release",
      "  fix: run 'amalgam releases add --from FILE' with SQLite's sqlite-src archive"
    ) { try lock.defaultRelease() }
    expectFailure(
      "releases.lock: error: pins no release '3.53.4'",
      "  note: it pins none",
      "  fix: pin it: 'amalgam releases add --from sqlite-src-3530400.zip'"
    ) { try lock.release(named: "3.53.4") }
  }
}
