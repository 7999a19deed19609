import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `inspect` on files with the faults that people meet.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct InspectFaultTests {
  private let workbench: InspectWorkbench

  init() throws { workbench = try InspectWorkbench() }

  private func copies(_ name: String) throws -> [Parsed] {
    try Parsed(try workbench.verb(name, "--format", "json").output)["copies"].elements
  }

  /// `PRAGMA key` is no error where nothing encrypts, so only what the file has proves anything.
  @Test func `a key that plain SQLite swallows is never taken for encryption`() throws {
    try workbench.compile("sqlite3.c", to: "a.o")

    let key = try workbench.verb("a.o", "--require", "symbol:sqlite3_key", "--quiet")
    let pragma = try workbench.verb("a.o", "--require", "pragma:key", "--quiet")

    #expect(key.status == .exited(1))
    #expect(pragma.status != .exited(0))
    #expect(try copies("a.o")[0]["marks"].count == 0)
  }

  @Test func `names that a library leaks are counted as the loader sees them`() throws {
    try workbench.compile("sqlite3.c", to: "plain.o", "-fPIC")
    try workbench.compile("sqlite3.c", to: "hidden.o", "-fPIC", "-fvisibility=hidden")
    try workbench.run("llvm-ar", "rcs", "plain.a", "plain.o")
    try workbench.compile("module.c", to: "module.o", "-fPIC")
    try workbench.write(
      """
      #define SQLITE_API static
      #include "sqlite3.c"
      int PyInit_module(void) { sqlite3 *db; return sqlite3_open(":memory:", &db); }
      """,
      to: "static.c"
    )
    try workbench.compile("static.c", to: "static.o", "-fPIC")
    try workbench.write("{ global: PyInit_module; sqlite3_open; local: *; };", to: "one.map")
    for (name, inputs) in [
      ("plain.so", ["module.o", "plain.a"]),
      ("excluded.so", ["module.o", "plain.a", "-Wl,--exclude-libs,ALL"]),
      ("hidden.so", ["module.o", "hidden.o"]),
      ("static.so", ["static.o"]),
      ("one.so", ["module.o", "plain.a", "-Wl,--version-script=one.map"]),
    ] {
      try workbench.run(["clang", "-shared"] + inputs + ["-o", name, "-lm"])
      let seen = try workbench.definedNames(of: name, "-D").filter { $0.hasPrefix("sqlite3") }
      let copy = try #require(try copies(name).first)

      #expect(copy["exported"] == seen.count)
      #expect(copy["version"] == "3.46.1")
      #expect((seen.count > 200) == (name == "plain.so"))
      #expect((seen.count == 1) == (name == "one.so"))
    }
  }

  /// The families without an underscore behind `sqlite3` are forgotten easily.
  @Test func `names that a home-made prefix left behind are counted`() throws {
    try workbench.compile(
      "sqlite3.c",
      to: "a.o",
      "-DSQLITE_ENABLE_SESSION",
      "-DSQLITE_ENABLE_PREUPDATE_HOOK",
      "-DSQLITE_ENABLE_RBU"
    )
    try workbench.prefix("a.o", to: "some.o", "acme_") { $0.hasPrefix("sqlite3_") }
    try workbench.prefix("a.o", to: "all.o", "acme_")
    let left = try workbench.definedNames(of: "some.o").filter { !$0.hasPrefix("acme_") }
    try #require(left.count > 50)

    let (some, all) = (try copies("some.o"), try copies("all.o"))

    #expect(some.map { $0["marks"][0].string } == ["prefix:acme_"])
    #expect(some.map { $0["exported"].integer } == [left.count])
    #expect(all.map { $0["marks"][0].string } == ["prefix:acme_"])
    #expect(all.map { $0["exported"].integer } == [0])
    #expect(
      try workbench.verb("some.o").output.contains(
        "\n    names      prefix 'acme_', \(left.count) without it exported\n"
      )
    )
  }

  @Test func `of two archives in one link the one in front is the copy that is told`() throws {
    for name in ["sqlite3", "other"] {
      try workbench.compile("\(name).c", to: "\(name).o")
      try workbench.run("llvm-ar", "rcs", "\(name).a", "\(name).o")
    }
    try workbench.write(
      """
      extern const char *sqlite3_libversion(void);
      extern int puts(const char *);
      int main(void) { puts(sqlite3_libversion()); return 0; }
      """,
      to: "print.c"
    )
    for order in [["sqlite3.a", "other.a"], ["other.a", "sqlite3.a"]] {
      try workbench.run(
        ["clang", "print.c"] + order + ["-o", "print", "-lm", "-ldl", "-lpthread"]
      )
      let printed = try workbench.output("print")

      #expect(try copies("print").map { $0["version"].string.map { $0 + "\n" } } == [printed])
    }
  }

  @Test func `a copy that is hidden and stripped beside names from elsewhere is split`() throws {
    try workbench.compile("sqlite3.c", to: "own.o", "-fvisibility=hidden")
    try workbench.compile("sqlite3.c", to: "other.o", "-fPIC", "-DSQLITE_ENABLE_SNAPSHOT")
    let soname = "-Wl,-soname,libsqlite3.so.0"
    try workbench.run("clang", "-shared", "other.o", soname, "-o", "libsqlite3.so", "-lm")
    try workbench.compile("snapshot.c", to: "main.o")
    func link(_ name: String) throws {
      let libraries = ["-L.", "-lsqlite3", "-lm", "-ldl", "-lpthread"]
      try workbench.run(["clang", "main.o", "own.o"] + libraries + ["-o", name])
      try workbench.run("llvm-objcopy", "--strip-all", name)
    }
    try link("main")

    let outcome = try workbench.verb("main", "--quiet")

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output.contains(
        """


        main: error: [split] it has a SQLite of its own, whose names were stripped, and takes \
        'sqlite3_snapshot_get' from elsewhere, so two copies would work on the same handles
          note: they come from 'libsqlite3.so.0'
          fix: keep one: build the SQLite of 'main' with 'SQLITE_ENABLE_SNAPSHOT', and drop \
        'libsqlite3.so.0'


        """
      )
    )
    func symbols() throws -> BuiltTool.Outcome {
      try BuiltTool(in: workbench.folder.path).run(["symbols", "main"])
    }
    #expect(
      try symbols().output.hasPrefix(
        """
        main, libsqlite3.so.0: error: [split] 'main' has a SQLite of its own, whose names were \
        stripped, but 'sqlite3_snapshot_get' comes from 'libsqlite3.so.0'
          fix: keep one: build the SQLite of 'main' with 'SQLITE_ENABLE_SNAPSHOT', and drop \
        'libsqlite3.so.0'

        """
      )
    )
    try workbench.compile(
      "sqlite3.c",
      to: "own.o",
      "-fvisibility=hidden",
      "-DSQLITE_ENABLE_SNAPSHOT"
    )
    try link("main")
    #expect(try workbench.verb("main").status == .exited(0))
    #expect(try symbols().status == .exited(0))
  }

  /// What the copy has under that name is taken from the system all the same: it was renamed.
  @Test func `a prefixed copy that was stripped is not split from the system's`() throws {
    try workbench.compile("sqlite3.c", to: "a.o", "-fPIC", "-fvisibility=hidden")
    try workbench.prefix("a.o", to: "prefixed.o", "acme_")
    try workbench.compile("sqlite3.c", to: "system.o", "-fPIC")
    let soname = "-Wl,-soname,libsqlite3.so.0"
    try workbench.run("clang", "-shared", "system.o", soname, "-o", "libsqlite3.so", "-lm")
    try workbench.compile("main.c", to: "main.o")
    try workbench.run(
      "clang",
      "main.o",
      "prefixed.o",
      "-L.",
      "-lsqlite3",
      "-lm",
      "-o",
      "main"
    )
    try workbench.run("llvm-objcopy", "--strip-all", "main")

    let outcome = try workbench.verb("main")

    #expect(outcome.status == .exited(0))
    #expect(outcome.output.contains("\n  SQLite 3.46.1: the release of 2024-08-13\n"))
    #expect(outcome.output.contains(" 1 taken from libsqlite3.so.0\n"))
    let symbols = try BuiltTool(in: workbench.folder.path).run(["symbols", "main"])
    #expect(!symbols.output.contains("[split]"))
  }

  @Test func `members that are no objects are named, and the others are read`() throws {
    try workbench.compile("sqlite3.c", to: "a.o")
    for name in ["b.txt", "c.txt"] { try workbench.write("a text of more bytes\n", to: name) }
    try workbench.run("llvm-ar", "rcs", "a.a", "b.txt", "a.o", "c.txt")

    let outcome = try workbench.verb("a.a", "--quiet")

    #expect(outcome.status == .exited(2))
    #expect(outcome.output.contains("\n  SQLite 3.46.1 in a.o: the release of 2024-08-13\n"))
    #expect(
      outcome.errors == """
        a.a(b.txt): error: cannot be told to hold a SQLite or none: it is contents of no known \
        format
          note: nor can 1 other: 'c.txt'

        """
    )
  }

  @Test func `a Debian package is to be unpacked first`() throws {
    for name in ["debian-binary", "data.tar.xz"] { try workbench.write("2.0\n", to: name) }
    try workbench.run("llvm-ar", "rcs", "x.deb", "debian-binary", "data.tar.xz")

    let outcome = try workbench.verb("x.deb", "--quiet")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        x.deb(debian-binary): error: cannot be told to hold a SQLite or none: it is contents of no \
        known format
          note: nor can 1 other: 'data.tar.xz'
          fix: unpack it by 'dpkg-deb -x x.deb FOLDER' and give it the folder

        """
    )
  }

  @Test(arguments: ["rcs", "rcsT"])
  func `a member that cannot be read is named`(operation: String) throws {
    try workbench.compile("main.c", to: "good.o")
    try workbench.compile("main.c", to: "bad.o")
    // Where the table of sections begins.
    try workbench.patch("bad.o") { $0.replaceSubrange(40..<48, with: [0, 0, 0, 0, 1, 0, 0, 0]) }
    try workbench.run("llvm-ar", operation + "S", "a.a", "good.o", "bad.o")

    let outcome = try workbench.verb("a.a", "--quiet")

    #expect(outcome.status == .exited(2))
    #expect(outcome.errors.hasPrefix("a.a(bad.o): error: cannot be read: wanted "))
    #expect(outcome.errors.contains(" at offset "))
  }

  @Test func `variants of a project's own are told with their prefix, or as hidden`() throws {
    let folder = workbench.folder
    for (name, line) in [("prefixed", "prefix acme_"), ("hidden", "visibility hidden")] {
      try folder.write("inherit minimal\noptimize debug\n\(line)\n", to: "\(name).profile")
      let outcome = try BuiltTool(in: folder.path).run(
        "build",
        "./\(name).profile",
        release: "3.46.1"
      )
      try #require(outcome.status == .exited(0), "\(outcome.errors)")
      let variant = try #require(
        TemporaryFolder.contents(of: "\(folder.path)/build").first {
          $0.hasPrefix(name) && $0.hasSuffix(".a")
        }
      )
      let copy = try #require(try copies("build/\(variant)").first)

      #expect(copy["version"] == "3.46.1")
      #expect(copy["origin"] == "official")
      #expect(copy["exported"] == 0)
      #expect(
        copy["marks"].elements.map(\.string) == (name == "prefixed" ? ["prefix:acme_"] : [])
      )
    }
  }
}
