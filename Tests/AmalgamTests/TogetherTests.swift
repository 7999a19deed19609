import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Several runs of the tool at once on one cache.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct TogetherTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts `count` runs in one moment; returns what each printed, if it did not succeed.
  private func run(_ count: Int, cache: String, _ words: (Int) -> [String]) throws -> [String] {
    let commands = SystemCommands()
    var running: [Int: Int] = [:]
    for index in 0..<count {
      let command = Command(
        [BuiltTool.path] + words(index),
        in: folder.path,
        environment: ["AMALGAM_CACHE": cache, "NO_COLOR": "1", "CC": ""]
      )
      running[try commands.start(command, log: "\(folder.path)/log\(index)")] = index
    }
    var failed: [String] = []
    while let ended = try commands.wait() {
      let index = try #require(running[ended.child])
      if !ended.status.isSuccess { failed.append(try folder.read("log\(index)")) }
    }
    return failed
  }

  @Test func `verifications of one library that share a new driver all end well`() throws {
    try folder.write("optimize debug\nSQLITE_DQS=0\n", to: "app.profile")
    let words = [
      "./app.profile", "--root", BuiltTool.root, "--build-dir", "\(folder.path)/build", "--sqlite",
      "3.46.1", "--jobs", "2",
    ]
    let built = try run(1, cache: BuiltTool.cache) { _ in ["build"] + words }
    #expect(built == [])
    // A cache of its own, but for what is generated: the driver is compiled and linked by all.
    let cache = "\(folder.path)/cache"
    try SystemFiles().makeDirectory(cache)
    let archive = "\(folder.path)/build/app@3.46.1/libsqlite3-app.a"

    let failed = try run(4, cache: cache) { _ in
      ["verify"] + words + ["--library", archive, "--quiet"]
    }

    #expect(failed == [])
    #expect(TemporaryFolder.contents(of: "\(cache)/work").filter { !$0.hasPrefix("probe") } == [])
  }
}
