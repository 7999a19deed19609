import AmalgamCore
import AmalgamTestSupport
import ObjectFiles
import Testing

struct CheckInsTests {
  private let table: CheckIns

  private static let cases: [(id: String?, version: String?, origin: CopyOrigin)] = [
    ("2024-08-13 09:16:08 \(digits)", "3.46.1", .official),
    ("2024-08-13 09:16:08 \(digits)", nil, .official),
    ("2024-08-13 09:16:08 \(digits.dropLast(4))alt1", "3.46.1", .modified),
    ("2024-08-13 09:16:08 \(digits.dropLast(4))alt2", "3.46.1", .modified),
    ("2024-08-13 09:16:08 \(digits.dropLast(4))aapl", "3.46.1", .apple),
    // Ten digits are all that the table has of this one.
    ("2011-02-01 15:00:00 ed759d5a9edb3bba5f48f243df47be29e3fe8cd7", "3.7.5", .official),
    // The same first digits and others behind.
    ("2024-08-13 09:16:08 \(digits.prefix(60))0000", "3.46.1", .modified),
    // A release's check-in under somebody's own number.
    ("2024-08-13 09:16:08 \(digits)", "3.46.9", .modified),
    // Between two releases.
    ("2024-01-01 00:00:00 \(String(repeating: "7", count: 64))", "3.46.0", .modified),
    // After the last one.
    ("2024-08-14 00:00:00 \(String(repeating: "7", count: 64))", "3.47.0", .unknown),
    (nil, "3.46.1", .unknown),
  ]

  init() throws {
    table = try CheckIns(
      parsing: """
        # comment
        3.46.1 2024-08-13 \(digits)
        3.7.5 2011-02-01 ed759d5a9e
        """,
      file: "check-ins.txt"
    )
  }

  @Test(arguments: Self.cases)
  func `a source id tells where the source comes from`(
    id: String?,
    version: String?,
    origin: CopyOrigin
  ) throws {
    let id = try id.map { try #require(SourceID($0)) }

    #expect(table.origin(of: id, version: version) == origin)
  }

  @Test func `a check-in between releases calls itself none that is older`() throws {
    let id = try #require(SourceID("2020-05-05 00:00:00 \(String(repeating: "7", count: 64))"))

    #expect(table.notOlder(than: id, of: ["3.7.5", "3.46.1"]) == ["3.46.1"])
    // One that is in no table may be meant.
    #expect(table.notOlder(than: id, of: ["3.7.5", "3.32.9", "3.46.1"]) == ["3.32.9", "3.46.1"])
    #expect(table.notOlder(than: id, of: ["3.7.5"]) == ["3.7.5"])
  }

  @Test func `changed source is still told to be of its release`() throws {
    let id = try #require(SourceID("2024-08-13 09:16:08 \(digits.dropLast(4))alt1"))

    #expect(table.release(of: id)?.version == "3.46.1")
    #expect(table.release(of: id)?.day == "2024-08-13")
  }

  @Test func `a line that is none is named`() {
    expectFailure(
      "check-ins.txt:2: error: holds no version, day and check-in: '3.46.1 2024-08-13'"
    ) {
      try CheckIns(parsing: "# comment\n3.46.1 2024-08-13", file: "check-ins.txt")
    }
  }
}

private let digits = "c9c2ab54ba1f5f46360f1b4f35d849cd3f080e6fc2b6c60e91b16c63f69a1e33"
