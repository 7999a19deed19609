import AmalgamCore
import AmalgamTestSupport
import Testing

@testable import AmalgamHost

/// Files of which the first renames to a place fail, as when another run was there in between.
private final class BusyFiles: Files, @unchecked Sendable {
  let files: FakeFiles
  private let place: String
  private var left: Int

  init(_ files: FakeFiles, place: String, failing: Int) {
    self.files = files
    self.place = place
    left = failing
  }

  func move(_ old: String, to new: String) throws(Failure) {
    if new == place, left > 0 {
      left -= 1
      throw Failure(new, "cannot take the place of '\(old)': Directory not empty")
    }
    try files.move(old, to: new)
  }

  func status(of path: String) -> FileStatus? { files.status(of: path) }
  func read(_ path: String) throws(Failure) -> [UInt8] { try files.read(path) }
  func write(_ contents: [UInt8], to path: String) throws(Failure) {
    try files.write(contents, to: path)
  }
  func list(_ path: String) throws(Failure) -> [String] { try files.list(path) }
  func remove(_ path: String) throws(Failure) { try files.remove(path) }
  func makeDirectory(_ path: String) throws(Failure) {}
}

struct VariantBuilderTests {
  private let files = FakeFiles([
    "/a/sqlite3.c": "#define SQLITE_CORE 1\n", "/a/sqlite3.h": "#define SQLITE3_H\n",
    "/a/sqlite3ext.h": "",
  ])

  private var plan: BuildPlan {
    var profile = ResolvedProfile(name: "app", file: "Profiles/app.profile")
    profile.hasManifestFunction = false
    return .example(profile, toolchain: .gcc)
  }

  /// Builds the variant with a compiler that makes empty files.
  private func build(_ files: any Files) throws {
    let commands = FakeCommands { command, log in
      let folder = command.directory ?? ""
      let words = command.arguments
      let outputs = [words.firstIndex(of: "-o"), words.firstIndex(of: "-MF")].compactMap { $0 }
      try? files.write("", to: log)
      for index in outputs { try? files.write("", to: Path.join(folder, words[index + 1])) }
      if words[0] == "ar" { try? files.write("", to: Path.join(folder, words[2])) }
    }
    let builder = VariantBuilder(files: files, cache: "/cache", buildDirectory: "/b")
    let job = builder.job(plan, amalgamation: "/a", needs: []) { [] }
    try JobQueue(
      commands: commands,
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true),
      limit: 1
    ).runToSuccess([job])
  }

  @Test func `what it makes is in place, and nothing beside it`() throws {
    try build(files)

    #expect(try files.list("/b") == ["app"])
    #expect(files.isFile("/b/app/libsqlite3-app.a"))
  }

  @Test func `another run that puts its own in place first is no trouble`() throws {
    try build(BusyFiles(files, place: "/b/app", failing: 2))

    #expect(try files.list("/b") == ["app"])
  }

  @Test func `a place that cannot be taken is a failure`() {
    #expect(
      throws: Failures([
        Failure(
          "/b/app",
          "cannot take the place of '/b/.app.\(RunToken.current).staging': Directory not empty"
        )
      ])
    ) { try build(BusyFiles(files, place: "/b/app", failing: 3)) }
  }

  @Test(arguments: [
    ("sqlite3.c", "#define SQLITE_CORE"), ("sqlite3.h", "#define SQLITE3_H"),
  ])
  func `an amalgamation of another shape is refused`(name: String, line: String) throws {
    try files.write("int x;\n", to: "/a/\(name)")

    #expect(
      throws: Failures([
        Failure(
          "app",
          "'\(name)' of SQLite 3.46.1 has no line '\(line)' to put the options before"
        )
      ])
    ) { try build(files) }
  }
}

struct CompilerLogTests {
  @Test func `what was not silent is a warning with the line and the log`() {
    let files = FakeFiles([
      "/b/app/logs/sqlite3.o.log": "In file x.c\nx.c:1: warning: odd\n",
      "/b/app/logs/geo.o.log": "",
    ])

    expectFindings(
      CompilerLog(directory: "/b/app", files: files)
        .findings(variant: "app", displayed: "build/app"),
      """
      app: warning: [compiler-warning] making 'sqlite3.o' was not silent
        note: it says 'x.c:1: warning: odd'
        note: log is in 'build/app/logs/sqlite3.o.log'
      """
    )
  }

  @Test func `a long line of a compiler is told in lines that fit`() {
    let line =
      "sqlite3.c:1:1: warning: "
      + Array(repeating: "unused variable", count: 12).joined(separator: " ")
    let files = FakeFiles(["/b/app/logs/sqlite3.o.log": line + "\n"])

    let text = CompilerLog(directory: "/b/app", files: files)
      .findings(variant: "app", displayed: "build/app").map(TextReport(colour: false).text)
      .joined(separator: "\n")

    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(text)")
    let said = lines.dropFirst().dropLast().map { $0.drop { $0 == " " }.dropFirst(6) }
    #expect(
      said.map { String($0.drop { $0 == " " }) }.joined(separator: " ") == "it says '\(line)'"
    )
  }
}

struct LeftoversTests {
  private let files = FakeFiles()
  private let place = RunToken.current.split(separator: "-")[1]

  private func left(of token: String) throws -> [String] {
    try files.write("", to: "/w/x.\(token).y")
    Leftovers(files: files).remove(in: "/w") { $0.split(separator: ".").dropFirst().first }
    return (try? files.list("/w")) ?? []
  }

  @Test func `what this run and those that are over left is removed`() throws {
    #expect(try left(of: RunToken.current) == [])
    #expect(try left(of: "99999999-\(place)-1") == [])
  }

  @Test func `what a run still needs is let be`() throws {
    // Process 1 is always there.
    #expect(try left(of: "1-\(place)-1") == ["x.1-\(place)-1.y"])
  }

  @Test func `a run elsewhere is asked by its age`() throws {
    let token = "99999999-elsewhere-1"
    let now = Int(time(nil)) * 1_000_000_000
    #expect(!RunToken.isLeftOver(token, changed: now))
    #expect(RunToken.isLeftOver(token, changed: now - 90_000 * 1_000_000_000))
    #expect(!RunToken.isLeftOver("no-token", changed: 0))
  }
}

struct GeneratorTests {
  @Test func `a make that succeeds and makes nothing is a failure`() {
    let release = Release(Version(3, 46, 1), checkIn: "c9c2", year: 2024, sha3: nil)
    let maker = AmalgamationMaker(
      files: FakeFiles(),
      commands: FakeCommands(),
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true),
      cache: "/cache"
    )

    #expect(
      throws: Failures([
        Failure(
          "SQLite 3.46.1",
          "'make sqlite3.c' made no 'sqlite3.c'",
          notes: [
            "the build folder is '/cache/work/generate.\(RunToken.current).stock-3.46.1'"
          ]
        )
      ])
    ) { try maker.folder(of: release, tree: "/tree", .stock) }
  }
}
