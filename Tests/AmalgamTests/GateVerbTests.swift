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
    #expect(try gate.run("--record").status == .exited(0))
    let outcome = try gate.run("--today", "2026-11-30")
    let archive = "\(GateFolder.build.path)/app@3.46.1/libsqlite3-app.a"
    let digest = SHA256.hexDigest(of: try SystemFiles().read(archive))

    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.hasPrefix("app@3.46.1: passed\n"))
    #expect(outcome.output.contains("\n  source id 2024-08-13 09:16:08 c9c2ab54ba1f5f46360f1b4f35"))
    #expect(outcome.output.contains("\n  sha256 \(digest) "))
    #expect(outcome.output.hasSuffix("\njudged on 2026-11-30, by --today\n"))
    #expect(outcome.output.contains(" 0 failed, 0 not run; "))
  }

  @Test func `accepted findings expire by the clock that the verdict names`() throws {
    #expect(try gate.run("--record", "--today", "2026-11-30").status == .exited(0))
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

  @Test func `what is wrong with one profile keeps no other from being judged`() throws {
    try gate.write("SQLITE_ENABLE_FT5\n", to: "misspelt")
    try gate.folder.write("int sqlite3_bad_init(void) { return none; }\n", to: "bad.c")
    try gate.write("extension ./bad.c\n", to: "bad")
    #expect(try gate.run("--record").status == .exited(0))

    let misspelt = try gate.run(profiles: ["./misspelt.profile", "./app.profile"])
    let broken = try gate.run(profiles: ["./bad.profile", "./app.profile"])

    #expect(misspelt.status == .exited(1))
    #expect(misspelt.output.contains("misspelt@3.46.1: failed\n"))
    #expect(misspelt.output.contains("app@3.46.1: passed\n"))
    #expect(broken.status == .exited(2))
    #expect(broken.errors.contains("bad@3.46.1: error: 'clang' exited with status 1"))
    #expect(broken.output.contains("app@3.46.1: passed\n"))
  }
}

/// A folder with the profile `app` at -O0, judged against the checkout's sources.
struct GateFolder {
  /// Where all tests build `app`, so that it is built once.
  static let build = SharedBuild()
  /// The lines of `app` behind its level.
  static let lines = """
    SQLITE_ENABLE_FTS5
    SQLITE_SOUNDEX
    SQLITE_ENABLE_JSON1
    limit growth 2%
    accept no-effect SQLITE_ENABLE_JSON1 until 2027-06-30 because "shared"

    """

  let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.lines)
  }

  func write(_ lines: String, to name: String = "app") throws {
    try folder.write("optimize debug\n\(lines)", to: "\(name).profile")
  }

  func run(
    _ options: String...,
    profiles: [String] = ["./app.profile"],
    release: String = "3.46.1",
    build: String? = nil,
    environment: [String: String] = [:]
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: path, environment: environment).run(
      ["gate"] + profiles + ["--root", BuiltTool.root, "--sqlite", release, "--quiet"]
        + ["--build-dir", build ?? Self.build.path] + options
    )
  }

  /// A folder that is gone when the tests are over.
  final class SharedBuild: Sendable {
    let path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/amalgam-test-gate-\(getpid())"

    fileprivate init() {
      atexit {
        try? SystemFiles().remove(GateFolder.build.path)
      }
    }
  }
}
