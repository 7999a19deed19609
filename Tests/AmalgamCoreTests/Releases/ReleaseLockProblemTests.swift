import AmalgamCore
import AmalgamTestSupport
import Testing

/// Each problem of a lock, whole; a block that is right surrounds the one that is not.
struct ReleaseLockProblemTests {
  private static let digits = String(repeating: "c", count: 64)
  private static let page = "https://sqlite.org/releaselog/3_53_4.html"

  /// Expects the problems of a lock whose one block has `lines` in place of those of their keys.
  private func expectProblems(
    replacing key: String,
    by lines: String,
    _ text: String...,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let block = [
      "release 3.53.4 default", "check-in \(Self.digits)", "year 2026",
      "sqlite3.c sha3-256:\(Self.digits)", "origin debian sid sqlite3",
    ]
    let lock = block.map { $0.hasPrefix(key) ? lines : $0 }.joined(separator: "\n")
    expectFailure(text, sourceLocation: sourceLocation) {
      try ReleaseLock(parsing: lock, file: "releases.lock")
    }
  }

  @Test func `a digest must name its algorithm`() {
    expectProblems(
      replacing: "sqlite3.c",
      by: "sqlite3.c \(Self.digits)",
      "releases.lock:4:11: error: '\(Self.digits)' does not name its algorithm",
      "  fix: write 'sha3-256:' and the 64 digits of SHA3-256 that \(Self.page) publishes"
    )
  }

  @Test func `a digest of another algorithm is refused by name`() {
    expectProblems(
      replacing: "sqlite3.c",
      by: "sqlite3.c sha256:\(Self.digits)",
      "releases.lock:4:11: error: 'sha256' is not 'sha3-256', the digest SQLite publishes",
      "  fix: write 'sha3-256:' and the 64 digits of SHA3-256 that \(Self.page) publishes"
    )
  }

  @Test func `a digest of the wrong length is told its length`() {
    expectProblems(
      replacing: "sqlite3.c",
      by: "sqlite3.c sha3-256:abc",
      "releases.lock:4:11: error: 'sha3-256:abc' has 3 digits, and SHA3-256 has 64",
      "  fix: write 'sha3-256:' and the 64 digits of SHA3-256 that \(Self.page) publishes"
    )
    expectProblems(
      replacing: "sqlite3.c",
      by: "sqlite3.c sha3-256:xyz",
      "releases.lock:4:11: error: 'sha3-256:xyz' has characters that are no hexadecimal digits, "
        + "and SHA3-256 has 64",
      "  fix: write 'sha3-256:' and the 64 digits of SHA3-256 that \(Self.page) publishes"
    )
  }

  @Test func `the digest of the tags is held to the same form`() {
    expectProblems(
      replacing: "origin",
      by: "manifest.tags sha3-256:",
      "releases.lock:5:15: error: 'sha3-256:' has characters that are no hexadecimal digits, and "
        + "SHA3-256 has 64",
      "  fix: write 'sha3-256:' and the 64 digits of SHA3-256 that \(Self.page) publishes"
    )
  }

  @Test func `digits in capitals are read as the same digits`() throws {
    let text = """
      release 3.53.4 default
      check-in \(Self.digits.uppercased()) year 2026
      sqlite3.c sha3-256:\(Self.digits.uppercased())
      """

    let lock = try ReleaseLock(parsing: text, file: "releases.lock")

    #expect(lock.releases.map(\.checkIn) == [Self.digits])
    #expect(lock.releases.map(\.sha3) == [Self.digits])
  }

  @Test func `a check-in has 64 digits`() {
    expectProblems(
      replacing: "check-in",
      by: "check-in 12ab",
      "releases.lock:2:10: error: '12ab' has 4 digits, and a check-in id has 64",
      "  fix: write the 64 digits that \(Self.page) publishes"
    )
  }

  @Test func `a year is a year`() {
    expectProblems(
      replacing: "year",
      by: "year 26",
      "releases.lock:3:6: error: '26' is no year such as 2026",
      "  fix: write the year of the release"
    )
  }

  @Test func `what a block lacks is told at its first line, all of it`() {
    expectFailure(
      [
        "releases.lock:1:9: error: release 3.53.4 has no 'check-in'",
        "  fix: add the line 'check-in …' with the 64 digits that \(Self.page) publishes",
        "releases.lock:1:9: error: release 3.53.4 has no 'year'",
        "  fix: add the line 'year …' with the year of the release",
        "releases.lock:1:9: error: release 3.53.4 has no 'sqlite3.c'",
        "  fix: add the line 'sqlite3.c …' with 'sha3-256:' and the 64 digits that \(Self.page) "
          + "publishes",
      ]
    ) { try ReleaseLock(parsing: "release 3.53.4 default", file: "releases.lock") }
  }

  @Test func `an item without a value is told`() {
    expectProblems(
      replacing: "year",
      by: "year 2026\nmanifest.tags",
      "releases.lock:4:1: error: 'manifest.tags' has no value"
    )
  }

