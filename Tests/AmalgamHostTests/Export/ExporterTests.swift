import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ExporterTests {
  private let files = FakeFiles([:])
  private var exporter: Exporter { Exporter(folder: "/out", displayed: "out", files: files) }

  private func export(_ pairs: [(String, String)]) -> [ExportedFile] {
    pairs.map { ExportedFile($0.0, $0.1) }
      .withList(kind: .sources, profile: ResolvedProfile(name: "app", file: "app.profile"))
  }

  @Test func `what differs is written, and what an earlier export left is removed`() throws {
    let first = export([("a.c", "1"), ("sub/b.h", "2")])

    #expect(try exporter.write(first) == ["a.c", "export.json", "sub/b.h"])
    #expect(try exporter.write(first) == [])
    #expect(try exporter.check(first).isEmpty)

    try files.write("mine", to: "/out/notes.txt")
    let second = export([("a.c", "1"), ("c.c", "3")])
    #expect(try exporter.write(second) == ["c.c", "export.json", "sub/b.h"])
    #expect(!files.isFile("/out/sub/b.h"))
    #expect(try files.readText("/out/notes.txt") == "mine")
  }

  @Test func `each file that is not as it would be is named`() throws {
    _ = try exporter.write(export([("a.c", "1"), ("b.c", "2"), ("old.c", "3")]))
    try files.write("other", to: "/out/a.c")
    try files.remove("/out/b.c")

    let findings = try exporter.check(export([("a.c", "1"), ("b.c", "2")]))

    expectFindings(
      findings,
      """
      out/a.c:1:1: error: [export] is not what would be exported now
        fix: run the same command without --check
      out/b.c:1:1: error: [export] is not in 'out', and would be exported now
        fix: run the same command without --check
      out/export.json:1:1: error: [export] is not what would be exported now
        fix: run the same command without --check
      out/old.c:1:1: error: [export] was exported, and would not be now
        fix: run the same command without --check
      """
    )
  }

  @Test(arguments: [
    "", "{\n  \"schema\": 1,\n  \"kind\": \"x\n      \"path\": \"../../etc/x\",\n",
    "{\n  \"schema\": 1,\n  \"kind\": \"x\n      \"path\": \"/etc/x\",\n",
  ])
  func `a folder with anything else in it is left alone`(list: String) throws {
    try files.write("mine", to: "/out/main.c")
    if !list.isEmpty { try files.write(list, to: "/out/export.json") }
    let failure = Failure(
      "out",
      "holds no export: an export begins in a folder that is empty or not there",
      fix: "name another folder with --into"
    )

    #expect(throws: failure) { try exporter.write(export([("a.c", "1")])) }
    #expect(throws: failure) { try exporter.check(export([("a.c", "1")])) }
    #expect(!files.isFile("/out/a.c"))
  }

  @Test func `a folder that is not there has nothing to check`() {
    #expect(throws: Failure.self) { try exporter.check(export([("a.c", "1")])) }
  }
}
