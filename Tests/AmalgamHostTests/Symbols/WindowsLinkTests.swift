import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// The same for Windows, with objects from clang and programs from `lld-link`, which cannot run here:
/// the version of the copy that was taken stands in the program, and of the other one nothing.
@Suite(
  .serialized,
  .enabled(if: SystemCommands().find("lld-link") != nil, "not run: lld-link is not installed")
)
struct WindowsLinkTests {
  private let shop: LinkShop
  private static let versions = ["old.lib": "3.40.1", "new.lib": "3.53.4"]

  init() throws {
    shop = try LinkShop()
  }

  private func build(for target: String) throws {
    try shop.archive("old.lib", version: "3.40.1", flags: ["-target", target])
    try shop.archive(
      "new.lib",
      version: "3.53.4",
      more: ["sqlite3session_create"],
      flags: ["-target", target]
    )
    try main(calling: ["sqlite3_libversion", "sqlite3_open"], for: target)
    // The library of a DLL: its import library has a stub for each name.
    let exports = ["libversion", "open", "step"].map { "/export:sqlite3_\($0)" }
    try shop.must(
      [
        "lld-link", "/nodefaultlib", "/noentry", "/dll", "/out:sqlite3.dll", "/implib:sqlite3.lib",
        "old.lib-objects/sqlite3.o",
      ] + exports
    )
  }

  private func main(calling calls: [String], for target: String) throws {
    let source =
      calls.map { "const char *\($0)(void);" }.joined()
      + "const char *volatile answer; void __main(void) {}"
      + "int main(void) {" + calls.map { "answer = \($0)();" }.joined() + "return 0; }"
    try shop.compile(source, to: "main.obj", ["-target", target])
  }

  private func link(_ inputs: [String]) throws -> (isSuccess: Bool, output: String) {
    try shop.run(
      ["lld-link", "/nodefaultlib", "/entry:main", "/subsystem:console", "/out:p.exe", "main.obj"]
        + inputs
    )
  }

  /// The versions that stand in the program.
  private func versions() throws -> [String] {
    let bytes = try SystemFiles().read(shop.path("p.exe"))
    let text = String(decoding: bytes, as: UTF8.self)
    return Self.versions.values.filter(text.contains).sorted()
  }

  @Test(
    arguments: ["x86_64-windows-msvc", "x86_64-windows-gnu"],
    [["old.lib", "new.lib"], ["new.lib", "old.lib"]]
  )
  func `the first archive wins without a word`(target: String, order: [String]) throws {
    try build(for: target)

    let groups = try shop.groups(["main.obj"] + order)

    #expect(groups.map(\.verdict) == [.silent])
    #expect(groups.map(\.count) == [LinkShop.namesOfCopy])
    #expect(try link(order).isSuccess)
    #expect(try versions() == [Self.versions[groups[0].winner ?? ""] ?? ""])
  }

  @Test func `a name that only the second has makes the linker stop`() throws {
    try build(for: "x86_64-windows-msvc")
    try main(calling: ["sqlite3_open", "sqlite3session_create"], for: "x86_64-windows-msvc")

    let groups = try shop.groups(["main.obj", "old.lib", "new.lib"])

    #expect(groups.map(\.verdict) == [.duplicateError])
    #expect(groups.map(\.count) == [LinkShop.namesOfCopy])
    let refused = try link(["old.lib", "new.lib"])
    #expect(!refused.isSuccess)
    #expect(refused.output.contains("duplicate symbol: sqlite3_libversion"))
    #expect(try shop.groups(["main.obj", "new.lib", "old.lib"]).map(\.winner) == ["new.lib"])
    #expect(try link(["new.lib", "old.lib"]).isSuccess)
    #expect(try versions() == ["3.53.4"])
  }

