import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// The three states of each option, as `resolve` and `verify` show them to a person.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct OptionStateVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ words: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(
      words + [
        "--root", BuiltTool.root, "--build-dir", "\(folder.path)/build", "--sqlite", "3.46.1",
        "--quiet",
      ]
    )
  }

  private func write(_ options: String) throws {
    try folder.write("optimize debug\n\(options)\n", to: "app.profile")
  }

  private func lastLine(of outcome: BuiltTool.Outcome) -> String? {
    outcome.output.split(separator: "\n").last { $0.hasPrefix("  as ") }.map(String.init)
  }

  @Test func `resolve shows what a build shows, and says so where there is none of it`() throws {
    // Without SQLITE_ENABLE_RTREE the second one does nothing, whatever it reports.
    let lint = "accept missing-partner SQLITE_ENABLE_GEOPOLY because \"to see it\"\n"
    try write("SQLITE_DQS=0\nSQLITE_ENABLE_GEOPOLY\n\(lint)")
    let before = try run("resolve", "./app.profile")
    #expect(lastLine(of: before) == "  as the catalogue expects them: not built yet")

    let built = try run("build", "./app.profile")
    #expect(built.status == .exited(0), "\(built.output)")
    let after = try run("resolve", "./app.profile", "--format", "json")

    let profile = try Parsed(after.output)["profile"]
    #expect(profile["states"]["seen"].boolean == true)
    let option = profile["options"][1]
    #expect(option["name"] == "SQLITE_ENABLE_GEOPOLY")
    #expect(option["asked"] == "1")
    #expect(option["reported"] == "1")
    #expect(option["effective"] == "off")

    try write("SQLITE_DQS=0\n")
    let changed = try run("resolve", "./app.profile")
    #expect(
      lastLine(of: changed)
        == "  as the catalogue expects them: the build there is of other options"
    )
  }

  @Test func `a build of another release, or for another machine, is not taken for this one`()
    throws
  {
    try write("SQLITE_DQS=0")
    #expect(try run("build", "./app.profile").status == .exited(0))
    try write("SQLITE_DQS=0\ntarget aarch64-linux-gnu")
    let foreign = try run("resolve", "./app.profile")
    #expect(
      lastLine(of: foreign)
        == "  as the catalogue expects them: nothing here runs programs for aarch64-linux-gnu"
    )

    // In the place of a build of the lock's default release.
    try write("SQLITE_DQS=0")
    try SystemFiles().move("\(folder.path)/build/app@3.46.1", to: "\(folder.path)/build/app")
    let other = try BuiltTool(in: folder.path).run([
      "resolve", "./app.profile", "--root", BuiltTool.root, "--build-dir", "\(folder.path)/build",
      "--quiet",
    ])
    #expect(
      lastLine(of: other)
        == "  as the catalogue expects them: the build there is of SQLite 3.46.1"
    )
  }

  @Test func `verify shows all options where that is asked, and a library's faults once`() throws {
    try write("SQLITE_DQS=0\nSQLITE_ENABLE_FTS5")
    let whole = try run("verify", "./app.profile", "--options")
    #expect(
      whole.output.contains(
        """
          option              asked  reported  effective
          SQLITE_DQS          0      0         0
          SQLITE_ENABLE_FTS5  1      1         1

        """
      )
    )

    let library = try OtherBuild(folder: folder, release: "3.46.1")
      .library(["-DSQLITE_ENABLE_FTS5=1", "-DSQLITE_DQS=0"])
    let other = try run("verify", "./app.profile", "--library", library)
    #expect(other.output.split(separator: "[release-fault]").count == 2, "\(other.output)")
  }

  @Test func `the three ways in which the states differ are findings`() throws {
    try write("SQLITE_ENABLE_RTREE\nSQLITE_ENABLE_GEOPOLY")
    // Asked and not there; there and not asked; reported without what it needs.
    let library = try OtherBuild(folder: folder, release: "3.46.1")
      .library(["-DSQLITE_ENABLE_GEOPOLY=1", "-DSQLITE_SOUNDEX=1", "-DSQLITE_ENABLE_SESSION=1"])

    let outcome = try run("verify", "./app.profile", "--library", library, "--format", "json")

    let messages = try Parsed(outcome.output)["findings"].elements
      .filter { $0["check"] == "effective-options" }.compactMap { $0["message"].string }
    for message in [
      "profile sets 'SQLITE_ENABLE_RTREE=1', but it has no effect in the library",
      "profile sets 'SQLITE_ENABLE_GEOPOLY=1' and the library reports it, but it has no effect",
      "'SQLITE_SOUNDEX' is effective in the library, but the profile does not set it",
      "the library reports 'SQLITE_ENABLE_SESSION', but it has no effect",
    ] {
      #expect(messages.contains(message), "\(messages)")
    }
  }
}