  @Test func `an item twice is told with the first`() {
    expectProblems(
      replacing: "year",
      by: "year 2026\nyear 2025",
      "releases.lock:4:1: error: release 3.53.4 has 'year' twice; the first is at releases.lock:3",
      "  fix: drop one of the two"
    )
  }

  @Test func `an unknown word is told with the nearest`() {
    expectProblems(
      replacing: "year",
      by: "year 2026\nchekin x",
      "releases.lock:4:1: error: unknown word 'chekin'; did you mean 'check-in'?"
    )
    expectProblems(
      replacing: "year",
      by: "year 2026\nlicence blessing",
      "releases.lock:4:1: error: unknown word 'licence'",
      "  fix: known here: release, check-in, year, sqlite3.c, manifest.tags, origin"
    )
    expectProblems(
      replacing: "release",
      by: "release 3.53.4 default unconfirmd",
      "releases.lock:1:24: error: unknown word 'unconfirmd'; did you mean 'unconfirmed'?"
    )
  }

  @Test func `a release needs a version, and its lines are not complained of too`() {
    expectProblems(
      replacing: "release",
      by: "release 3.x default",
      "releases.lock:1:9: error: 'release' wants a version such as 3.53.4, not '3.x'"
    )
    expectProblems(
      replacing: "release",
      by: "release",
      "releases.lock:1:1: error: 'release' wants a version such as 3.53.4, not nothing"
    )
  }

  @Test func `a line before any block is told`() {
    expectProblems(
      replacing: "release",
      by: "year 2026\nrelease 3.53.4 default",
      "releases.lock:1:1: error: 'year' stands before any 'release'",
      "  fix: begin a block with a line such as 'release 3.53.4'"
    )
  }

  @Test func `a release twice is told with the first`() {
    expectProblems(
      replacing: "origin",
      by: "release 3.53.4\nyear 2026",
      "releases.lock:5:9: error: release 3.53.4 is pinned twice; the first is at releases.lock:1",
      "  fix: drop one of the two blocks"
    )
  }

  @Test func `what else is wrong with a release that is there twice is told too`() {
    expectProblems(
      replacing: "origin",
      by: "release 3.53.4 default\nyear nineteen\norigin ftp x",
      "releases.lock:5:9: error: release 3.53.4 is pinned twice; the first is at releases.lock:1",
      "  fix: drop one of the two blocks",
      "releases.lock:7:8: error: unknown kind of origin 'ftp'",
      "  fix: write 'origin zip URL' or 'origin debian SUITE PACKAGE'",
      "releases.lock:6:6: error: 'nineteen' is no year such as 2026",
      "  fix: write the year of the release"
    )
  }

  @Test func `two defaults are told`() {
    let other = String(repeating: "d", count: 64)
    expectProblems(
      replacing: "origin",
      by: "release 3.46.1 default\ncheck-in \(other) year 2024 sqlite3.c sha3-256:\(other)",
      "releases.lock:5:9: error: release 3.46.1 is 'default', and so is 3.53.4 at releases.lock:1",
      "  fix: drop one of the two words"
    )
  }

  @Test func `no default is told at the newest release`() {
    expectProblems(
      replacing: "release",
      by: "release 3.53.4",
      "releases.lock:1:9: error: no release is 'default'",
      "  fix: write 'release 3.53.4 default'"
    )
  }

  @Test func `one check-in for two versions is told`() {
    expectProblems(
      replacing: "origin",
      by: "release 3.46.1\ncheck-in \(Self.digits) year 2024 sqlite3.c sha3-256:\(Self.digits)",
      "releases.lock:6:10: error: releases 3.53.4 and 3.46.1 have one check-in; two versions never "
        + "do",
      "  fix: take the check-in of each from its page, such as "
        + "https://sqlite.org/releaselog/3_46_1.html"
    )
  }

  @Test(arguments: [
    (
      "origin", "5:1", "'origin' has no kind",
      "write 'origin zip URL' or 'origin debian SUITE PACKAGE'"
    ),
    (
      "origin zap x", "5:8", "unknown kind of origin 'zap'; did you mean 'zip'?",
      "write 'origin zip URL' or 'origin debian SUITE PACKAGE'"
    ),
    ("origin zip", "5:8", "'origin zip' wants one address, not 0", nil),
    (
      "origin zip -o/etc/x", "5:12",
      "'-o/etc/x' is no address that begins with https:, http: or file:", nil
    ),
    (
      "origin debian sid", "5:8", "'origin debian' wants a suite and a package, not 1 words",
      "write 'origin debian sid sqlite3'"
    ),
    (
      "origin debian sid -oX=y", "5:19", "'-oX=y' is no name of a suite or package of Debian",
      "write 'origin debian sid sqlite3'"
    ),
  ])
  func `an origin that could not be asked is told`(
    line: String,
    place: String,
    what: String,
    fix: String?
  ) {
    expectFailure(
      ["releases.lock:\(place): error: \(what)"] + (fix.map { ["  fix: \($0)"] } ?? [])
    ) {
      try ReleaseLock(
        parsing: """
          release 3.53.4 default
          check-in \(Self.digits)
          year 2026
          sqlite3.c sha3-256:\(Self.digits)
          \(line)
          """,
        file: "releases.lock"
      )
    }
  }
}
