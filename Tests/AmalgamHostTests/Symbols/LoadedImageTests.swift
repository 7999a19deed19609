import AmalgamCore
import AmalgamTestSupport
import Testing

/// Copies in shared libraries and programs: what is said of them against what a loader makes of them.
@Suite(.serialized)
struct LoadedImageTests {
  private let shop: LinkShop

  init() throws { shop = try LinkShop() }

  private let main = ["user_of_3_40_1", "user_of_3_53_4", "sqlite3_libversion"]

  @Test func `a library's own calls end up in the library that is loaded first`() throws {
    try shop.library("one.so", version: "3.40.1")
    try shop.library("two.so", version: "3.53.4")
    try shop.program(printing: main)

    #expect(
      try shop.link("lld", ["main.o", "one.so", "two.so"]).output == "3.40.1\n3.40.1\n3.40.1\n"
    )
    let group = try #require(try shop.groups(["main.o", "one.so", "two.so"]).first)
    #expect(group.verdict == .interposed)
    #expect(group.winner == "one.so")
    #expect(group.count == LinkShop.namesOfCopy)
    let relocations = try shop.must(["readelf", "-rW", "two.so"]).split(separator: "\n")
      .count { $0.contains("sqlite3_") }
    #expect(
      try shop.text(["main.o", "one.so", "two.so"]) == """
        one.so, two.so: error: [interposed-symbols] 3 names are defined in both, and \
        \(relocations) relocation of 'two.so' to its own can be caught: 'one.so' is asked first
          note: such as 'sqlite3_libversion', in one.so and two.so
          note: 'two.so' linked with '-Wl,-Bsymbolic' keeps to its own
          fix: keep one: build 'two.so' without a SQLite of its own, for that of 'one.so'; else \
        build it with one that has 'visibility hidden'; else with one that has a prefix, as in \
        'prefix acme_'
        """
    )
  }

  /// A library that is SQLite and nothing else is not the one to be built without it.
  @Test func `the fix is for the library that has a SQLite beside what it is for`() throws {
    try shop.library("user.so", version: "3.53.4")
    try sqlite("only.so", version: "3.40.1")
    try sqlite("same.so", version: "3.46.1")
    try shop.program(printing: ["user_of_3_53_4", "sqlite3_libversion"])
    let group = try #require(try shop.groups(["main.o", "user.so", "only.so"]).first)
    #expect(group.verdict == .interposed)
    let text = try shop.text(["main.o", "user.so", "only.so"])
    #expect(
      text.contains(
        "fix: keep one: build 'user.so' without a SQLite of its own, for that of 'only.so'; else"
      ),
      "\(text)"
    )
    // Applied.
    let bare =
      "const char *sqlite3_libversion(void);"
      + "const char *user_of_3_53_4(void) { return sqlite3_libversion(); }"
    try shop.compile(bare, to: "bare.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "bare.o", "only.so", "-o", "user.so"])
    #expect(try shop.text(["main.o", "user.so", "only.so"]) == "")
    #expect(try shop.link("lld", ["main.o", "user.so", "only.so"]).output == "3.40.1\n3.40.1\n")

    // Of two that are SQLite alone, one goes.
    let both = try shop.text(["main.o", "user.so", "only.so", "same.so"])
    #expect(
      both.contains(
        "fix: keep one: link and load 'only.so' alone, without 'same.so'; else build one with a "
          + "prefix, as in 'prefix acme_'"
      ),
      "\(both)"
    )
  }

  /// A library that is nothing but SQLite.
  private func sqlite(_ name: String, version: String) throws {
    let names = (0..<40).map { "sqlite3_more_\($0)" }
    try shop.compile(LinkShop.copy(version, names), to: "\(name).o")
    try shop.must(
      ["clang", "-shared", "-fuse-ld=lld", "-Wl,-soname,\(name)", "\(name).o", "-o", name]
    )
  }

  @Test func `the program's own list of libraries tells which one is asked first`() throws {
    try shop.library("one.so", version: "3.40.1")
    try shop.library("two.so", version: "3.53.4")
    try shop.program(printing: main)
    let (isLinked, output) = try shop.link("lld", ["main.o", "two.so", "one.so"])

    let groups = try shop.groups(["one.so", "two.so", "prog"], isLinkOrder: false)

    #expect(isLinked)
    #expect(output == "3.53.4\n3.53.4\n3.53.4\n")
    #expect(groups.map(\.verdict) == [.interposed])
    #expect(groups.map(\.winner) == ["two.so"])
  }

  @Test(arguments: [["-Wl,-Bsymbolic"], ["-Wl,--exclude-libs,ALL", "b.a"]])
  func `a library that binds or hides its names keeps to its own copy`(
    linking: [String]
  ) throws {
    try shop.library("one.so", version: "3.40.1")
    if linking.contains("b.a") {
      try shop.archive("b.a", version: "3.53.4")
      let user =
        "const char *sqlite3_libversion(void);"
        + "const char *user_of_3_53_4(void) { return sqlite3_libversion(); }"
      try shop.compile(user, to: "user.o")
      try shop.must(["clang", "-shared", "-fuse-ld=lld", "user.o", "-o", "two.so"] + linking)
    } else {
      try shop.library("two.so", version: "3.53.4", linking: linking)
    }
    try shop.program(printing: main)

    let text = try shop.text(["main.o", "one.so", "two.so"])

    #expect(
      try shop.link("lld", ["main.o", "one.so", "two.so"]).output == "3.40.1\n3.53.4\n3.40.1\n"
    )
    #expect(
      text == """
        one.so, two.so: note: [duplicate-symbols] 3 names are defined in both, each for its own use
          note: such as 'sqlite3_libversion', in one.so and two.so
        one.so, two.so: warning: [two-copies] 2 copies of SQLite are at work in one process: \
        'one.so', 'two.so'
          note: POSIX drops all locks of a process on a file as soon as it closes the file once, \
        and a copy of SQLite knows nothing of what another one has open
          fix: keep one copy, or open no file from both
        """
    )
  }

  @Test func `hidden copies in two libraries are isolated`() throws {
    for (name, version) in [("one.so", "3.40.1"), ("two.so", "3.53.4")] {
      let user =
        "__attribute__((visibility(\"default\"))) const char *user_of_\(version.cName)"
        + "(void) { return sqlite3_libversion(); }"
      try shop.compile(LinkShop.copy(version) + user, to: "h.o", ["-fvisibility=hidden"])
      try shop.must(["clang", "-shared", "-fuse-ld=lld", "h.o", "-o", name])
    }
    try shop.compile(
      "int puts(const char*); const char *user_of_3_40_1(void), *user_of_3_53_4(void);"
        + "int main(void) { puts(user_of_3_40_1()); puts(user_of_3_53_4()); return 0; }",
      to: "main.o"
    )

    #expect(try shop.link("lld", ["main.o", "one.so", "two.so"]).output == "3.40.1\n3.53.4\n")
    #expect(try shop.groups(["main.o", "one.so", "two.so"]).map(\.verdict) == [.isolated])
  }

  @Test(arguments: LinkedArchiveTests.linkers)
  func `an archive catches the calls of a library behind it and loses to one before it`(
    linker: String
  ) throws {
    try shop.archive("a.a", version: "3.40.1")
    try shop.library("two.so", version: "3.53.4")
    try shop.program(printing: ["user_of_3_53_4", "sqlite3_libversion"])

    let caught = try shop.groups(["main.o", "a.a", "two.so"])
    let lost = try shop.groups(["main.o", "two.so", "a.a"])

    #expect(try shop.link(linker, ["main.o", "a.a", "two.so"]).output == "3.40.1\n3.40.1\n")
    #expect(caught.map(\.verdict) == [.interposed])
    #expect(caught.map(\.winner) == ["a.a"])
    #expect(try shop.link(linker, ["main.o", "two.so", "a.a"]).output == "3.53.4\n3.53.4\n")
    #expect(lost.map(\.verdict) == [.silent])
    #expect(lost.map(\.winner) == ["two.so"])
  }

  @Test(arguments: [false, true])
  func `a program that exports its copy catches the calls of all its libraries`(
    exports: Bool
  ) throws {
    try shop.library("two.so", version: "3.53.4")
    try shop.archive("a.a", version: "3.40.1")
    try shop.compile(
      """
      #include <dlfcn.h>
      #include <stdio.h>
      const char *sqlite3_libversion(void);
      int main(void) {
        const char *(*user)(void) = dlsym(dlopen("\(shop.path("two.so"))", RTLD_NOW), "user_of_3_53_4");
        printf("%s %s\\n", sqlite3_libversion(), user());
        return 0;
      }
      """,
      to: "main.o"
    )
    let flags = exports ? ["-rdynamic"] : []

    let (_, output) = try shop.link("lld", ["main.o", "a.a"], flags: flags)
    let groups = try shop.groups(["two.so", "prog"], isLinkOrder: false)

    #expect(output == (exports ? "3.40.1 3.40.1\n" : "3.40.1 3.53.4\n"))
    #expect(groups.map(\.verdict) == [exports ? .interposed : .isolated])
    #expect(groups.map(\.winner) == [exports ? "prog" : nil])
  }

  @Test(arguments: LinkedArchiveTests.linkers)
  func `a copy that lacks one function gets it from another one`(linker: String) throws {
    try shop.archive("a.a", version: "3.40.1")
    try shop.compile(
      LinkShop.copy("3.53.4", ["sqlite3_snapshot_get"]).replacing(
        "sqlite3_snapshot_get(void) { return sqlite3_libversion(); }",
        with: "sqlite3_snapshot_get(void) { return \"3.53.4\"; }"
      ),
      to: "b.o"
    )
    try shop.must(["clang", "-shared", "b.o", "-fuse-ld=lld", "-o", "libsqlite3.so"])
    try shop.program(printing: ["sqlite3_libversion", "sqlite3_snapshot_get"])

    let text = try shop.text(["main.o", "a.a", "libsqlite3.so"])

    #expect(try shop.link(linker, ["main.o", "a.a", "libsqlite3.so"]).output == "3.40.1\n3.53.4\n")
    let expected = """
      a.a, libsqlite3.so: error: [split] 'a.a' has a SQLite of its own, but 'sqlite3_snapshot_get' \
      comes from 'libsqlite3.so'
        fix: keep one: build the SQLite of 'a.a' with 'SQLITE_ENABLE_SNAPSHOT', and drop \
      'libsqlite3.so'
      """
    #expect(text.hasPrefix(expected))
    #expect(
      try shop.groups(["prog"], isLinkOrder: false).map {
        [$0.files.joined(separator: " "), $0.verdict.rawValue]
      }
        == [["prog \(shop.neededLibrary("prog", "sqlite3"))", "split"]]
    )
    // The way out.
    try shop.archive("a.a", version: "3.40.1", more: ["sqlite3_snapshot_get"])
    #expect(try shop.text(["main.o", "a.a"]) == "")
    #expect(try shop.link(linker, ["main.o", "a.a"]).output == "3.40.1\n3.40.1\n")
  }

  /// Bindings make a wrapper for each function that they call, and no second copy.
  @Test func `a function named after one of SQLite's is no copy with a prefix`() throws {
    try shop.archive("a.a", version: "3.40.1", more: ["sqlite3_log"])
    try shop.compile(
      """
      const char *sqlite3_open(void), *sqlite3_step(void);
      const char *_cgo_1f2e_Cfunc_sqlite3_step(void) { return sqlite3_step(); }
      int puts(const char *);
      int main(void) { sqlite3_open(); puts(_cgo_1f2e_Cfunc_sqlite3_step()); return 0; }
      """,
      to: "go.o"
    )
    // A table that compilers make is a name of their own.
    try shop.compile("static int table[3]; int *user(void) { return table; }", to: "table.o")
    try shop.must([
      "llvm-objcopy", "--redefine-sym", "table=reltable.sqlite3_step", "table.o",
    ])
    let program = ["go.o", "table.o", "a.a"]

    #expect(try shop.link("lld", program).output == "3.40.1\n")
    #expect(try shop.text(program) == "")
    #expect(try shop.text(["prog"]) == "")
    // What has a prefix before all names is one.
    let prefixed = LinkShop.copy("3.53.4", ["sqlite3_log"]).replacing(
      "sqlite3_",
      with: "b_sqlite3_"
    )
    try shop.compile(prefixed, to: "b.o")
    let text = try shop.text(program + ["b.o"])
    #expect(
      text.hasPrefix(
        "a.a, b.o: warning: [two-copies] 2 copies of SQLite are at work in one process: 'a.a', 'b.o' "
          + "with the prefix 'b_'\n"
      ),
      "\(text)"
    )
  }

  @Test func `each way out of a silent conflict makes the finding go away`() throws {
    try shop.archive("a.a", version: "3.40.1")
    try shop.archive("b.a", version: "3.53.4")
    try shop.program()
    #expect(try !shop.text(["main.o", "a.a", "b.a"]).isEmpty)

    // Keep one.
    #expect(try shop.text(["main.o", "a.a"]) == "")
    // Hidden, in a shared library of its own.
    try shop.compile(
      LinkShop.copy("3.53.4")
        + "__attribute__((visibility(\"default\"))) const char *other(void) { return sqlite3_libversion(); }",
      to: "h.o",
      ["-fvisibility=hidden"]
    )
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "h.o", "-o", "h.so"])
    #expect(try !shop.text(["main.o", "a.a", "h.so"]).contains("error:"))
    // A prefix.
    let prefixed = LinkShop.copy("3.53.4").replacing("sqlite3_", with: "acme_sqlite3_")
    try shop.compile(prefixed, to: "p.o")
    try shop.must(["llvm-ar", "rcs", "p.a", "p.o"])
    #expect(try !shop.text(["main.o", "a.a", "p.a"]).contains("error:"))
  }
}

extension LinkShop {
  /// The library with that in its name which a program asks the loader for, as readelf tells it.
  func neededLibrary(_ program: String, _ part: String) throws -> String {
    let line = try must(["readelf", "-dW", program]).split(separator: "\n")
      .first { $0.contains("NEEDED") && $0.contains(part) }
    return line?.split(separator: "[").last.map { String($0.dropLast()) } ?? ""
  }
}
