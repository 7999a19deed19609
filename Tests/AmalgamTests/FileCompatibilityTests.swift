import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What variants can do with files that `full` has written, by `verify` as a user runs it.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct FileCompatibilityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Verifies a profile of these lines at -O0 and returns how it ended and the report.
  private func verify(_ lines: String) throws -> (outcome: BuiltTool.Outcome, report: Parsed) {
    try folder.write("optimize debug\n\(lines)\n", to: "app.profile")
    let outcome = try BuiltTool(in: folder.path).run(
      "verify",
      "./app.profile",
      "--format",
      "json",
      release: "3.46.1"
    )
    return (outcome, try Parsed(outcome.output))
  }

  /// The state of each kind that is not read whole: `name: state`.
  private func states(_ report: Parsed) -> [String] {
    report["variants"][0]["capabilities"].elements.compactMap { capability in
      guard let name = capability["name"].string, name.hasPrefix("file:"),
        let reason = capability["reason"].string
      else { return nil }
      return "\(name.dropFirst(5)): \(reason)"
    }
  }

  @Test func `a build without anything reads the rest of what it has no module for`() throws {
    let (outcome, report) = try verify("require file:wal\nrequire file:strict")

    #expect(outcome.status == .exited(0))
    #expect(
      states(report) == [
        "fts4: reads the rest: no such module: fts4",
        "fts5: reads the rest: no such module: fts5",
        "geopoly: reads the rest: no such module: geopoly",
        "math-column: refuses writes: unknown function: sqrt()",
        "rtree: reads the rest: no such module: rtree",
      ]
    )
  }

  @Test func `what a build leaves out decides which files it reads`() throws {
    let (outcome, report) = try verify(
      "SQLITE_OMIT_WAL\nSQLITE_OMIT_UTF16\nSQLITE_OMIT_AUTOVACUUM\nSQLITE_OMIT_JSON\n"
        + "require file:utf16"
    )
    let states = states(report)

    #expect(states.contains("wal: cannot open: file is not a database"))
    #expect(states.contains { $0.hasPrefix("utf16: cannot open: ") })
    #expect(states.contains("auto-vacuum: refuses writes: attempt to write a readonly database"))
    #expect(states.contains { $0.hasPrefix("json-index: ") })
    #expect(outcome.status == .exited(1))
    // No suite asks for what the build leaves out.
    #expect(report["findings"].elements.filter { $0["check"].string == "conformance" }.isEmpty)
    #expect(
      report["findings"].elements.compactMap { $0["message"].string }.contains(
        "the profile requires 'file:utf16', but the library does not have it"
      )
    )
  }

  @Test func `full reads all of what it writes`() throws {
    try folder.write("inherit full\noptimize debug\n", to: "whole.profile")
    let outcome = try BuiltTool(in: folder.path).run("verify", "./whole.profile", release: "3.46.1")

    #expect(outcome.status == .exited(0), "\(outcome.output)")
    #expect(outcome.output.contains("files that full writes: reads all of 23 of 23 kinds"))
  }
}
