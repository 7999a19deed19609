import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// A build that is stopped in the middle, and the next one.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct InterruptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("optimize debug\n", to: "app.profile")
  }

  private var words: [String] {
    [
      BuiltTool.path, "build", "./app.profile", "--root", BuiltTool.root, "--build-dir",
      "\(folder.path)/build", "--sqlite", "3.46.1", "--quiet",
    ]
  }

  /// Starts a build and sends `signal` a moment later; returns the exit status.
  private func stop(by signal: String) throws -> AmalgamHost.ExitStatus {
    let script = "\"$@\" & sleep 0.5; kill -\(signal) $!; wait $!"
    return try SystemCommands().run(
      Command(
        ["sh", "-c", script, "sh"] + words,
        in: folder.path,
        environment: ["AMALGAM_CACHE": BuiltTool.cache]
      ),
      log: "\(folder.path)/log"
    )
  }

  private func build() throws -> AmalgamHost.ExitStatus {
    try SystemCommands().run(
      Command(words, in: folder.path, environment: ["AMALGAM_CACHE": BuiltTool.cache]),
      log: "\(folder.path)/log"
    )
  }

  @Test func `an interrupt is 128 and its number, and leaves nothing half made`() throws {
    let status = try stop(by: "TERM")

    #expect(status == .exited(143))
    #expect(TemporaryFolder.contents(of: "\(folder.path)/build") == [])
  }

  @Test func `after a kill the next build is whole and tidies up`() throws {
    _ = try stop(by: "KILL")

    #expect(try build().isSuccess)
    #expect(try SystemFiles().list("\(folder.path)/build") == ["app@3.46.1"])
  }

  @Test func `two builds at once on one build directory both end well`() throws {
    let script = "\"$@\" & first=$!; \"$@\"; second=$?; wait $first && exit $second"
    let status = try SystemCommands().run(
      Command(
        ["sh", "-c", script, "sh"] + words,
        in: folder.path,
        environment: ["AMALGAM_CACHE": BuiltTool.cache]
      ),
      log: "\(folder.path)/log"
    )

    let log = try folder.read("log")
    #expect(status.isSuccess, "\(log)")
    #expect(try build().isSuccess)
    #expect(try SystemFiles().list("\(folder.path)/build") == ["app@3.46.1"])
  }
}
