import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What one library or archive has wrong, whatever is linked with it.
@Suite(.serialized)
struct ImageFaultTests {
  private let shop: LinkShop

  init() throws { shop = try LinkShop() }

  private static let user =
    "const char *sqlite3_libversion(void);\n"
    + "const char *product(void) { return sqlite3_libversion(); }\n"

  private func link(_ name: String, _ inputs: [String]) throws {
    try shop.must(["clang", "-shared", "-fuse-ld=lld"] + inputs + ["-o", name])
  }

  /// The names of SQLite's in the table that a loader reads, as another tool lists them.
  private func dynamicNames(_ file: String) throws -> [String] {
    try shop.must(["llvm-nm", "-D", "--defined-only", "--format=just-symbols", file])
      .split(separator: "\n").map(String.init).filter { $0.hasPrefix("sqlite3") }.sorted()
  }

  @Test func `a library that leaks its SQLite is a warning, and both ways out end it`() throws {
    try shop.archive("own.a", version: "3.46.1")
    try shop.compile(Self.user, to: "user.o")
    try link("product.so", ["user.o", "own.a"])
    let relocations = try shop.must(["readelf", "-rW", "product.so"]).split(separator: "\n")
      .count { $0.contains("sqlite3_") }
    try #require(relocations == 1)

    #expect(
      try shop.text(["product.so"]) == """
        product.so: warning: [leaked-symbols] exports 3 names of SQLite's API beside its own: \
        another SQLite in the process can take their place, or they another's: \
        'sqlite3_libversion', 'sqlite3_open', 'sqlite3_step'
          note: 1 relocation of its own to them can be caught
          fix: link it with '-Wl,--exclude-libs,ALL', or build its SQLite with 'visibility hidden'
        """
    )
    #expect(
      try dynamicNames("product.so") == ["sqlite3_libversion", "sqlite3_open", "sqlite3_step"]
    )

    try link("product.so", ["user.o", "own.a", "-Wl,--exclude-libs,ALL"])
    #expect(try shop.text(["product.so"]) == "")
    try shop.archive("hidden.a", version: "3.46.1", flags: ["-fvisibility=hidden"])
    try link("product.so", ["user.o", "hidden.a"])
    #expect(try shop.text(["product.so"]) == "")
    // A SQLite for others to be linked with is there to be seen.
    try link("libsqlite3.so", ["-Wl,--whole-archive", "own.a", "-Wl,--no-whole-archive", "user.o"])
    #expect(try shop.text(["libsqlite3.so"]) == "")
  }

  /// The full table of symbols has hidden names too; only what a loader sees counts.
  @Test func `one name that is left in the loader's table is told with its number`() throws {
    try shop.archive("own.a", version: "3.46.1")
    try shop.compile(Self.user, to: "user.o")
    try shop.folder.write("{ global: product; sqlite3_open; local: *; };", to: "one.map")
    try link(
      "product.so",
      ["user.o", "own.a-objects/sqlite3.o", "-Wl,--version-script=one.map"]
    )
    try #require(try dynamicNames("product.so") == ["sqlite3_open"])
    let all = try shop.must(["llvm-nm", "--defined-only", "product.so"])
    try #require(all.contains("sqlite3_step"))

    #expect(
      try shop.text(["product.so"], forbidding: ["sqlite3_*", "png_*"]).hasPrefix(
        """
        product.so: error: [forbidden-exports] exports 1 name that '--forbid-exports sqlite3_*' \
        forbids: 'sqlite3_open'
          fix: link it with '-Wl,--exclude-libs,ALL', or build its SQLite with 'visibility hidden'
        """
      )
    )
    try link("product.so", ["user.o", "own.a", "-Wl,--exclude-libs,ALL"])
    #expect(try shop.text(["product.so"], forbidding: ["sqlite3_*"]) == "")
    #expect(
      try shop.text(["own.a"], forbidding: ["sqlite3_*"])
        == "own.a: error: is no library or program, whose exports '--forbid-exports' looks at"
    )
  }

  private static let families = [
    "sqlite3session_create", "sqlite3changeset_apply", "sqlite3changegroup_new",
    "sqlite3rebaser_create",
  ]

  @Test func `names that a home-made prefix forgot are an error`() throws {
    let copy = LinkShop.copy("3.46.1", Self.families + ["sqlite3_log"])
    try shop.compile(copy.replacing("sqlite3_", with: "acme_sqlite3_"), to: "some.o")

    #expect(
      try shop.text(["some.o"]) == """
        some.o: error: [isolation] 4 names are without the prefix 'acme_' that the others of this \
        SQLite have: 'sqlite3changegroup_new', 'sqlite3changeset_apply', 'sqlite3rebaser_create', \
        'sqlite3session_create'
          fix: build it with 'prefix acme_', which takes in every name of the API
        """
    )
    try shop.compile(
      copy.replacing("sqlite3_open", with: "sqlite3open")
        .replacing("sqlite3", with: "acme_sqlite3").replacing(
          "acme_sqlite3open",
          with: "sqlite3_open"
        ),
      to: "one.o"
    )
    #expect(
      try shop.text(["one.o"]).hasPrefix(
        "one.o: error: [isolation] 'sqlite3_open' is without the prefix 'acme_' that the other names "
          + "of this SQLite have\n"
      )
    )
    // One that forgot all but what a program calls.
    try shop.compile(copy.replacing("sqlite3_step", with: "acme_sqlite3_step"), to: "few.o")
    #expect(
      try shop.text(["few.o"]).hasPrefix(
        "few.o: error: [isolation] 7 names are without the prefix 'acme_' that the others of this "
          + "SQLite have: "
      )
    )
    try shop.compile(copy.replacing("sqlite3", with: "acme_sqlite3"), to: "all.o")
    #expect(try shop.text(["all.o"]) == "")
    // Two copies, of which one has the prefix, are no fault of the prefix.
    try shop.compile(
      copy.replacing("sqlite3", with: "acme_sqlite3") + LinkShop.copy("3.40.1"),
      to: "both.o"
    )
    #expect(try !shop.text(["both.o"]).contains("[isolation]"))
  }

  @Test func `a prefix that was given to other libraries' names too is an error`() throws {
    let copy =
      "void *malloc(unsigned long); void free(void *);\n"
      + LinkShop.copy("3.46.1", ["sqlite3_log"])
      + "void *sqlite3_malloc(void) { return malloc(1); }\n"
    try shop.compile(copy, to: "plain.o")
    try shop.must(["llvm-objcopy", "--prefix-symbols=acme_", "plain.o", "broken.o"])
    try shop.compile(
      "const char *acme_sqlite3_malloc(void); int main(void) { return !acme_sqlite3_malloc(); }",
      to: "main.o"
    )

    #expect(try !shop.link("lld", ["main.o", "broken.o"]).isLinked)
    #expect(
      try shop.text(["main.o", "broken.o"]) == """
        broken.o: error: [isolation] needs 'acme_malloc', a name of another library with the prefix \
        'acme_' of this SQLite
          fix: build it with 'prefix acme_', which leaves the names of other libraries alone
        """
    )
    try shop.compile(copy + "void sqlite3_free(void *p) { free(p); }\n", to: "plain.o")
    try shop.must(["llvm-objcopy", "--prefix-symbols=acme_", "plain.o", "broken.o"])
    #expect(
      try shop.text(["broken.o"]).hasPrefix(
        "broken.o: error: [isolation] needs 2 names of other libraries with the prefix 'acme_' of "
          + "this SQLite: 'acme_free', 'acme_malloc'\n"
      )
    )
    try shop.compile(copy.replacing("sqlite3", with: "acme_sqlite3"), to: "good.o")
    #expect(try shop.text(["main.o", "good.o"]) == "")
    #expect(try shop.link("lld", ["main.o", "good.o"]).isLinked)
  }

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"),
    arguments: [["sqlite3_open", "sqlite3_step"], []]
  )
  func `a DLL that offers few names or none of its SQLite is an error`(
    exported: [String]
  ) throws {
    // What a build of the release has, as another tool counts it; variables are left out.
    try shop.must([
      "clang", "-O0", "-w", "-c", FetchedRelease.stockSource("3.46.1"), "-o", "stock.o",
    ])
    let functions = try shop.must(["llvm-nm", "-g", "--defined-only", "stock.o"])
      .split(separator: "\n").filter { $0.contains(" T ") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
    let missing = Set(functions).subtracting(exported).sorted()
    func library(_ name: String, _ exports: [String]) throws {
      let target = ["-target", "x86_64-windows-msvc", "-O0", "-w"]
      let source = Self.copyForWindows(functions)
      try shop.folder.write(source, to: "w.c")
      try shop.must(["clang"] + target + ["-c", "w.c", "-o", "w.obj"])
      try shop.must(
        ["lld-link", "/dll", "/noentry", "/out:\(name)", "w.obj"] + exports.map { "/export:\($0)" }
      )
    }
    try library("sqlite3.dll", exported)

    let examples = missing.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let text = try shop.text(["sqlite3.dll"])
    #expect(
      text.hasPrefix(
        "sqlite3.dll: error: [missing-exports] exports \(exported.count) of the \(functions.count) "
          + "functions of SQLite's API that its SQLite 3.46.1 has, not \(examples)"
      ),
      "\(text)"
    )
    #expect(text.hasSuffix("\n  fix: compile it with '-DSQLITE_API=__declspec(dllexport)'"))

    try library("sqlite3.dll", functions)
    #expect(try shop.text(["sqlite3.dll"]) == "")
    // A program's own copy is nobody else's.
    try library("app.dll", ["sqlite3_texts"])
    #expect(try shop.text(["app.dll"]) == "")
    // Nor is that of a module of Python's with SQLite in its name.
    try shop.compile(
      Self.copyForWindows(functions) + "int PyInit__sqlite3(void) { return 1; }",
      to: "w.obj",
      ["-target", "x86_64-windows-msvc"]
    )
    try shop.must([
      "lld-link", "/dll", "/noentry", "/out:_sqlite3.pyd", "w.obj", "/export:PyInit__sqlite3",
    ])
    #expect(try shop.text(["_sqlite3.pyd"]) == "")
  }

  /// A stand-in with the texts that tell a copy, its options, and all functions.
  private static func copyForWindows(_ functions: [String]) -> String {
    """
    const char sqlite3_version[] = "3.46.1";
    const char *const sqlite3_texts[] = {
      "\(InspectWorkbench.id)", "malformed database schema (%s)", "COMPILER=msvc-1900",
      "THREADSAFE=1",
    };

    """ + functions.map { "int \($0)(void) { return 1; }\n" }.joined()
  }
}
