import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `inspect` on what compilers and linkers make of the stock source of a release.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct InspectorTests {
  private let workbench: InspectWorkbench

  init() throws { workbench = try InspectWorkbench() }

  @Test func `a release is told from changed source, with its options and names`() throws {
    try workbench.compile("sqlite3.c", to: "sqlite3.o")
    try workbench.compile("altered.c", to: "altered.o")
    try workbench.run("llvm-ar", "-rcs", "libsqlite3.a", "sqlite3.o")

    let report = try workbench.inspect("libsqlite3.a", "altered.o")

    #expect(report.exitStatus() == 0)
    #expect(report.body.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let onOneLine = report.body.replacing("\n" + String(repeating: " ", count: 15), with: " ")
    let body = onOneLine.split(separator: "\n").map(String.init)
    #expect(body.count == 10)
    #expect(body[0] == "libsqlite3.a: elf, x86_64")
    #expect(body[1] == "  SQLite 3.46.1 in sqlite3.o: the release of 2024-08-13")
    #expect(
      body[2] == "    source id  2024-08-13 09:16:08 "
        + "c9c2ab54ba1f5f46360f1b4f35d849cd3f080e6fc2b6c60e91b16c63f69a1e33"
    )
    #expect(body[3].hasPrefix("    options    "))
    #expect(body[3].contains(" THREADSAFE=1"))
    #expect(body[4] == "    names      \(try workbench.exportedNames(of: "sqlite3.o")) exported")
    #expect(body[6] == "  SQLite 3.46.1: changed source of the release of 2024-08-13")
    #expect(body[7].hasSuffix("f69aalt1"))
  }

  /// A name that would be a line of its own, or would colour the terminal.
  @Test func `what a hostile file is called begins no line`() throws {
    let name = "a\n  SQLite 9.9.9: the release of tomorrow\u{1B}[31m.o"
    try workbench.compile("sqlite3.c", to: "sqlite3.o")
    try workbench.run("cp", "sqlite3.o", name)

    let body = try workbench.inspect(name).body.split(separator: "\n")

    #expect(body.count { $0.contains("SQLite") && !$0.contains(": elf") } == 1)
    #expect(
      body[0] == "a\\x0A  SQLite 9.9.9: the release of tomorrow\\x1B[31m.o: elf, x86_64"
    )
  }

  @Test func `the options of a file are those that its PRAGMA lists`() throws {
    try workbench.compile("sqlite3.c", to: "sqlite3.o", "-DSQLITE_ENABLE_FTS5", "-DSQLITE_SOUNDEX")
    let listed = try workbench.reportedOptions(of: "sqlite3.o")

    #expect(try workbench.copies("list").map(\.options) == [listed])
    #expect(listed.contains("ENABLE_FTS5"))
  }

  @Test func `a copy is found stripped, prefixed, and in another language's module`() throws {
    try workbench.compile("sqlite3.c", to: "hidden.o", "-fvisibility=hidden", "-fPIC")
    try workbench.compile("module.c", to: "module.o", "-fPIC")
    try workbench.run("clang", "-shared", "module.o", "hidden.o", "-o", "module.so", "-lm")
    try workbench.run("llvm-objcopy", "--strip-all", "module.so")
    try workbench.compile("sqlite3.c", to: "plain.o")
    try workbench.prefix("plain.o", to: "prefixed.o", "acme_")

    let module = try #require(workbench.copies("module.so").first)
    let prefixed = try #require(workbench.copies("prefixed.o").first)

    #expect(module.version == "3.46.1")
    #expect(module.origin == .official)
    #expect(module.marks == ["stripped"])
    #expect(prefixed.marks == ["prefix:acme_"])
    #expect(prefixed.options == module.options)
    #expect(prefixed.survey?.exported == [])
  }

  @Test func `without a table of options names tell of them, and it is said`() throws {
    let options = ["-DSQLITE_ENABLE_FTS5", "-DSQLITE_ENABLE_RTREE", "-DSQLITE_SOUNDEX"]
    let quiet = "-DSQLITE_OMIT_COMPILEOPTION_DIAGS"
    try workbench.compile("sqlite3.c", to: "quiet.o", [quiet] + options)
    try workbench.compile("sqlite3.c", to: "bare.o", [quiet])

    let report = try workbench.inspect("quiet.o", require: "module:fts5", "module:geopoly")
    let copy = try #require(workbench.copies("quiet.o").first)
    let bare = try #require(workbench.copies("bare.o").first)

    #expect(copy.options == ["ENABLE_FTS5", "ENABLE_RTREE", "SOUNDEX"])
    #expect(!copy.optionsComplete)
    #expect(bare.options == [])
    #expect(
      report.body.contains(
        """
            options    none are reported (SQLITE_OMIT_COMPILEOPTION_DIAGS)
            by names   ENABLE_FTS5 ENABLE_RTREE SOUNDEX
        """
      )
    )
    expectFindings(
      report.findings,
      """
      quiet.o: error: [require] 'module:geopoly' is required, but its SQLite 3.46.1 lacks it: \
      nothing in its data is of 'SQLITE_ENABLE_GEOPOLY' and 'SQLITE_ENABLE_RTREE'
        fix: compile SQLite with '-DSQLITE_ENABLE_GEOPOLY' and '-DSQLITE_ENABLE_RTREE'
      """
    )
  }

  @Test func `the option that would bring what is required is named, and brings it`() throws {
    try workbench.compile("sqlite3.c", to: "a.o")
    let before = try workbench.inspect("a.o", require: "module:fts5")

    let count = try workbench.copies("a.o")[0].options.count
    expectFindings(
      before.findings,
      """
      a.o: error: [require] 'module:fts5' is required, but its SQLite 3.46.1 lacks it: \
      'SQLITE_ENABLE_FTS5' is not among its \(count) options
        fix: compile SQLite with '-DSQLITE_ENABLE_FTS5'
      """
    )
    #expect(before.exitStatus() == 1)

    try workbench.compile("sqlite3.c", to: "a.o", "-DSQLITE_ENABLE_FTS5")

    #expect(try workbench.inspect("a.o", require: "module:fts5").exitStatus() == 0)
  }

  @Test func `who answers, and who asked for it, is told where no SQLite is`() throws {
    try workbench.compile("sqlite3.c", to: "sqlite3.o", "-fPIC", "-DSQLITE_ENABLE_FTS5")
    try workbench.linkSystemLibrary(from: "sqlite3.o")
    try workbench.compile("autolink.c", to: "main.o")
    try workbench.run("clang", "main.o", "-L.", "-lsqlite3", "-o", "main")

    let alone = try workbench.inspect("main", "main.o", require: "module:fts5")
    let together = try workbench.inspect("main", "libsqlite3.so", require: "module:fts5")

    expectFindings(
      alone.findings,
      """
      main: error: [require] 'module:fts5' is required, but no SQLite is in it
        note: 'libsqlite3.so.0' answers: it takes 1 name of SQLite's API from there
        note: 'main.o' asks the linker for it by '-lsqlite3'
        note: Swift's 'import SQLite3' does that, in the name of the system's library
        fix: link a SQLite that has it before all that asks for another
      main.o: error: [require] 'module:fts5' is required, but no SQLite is in it
        note: it takes 1 name of SQLite's API from elsewhere
        note: 'main.o' asks the linker for it by '-lsqlite3'
        note: Swift's 'import SQLite3' does that, in the name of the system's library
        fix: link a SQLite that has it before all that asks for another
      """
    )
    #expect(together.exitStatus() == 0)

    try workbench.run("llvm-ar", "-rcs", "own.a", "sqlite3.o")
    try workbench.run("clang", "main.o", "own.a", "-L.", "-lsqlite3", "-lm", "-o", "main")

    #expect(try workbench.inspect("main", require: "module:fts5").exitStatus() == 0)
  }

  @Test func `a program that uses another library than the copy beside it is told`() throws {
    try workbench.compile("sqlite3.c", to: "sqlite3.o", "-fPIC")
    for name in ["libsqlite3.so.0", "libsqlite3-own.so"] {
      try workbench.run(
        "clang",
        "-shared",
        "sqlite3.o",
        "-Wl,-soname,\(name)",
        "-o",
        name,
        "-lm"
      )
    }
    try workbench.compile("main.c", to: "main.o")
    try workbench.run("clang", "main.o", "libsqlite3.so.0", "-o", "main")

    let report = try workbench.inspect("main", "libsqlite3-own.so", require: "module:json_each")

    expectFindings(
      report.findings,
      """
      main: error: [require] 'module:json_each' is required, but 'libsqlite3.so.0' answers
        note: a copy is in 'libsqlite3-own.so', and this file does not use it
        fix: link 'main' with that copy, before or in place of what it uses now
      """
    )
    try workbench.run("clang", "main.o", "libsqlite3-own.so", "-o", "main")

    let mended = try workbench.inspect("main", "libsqlite3-own.so", require: "module:json_each")
    #expect(mended.exitStatus() == 0)
  }

  @Test func `an image that takes part of the API from another library is split`() throws {
    try workbench.compile("sqlite3.c", to: "own.o")
    try workbench.compile("sqlite3.c", to: "other.o", "-fPIC", "-DSQLITE_ENABLE_SNAPSHOT")
    try workbench.linkSystemLibrary(from: "other.o")
    try workbench.compile("snapshot.c", to: "main.o")
    try workbench.run("clang", "main.o", "own.o", "-L.", "-lsqlite3", "-lm", "-o", "main")

    let report = try workbench.inspect("main")

    let own = try workbench.exportedNames(of: "own.o")
    expectFindings(
      report.findings,
      """
      main: error: [split] it has \(own) names of SQLite's API itself and takes \
      'sqlite3_snapshot_get' from elsewhere, so two copies would work on the same handles
        note: they come from 'libsqlite3.so.0'
        fix: keep one: build the SQLite of 'main' with 'SQLITE_ENABLE_SNAPSHOT', and drop \
      'libsqlite3.so.0'
      """
    )
    try workbench.compile("sqlite3.c", to: "own.o", "-DSQLITE_ENABLE_SNAPSHOT")
    try workbench.run("clang", "main.o", "own.o", "-L.", "-lsqlite3", "-lm", "-o", "main")

    #expect(try workbench.inspect("main").findings == [])
  }

  @Test func `a split is told of a copy whose names were stripped`() throws {
    try workbench.compile("sqlite3.c", to: "own.o", "-fvisibility=hidden", "-DSQLITE_API=")
    try workbench.compile("sqlite3.c", to: "other.o", "-fPIC", "-DSQLITE_ENABLE_SNAPSHOT")
    try workbench.linkSystemLibrary(from: "other.o")
    try workbench.compile("snapshot.c", to: "main.o")
    try workbench.run("clang", "main.o", "own.o", "-L.", "-lsqlite3", "-lm", "-s", "-o", "main")

    #expect(
      try workbench.inspect("main").findings.map(\.message) == [
        "it has a SQLite of its own, whose names were stripped, and takes 'sqlite3_snapshot_get' "
          + "from elsewhere, so two copies would work on the same handles"
      ]
    )
  }

  @Test func `of several members that cannot be read one is told and the others are counted`()
    throws
  {
    try workbench.compile("main.c", to: "one.o", "-flto")
    try workbench.compile("module.c", to: "two.o", "-flto")
    try workbench.run("llvm-ar", "-rcS", "lto.a", "one.o", "two.o")

    #expect(
      text(of: try workbench.inspect("lto.a").failures) == """
        lto.a(one.o): error: cannot be told to hold a SQLite or none: it is LLVM bitcode
          note: nor can 1 other: 'two.o'
          fix: give it the program that is linked from it, or compile without '-flto'
        """
    )
  }

  @Test func `an extension that calls SQLite is not split`() throws {
    try workbench.compile("extension.c", to: "extension.o", "-fPIC")
    try workbench.run("clang", "-shared", "extension.o", "-o", "extension.so")

    let report = try workbench.inspect("extension.so")

    #expect(report.findings == [])
    #expect(report.body.contains("no SQLite is in it; 1 name of the API"))
  }

  @Test func `what cannot be told is exit status 2, never no copy`() throws {
    try workbench.compile("main.c", to: "lto.o", "-flto")
    try workbench.run("llvm-ar", "-rcS", "lto.a", "lto.o")
    try workbench.write("!<arch>\n", to: "empty.a")
    try workbench.write("text", to: "readme")

    let report = try workbench.inspect("lto.a", "empty.a", "readme", require: "module:fts5")

    #expect(report.exitStatus() == 2)
    #expect(report.findings == [])
    #expect(
      text(of: report.failures) == """
        readme: error: cannot be read: wanted an object file, a library or an archive, found text \
        at offset 0
        lto.a(lto.o): error: cannot be told to hold a SQLite or none: it is LLVM bitcode
          fix: give it the program that is linked from it, or compile without '-flto'
        empty.a: error: holds no object, so nothing was judged
        """
    )
    #expect(!report.body.contains("no SQLite is in it"))
  }

  @Test func `who encrypts is told, and a key without one is too`() throws {
    try workbench.compile("sqlite3.c", to: "a.o")
    for (source, mark) in [
      ("const char *const f = \"sqlcipher_export\";", "encryption:sqlcipher"),
      ("const char *const f = \"sqlite3mc_config\";", "encryption:sqlite3mc"),
      ("const char *const f = \"see-aes256-ofb\";", "encryption:see"),
      ("const char *const f = \"see-cccrypt\";", "encryption:see"),
      ("int sqlite3_key(void *db, void *key, int n) { return 0; }", "encryption:unknown"),
    ] {
      try workbench.write(source, to: "extra.c")
      try workbench.compile("extra.c", to: "extra.o")
      try workbench.run("llvm-ar", "-rcs", "extra.a", "a.o", "extra.o")
      #expect(try workbench.copies("extra.a").map(\.marks) == [[mark]])
    }
    #expect(try workbench.copies("a.o").map(\.marks) == [[]])

    let report = try workbench.inspect("a.o", require: "symbol:sqlite3_key")
    expectFindings(
      report.findings,
      """
      a.o: error: [require] 'symbol:sqlite3_key' is required, but its SQLite 3.46.1 lacks it: \
      it does not define that name
        fix: take a SQLite that has it
      """
    )
  }

  @Test func `a copy in an app that is zipped is found`() throws {
    try workbench.compile("sqlite3.c", to: "App.app/App.debug.dylib")
    try workbench.compile("main.c", to: "App.app/App")
    try workbench.run("zip", "-qr", "app.ipa", "App.app")

    #expect(try workbench.copies("app.ipa").map(\.file) == ["app.ipa/App.app/App.debug.dylib"])
    #expect(try workbench.copies("App.app").map(\.file) == ["App.app/App.debug.dylib"])
  }

  @Test func `of two releases in one program the table tells which id is whose`() throws {
    try workbench.compile("sqlite3.c", to: "a.o", "-fPIC")
    try workbench.prefix("a.o", to: "first.o", "a_")
    try workbench.compile("other.c", to: "b.o", "-fPIC")
    try workbench.run("clang", "-shared", "first.o", "b.o", "-o", "both.so", "-lm")

    let copies = try workbench.copies("both.so").sorted { ($0.version ?? "") < ($1.version ?? "") }

    #expect(copies.map(\.version) == ["3.40.1", "3.46.1"])
    #expect(copies.map(\.sourceID) == [InspectWorkbench.otherID, InspectWorkbench.id])
    #expect(copies.map(\.origin) == [.official, .official])
  }

  /// Where nothing but its prefix tells a copy from another one of the same source.
  @Test(arguments: [[], ["-DSQLITE_OMIT_COMPILEOPTION_DIAGS"]])
  func `two copies of one release are two, each with its prefix`(flags: [String]) throws {
    try workbench.compile("sqlite3.c", to: "a.o", ["-fPIC"] + flags)
    try workbench.prefix("a.o", to: "first.o", "a_")
    try workbench.prefix("a.o", to: "second.o", "b_")
    let link = [
      "-shared", "-fuse-ld=lld", "-Wl,-O2", "first.o", "second.o", "-o", "both.so", "-lm",
    ]
    try workbench.run(["clang"] + link)

    let copies = try workbench.copies("both.so")

    #expect(copies.map(\.version) == ["3.46.1", "3.46.1"])
    #expect(Set(copies.flatMap(\.marks)).isSuperset(of: ["prefix:a_", "prefix:b_"]))
  }
}
