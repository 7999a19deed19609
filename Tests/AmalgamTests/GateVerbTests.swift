import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `gate` as a user runs it, on small profiles at -O0.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct GateVerbTests {
  private let gate: GateFolder

  init() throws { gate = try GateFolder() }

  @Test func `a clean variant passes, and the verdict says what was judged and when`() throws {
    try gate.write("SQLITE_ENABLE_FTS5\n")
    let outcome = try gate.run("--today", "2026-11-30")
    let digest = SHA256.hexDigest(
      of: try SystemFiles().read("\(gate.path)/build/app@3.46.1/libsqlite3-app.a")
    )

    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.hasPrefix("app@3.46.1: passed\n"))
    #expect(outcome.output.contains("\n  source id 2024-08-13 09:16:08 c9c2ab54ba1f5f46360f1b4f35"))
    #expect(outcome.output.contains("\n  sha256 \(digest) "))
    #expect(outcome.output.hasSuffix("\njudged on 2026-11-30, by --today\n"))
    #expect(outcome.output.contains(" 0 failed, 0 not run; "))
  }

  @Test func `accepted findings expire by the clock that the verdict names`() throws {
    try gate.write(
      """
      SQLITE_ENABLE_JSON1
      accept no-effect SQLITE_ENABLE_JSON1 until 2027-06-30 because "shared"

      """
    )

    let (good, near, late) = (
      try gate.run("--today", "2026-11-30"), try gate.run("--today", "2027-06-01"),
      try gate.run(environment: ["SOURCE_DATE_EPOCH": "1830000000"])
    )

    #expect(good.status == .exited(0))
    #expect(good.output.contains("(accepted): [no-effect]"))
    #expect(near.status == .exited(0))
    #expect(near.output.contains("warning: [acceptance] 'no-effect SQLITE_ENABLE_JSON1' is"))
    #expect(late.status == .exited(1))
    #expect(late.output.contains("error: [acceptance] 'no-effect SQLITE_ENABLE_JSON1' was"))
    #expect(late.output.hasSuffix("\njudged on 2027-12-28, by SOURCE_DATE_EPOCH\n"))
  }

  @Test func `a profile that is wrong fails, and the others are judged`() throws {
    try gate.write("SQLITE_ENABLE_FT5\n", to: "bad")
    try gate.write("SQLITE_ENABLE_FTS5\n")
    let outcome = try gate.run(profiles: ["./bad.profile", "./app.profile"])

    #expect(outcome.status == .exited(1))
    #expect(outcome.output.contains("bad@3.46.1: failed\n"))
    #expect(outcome.output.contains("app@3.46.1: passed\n"))
  }

  @Test func `a compile that fails is 2, and the others are judged`() throws {
    try gate.folder.write("int sqlite3_bad_init(void) { return none; }\n", to: "bad.c")
    try gate.write("extension ./bad.c\n", to: "bad")
    try gate.write("SQLITE_ENABLE_FTS5\n")
    let outcome = try gate.run(profiles: ["./bad.profile", "./app.profile"])

    #expect(outcome.status == .exited(2))
    #expect(outcome.errors.contains("bad@3.46.1: error: 'clang' exited with status 1"))
    #expect(outcome.output.contains("app@3.46.1: passed\n"))
  }
}

/// A folder with profiles at -O0, judged against the checkout's sources.
struct GateFolder {
  let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  func write(_ lines: String, to name: String = "app") throws {
    try folder.write("optimize debug\n\(lines)", to: "\(name).profile")
  }

  func run(
    _ options: String...,
    profiles: [String] = ["./app.profile"],
    release: String = "3.46.1",
    environment: [String: String] = [:]
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: path, environment: environment).run(
      ["gate"] + profiles + ["--root", BuiltTool.root, "--build-dir", "\(path)/build"]
        + ["--sqlite", release, "--quiet"] + options
    )
  }
}
