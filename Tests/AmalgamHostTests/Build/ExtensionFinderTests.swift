import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ExtensionFinderTests {
  private let files = FakeFiles([
    "/tree/ext/misc/regexp.c": "int sqlite3_regexp_init(void);",
    "/app/ext/acme.c": "int sqlite3_acme_init(void);",
  ])

  private func find(_ name: String) throws(Failure) -> ExtensionSource {
    let location = SourceLocation(file: "app.profile", line: 2, column: 11, excerpt: "")
    return try ExtensionFinder(files: files).source(
      ExtensionReference(name: name, at: location),
      profileDirectory: "/app/Profiles",
      tree: "/tree",
      release: Version(3, 46, 1)
    )
  }

  @Test func `a name is ours, else the release's, and a path starts at the profile`() throws {
    #expect(try find("geo").origin == "amalgam:geo.c")
    #expect(try find("regexp").origin == "sqlite-3.46.1/ext/misc/regexp.c")
    #expect(try find("../ext/acme.c").origin == "../ext/acme.c")
    #expect(try find("../ext/acme.c").name == "acme")
  }

  @Test func `an extension that is nowhere is told with the nearest name`() {
    #expect(
      throws: Failure(
        "app.profile:2:11",
        "no extension 'regex' is built in or in ext/misc of SQLite 3.46.1; did you mean 'regexp'?"
      )
    ) { try find("regex") }
    #expect(
      throws: Failure("app.profile:2:11", "no file './acme.c' is beside the profile")
    ) { try find("./acme.c") }
  }
}
