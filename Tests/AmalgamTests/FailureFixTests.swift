import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// What a failure says to do is done, word for word, and the failure goes away.
@Suite(.serialized)
struct FailureFixTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ arguments: String...,
    environment: [String: String] = [:],
    input: String? = nil
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path, environment: environment).run(arguments, input: input)
  }

  /// Runs the commands that a fix names between quotes, in the shell of a person who copies them.
  private func follow(_ fix: String) throws {
    let commands = fix.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }
      .map { $0.element.replacing("amalgam ", with: "\(BuiltTool.path) ") }
    let status = try SystemCommands().run(
      Command(
        ["sh", "-ec", commands.joined(separator: "\n")],
        in: folder.path,
        environment: ["AMALGAM_CACHE": BuiltTool.cache]
      ),
      log: "\(folder.path)/followed"
    )
    let said = try folder.read("followed")
    #expect(status.isSuccess, "\(fix): \(said)")
  }

  @Test func `a text without options, given one`() throws {
    #expect(try run("lint", "-", input: "-DSQLITE_ENABLE_FTS5").status == .exited(0))
  }

  @Test func `a project without a profile, begun`() throws {
    try folder.write("abstract\n", to: "Profiles/base.profile")
    let empty = try run("lint")
    #expect(
      empty.errors.hasSuffix(
        "  fix: run 'amalgam init', or name a profile such as 'builtin:minimal'\n"
      )
    )
    #expect(empty.status == .exited(2))
    #expect(try run("lint", "builtin:minimal").status == .exited(0))

    try SystemFiles().remove("\(folder.path)/Profiles")
    try follow("run 'amalgam init'")
    #expect(try run("lint").status == .exited(0))
  }

  @Test func `a profile that is not there, named with what is`() throws {
    let outcome = try run("resolve", "minimol")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        minimol: error: no such profile is in this folder or built in; did you mean 'minimal'?
          note: there are: base, full, minimal, search-only
          fix: name 'minimal'

        """
    )
    #expect(try run("resolve", "minimal").status == .exited(0))

    let file = try run("lint", "flags.txt")
    #expect(
      file.errors.hasSuffix("  fix: name one of these, or a file that is there by its path\n")
    )
    try folder.write("-DSQLITE_ENABLE_FTS5\n", to: "flags.txt")
    #expect(try run("lint", "flags.txt").status == .exited(0))
  }

  @Test func `no project to pin a release in, begun here`() throws {
    let outcome = try run("releases", "add", "--from", "none.zip")
    #expect(outcome.errors.hasSuffix("  fix: say '--root .' to begin one here\n"))

    let begun = try run("releases", "add", "--from", "none.zip", "--root", ".")
    #expect(begun.errors.hasPrefix("none.zip: error: cannot be read: "))
  }

  @Test func `no place for a cache, given one`() throws {
    let nowhere = ["AMALGAM_CACHE": "", "XDG_CACHE_HOME": "", "HOME": ""]
    let outcome = try run("lint", "builtin:minimal", environment: nowhere)
    #expect(outcome.status == .exited(2))
    #expect(outcome.errors.hasSuffix("  fix: set 'AMALGAM_CACHE' to a folder\n"))

    let given = nowhere.merging(["AMALGAM_CACHE": "cache"]) { $1 }
    #expect(try run("lint", "builtin:minimal", environment: given).status == .exited(0))
  }

  @Test(.enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"))
  func `a cache that is a file, put elsewhere`() throws {
    try folder.write("", to: "cache")
    let plan = ["plan", "builtin:minimal", "--root", BuiltTool.root, "--sqlite", "3.46.1"]
    func run(_ cache: String) throws -> BuiltTool.Outcome {
      try BuiltTool(in: folder.path, environment: ["AMALGAM_CACHE": cache]).run(plan)
    }
    let outcome = try run("cache")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.hasSuffix(
        "  fix: set 'AMALGAM_CACHE' to a folder that can be read and written\n"
      )
    )
    #expect(try run(BuiltTool.cache).status == .exited(0))
  }

  @Test(.enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"))
  func `a compiler that is none, another one named`() throws {
    func plan(_ compiler: String...) throws -> BuiltTool.Outcome {
      try BuiltTool(in: folder.path).run(
        ["plan", "builtin:minimal", "--root", BuiltTool.root, "--sqlite", "3.46.1"] + compiler
      )
    }
    let missing = try plan("--cc", "no-such-cc")
    let broken = try plan("--cc", "false")

    #expect(missing.errors.hasSuffix("  fix: name one with --cc or $CC\n"))
    #expect(broken.errors.hasSuffix("  fix: name another compiler with --cc\n"))
    #expect(try plan("--cc", "clang").status == .exited(0))
  }

  /// A project of its own whose lock has the release's archive as a file.
  private func makeProject() throws {
    let tree = "\(BuiltTool.root)/Vendor"
    let status = try SystemCommands().run(
      Command(["tar", "-cf", "\(folder.path)/src.tar", "-C", tree, "sqlite-3.46.1"]),
      log: "\(folder.path)/tar.log"
    )
    #expect(status.isSuccess)
    let text = try SystemFiles().readText("\(tree)/releases.lock")
    let blocks = text.components(separatedBy: "\n\n")
    let block = try #require(blocks.first { $0.contains("release 3.46.1") })
    let lines = block.split(separator: "\n").filter { !$0.hasPrefix("origin") }
      .map { $0 == "release 3.46.1" ? "release 3.46.1 default" : String($0) }
    try folder.write(
      lines.joined(separator: "\n") + "\norigin zip file://\(folder.path)/src.tar\n",
      to: "Vendor/releases.lock"
    )
    try folder.write("sqlite 3.46.1\noptimize debug\n", to: "Profiles/app.profile")
  }

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"),
    .enabled(if: SystemCommands().find("curl") != nil, "not run: curl is not there")
  )
  func `a tree that is not fetched, or not what is pinned, is fetched`() throws {
    try makeProject()
    let fetch = "run 'amalgam releases fetch 3.46.1'"
    let absent = try run("plan", "app")
    #expect(absent.status == .exited(2))
    #expect(
      absent.errors == """
        SQLite 3.46.1: error: its source tree is not fetched: 'Vendor/sqlite-3.46.1' is not there
          fix: \(fetch)

        """
    )
    try follow(fetch)
    #expect(try run("plan", "app").status == .exited(0))

    try folder.write("changed", to: "Vendor/sqlite-3.46.1/src/main.c")
    let changed = try run("plan", "app")
    let again = "run 'rm -r Vendor/sqlite-3.46.1' and then 'amalgam releases fetch 3.46.1'"
    #expect(changed.status == .exited(2))
    #expect(changed.errors.hasSuffix("  fix: \(again)\n"))
    try follow(again)
    #expect(try run("plan", "app").status == .exited(0))
  }

  @Test(.enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"))
  func `a target that nothing here runs, given a runner`() throws {
    // Another spelling of the machine's own triple, so that its programs do run.
    let own = HostTriple.current.split(separator: "-")
    let target = "\(own[0])-pc-linux-gnu"
    try folder.write("optimize debug\n", to: "app.profile")
    func verify() throws -> BuiltTool.Outcome {
      try run(
        "verify",
        "./app.profile",
        "--root",
        BuiltTool.root,
        "--build-dir",
        "\(folder.path)/build",
        "--sqlite",
        "3.46.1",
        "--target",
        target,
        "--cc",
        "clang",
        "--quiet"
      )
    }

    let alone = try verify()
    #expect(alone.status == .exited(2))
    #expect(
      alone.errors == """
        app@3.46.1+\(target)~clang: error: is built for \(target), and nothing here runs its programs
          fix: name what does in the profile, as in 'runner qemu-aarch64 -L /usr/aarch64-linux-gnu'

        """
    )
    try folder.write("optimize debug\nrunner env\n", to: "app.profile")
    let outcome = try verify()
    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
  }
}
