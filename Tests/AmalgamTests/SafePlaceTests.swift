import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// What a build may replace and where it may write, and what is told where nothing is judged.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct SafePlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("optimize debug\n", to: "app.profile")
  }

  private func run(_ words: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(
      words + ["--root", BuiltTool.root, "--sqlite", "3.46.1", "--quiet"]
    )
  }

  @Test func `two profiles of one name are not built into one folder`() throws {
    try folder.write("optimize debug\nSQLITE_DQS=0\n", to: "other/app.profile")

    let outcome = try run("build", "./app.profile", "other/app.profile", "--build-dir", "b")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        \(folder.path)/other/app.profile: error: is called 'app' as '\(folder.path)/app.profile' \
        is, and both would be built in one folder
          fix: rename one of them

        """
    )
    #expect(!SystemFiles().isDirectory("\(folder.path)/b"))
  }

  @Test func `what no build has put there is not replaced`() throws {
    try folder.write("mine", to: "made/app@3.46.1/main.swift")
    let base = "\(folder.path)/made"

    let outcome = try run("build", "./app.profile", "--build-dir", base)

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains(
        """
        app@3.46.1: error: its place, '\(base)/app@3.46.1', holds what no build has put there
          fix: move that away, or name another folder with '--build-dir'

        """
      ),
      "\(outcome.errors)"
    )
    #expect(try folder.read("made/app@3.46.1/main.swift") == "mine")
    try SystemFiles().remove("\(base)/app@3.46.1")
    let built = try run("build", "./app.profile", "--build-dir", base)
    #expect(built.status.isSuccess, "\(built.errors)")
    try SystemFiles().remove("\(base)/app@3.46.1/manifest.json")
    let again = try run("build", "./app.profile", "--build-dir", base)
    #expect(again.status.isSuccess, "\(again.errors)")
  }

  @Test(arguments: ["x86_64-linux/../../victim", "a b", "linux"])
  func `a target that is none is a wrong command line`(target: String) throws {
    let outcome = try run("build", "./app.profile", "--target", target)

    #expect(outcome.status == .exited(64))
    #expect(
      outcome.errors.contains(
        "error: '--target' takes a triple such as aarch64-linux-gnu, not '\(target)'\n"
      )
    )
  }

  /// Builds with an empty cache where only `programs` are found.
  private func build(with programs: [String], compiler: String) throws -> BuiltTool.Outcome {
    let commands = SystemCommands()
    let place = "\(folder.path)/programs"
    try SystemFiles().makeDirectory(place)
    for program in programs {
      let path = try #require(commands.find(program), "not run: \(program) is not there")
      symlink(path, "\(place)/\(program)")
    }
    return try BuiltTool(
      in: folder.path,
      environment: ["PATH": place, "AMALGAM_CACHE": "\(folder.path)/cache"]
    ).run(
      "build",
      "./app.profile",
      "--root",
      BuiltTool.root,
      "--sqlite",
      "3.46.1",
      "--build-dir",
      "\(folder.path)/made",
      "--quiet",
      "--cc",
      compiler
    )
  }

  @Test func `what generates an amalgamation is named with its package before it is missed`() throws
  {
    let clang = try #require(SystemCommands().find("clang"))
    let without = try build(with: ["llvm-ar", "sh", "cp", "make"], compiler: clang)
    let withClang = try build(with: ["clang", "llvm-ar", "sh", "cp", "make"], compiler: clang)

    #expect([without.status, withClang.status] == [.exited(2), .exited(2)])
    #expect(
      without.errors.contains(
        """
        SQLite 3.46.1: error: needs a C compiler, and 'cc' is not there
          fix: install it, on Debian by 'apt-get install gcc'

        """
      ),
      "\(without.errors)"
    )
    #expect(
      withClang.errors.contains(
        """
        SQLite 3.46.1: error: needs 'tclsh', which is not there
          fix: install it, on Debian by 'apt-get install tcl'

        """
      ),
      "\(withClang.errors)"
    )
  }

  @Test func `a build folder without a name is a wrong command line`() throws {
    let outcome = try run("build", "./app.profile", "--build-dir", "")

    #expect(outcome.status == .exited(64))
    #expect(outcome.errors.contains("error: '--build-dir' is given without a DIR\n"))
  }

  @Test(arguments: [
    ("build", ["variants"]), ("verify", ["variants"]), ("plan", ["plans"]),
    ("resolve", ["profile"]), ("inspect", ["copies"]),
    ("symbols", ["conflicts", "groups", "undefined", "ignored", "absent", "unread"]),
  ])
  func `JSON has every key also where nothing could be judged`(
    verb: String,
    keys: [String]
  ) throws {
    let outcome = try BuiltTool(in: folder.path)
      .run(verb, "./missing.profile", "--format", "json", "--quiet")

    #expect(outcome.status == .exited(2))
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let object = try #require(json as? [String: Any])
    for key in keys + ["findings", "failures", "summary"] { #expect(object[key] != nil) }
  }

  @Test(.enabled(if: SystemFiles().status(of: "/dev/full") != nil, "not run: no /dev/full"))
  func `a report that could not be written is no pass`() throws {
    let log = "\(folder.path)/err"
    let status = try SystemCommands().run(
      Command(
        ["sh", "-c", "exec \"$0\" lint ./app.profile > /dev/full", BuiltTool.path],
        in: folder.path
      ),
      log: log,
      seconds: 60
    )

    #expect(status == .exited(2))
    #expect(
      try SystemFiles().readText(log).contains(
        "standard output: error: cannot be written: No space left on device\n"
      )
    )
  }

  @Test func `a path that SQLite's own configure takes not is told with the way out`() throws {
    let tool = BuiltTool(
      in: folder.path,
      environment: ["AMALGAM_CACHE": "\(folder.path)/my cache"]
    )
    let outcome = try tool.run(
      "build",
      "./app.profile",
      "--root",
      BuiltTool.root,
      "--sqlite",
      "3.46.1",
      "--build-dir",
      "\(folder.path)/made",
      "--quiet"
    )

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains(
        """
        SQLite 3.46.1: error: SQLite's own configure and make take no path with ' ', and one is \
        '\(folder.path)/my cache'
          fix: set AMALGAM_CACHE to a folder without it

        """
      ),
      "\(outcome.errors)"
    )
  }
}
