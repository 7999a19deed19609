import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// What is made of a variant for those who build with it.
struct ExportTests {
  private func export(
    _ options: [CompileOption] = [],
    extensions: [(name: String, text: String)] = [],
    core: String = "int sqlite3_open(void) {return 0;}\n#define TAKEN 1\nstatic int mine;\n"
  ) throws -> Export {
    let place = SourceLocation(file: "Profiles/my-app.profile", line: 1, column: 1, excerpt: "")
    var profile = ResolvedProfile(name: "my-app", file: "Profiles/my-app.profile", digest: "d")
    profile.options = options
    var variant: [String: [UInt8]] = [:]
    let sources = try extensions.map { name, text in
      profile.extensions.append(ExtensionReference(name: name, at: place))
      let contents = Array(
        "#include \"sqlite3ext.h\"\nint sqlite3_\(name)_init(void) {return 0;}\n\(text)".utf8
      )
      variant["extensions/\(name).c"] = contents
      return try ExtensionSource(
        name: name,
        origin: "amalgam:\(name).c",
        contents: contents,
        entryPoint: nil,
        location: place
      )
    }
    let plan = BuildPlan.example(profile, extensions: sources, libraries: ["m"])
    for path in Export.needed(of: plan) where variant[path] == nil {
      variant[path] = Array("the file \(path)\n".utf8)
    }
    variant["sqlite3.c"] = Array(core.utf8)
    return Export(
      plan: plan,
      capabilities: [Capability(.module, "fts5"), Capability(.symbol, "sqlite3_open")],
      faults: [],
      variant: variant
    )
  }

  private func text(_ path: String, _ files: [ExportedFile]) throws -> String {
    let file = try #require(files.first { $0.path == path }, "no \(path)")
    return String(decoding: file.contents, as: UTF8.self)
  }

  /// Names go into `Package.swift`, CMake's and pkg-config's files, plists and module maps as they are.
  @Test(arguments: [
    "\"", "\\", "\\(x)", "`", "$x", "${x}", "$(x)", ";", "&", "<b>", "]]>", "'", "{", "}", ")",
    "*/", "//",
    "%", "\u{1B}", "\u{202E}", "\u{E9}", "x:y", "x,y", "x=y", "../x", "~",
  ])
  func `no name that means something to what reads an export can be had`(text: String) {
    for line in [
      "library a\(text)b", "library \(text)", "prefix a\(text)b_", "set a\(text)b: geo",
      "extension a\(text)b", "extension x\(text)y.c", "extension a init=f\(text)g",
      "target x86_64\(text)-linux-gnu", "sqlite 3.46.1\(text)",
    ] where !line.hasSuffix(".c") || !text.contains("/") {
      let findings = ProfileParser(text: line, file: "p.profile").findings
      #expect(findings.contains { $0.severity == .error }, "\(line.debugDescription)")
    }
    let named = ProfileParser(text: "optimize size", file: "Profiles/a\(text)b.profile")
    #expect(named.findings.contains { $0.severity == .error } || text.contains("/"), "\(text)")
    #expect(ModuleName.fault(of: "C\(text)") == "takes a name of C, not 'C\(text)'")
  }

