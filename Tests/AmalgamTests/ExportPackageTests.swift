import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// The exported packages of two profiles, one with a prefix, under one app that is built by SwiftPM.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct ExportPackageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let profile = """
    optimize debug
    SQLITE_ENABLE_FTS5
    extension regexp
    extension geo
    set text: uint cjk
    require function:shout/1 by app

    """

  private func export(_ name: String, _ profile: String) throws -> BuiltTool.Outcome {
    try folder.write(profile, to: "\(name).profile")
    try folder.write(Self.suite, to: "own.test")
    return try BuiltTool(in: folder.path).run(
      "export",
      "./\(name).profile",
      "--kind",
      "package",
      "--into",
      "packages/\(name)",
      "--suite",
      "own.test",
      release: "3.46.1"
    )
  }

  /// A suite of the app's, of a function that only the app's connections have.
  private static let suite = """
    # amalgam 1
    require function:shout/1

    query T
    SELECT shout('a b')
    ----
    A B!

    """

  /// Makes the folder `path` a repository with a version, as SwiftPM takes dependencies.
  private func tag(_ path: String) throws {
    for words in [
      ["init", "-q"], ["add", "-A"],
      ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Export"],
      ["tag", "1.0.0"],
    ] {
      try folder.expectSuccess(["git"] + words, in: path)
    }
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "client",
      dependencies: [
        .package(url: "file://FOLDER/packages/app", from: "1.0.0"),
        .package(path: "../packages/twin"),
      ],
      targets: [
        .executableTarget(
          name: "client",
          dependencies: [
            .product(name: "SQLiteApp", package: "app"),
            .product(name: "SQLiteAppConformance", package: "app"),
            .product(name: "SQLiteTwin", package: "twin"),
          ]
        )
      ]
    )

    """

  @Test func `an app on two packages sees its own SQLite on every connection`() throws {
    let app = try export("app", Self.profile)
    #expect(app.status.isSuccess, "\(app.errors)\(app.output)")
    let twin = try export("twin", "optimize debug\nprefix twin_\n")
    #expect(twin.status.isSuccess, "\(twin.errors)\(twin.output)")
    try tag("\(folder.path)/packages/app")
    try folder.write(
      Self.manifest.replacing("FOLDER", with: folder.path),
      to: "client/Package.swift"
    )
    let source = try SystemFiles()
      .readText("\(BuiltTool.root)/Tests/Fixtures/ExportClient/main.swift")
    try folder.write(source, to: "client/Sources/client/main.swift")
    try folder.expectSuccess(["swift", "build", "--jobs", "2"], in: "\(folder.path)/client")
    let client = "\(folder.path)/client/.build/debug/client"

    #expect(
      try folder.expectSuccess([client, "twins"]) == """
        3.46.1 3.46.1
        3.46.1 3.46.1
        handle: the connection belongs to another SQLite in the program
        registry: the connection belongs to another SQLite in the program, not to 'app'
        unknown: 'app' has no extension and no set 'nothing'; it has 'uint', 'cjk', 'text'

        """
    )
    #expect(
      try folder.expectSuccess([client, "faults"]).contains(
        "extension: extension 'uint' is not registered on the connection, which has 'regexp', 'geo'"
      )
    )
    let system = try folder.expectSuccess([client, "system"])
    if system != "not there\n" {
      #expect(system.hasPrefix("query: another SQLite answers: 3."), "\(system)")
      #expect(
        system.hasSuffix("handle: the connection belongs to another SQLite in the program\n"),
        "\(system)"
      )
    }
    #expect(try folder.expectSuccess([client, "prepared"]) == "set-ups: 1\n")
    #expect(
      try folder.expectSuccess([client, "suites", "run.txt"])
        == "passed over 1000 cases\n"
    )
    #expect(
      try folder.expectSuccess([client, "without", "without.txt"]) == """
        app:6: expected 'function:shout/1' in row 1, column 1, got 'not registered'
          SQL: SELECT CASE WHEN EXISTS (SELECT 1 FROM pragma_function_list WHERE name='shout' AND \
        narg=1) THEN 'function:shout/1' ELSE 'not registered' END
        own:4: expected 'success', got the error 'no such function: shout'
          SQL: SELECT shout('a b')
        failed over 1000 cases

        """
    )
    #expect(try folder.read("run.txt").contains("suite own passed 1 failed 0 omitted 0"))
    let gate = try BuiltTool(in: folder.path).run(
      "gate",
      "./app.profile",
      "--program",
      client,
      "--evidence",
      "run.txt",
      "--format",
      "json",
      release: "3.46.1"
    )
    let found = try Parsed(gate.output)
    #expect(found["failures"].elements.isEmpty, "\(gate.output)")
    #expect(
      found["findings"].elements.allSatisfy { $0["file"].string != "run.txt" },
      "\(gate.output)"
    )
    #expect(
      try folder.expectSuccess([client, "threads", "1250"]) == "10000 connections\n"
    )
    // 'make soak' has a thousand of them.
    let processes = Environment.value(of: "AMALGAM_PROCESSES").flatMap { Int($0) } ?? 50
    for _ in 0..<processes { #expect(try folder.expectSuccess([client]) == "") }
  }

  /// At -O2, one package by its folder and one by its version; the first also where memory fails.
  @Test func `a client is built for release, by a path and by a version`() throws {
    let extensions = "SQLITE_ENABLE_FTS5\nextension regexp\nextension cjk\nextension percentile\n"
    let outcome = try export("twin", "optimize debug\nprefix twin_\n\(extensions)")
    #expect(outcome.status.isSuccess, "\(outcome.errors)\(outcome.output)")
    let tagged = try export("tagged", "optimize debug\nprefix tagged_\n")
    #expect(tagged.status.isSuccess, "\(tagged.errors)\(tagged.output)")
    try tag("\(folder.path)/packages/tagged")
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "client",
        dependencies: [
          .package(path: "../packages/twin"),
          .package(url: "file://\(folder.path)/packages/tagged", from: "1.0.0"),
        ],
        targets: [
          .executableTarget(
            name: "client",
            dependencies: [
              .product(name: "SQLiteTwin", package: "twin"),
              .product(name: "SQLiteTagged", package: "tagged"),
            ]
          ),
          .executableTarget(
            name: "memory",
            dependencies: [.product(name: "SQLiteTwin", package: "twin")]
          ),
        ]
      )

      """,
      to: "client/Package.swift"
    )
    try folder.write(
      """
      import SQLiteTagged
      import SQLiteTwin
      let twin = try SQLiteTwin.openConnection(":memory:")
      try SQLiteTwin.BuildExpectation.variant.check(connection: twin)
      let tagged = try SQLiteTagged.openConnection(":memory:")
      try SQLiteTagged.BuildExpectation.variant.check(connection: tagged)
      print(SQLiteTwin.Variant.release, SQLiteTwin.Variant.automatic)
      print(SQLiteTagged.Variant.release, SQLiteTagged.Variant.automatic)

      """,
      to: "client/Sources/client/main.swift"
    )
    let memory = try SystemFiles()
      .readText("\(BuiltTool.root)/Tests/Fixtures/memory-client.c")
    try folder.write(memory, to: "client/Sources/memory/main.c")
    let place = "\(folder.path)/client"
    try folder.expectSuccess(["swift", "build", "-c", "release", "--jobs", "2"], in: place)

    #expect(
      try folder.expectSuccess(["\(place)/.build/release/client"]) == """
        3.46.1 ["regexp", "cjk", "percentile"]
        3.46.1 []

        """
    )
    let runs = try folder.expectSuccess(
      ["\(place)/.build/release/memory"] + ExtensionMemoryTests.statements
    )
    #expect(runs.split(separator: "\n").count == ExtensionMemoryTests.statements.count)
  }

  @Test func `the package's own tests pass, and fail where a client's -D changes an option`() throws
  {
    let outcome = try export("app", Self.profile)
    #expect(outcome.status.isSuccess, "\(outcome.errors)\(outcome.output)")
    let package = "\(folder.path)/packages/app"
    try folder.expectSuccess(["swift", "test", "--jobs", "2"], in: package)
    let spoilt = try folder.run(
      ["swift", "test", "--jobs", "2", "-Xcc", "-DSQLITE_OMIT_JSON"],
      in: package
    )
    #expect(spoilt.status == .exited(1))
    #expect(spoilt.output.contains("no such function: json"))
  }

  /// What the shipped profiles have together, on each release: one whose modules are there at once,
  /// and one where they come with their first use.
  @Test(arguments: FetchedRelease.all)
  func `the package of everything passes its own tests`(release: String) throws {
    try folder.write("inherit full\noptimize debug\nextension cjk\n", to: "whole.profile")
    let outcome = try BuiltTool(in: folder.path).run(
      ["export", "./whole.profile", "--kind", "package", "--into", "packages/whole-\(release)"],
      release: release
    )
    #expect(outcome.status.isSuccess, "\(outcome.errors)\(outcome.output)")
    try folder.expectSuccess(
      ["swift", "test", "--jobs", "2"],
      in: "\(folder.path)/packages/whole-\(release)"
    )
  }
}
