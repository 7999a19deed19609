import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// What is approved and what differs from it, through the built tool.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct GateBaselineTests {
  private let gate: GateFolder

  init() throws { gate = try GateFolder() }

  private func baseline() throws -> String { try gate.folder.read("app.baseline") }

  @Test func `a baseline that is a pipe is told, and waited for by nobody`() throws {
    #expect(mkfifo("\(gate.path)/app.baseline", 0o600) == 0)

    let outcome = try gate.run()

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors
        == "\(gate.path)/app.baseline: error: is a pipe or a device, and no baseline\n"
    )
    #expect(try gate.run("--record").status == .exited(2))
  }

  @Test func `a baseline that is a link stays one, and what it leads to is written`() throws {
    try gate.folder.write("", to: "approved/app.txt")
    try FileManager.default.createSymbolicLink(
      atPath: "\(gate.path)/app.baseline",
      withDestinationPath: "approved/app.txt"
    )

    let recorded = try gate.run("--record")

    #expect(recorded.status == .exited(0), "\(recorded.errors)\(recorded.output)")
    #expect(SystemFiles().status(of: "\(gate.path)/app.baseline")?.kind == .link)
    #expect(try gate.folder.read("approved/app.txt").contains("\n  module fts5\n"))
    #expect(try gate.run().status == .exited(0))
  }

  @Test func `what was never approved is no pass; recording it twice gives the same bytes`() throws
  {
    let outcome = try gate.run()
    let first = try gate.run("--record")
    let text = try baseline()
    let second = try gate.run("--record")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains(
        """
        app@3.46.1: error: was never approved for x86_64-unknown-linux-gnu: \
        '\(gate.path)/app.baseline' does not have it
          fix: read what this run says, and approve it with 'amalgam gate app --record'
        """
      )
    )
    #expect(first.status == .exited(0) && second.status == .exited(0), "\(first.errors)")
    #expect(first.output.contains("app.baseline, recorded\n"))
    #expect(second.output.words.contains(" no difference, recorded "))
    #expect(try baseline() == text)
    #expect(text.contains("\n  module fts5\n"))
    #expect(text.contains("\n  option SQLITE_ENABLE_FTS5 asked 1 reported 1 effective 1\n"))
  }

  @Test func `what is lost is an error until it is approved, and the difference is shown`() throws {
    #expect(try gate.run("--record").status == .exited(0))
    try gate.write(
      "SQLITE_ENABLE_FTS5\nSQLITE_ENABLE_SESSION\nSQLITE_ENABLE_PREUPDATE_HOOK\n"
        + "limit growth 0.1%\n"
    )
    let build = "\(gate.path)/build"

    let outcome = try gate.run(build: build)
    let recorded = try gate.run("--record", build: build)

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output.contains("error: [baseline] 'function:soundex/1' was approved, and is lost")
    )
    #expect(outcome.output.contains("warning: [baseline-gained] 'export:sqlite3session_create' is"))
    #expect(outcome.output.contains("error: [growth] the archive has "))
    #expect(recorded.status == .exited(0))
    #expect(recorded.output.contains("\n    - function soundex/1 "))
    #expect(recorded.output.contains("\n    + export sqlite3session_create\n"))
    #expect(try gate.run(build: build).status == .exited(0))
  }

  @Test func `nothing is recorded while an error is open or something is damaged`() throws {
    #expect(try gate.run("--record").status == .exited(0))
    let text = try baseline()

    let refused = try gate.run("--record", "--today", "2028-01-01")
    let kept = try baseline()
    try gate.folder.write(String(text.prefix(text.count - 80)), to: "app.baseline")
    let damaged = try gate.run()

    #expect(refused.status == .exited(2))
    #expect(
      refused.errors == "app@3.46.1: error: was not recorded, since 1 error of it is open\n"
    )
    #expect(kept == text)
    #expect(damaged.status == .exited(2))
    #expect(damaged.errors.contains("app.baseline: error: ends before its digest, so it was cut"))
    #expect(try gate.run("--record").status == .exited(0))
    #expect(try baseline() == text)
  }

  @Test func `another compiler's environment is listed, and its sizes are not compared`() throws {
    #expect(try gate.run("--record").status == .exited(0))

    let gcc = try gate.run("--cc", "gcc")

    #expect(gcc.status == .exited(2))
    #expect(gcc.output.contains("note: [growth] could not be judged: no size was approved of gcc-"))
    #expect(gcc.output.contains("note: [environment] not compared, since compilers and linkers"))
  }

  @Test(.enabled(if: FetchedRelease.all.count == 2, "not run: a release is not fetched"))
  func `a new release is held against the old one's baseline`() throws {
    #expect(try gate.run("--record").status == .exited(0))

    let outcome = try gate.run(release: "3.53.4")
    let recorded = try gate.run("--record", release: "3.53.4")

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output.contains("error: [baseline] SQLite 3.46.1 was approved, and this is 3.53.4")
    )
    #expect(outcome.output.contains("warning: [default-changed] nobody sets "))
    #expect(outcome.output.contains("warning: [baseline-gained] "))
    #expect(recorded.output.contains("\n    - release 3.46.1 2024-08-13 "))
    #expect(try gate.run(release: "3.53.4").status == .exited(0))
  }
}

extension String {
  /// The text on one line, as it was before it was wrapped.
  fileprivate var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