  @Test func `a module's name can be imported, and is no other's`() {
    for name in ["CSQLiteApp", "MySQLite", "CMine", "Cabc", "_x", "C"] {
      #expect(ModuleName.fault(of: name) == nil, "\(name)")
    }
    for name in ["", "1a", "_", "a-b", "a.b"] {
      #expect(ModuleName.fault(of: name) == "takes a name of C, not '\(name)'")
    }
    #expect(
      ModuleName.fault(of: "class")
        == "takes a name that can be imported, and 'class' is a word of the language"
    )
    // The Swift module is called by it without its 'C'.
    for (name, module) in [("Swift", "Swift"), ("CFoundation", "Foundation"), ("CAny", "Any")] {
      #expect(ModuleName.fault(of: name)?.contains("and '\(module)' is ") == true, "\(name)")
    }
    #expect(
      ModuleName.fault(of: "CTesting")
        == "takes a name of its own, and 'Testing' is another module's"
    )
  }

  @Test func `hostile text of a profile or an extension stays text in what is read by people`()
    throws
  {
    let hostile = HostileText.all.split(separator: "\n").joined(separator: " ")
    let place = SourceLocation(
      file: "Profiles/my-app.profile",
      line: 3,
      column: 1,
      excerpt: "SQLITE_ENABLE_FTS5 # \(hostile)"
    )
    let files = try export(
      [CompileOption("SQLITE_ENABLE_FTS5", "1", at: place)],
      extensions: [("geo", "// SPDX-License-Identifier: <script>|`]]>\u{1B}[31m\u{202E}\n")]
    ).files(.sources)

    for name in ["README.md", "LICENSES.md"] {
      let text = try text(name, files)
      #expect(!text.contains("<script") && !text.contains("<b>"), "\(name): \(text)")
      #expect(!text.replacing("\\]", with: "").contains("](javascript"), "\(name)")
      #expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isControl },
        "\(name): \(text.debugDescription)"
      )
    }
    // One row, with as many cells as the others.
    let row = try #require(
      try text("README.md", files).split(separator: "\n").first { $0.contains("alert") }
    )
    #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 4, "\(row)")
  }

  @Test func `extensions and registration stand in sqlite3.c, includes left out`() throws {
    let files = try export(extensions: [("geo", "static int box;\n")]).files(.sources)

    #expect(
      files.map(\.path) == [
        "LICENSES.md", "README.md", "manifest.json", "registration.h", "sqlite3.c", "sqlite3.h",
        "sqlite3ext.h", "export.json",
      ]
    )
    #expect(
      try text("sqlite3.c", files) == """
        int sqlite3_open(void) {return 0;}
        #define TAKEN 1
        static int mine;
        /* amalgam: begin extension geo */
        int sqlite3_geo_init(void) {return 0;}
        static int box;

        /* amalgam: end extension geo */
        /* amalgam: begin registration */
        the file registration.h
        the file registration.c

        /* amalgam: end registration */

        """
    )
  }

  @Test(arguments: [
    ("static int mine;", "a name of SQLite's"), ("int x = TAKEN;", "a macro of SQLite's"),
    ("static int box;", "a name of the extension before"),
  ])
  func `an extension whose names are taken is a file of its own`(text: String, why: String) throws {
    let files = try export(extensions: [("geo", "static int box;\n"), ("own", text)])
      .files(.sources)

    #expect(
      try self.text("own.c", files).hasPrefix(
        "#ifndef SQLITE_CORE\n#define SQLITE_CORE 1\n#endif\n#include \"sqlite3ext.h\"\n"
      )
    )
    #expect(try !self.text("sqlite3.c", files).contains("sqlite3_own_init(void) {"))
    #expect(try self.text("README.md", files).contains("`cc -O2 -c sqlite3.c own.c`"))
  }

  @Test func `what extensions are meant to use is no collision`() {
    let core = CNames(
      Array("#define SQLITE_OK 0\n#define memcpy x\ntypedef struct sqlite3 sqlite3;\n".utf8)
    )
    let own = CNames(
      Array("typedef struct sqlite3 sqlite3;\nint a(void) {memcpy(SQLITE_OK);}".utf8)
    )

    #expect(core.collisions(with: own) == [])
  }

  @Test func `the four files of GRDB have the same options`() throws {
    let options = [
      CompileOption("SQLITE_DQS", "0"), CompileOption("SQLITE_ENABLE_FTS5"),
      CompileOption("SQLITE_THREADSAFE", "2"),
    ]
    let files = try export(options).files(.grdb)
    let made = "// Made by amalgam from the profile 'my-app'; an edit here is lost.\n"

    #expect(
      try text("SQLiteLib-USER.xcconfig", files) == made
        + "CUSTOM_SQLLIBRARY_CFLAGS = -DSQLITE_DQS=0 -DSQLITE_ENABLE_FTS5 -DSQLITE_THREADSAFE=2\n"
    )
    #expect(
      try text("GRDBCustomSQLite-USER.xcconfig", files) == made
        + "CUSTOM_OTHER_SWIFT_FLAGS = -D SQLITE_ENABLE_FTS5 -D SQLITE_THREADSAFE\n"
    )
    #expect(
      try text("GRDBCustomSQLite-USER.h", files) == made
        + "#define SQLITE_DQS 0\n#define SQLITE_ENABLE_FTS5 1\n#define SQLITE_THREADSAFE 2\n"
    )
    #expect(try text("GRDBCustomSQLite-INSTALL.sh", files).hasPrefix("#!/bin/sh\n"))
  }

  @Test func `what GRDB's build leaves behind is told, and promised nowhere`() throws {
    let files = try export(extensions: [("geo", "")]).files(.grdb)

    #expect(
      try text("README.md", files).contains(
        "These do not come along, since GRDB compiles SQLite alone: the extensions (geo); "
          + "`amalgam_manifest()`.\n"
      )
    )
    let text = """
      extension geo
      extension cjk on-demand
      set map: geo
      instrument calls
      SQLITE_ENABLE_FTS5
      require function:distance_km/4
      """
    var resolver = ProfileResolver { _, _ in nil }
    let profile = try resolver.resolve(.init(file: "app.profile", text: text), host: "x").profile
    let catalogue = try EmbeddedTables.catalogue()
    func promised(_ profile: ResolvedProfile) -> Set<String> {
      let promise = catalogue.promise(of: profile, release: Version(3, 46, 1))
      return Set(promise.capabilities.keys.map(\.description))
    }
    let registered: Set = [
      "function:distance_km/4", "function:amalgam_manifest/0", "module:amalgam_calls",
    ]
    #expect(promised(profile).isSuperset(of: registered))
    #expect(promised(profile.withoutRegistration).isDisjoint(with: registered))
    #expect(promised(profile.withoutRegistration).contains("module:fts5"))
  }

  @Test func `CMake and pkg-config are told what the archive needs`() throws {
    let files = try export().files(.cmake)
    let single = try export([CompileOption("SQLITE_THREADSAFE", "0")]).files(.cmake)
    let config = "lib/cmake/sqlite3-my-app/sqlite3-my-app-config.cmake"

    #expect(
      try text(config, files).contains(
        "INTERFACE_LINK_LIBRARIES \"Threads::Threads;m;${CMAKE_DL_LIBS}\""
      )
    )
    #expect(try !text(config, single).contains("Threads"))
    #expect(
      try text("lib/pkgconfig/sqlite3-my-app.pc", files).contains(
        "Libs: -L${prefix}/lib -lsqlite3-my-app -lm -lpthread -ldl\n"
      )
    )
    #expect(files.map(\.path).contains("include/sqlite3-my-app/registration.h"))
  }

  @Test func `the README has each option with the profile's reason and line`() throws {
    let place = SourceLocation(
      file: "Profiles/my-app.profile",
      line: 7,
      column: 1,
      excerpt: "SQLITE_ENABLE_FTS5   # search | find"
    )
    let readme = try text(
      "README.md",
      export([CompileOption("SQLITE_ENABLE_FTS5", at: place)]).files(.sources)
    )

    #expect(readme.contains("| `SQLITE_ENABLE_FTS5=1` | search \\| find | my-app.profile:7 |\n"))
    #expect(readme.contains("- module: `fts5`\n- symbol: 1, all that the header declares\n"))
    #expect(readme.contains("None was published when this was made."))
    #expect(readme.contains("`amalgam export my-app --kind sources --into DIR`"))
  }

  @Test func `an export lists its files, and the list is read again`() throws {
    let files = try export().files(.cmake)
    let list = try text(ExportList.name, files)

    #expect(ExportList.paths(in: list) == files.dropLast().map(\.path))
    #expect(ExportList.paths(in: "{}") == nil)
    #expect(files.map(\.path) == files.dropLast().map(\.path).sorted() + [ExportList.name])
  }

  @Test func `a variant without a file that is needed is told`() throws {
    let plan = try export().plan
    #expect(throws: Failure("my-app", "has no 'sqlite3.c' to export")) {
      try Export(plan: plan, capabilities: [], faults: [], variant: [:]).files(.sources)
    }
  }
}
