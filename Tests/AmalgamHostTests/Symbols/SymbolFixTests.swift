import AmalgamCore
import AmalgamTestSupport
import Testing

/// The ways out that `symbols` names, each applied: the finding goes away, and the program does what
/// the fix promises.
@Suite(.serialized)
struct SymbolFixTests {
  private let shop: LinkShop

  init() throws { shop = try LinkShop() }

  private let main = ["user_of_3_40_1", "user_of_3_53_4", "sqlite3_libversion"]

  @Test func `each way out of an interposed library makes the finding go away`() throws {
    try shop.library("one.so", version: "3.40.1")
    try shop.library("two.so", version: "3.53.4")
    try shop.program(printing: main)
    let inputs = ["main.o", "one.so", "two.so"]
    #expect(try shop.text(inputs).contains("[interposed-symbols]"))

    // Without a SQLite of its own.
    let user = "const char *sqlite3_libversion(void);\n" + Self.user
    try shop.compile(user, to: "bare.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "bare.o", "one.so", "-o", "two.so"])
    #expect(try !shop.text(inputs).contains("error:"))
    #expect(try shop.link("lld", inputs).output == "3.40.1\n3.40.1\n3.40.1\n")

    // Hidden: each keeps to its own, so that there are two copies, and no call is caught.
    try shop.compile(Self.hidden(LinkShop.copy("3.53.4")) + Self.user, to: "hidden.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "hidden.o", "-o", "two.so"])
    #expect(try !shop.text(inputs).contains("error:"))
    #expect(try shop.link("lld", inputs).output == "3.40.1\n3.53.4\n3.40.1\n")

    // A prefix.
    let prefixed = (LinkShop.copy("3.53.4") + Self.user)
      .replacing("sqlite3_", with: "acme_sqlite3_")
    try shop.compile(prefixed, to: "prefixed.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "prefixed.o", "-o", "two.so"])
    #expect(try !shop.text(inputs).contains("error:"))
    #expect(try shop.link("lld", inputs).output == "3.40.1\n3.53.4\n3.40.1\n")
  }

  @Test func `with one copy kept there are not two at work`() throws {
    try shop.compile(Self.hidden(LinkShop.copy("3.53.4")) + Self.user, to: "two.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "two.o", "-o", "two.so"])
    try shop.archive("a.a", version: "3.40.1")
    try shop.program()
    let text = try shop.text(["main.o", "a.a", "two.so"])

    #expect(
      text.contains(
        """
        [two-copies] 2 copies of SQLite are at work in one process: 'a.a', 'two.so'
          note: POSIX drops all locks of a process on a file as soon as it closes the file once, \
        and a copy of SQLite knows nothing of what another one has open
          fix: keep one copy, or open no file from both
        """
      ),
      "\(text)"
    )
    #expect(try shop.text(["main.o", "a.a"]) == "")
  }

  /// What a Swift file that imports the system's module asks the linker for, and what helps.
  @Test func `a Swift object that imports SQLite3 asks for the system's copy by itself`() throws {
    try shop.folder.write("const char *sqlite3_libversion(void);\n", to: "system/sqlite3.h")
    try shop.folder.write(
      "module SQLite3 [system] { header \"sqlite3.h\" link \"sqlite3\" }\n",
      to: "system/module.modulemap"
    )
    try compileSwift(importing: "SQLite3", from: "system")

    #expect(
      try shop.text(["main.o"]) == """
        main.o: warning: [autolink] no file given here has SQLite; the object asks the linker for \
        '-lsqlite3' by itself, as 'import SQLite3' makes it, so the system's copy answers for \
        'sqlite3_libversion'
          fix: put an archive of SQLite on the link line, and import its module in place of \
        'SQLite3'
        """
    )

    try shop.folder.write("const char *sqlite3_libversion(void);\n", to: "own/sqlite3.h")
    try shop.folder.write(
      "module CSQLite [system] { header \"sqlite3.h\" }\n",
      to: "own/module.modulemap"
    )
    try compileSwift(importing: "CSQLite", from: "own")
    try shop.archive("a.a", version: "3.53.4")
    #expect(try shop.text(["main.o", "a.a"]) == "")
    #expect(try shop.text(["main.o"]).contains("no SQLite on this link line"))
  }

  /// A shell that carries an extension, and a library that has the same one built in.
  @Test(arguments: LinkedArchiveTests.linkers)
  func `an extension's entry point in a program and in an archive is told`(
    linker: String
  ) throws {
    let entry = "int sqlite3_regexp_init(void) { return 0; }\n"
    try shop.compile(
      "const char *sqlite3_libversion(void);\n" + entry
        + "int main(void) { return !sqlite3_libversion() + sqlite3_regexp_init(); }",
      to: "shell.o"
    )
    try shop.compile(LinkShop.copy("3.53.4") + entry, to: "sqlite3.o")
    try shop.must(["llvm-ar", "rcs", "a.a", "sqlite3.o"])

    let (isLinked, output) = try shop.link(linker, ["shell.o", "a.a"])

    #expect(!isLinked)
    #expect(output.contains("sqlite3_regexp_init"))
    #expect(try shop.groups(["shell.o", "a.a"]).map(\.verdict) == [.duplicateError])
    // The archive with the extension in a member of its own is taken without that member.
    try shop.compile(LinkShop.copy("3.53.4"), to: "sqlite3.o")
    try shop.compile(entry, to: "regexp.o")
    try shop.must(["llvm-ar", "rcs", "b.a", "sqlite3.o", "regexp.o"])
    #expect(try shop.link(linker, ["shell.o", "b.a"]).isLinked)
    let group = try #require(try shop.groups(["shell.o", "b.a"]).first)
    #expect((group.verdict, group.winner, group.count) == (.silent, "shell.o", 1))
    #expect(group.example == "sqlite3_regexp_init")
  }

  /// SQLite loads all extensions into one process, and each has the pointer to its functions.
  @Test func `loadable extensions are in each other's way only in one link`() throws {
    for name in ["one", "two"] {
      let source =
        "const void *sqlite3_api; int sqlite3_\(name)_init(void) { return !sqlite3_api; }"
      try shop.compile(source, to: "\(name).o")
      try shop.must(["clang", "-shared", "-fuse-ld=lld", "\(name).o", "-o", "\(name).so"])
    }

    #expect(try shop.text(["one.so", "two.so"]) == "")
    #expect(try shop.groups(["one.o", "two.o"]).map(\.verdict) == [.duplicateError])
    #expect(try !shop.must(["nm", "one.o"]).isEmpty)
    #expect(try !shop.run(["clang", "-shared", "-fuse-ld=lld", "one.o", "two.o"]).isSuccess)
  }

  /// One version, and not one source: distributions and Apple mark theirs at the end of its id.
  @Test(arguments: ["alt1", "aapl"])
  func `sources that differ behind the same version are told`(tail: String) throws {
    let digits = String(repeating: "0123456789abcdef", count: 4)
    let ids = [digits, digits.dropLast(4) + tail].map { "2026-01-02 03:04:05 \($0)" }
    for (name, id) in zip(["a", "b"], ids) {
      try shop.compile(Self.texts(id) + LinkShop.copy("3.53.4"), to: "\(name).o")
      try shop.must(["llvm-ar", "rcs", "\(name).a", "\(name).o"])
    }
    try shop.program()

    let text = try shop.text(["main.o", "a.a", "b.a"])

    #expect(text.contains("  note: both are SQLite 3.53.4\n"), "\(text)")
    #expect(text.contains("  note: their sources differ: '\(ids[0])' and '\(ids[1])'\n"), "\(text)")
  }

  private static let user =
    "__attribute__((visibility(\"default\"))) const char *user_of_3_53_4(void) "
    + "{ return sqlite3_libversion(); }\n"

  /// The source with all names hidden that do not say otherwise.
  private static func hidden(_ source: String) -> String {
    "#pragma GCC visibility push(hidden)\n\(source)\n#pragma GCC visibility pop\n"
  }

  /// What tells a copy of SQLite from a program that calls it.
  private static func texts(_ id: String) -> String {
    """
    const char *const sqlite3_texts[] = {
      "\(id)", "malformed database schema (%s)", "COMPILER=clang", "THREADSAFE=1",
    };

    """
  }

  private func compileSwift(importing module: String, from folder: String) throws {
    try shop.folder.write(
      "import \(module)\nprint(sqlite3_libversion() == nil)\n",
      to: "main.swift"
    )
    try shop.must(["swiftc", "-c", "-I", shop.path(folder), "main.swift", "-o", "main.o"])
  }
}
