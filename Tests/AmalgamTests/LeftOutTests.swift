import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `amalgam verify` of builds that leave parts of SQLite out; `make soak` has each option alone.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct LeftOutTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func verify(_ options: [String]) throws -> BuiltTool.Outcome {
    try folder.write("optimize debug\n" + options.map { $0 + "\n" }.joined(), to: "out.profile")
    return try BuiltTool(in: folder.path).run(
      [
        "verify", "\(folder.path)/out.profile", "--root", BuiltTool.root, "--build-dir",
        "\(folder.path)/build", "--sqlite", "3.46.1", "--quiet",
      ]
    )
  }

  @Test func `what a profile leaves out is neither asked for nor missed`() throws {
    let outcome = try verify([
      "SQLITE_OMIT_AUTOVACUUM", "SQLITE_OMIT_DATETIME_FUNCS", "SQLITE_OMIT_DESERIALIZE",
      "SQLITE_OMIT_TRACE", "SQLITE_OMIT_VIEW", "SQLITE_OMIT_WAL",
    ])

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(" 0 failed, "))
    // The rest is still judged.
    #expect(passed(outcome) > 1_000)
  }

  private func passed(_ outcome: BuiltTool.Outcome) -> Int {
    let words = outcome.output.split(separator: " ")
    let index = words.firstIndex(of: "passed,") ?? 0
    return index > 0 ? Int(words[index - 1]) ?? 0 : 0
  }

  /// 1,398 pass with nothing left out; while the suites' rows needed these parts, 818 did.
  @Test func `the rows of suites need neither compound SELECT nor WITH`() throws {
    let outcome = try verify(["SQLITE_OMIT_COMPOUND_SELECT", "SQLITE_OMIT_CTE"])

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(passed(outcome) > 1_250)
  }

  @Test func `a library that nothing can be asked of is not built to be judged`() throws {
    let outcome = try verify(["SQLITE_OMIT_MEMORYDB"])

    #expect(outcome.status == .exited(1))
    #expect(outcome.output.contains("error: [unchecked] a library with 'SQLITE_OMIT_MEMORYDB'"))
  }
}
