import AmalgamHost
import AmalgamTestSupport
import Testing

/// A profile that is wrong on purpose goes through the built binary.
struct BrokenProfileTests {
  private func lint(_ arguments: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: BuiltTool.root)
      .run(["lint", "Tests/Fixtures/broken.profile", "--sqlite", "3.53.4"] + arguments)
  }

  @Test func `it gives status 1 and exactly its findings`() throws {
    let outcome = try lint()

    #expect(outcome.status == .exited(1))
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        Tests/Fixtures/broken.profile:1:1: note: [release-fault] SQLite 3.53.4 has a published fault that this build can meet: 'CVE-2026-119591' (see 'amalgam explain NAME')
        Tests/Fixtures/broken.profile:3:1: error: [profile-syntax] unknown keyword 'optimise'; did you mean 'optimize'?
          optimise size
          ^
          fix: write 'optimize'
        Tests/Fixtures/broken.profile:4:1: error: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_FT5'; did you mean 'SQLITE_ENABLE_FTS5'?
          SQLITE_ENABLE_FT5
          ^
          fix: write 'SQLITE_ENABLE_FTS5'
        Tests/Fixtures/broken.profile:5:1: error: [missing-prefix] 'ENABLE_RTREE' has no effect without its prefix; did you mean 'SQLITE_ENABLE_RTREE'?
          ENABLE_RTREE
          ^
          fix: write 'SQLITE_ENABLE_RTREE'
        Tests/Fixtures/broken.profile:6:1: warning: [no-effect] 'SQLITE_ENABLE_JSON1' has no effect: SQLite 3.53.4 has it built in
          SQLITE_ENABLE_JSON1
          ^
          note: 'SQLITE_OMIT_JSON' is what removes it
          fix: remove the line
        Tests/Fixtures/broken.profile:7:1: error: [missing-partner] 'SQLITE_ENABLE_GEOPOLY' has no effect without 'SQLITE_ENABLE_RTREE'
          SQLITE_ENABLE_GEOPOLY
          ^
          fix: add the line 'SQLITE_ENABLE_RTREE', or remove the line
        Tests/Fixtures/broken.profile:8:1: error: [value-of-flag] 'SQLITE_ENABLE_FTS4=0' does not switch it off: SQLite only asks whether 'SQLITE_ENABLE_FTS4' is set
          SQLITE_ENABLE_FTS4=0
          ^
          fix: remove the line to leave it off, or write 'SQLITE_ENABLE_FTS4=1' to switch it on
        Tests/Fixtures/broken.profile:9:1: error: [value-range] 'SQLITE_DQS=7' is set, but 'SQLITE_DQS' may be 0 to 3
          SQLITE_DQS=7
          ^
          fix: write 'SQLITE_DQS=3', or remove the line
        Tests/Fixtures/broken.profile:11:1: warning: [duplicate-option] 'SQLITE_THREADSAFE' is set twice
          SQLITE_THREADSAFE=2
          ^
          note: 'SQLITE_THREADSAFE' is first set at Tests/Fixtures/broken.profile:10
          fix: remove the line
        Tests/Fixtures/broken.profile:12:1: error: [reserved-name] a profile does not set 'SQLITE_CORE': the amalgamation has its own
          SQLITE_CORE
          ^
          fix: remove the line
        Tests/Fixtures/broken.profile:13:1: warning: [profile-unset] 'unset SQLITE_SOUNDEX' has nothing to unset: the profile does not inherit it
          unset SQLITE_SOUNDEX
          ^
          fix: remove the line

        7 errors, 3 warnings in 17 checks
        SQLite 3.53.4

        """
    )
  }

  @Test func `it gives machines the same`() throws {
    let report = try Parsed(lint("--format", "json").output)

    #expect(report["command"] == "lint")
    #expect(report["summary"]["errors"] == 7)
    #expect(report["summary"]["warnings"] == 3)
    #expect(report["failures"].count == 0)
    let first = report["findings"][1]
    #expect(first["check"] == "profile-syntax")
    #expect(first["file"] == "Tests/Fixtures/broken.profile")
    #expect(first["line"] == 3)
    #expect(first["column"] == 1)
    #expect(first["fingerprint"].string?.count == 16)
    #expect(first["accepted"].isNull)
  }

  @Test func `nothing is built of it`() throws {
    let folder = try TemporaryFolder()
    let outcome = try BuiltTool(in: BuiltTool.root)
      .run("build", "Tests/Fixtures/broken.profile", "--build-dir", folder.path)

    #expect(outcome.status == .exited(1))
    #expect(outcome.output.hasPrefix("nothing was built: the findings below come first\n"))
    #expect(TemporaryFolder.contents(of: folder.path) == [])
  }
}
