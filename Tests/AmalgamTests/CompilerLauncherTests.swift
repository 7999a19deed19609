import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Objects are not cached by the tool: `ccache` is, and is asked how often it had one.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"),
  .enabled(if: SystemCommands().find("ccache") != nil, "not run: ccache is not there")
)
struct CompilerLauncherTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("optimize debug\nextension regexp\n", to: "app.profile")
  }

  private var environment: [String: String] { ["CCACHE_DIR": "\(folder.path)/ccache"] }

  private func build() throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path, environment: environment).run(
      "build",
      "./app.profile",
      "--root",
      BuiltTool.root,
      "--build-dir",
      "\(folder.path)/build",
      "--sqlite",
      "3.46.1",
      "--cc",
      "ccache clang",
      "--quiet"
    )
  }

  /// Returns how many compiles ccache answered itself, and how many it did not.
  private func statistics() throws -> (hits: Int, misses: Int) {
    _ = try SystemCommands().run(
      Command(["ccache", "--print-stats"], environment: environment),
      log: "\(folder.path)/statistics"
    )
    var counts: [Substring: Int] = [:]
    for line in try folder.read("statistics").split(separator: "\n") {
      let words = line.split(separator: "\t")
      if words.count == 2 { counts[words[0]] = Int(words[1]) }
    }
    return (
      (counts["direct_cache_hit"] ?? 0) + (counts["preprocessed_cache_hit"] ?? 0),
      counts["cache_miss"] ?? 0
    )
  }

  @Test func `a build whose directory is gone is made of cached objects`() throws {
    let first = try build()
    #expect(first.status.isSuccess, "\(first.errors)")
    let cold = try statistics()
    // sqlite3.c, registration.c and regexp.c.
    #expect(cold == (0, 3))
    let archive = "\(folder.path)/build/app@3.46.1~ccache_clang/libsqlite3-app.a"
    let bytes = try SystemFiles().read(archive)

    try SystemFiles().remove("\(folder.path)/build")
    #expect(try build().status.isSuccess)

    #expect(try statistics() == (3, 3))
    #expect(try SystemFiles().read(archive) == bytes)
  }
}
