import AmalgamTestSupport
import Foundation
import Testing

@testable import AmalgamCore

struct KnownFailuresTests {
  @Test func `a line holds for its file, its tests and its releases`() throws {
    let known = try KnownFailures(
      parsing: """
        # why these are here

        ext/fts5/test/a.test a-1.* from 3.46 until 3.48 because "needs a device"
        ext/fts5/test/a.test a-2.1 because "root may write anywhere"   # seen in containers
        """,
      file: "known.txt"
    )

    let line = try #require(known.lines.first)
    #expect(known.lines.count == 2)
    #expect(line.reason == "needs a device")
    #expect(line.location.line == 3)
    #expect(line.covers("a-1.7", in: "ext/fts5/test/a.test"))
    #expect(!line.covers("a-2.1", in: "ext/fts5/test/a.test"))
    #expect(!line.covers("a-1.7", in: "ext/fts5/test/b.test"))
    #expect(known.lines(for: Version(3, 45, 3)).count == 1)
    #expect(known.lines(for: Version(3, 46, 0)).count == 2)
    #expect(known.lines(for: Version(3, 48, 9)).count == 2)
    #expect(known.lines(for: Version(3, 49, 0)).count == 1)
  }

  @Test(arguments: [
    "a.test a-1",
    "a.test a-1 because",
    "a.test a-1 because nothing in quotes",
    "a.test a-1 because \"\"",
    "a.test a-1 because \"open",
    "a.test a-1 from because \"x\"",
    "a.test a-1 from soon because \"x\"",
    "a.test a-1 from 3.46 from 3.47 because \"x\"",
    "a.test a-1 since 3.46 because \"x\"",
    "\"x\"",
  ])
  func `a line of another form is refused`(line: String) {
    expectFailure(
      """
      known.txt:2: error: a known failure is not written as 'FILE PATTERN [from VERSION] \
      [until VERSION] because "REASON"'
      """
    ) { try KnownFailures(parsing: "# head\n\(line)\n", file: "known.txt") }
  }

  @Test func `all wrong lines are told at once`() {
    #expect(throws: Failures.self) { try KnownFailures(parsing: "one\ntwo\n", file: "f") }
    do {
      _ = try KnownFailures(parsing: "one\ntwo\n", file: "f")
    } catch {
      #expect(error.all.map(\.place) == ["f:1", "f:2"])
    }
  }

  @Test func `the table that the tool carries is well formed`() throws {
    let file = ProjectFiles.url("Sources/Suites/upstream-known.txt")
    let text = try String(contentsOf: file, encoding: .utf8)

    let known = try KnownFailures(parsing: text, file: "upstream-known.txt")

    #expect(known.lines.allSatisfy { $0.reason.count > 20 })
  }
}
