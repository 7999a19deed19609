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
        "no extension 'regex' is built in or in ext/misc of SQLite 3.46.1; did you mean 'regexp'?",
        fix: "write 'regexp'"
      )
    ) { try find("regex") }
    #expect(
      throws: Failure(
        "app.profile:2:11",
        "no file './acme.c' is beside the profile",
        fix: "remove the line"
      )
    ) { try find("./acme.c") }
    #expect(
      throws: Failure(
        "app.profile:2:11",
        "no file '../ext/acne.c' is beside the profile; did you mean '../ext/acme.c'?",
        fix: "write '../ext/acme.c'"
      )
    ) { try find("../ext/acne.c") }
  }

  @Test(
    arguments: [
      ("regexp", "/tree", nil), ("geo", nil, nil), ("../ext/acme.c", nil, nil),
      // Without the release's tree nobody can tell.
      ("nosuch", nil, nil), ("nosuch", "/tree", "remove the line"),
      ("gео", "/tree", "remove the line"),
      ("goe", "/tree", "write 'geo'"), ("../ext/acne.c", nil, "write '../ext/acme.c'"),
    ] as [(String, String?, String?)]
  )
  func `lint is told of an extension that is nowhere, and how to mend it`(
    name: String,
    tree: String?,
    fix: String?
  ) {
    let location = SourceLocation(file: "app.profile", line: 2, column: 11, excerpt: "")
    let finding = ExtensionFinder(files: files).absence(
      of: ExtensionReference(name: name, at: location),
      profileDirectory: "/app/Profiles",
      tree: tree,
      release: Version(3, 46, 1)
    )

    #expect(finding?.fix == fix)
    #expect(finding?.check == (fix == nil ? nil : "extension-source"))
  }
}
