import AmalgamCore
import AmalgamTestSupport
import Testing

struct ReleaseCheckTests {
  private let check = Check.release

  private func findings(
    version: String = "3.53.4",
    sourceID: String = exampleSourceID,
    header: String? = nil
  ) throws -> [Finding] {
    let library = exampleLibrary {
      $0.version = version
      $0.sourceID = sourceID
    }
    let evidence = Evidence(
      libraries: [library],
      header: header.map { HeaderEvidence(file: "build/full/sqlite3.h", text: $0) }
    )
    return check.judge(evidence, try exampleExpectation())?.findings ?? []
  }

  private func header(_ version: String, _ sourceID: String = exampleSourceID) -> String {
    "#define SQLITE_VERSION        \"\(version)\"\n#define SQLITE_SOURCE_ID      \"\(sourceID)\"\n"
  }

  @Test func `a library of another release is an error`() throws {
    expectFindings(
      try findings(version: "3.46.1"),
      """
      full: error: [release] 'build/full/libsqlite3-full.a' is SQLite '3.46.1', not 3.53.4
      """
    )
  }

  @Test func `a modified source is told by its end`() throws {
    let altered = String(exampleSourceID.dropLast(4)) + "alt1"

    expectFindings(
      try findings(sourceID: altered),
      """
      full: error: [release] 'build/full/libsqlite3-full.a' calls itself 3.53.4, but its source id \
      '\(altered)' is not the release's
        note: the release's check-in is '\(exampleCheckIn)'
        note: its end 'alt1' says that the source was modified
      """
    )
    #expect(
      try findings(sourceID: String(exampleSourceID.dropLast(4)) + "aapl").first?.notes.last
        == "its end 'aapl' says that Apple modified the source"
    )
    #expect(
      try findings(sourceID: String(exampleSourceID.dropLast(4)) + "0000").first?.notes.last
        == "only its end differs, as where a source was modified"
    )
  }

  @Test func `a header of another release is an error`() throws {
    expectFindings(
      try findings(header: header("3.46.1")),
      """
      full: error: [release] 'build/full/sqlite3.h' is the header of SQLite '3.46.1', but the library \
      is '3.53.4'
        fix: put the header of SQLite 3.53.4 beside the library
      """
    )
  }

  @Test func `a header of another check-in is an error`() throws {
    expectFindings(
      try findings(header: header("3.53.4", "2026-01-01 00:00:00 abc")),
      """
      full: error: [release] 'build/full/sqlite3.h' is the header of source id '2026-01-01 00:00:00 \
      abc', but the library's is '\(exampleSourceID)'
        fix: put the header that the library was built with beside it
      """
    )
  }

  @Test func `the release's own library and header are silent`() throws {
    expectFindings(try findings(header: header("3.53.4")), "")
  }

  @Test func `a library that did not run is skipped`() throws {
    let library = exampleLibrary { $0.version = "" }

    let expectation = try exampleExpectation()
    let result = check.judge(Evidence(libraries: [library]), expectation)

    #expect(result?.skipped.map(\.reason) == ["the driver did not run with it"])
    #expect(check.judge(Evidence(libraries: []), expectation) == nil)
  }
}

struct LimitCheckTests {
  private let check = Check.limit

  private func limit(_ subject: SizeLimit.Subject, _ bytes: Int) -> SizeLimit {
    SizeLimit(subject, bytes: bytes, at: exampleLocation(line: 2, "limit \(subject) \(bytes)"))
  }

  @Test func `a product that is larger than its limit is an error`() throws {
    let expectation = try exampleExpectation(
      limits: [limit(.archive, 999), limit(.text, 500), limit(.library, 1000)]
    )
    let archive = exampleLibrary { $0.textBytes = 501 }

    expectFindings(
      check.judge(Evidence(libraries: [archive]), expectation)?.findings ?? [],
      """
      Profiles/full.profile:2:1: error: [limit] the archive has 1000 bytes, 1 more than the limit of \
      999
        limit archive 999
        ^
      Profiles/full.profile:2:1: error: [limit] the code of the library has 501 bytes, 1 more than the \
      limit of 500
        limit text 500
        ^
      """
    )
  }

  @Test func `a size that is not known is skipped`() throws {
    let expectation = try exampleExpectation(limits: [limit(.archive, 1), limit(.text, 1)])

    let result = check.judge(Evidence(libraries: [exampleLibrary(.shared)]), expectation)

    #expect(
      result?.skipped.map(\.reason) == [
        "there is no archive", "the file does not tell the size of its code",
      ]
    )
  }

  @Test func `without a limit there is nothing to judge`() throws {
    #expect(
      check.judge(Evidence(libraries: [exampleLibrary()]), try exampleExpectation()) == nil
    )
  }
}
