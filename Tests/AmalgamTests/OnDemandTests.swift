import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Extensions that a connection asks for, as a program and as a suite use them.
///
/// The program is linked with a variant that has some, and with a prefixed twin of the same release,
/// whose connections must be refused and not crashed on.
@Suite(
  .serialized,
  .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))")
)
struct OnDemandTests {
  private let folder: TemporaryFolder
  private static let profile = """
    optimize debug
    SQLITE_ENABLE_FTS5
    extension regexp
    extension uint on-demand
    set map: geo series

    """

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ verb: String,
    _ name: String,
    _ release: String,
    _ more: [String] = []
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run([verb, "./\(name).profile"] + more, release: release)
  }

  private func variant(_ name: String, _ release: String) throws -> String {
    let outcome = try run("build", name, release, ["--format", "json"])
    let directory = try Parsed(outcome.output)["variants"][0]["directory"].string
    return try #require(directory, "\(outcome.errors)\(outcome.output)")
  }

  @Test(arguments: FetchedRelease.all)
  func `a program asks for extensions, and a connection of another SQLite is refused`(
    release: String
  ) throws {
    try folder.write(Self.profile, to: "app.profile")
    try folder.write("optimize debug\nprefix twin_\n", to: "twin.profile")
    let (app, twin) = (try variant("app", release), try variant("twin", release))
    let tools = try ToolchainProbe(
      files: SystemFiles(),
      commands: SystemCommands(),
      cache: BuiltTool.cache
    ).toolchain(asked: nil)
    let words =
      tools.compiler + tools.linkerFlags
      + [
        "-Wall", "-Wextra", "-Werror", "-I\(app)", "-o", "client",
        "\(BuiltTool.root)/Tests/Fixtures/registration-client.c", "\(app)/libsqlite3-app.a",
        "\(twin)/libsqlite3-twin.a", "-lm", "-lpthread", "-ldl",
      ]
    try expectSuccess(words)
    for task in [["calls"], ["foreign"], ["locked", "\(folder.path)/held.db"], ["memory"]] {
      try expectSuccess(["\(folder.path)/client"] + task)
    }

    let manifest = try Parsed(SystemFiles().readText("\(app)/manifest.json"))
    #expect(manifest["registration"]["function"].string == "amalgam_app_register")
    #expect(manifest["registration"]["automatic"].elements.map(\.string) == ["regexp"])
    #expect(manifest["registration"]["sets"]["map"].elements.map(\.string) == ["geo", "series"])
    let onDemand = manifest["extensions"].elements.map { $0["onDemand"].boolean }
    #expect(onDemand == [false, true, true, true])
  }

  private func expectSuccess(_ words: [String]) throws {
    let status = try SystemCommands().run(
      Command(words, in: folder.path),
      log: "\(folder.path)/log",
      seconds: 120
    )
    let log = try folder.read("log")
    #expect(status.isSuccess, "\(words.joined(separator: " ")): \(status) \(log)")
  }

  @Test(arguments: FetchedRelease.all)
  func `a suite registers on its own connection, and others see nothing`(release: String) throws {
    try folder.write(Self.profile, to: "app.profile")
    try folder.write(
      """
      # amalgam 1
      connection asker

      statement error no such function: distance_km
      SELECT distance_km(1, 2, 3, 4)

      register map

      query I
      SELECT count(distance_km(1, 2, 3, 4)) FROM generate_series(1, 3)
      ----
      3

      query T
      SELECT json_extract(amalgam_manifest(), '$.extensions')
      ----
      ["regexp","geo","series"]

      connection main

      statement error no such function: distance_km
      SELECT distance_km(5, 6, 7, 8), 1

      query TI
      SELECT json_extract(amalgam_manifest(), '$.extensions'), 1
      ----
      ["regexp"]
      1

      """,
      to: "own.test"
    )

    let outcome = try run("verify", "app", release, ["--suite", "own.test", "--format", "json"])

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    let suites = report["variants"][0]["suites"].elements
    let counts = ["own": 5, "geo": 50, "regexp": 30]
    for (name, least) in counts {
      let suite = try #require(suites.first { $0["name"].string == name })
      #expect((suite["passed"].integer ?? 0) >= least, "\(name)")
    }
  }
}
