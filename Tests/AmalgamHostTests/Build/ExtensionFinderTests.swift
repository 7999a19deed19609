import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ExtensionFinderTests {
  private let files = FakeFiles([
    "/tree/ext/misc/regexp.c": "int sqlite3_regexp_init(void);",
    "/app/ext/acme.c": "int sqlite3_acme_init(void);",
    "/app/ext/wide.c":
      "#include \"sqlite3ext.h\"\n#include \"sub/wide.h\"\n#include \"../out.h\"\n"
      + "int sqlite3_wide_init(void);",
    "/app/ext/sub/wide.h": "#include \"deep.h\"\n#include \"absent.h\"\n",
    "/app/ext/sub/deep.h": "#include \"wide.h\"\n",
    "/app/ext/sqlite3ext.h": "another release's",
    "/app/out.h": "outside",
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

  @Test func `files beside a source that it includes come along, SQLite's headers do not`() throws {
    let source = try find("../ext/wide.c")

    #expect(source.companions.map(\.path) == ["sub/deep.h", "sub/wide.h"])
    #expect(source.companions.map(\.origin) == ["../ext/sub/deep.h", "../ext/sub/wide.h"])
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
