import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Kills, damage and a second gate, by `Tests/Gate/run`; the large numbers are in `make soak`.
@Suite(
  .serialized,
  .enabled(if: SystemCommands().find("python3") != nil, "not run: 'python3' is not installed"),
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct GateHarmTests {
  @Test(arguments: [["kill", "10"], ["damage", "--quick"], ["together", "1"]])
  func `a gate that was disturbed leaves the next one right, with the same bytes`(
    words: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let command = Command(
      ["\(BuiltTool.root)/Tests/Gate/run"] + words,
      in: folder.path,
      environment: ["AMALGAM": BuiltTool.path, "AMALGAM_CACHE": BuiltTool.cache]
    )

    let status = try SystemCommands().run(command, log: "\(folder.path)/log", seconds: 1_800)

    let log = try folder.read("log")
    #expect(status == .exited(0), "\(log)")
    #expect(log.hasSuffix("0 failed\n"), "\(log)")
  }
}