  /// Each line as it stands behind `lld-link`, which links it here.
  @Test(arguments: [
    "/libpath:lib old.lib new.lib", "/LIBPATH:lib new.lib old.lib",
    "/libpath:lib /defaultlib:old new.lib", "/libpath:lib /defaultlib:new.lib old.lib",
    "/libpath:lib /wholearchive:new.lib old.lib",
    "/libpath:lib /include:sqlite3session_create /force:multiple old.lib new.lib",
  ])
  func `the winner of a line of Microsoft's is the copy in the program`(line: String) throws {
    try build(for: "x86_64-windows-msvc")
    try shop.must(["mkdir", "lib"])
    try shop.must(["mv", "old.lib", "new.lib", "lib"])
    let words =
      ["lld-link", "/nologo", "/nodefaultlib:libcmt", "/entry:main", "/subsystem:console"]
      + ["/out:p.exe", "main.obj"] + line.split(separator: " ").map(String.init)
    try shop.must(words)

    let groups = try shop.groups(line: words)

    #expect(groups.map(\.verdict) == [.silent])
    let winner = try #require(groups[0].winner)
    let version = try #require(Self.versions[Path.name(of: winner)])
    // With both in the program it is the first that its calls go to.
    let isForced = line.contains("/force")
    #expect(try isForced ? versions().contains(version) : versions() == [version])
  }

  @Test func `a DLL that may not show SQLite's names is told how to keep them`() throws {
    try shop.archive("own.lib", version: "3.53.4", flags: ["-target", "x86_64-windows-msvc"])
    let line = ["lld-link", "/nodefaultlib", "/noentry", "/dll", "/out:app.dll"]
    let object = "own.lib-objects/sqlite3.o"
    try shop.must(line + [object, "/export:sqlite3_open"])

    #expect(
      try shop.text(["app.dll"], forbidding: ["sqlite3_*"]).hasPrefix(
        """
        app.dll: error: [forbidden-exports] exports 1 name that '--forbid-exports sqlite3_*' \
        forbids: 'sqlite3_open'
          fix: take them off the list of exports: no '/EXPORT', no '__declspec(dllexport)'
        """
      )
    )
    try shop.must(line + [object])
    #expect(!(try shop.text(["app.dll"], forbidding: ["sqlite3_*"])).contains("forbidden-exports"))
  }

  /// What clang and Microsoft's compiler leave in an object for the linker.
  @Test func `an object that asks for the library by itself is told`() throws {
    let target = ["-target", "x86_64-windows-msvc"]
    let user =
      "const char *sqlite3_libversion(void);"
      + "int main(void) { return *sqlite3_libversion(); }"
    try shop.compile("#pragma comment(lib, \"sqlite3\")\n" + user, to: "main.obj", target)

    #expect(
      try shop.text(["main.obj"]) == """
        main.obj: warning: [autolink] no file given here has SQLite; the object asks the linker for \
        '/DEFAULTLIB:sqlite3.lib' by itself, as '#pragma comment(lib, …)' makes it, so that \
        library answers for 'sqlite3_libversion'
          fix: put an archive of SQLite on the link line, and take the '#pragma comment(lib, …)' out
        """
    )
    // Applied.
    try shop.archive("own.lib", version: "3.53.4", flags: target)
    try shop.compile(user, to: "main.obj", target)
    #expect(try shop.text(["main.obj", "own.lib"]) == "")
    #expect(try link(["own.lib"]).isSuccess)
    #expect(try versions() == ["3.53.4"])
  }

  @Test func `the import library of a DLL takes the names where it comes first`() throws {
    try build(for: "x86_64-windows-msvc")

    #expect(
      try shop.groups(["main.obj", "sqlite3.lib", "new.lib"]).map(\.winner) == ["sqlite3.lib"]
    )
    #expect(try link(["sqlite3.lib", "new.lib"]).isSuccess)
    #expect(try versions() == [])
    #expect(try shop.groups(["main.obj", "new.lib", "sqlite3.lib"]).map(\.winner) == ["new.lib"])
    #expect(try link(["new.lib", "sqlite3.lib"]).isSuccess)
    #expect(try versions() == ["3.53.4"])
  }
}
