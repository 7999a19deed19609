import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct StarterTests {
  @Test func `a new project has a profile, what it inherits, a lock and ignore lines`() throws {
    let files = FakeFiles(["/app/.gitignore": "/build/\n*.o"])

    let written = try Starter(files: files, directory: "/app").start(
      name: "mobile",
      from: "minimal"
    )

    #expect(
      written == [
        "Profiles/base.profile", "Profiles/mobile.profile", "Vendor/releases.lock", ".gitignore",
      ]
    )
    #expect(try files.readText("/app/.gitignore") == "/build/\n*.o\n/Vendor/sqlite-*/\n")
    let profile = ProfileParser(
      text: try files.readText("/app/Profiles/mobile.profile"),
      file: "Profiles/mobile.profile"
    )
    #expect(profile.findings.isEmpty)
    #expect(profile.profile.inherited?.value == "base")
  }

  @Test func `the release that is asked for stands in what is made`() throws {
    for parent in ["minimal", "full"] {
      let files = FakeFiles([:])
      _ = try Starter(files: files, directory: "/app").start(
        name: "mobile",
        from: parent,
        release: Version(3, 46, 1)
      )
      let profile = ProfileParser(
        text: try files.readText("/app/Profiles/mobile.profile"),
        file: "Profiles/mobile.profile"
      )
      #expect(profile.findings.isEmpty)
      #expect(profile.profile.items.contains { $0.kind == .release(Version(3, 46, 1)) })
    }
  }

  @Test func `nothing that is there is touched`() throws {
    let files = FakeFiles(["/app/Profiles/base.profile": "abstract # mine"])
    let starter = Starter(files: files, directory: "/app")

    _ = try starter.start(name: "mobile", from: "minimal")

    #expect(try files.readText("/app/Profiles/base.profile") == "abstract # mine")
    #expect(
      throws: Failure(
        "Profiles/mobile.profile",
        "is there already",
        fix: "choose another name: 'amalgam init NAME'"
      )
    ) { try starter.start(name: "mobile", from: "minimal") }
  }

  @Test func `names that cannot be are refused before anything is written`() {
    let files = FakeFiles()
    let starter = Starter(files: files, directory: "/app")

    #expect(
      throws: Failure(
        "My App",
        "is no profile name: lower-case letters, digits and '-', not '-' first"
      )
    ) { try starter.start(name: "My App", from: "minimal") }
    #expect(
      throws: Failure(
        "nothing",
        "is neither a built-in profile nor a file to begin from",
        fix: "use one of full, minimal, search-only"
      )
    ) { try starter.start(name: "app", from: "nothing") }
    #expect(files.written.isEmpty)
  }
}
