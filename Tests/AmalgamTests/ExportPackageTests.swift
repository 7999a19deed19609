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

    """

  private func export(_ name: String, _ profile: String) throws -> BuiltTool.Outcome {
    try folder.write(profile, to: "\(name).profile")
    return try BuiltTool(in: folder.path).run(
      "export",
      "./\(name).profile",
      "--kind",
      "package",
      "--into",
      "packages/\(name)",
      "--root",
      BuiltTool.root,
      "--build-dir",
      "build",
      "--sqlite",
      "3.46.1",
      "--quiet"
    )
  }

  /// Makes the folder `path` a repository with a version, as SwiftPM takes dependencies.
  private func tag(_ path: String) throws {
    for words in [
      ["init", "-q"], ["add", "-A"],
      ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Export"],
      ["tag", "1.0.0"],
    ] {
      try expectSuccess(["git"] + words, in: path)
    }
  }

  @discardableResult
  private func expectSuccess(_ words: [String], in directory: String) throws -> String {
    let status = try SystemCommands().run(
      Command(words, in: directory),
      log: "\(folder.path)/err",
      output: "\(folder.path)/out",
      seconds: 900
    )
    let (output, errors) = (try folder.read("out"), try folder.read("err"))
    try #require(status.isSuccess, "\(words): \(output)\(errors)")
    return output
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
    try expectSuccess(["swift", "build", "--jobs", "2"], in: "\(folder.path)/client")
    let client = "\(folder.path)/client/.build/debug/client"

    #expect(
      try expectSuccess([client, "twins"], in: folder.path) == """
        3.46.1 3.46.1
        3.46.1 3.46.1
        handle: the connection belongs to another SQLite in the program
        registry: the connection belongs to another SQLite in the program, not to 'app'
        unknown: 'app' has no extension and no set 'nothing'; it has 'uint', 'cjk', 'text'

        """
    )
    #expect(
      try expectSuccess([client, "faults"], in: folder.path).contains(
        "extension: extension 'uint' is not registered on the connection, which has 'regexp', 'geo'"
      )
    )
    #expect(try expectSuccess([client, "prepared"], in: folder.path) == "set-ups: 1\n")
    #expect(
      try expectSuccess([client, "suites", "run.txt"], in: folder.path)
        == "passed over 1000 cases\n"
    )
    let gate = try BuiltTool(in: folder.path).run(
      "gate",
      "./app.profile",
      "--program",
      client,
      "--evidence",
      "run.txt",
      "--root",
      BuiltTool.root,
      "--build-dir",
      "build",
      "--sqlite",
      "3.46.1",
      "--quiet",
      "--format",
      "json"
    )
    let found = try Parsed(gate.output)
    #expect(found["failures"].elements.isEmpty, "\(gate.output)")
    #expect(
      found["findings"].elements.allSatisfy { $0["file"].string != "run.txt" },
      "\(gate.output)"
    )
    #expect(
      try expectSuccess([client, "threads", "1250"], in: folder.path) == "10000 connections\n"
    )
    for _ in 0..<50 { #expect(try expectSuccess([client], in: folder.path) == "") }
  }

  @Test func `the package's own tests pass, and fail where a client's -D changes an option`() throws
  {
    let outcome = try export("app", Self.profile)
    #expect(outcome.status.isSuccess, "\(outcome.errors)\(outcome.output)")
    let package = "\(folder.path)/packages/app"
    try expectSuccess(["swift", "test", "--jobs", "2"], in: package)
    let status = try SystemCommands().run(
      Command(
        ["swift", "test", "--jobs", "2", "-Xcc", "-DSQLITE_OMIT_JSON"],
        in: package
      ),
      log: "\(folder.path)/err",
      output: "\(folder.path)/out",
      seconds: 900
    )
    #expect(status == .exited(1))
    #expect(try folder.read("out").contains("no such function: json"))
  }
}
