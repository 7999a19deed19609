import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Exports that carry a library, as SwiftPM and Xcode take them.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct ExportLibraryTests {
  private let folder: TemporaryFolder
  private static let checkIn = "c9c2ab54ba1f5f46360f1b4f35d849cd3f080e6fc2b6c60e91b16c63f69a1e33"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("optimize debug\nSQLITE_ENABLE_FTS5\nextension regexp\n", to: "app.profile")
  }

  private func export(
    _ kind: String,
    into: String,
    profile: String = "app",
    _ more: [String] = []
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(
      ["export", "./\(profile).profile", "--kind", kind, "--into", into] + more,
      release: "3.46.1"
    )
  }

  @Test func `a package of SwiftPM takes the static library of a bundle`() throws {
    let outcome = try export("artifact-bundle", into: "\(folder.path)/client/bundle")
    #expect(outcome.status.isSuccess, "\(outcome.errors)\(outcome.output)")
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "client",
        targets: [
          .binaryTarget(name: "CSQLiteApp", path: "bundle/CSQLiteApp.artifactbundle"),
          .executableTarget(name: "client", dependencies: ["CSQLiteApp"]),
        ]
      )

      """,
      to: "client/Package.swift"
    )
    try folder.write(
      """
      import CSQLiteApp
      var db: OpaquePointer?
      guard sqlite3_open(":memory:", &db) == SQLITE_OK else { fatalError() }
      print(String(cString: sqlite3_libversion()), amalgam_app_check(db, nil, nil))

      """,
      to: "client/Sources/client/main.swift"
    )

    try folder.expectSuccess(["swift", "build", "--jobs", "2"], in: "\(folder.path)/client")

    #expect(try folder.expectSuccess(["\(folder.path)/client/.build/debug/client"]) == "3.46.1 0\n")
  }

  @Test func `a package keeps no flag of the compiler, and needs something to be checked by`()
    throws
  {
    try folder.write("optimize debug\ncflag -fno-plt\n", to: "flag.profile")
    try folder.write("optimize debug\nmanifest off\n", to: "bare.profile")

    let flag = try export("package", into: "\(folder.path)/x", profile: "flag")
    let bare = try export("package", into: "\(folder.path)/x", profile: "bare")

    #expect([flag.status, bare.status] == [.exited(2), .exited(2)])
    #expect(
      flag.errors.contains(
        "flag.profile: error: 'cflag' asks for '-fno-plt', and a package with unsafe flags can be no dependency of another by its version\n  fix: export --kind cmake, or take the flags out of the profile\n"
      ),
      "\(flag.errors)"
    )
    #expect(
      bare.errors.contains(
        "bare.profile: error: 'manifest off' without an extension leaves a package nothing to check its SQLite by\n  fix: export --kind sources, or take 'manifest off' out of the profile\n"
      ),
      "\(bare.errors)"
    )
  }

  @Test func `no link leads an export out of its folder`() throws {
    let outside = "\(folder.path)/outside"
    try SystemFiles().makeDirectory(outside)
    let linked = "\(folder.path)/linked"
    let first = try export("cmake", into: linked)
    #expect(first.status.isSuccess, "\(first.errors)\(first.output)")
    try SystemFiles().remove("\(linked)/lib")
    symlink(outside, "\(linked)/lib")

    let outcome = try export("cmake", into: linked)

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains(
        "\(linked)/lib: error: is a symbolic link, and an export writes into its own folder alone\n  fix: name another folder with --into\n"
      ),
      "\(outcome.errors)"
    )
    #expect(try SystemFiles().list(outside).isEmpty)
  }

  @Test(arguments: [
    (["--module-name", "a b"], "'--module-name' takes a name of C, not 'a b'"),
    (["--library", "a"], "'--library' is for '--kind xcframework' alone"),
  ])
  func `a wrong option is told`(words: [String], message: String) throws {
    let outcome = try export("cmake", into: "\(folder.path)/x", words)

    #expect(outcome.status == .exited(64))
    #expect(outcome.errors.contains(message))
  }

  // MARK: Apple's systems

  /// Compiles an archive whose one object carries `text`, for a target of Apple's.
  private func archive(_ name: String, _ target: String, _ text: String = checkIn) throws -> String
  {
    try folder.write("const char *sqlite3_sourceid(void) { return \"\(text)\"; }\n", to: "id.c")
    try folder.expectSuccess(["clang", "-target", target, "-c", "id.c", "-o", "\(name).o"])
    try folder.expectSuccess(["llvm-ar", "rcD", "\(name).a", "\(name).o"])
    return "\(folder.path)/\(name).a"
  }

  private func xcframework(_ archives: [String]) throws -> BuiltTool.Outcome {
    try export(
      "xcframework",
      into: "\(folder.path)/apple",
      archives.flatMap { ["--library", $0] }
    )
  }

  @Test func `an xcframework lists what each archive is for`() throws {
    let outcome = try xcframework([
      try archive("phone", "arm64-apple-ios13.0"),
      try archive("simulator", "arm64-apple-ios14.0-simulator"),
    ])
    #expect(outcome.status.isSuccess, "\(outcome.errors)\(outcome.output)")

    let bundle = "\(folder.path)/apple/CSQLiteApp.xcframework"
    let list = try PropertyListSerialization.propertyList(
      from: Data(try SystemFiles().read("\(bundle)/Info.plist")),
      format: nil
    )
    let entries = (list as? [String: Any])?["AvailableLibraries"] as? [[String: Any]]
    let libraries = try #require(entries)
    #expect(
      libraries.map { $0["LibraryIdentifier"] as? String } == ["ios-arm64", "ios-arm64-simulator"]
    )
    #expect(libraries.map { $0["SupportedPlatform"] as? String } == ["ios", "ios"])
    #expect(libraries.map { $0["SupportedPlatformVariant"] as? String } == [nil, "simulator"])
    #expect(libraries.map { $0["SupportedArchitectures"] as? [String] } == [["arm64"], ["arm64"]])
    for name in ["ios-arm64", "ios-arm64-simulator"] {
      #expect(SystemFiles().isFile("\(bundle)/\(name)/libsqlite3-app.a"))
      #expect(SystemFiles().isFile("\(bundle)/\(name)/Headers/module.modulemap"))
    }
  }

  @Test func `an archive that is no variant, or for another system, is refused`() throws {
    let text = try folder.write("text", to: "t.a")
    let none = try xcframework([])
    let other = try xcframework([try archive("other", "arm64-apple-ios13.0", "3.40")])
    let linux = try xcframework([try archive("linux", "x86_64-unknown-linux-gnu")])
    let twice = try xcframework([
      try archive("a", "arm64-apple-ios13.0"), try archive("b", "armv7-apple-ios9.0"),
    ])
    let unread = try xcframework([text])

    let outcomes = [none, other, linux, twice, unread]
    #expect(outcomes.allSatisfy { $0.status == .exited(2) })
    for (outcome, message) in zip(
      outcomes,
      [
        "--library: error: no archive of an Apple system is given, and none can be built here\n  fix: build the exported sources for each system and give each archive with --library FILE\n",
        "other.a: error: holds no SQLite of check-in '\(Self.checkIn)'\n  fix: build the archive from the variant's own 'sqlite3.c'\n",
        "linux.a: error: is no archive for one system of Apple's: it names none\n",
        "b.a: error: is for ios, and so is '\(folder.path)/a.a'\n  fix: make one archive of both with 'lipo -create'\n",
        "\(text): error: cannot be read: ",
      ]
    ) {
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
