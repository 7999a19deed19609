import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Two copies in archives: what is said of them against what GNU ld, gold and lld make of them.
@Suite(.serialized)
struct LinkedArchiveTests {
  private let shop: LinkShop

  /// Those that are installed; `.ci/run` installs all three.
  static let linkers = ["bfd", "gold", "lld"].filter { SystemCommands().find("ld.\($0)") != nil }

  private static let absent = ["bfd", "gold", "lld"].filter { !linkers.contains($0) }

  /// Else it would not be seen that a linker was left out.
  @Test(
    .enabled(if: absent.isEmpty, "not run: \(absent.map { "ld.\($0)" }.joined(separator: ", "))")
  )
  func `all three linkers are asked`() { #expect(Self.linkers.count == 3) }

  init() throws {
    shop = try LinkShop()
    try shop.program()
    try shop.archive("a.a", version: "3.40.1")
    try shop.archive("b.a", version: "3.53.4", more: ["sqlite3session_create"])
  }

  @Test(arguments: linkers, [["a.a", "b.a"], ["b.a", "a.a"]])
  func `the first archive wins without a word`(linker: String, order: [String]) throws {
    let versions = ["a.a": "3.40.1", "b.a": "3.53.4"]

    let groups = try shop.groups(["main.o"] + order)
    let (isLinked, output) = try shop.link(linker, ["main.o"] + order)

    #expect(groups.map(\.verdict) == [.silent])
    #expect(groups.map(\.count) == [LinkShop.namesOfCopy])
    #expect(isLinked)
    #expect(output == "\(versions[groups[0].winner ?? ""] ?? "none")\n")
  }

  @Test(arguments: linkers)
  func `a name that only the second has makes the linker stop`(linker: String) throws {
    try shop.program(printing: ["sqlite3_libversion", "sqlite3session_create"])

    let stopping = try shop.groups(["main.o", "a.a", "b.a"])
    let passing = try shop.groups(["main.o", "b.a", "a.a"])

    #expect(stopping.map(\.verdict) == [.duplicateError])
    #expect(stopping.map(\.count) == [LinkShop.namesOfCopy])
    let refused = try shop.link(linker, ["main.o", "a.a", "b.a"])
    #expect(!refused.isLinked)
    #expect(refused.output.contains("sqlite3_libversion"))
    #expect(passing.map(\.verdict) == [.silent])
    #expect(passing.map(\.winner) == ["b.a"])
    #expect(passing.map(\.count) == [LinkShop.namesOfCopy])
    #expect(try shop.link(linker, ["main.o", "b.a", "a.a"]).output == "3.53.4\n3.53.4\n")
  }

  @Test func `in which order an error comes is said where the order was not told`() throws {
    try shop.program(printing: ["sqlite3_libversion", "sqlite3session_create"])

    #expect(
      try shop.text(["b.a", "main.o", "a.a"], isLinkOrder: false) == """
        b.a, a.a: error: [duplicate-symbols] 3 names are defined in both, and the linker stops: it \
        takes 'b.a(sqlite3.o)' too, for 'sqlite3session_create'
          note: such as 'sqlite3_libversion', in b.a(sqlite3.o) and a.a(sqlite3.o)
          note: in another order the linker takes only the first and says nothing; '--link-order' \
        says that the files stand as on the link line
          fix: keep one: drop 'a.a' from the link line; else link one into a shared library of its \
        own, built with 'visibility hidden'; else build one with a prefix, as in 'prefix acme_'
        """
    )
  }

  @Test func `an archive before what needs it is looked at once or remembered`() throws {
    let files = ["a.a", "main.o", "b.a"]

    let groups = try shop.groups(files)

    #expect(groups.map(\.verdict) == [.silent])
    #expect(groups.map(\.winner) == [nil])
    #expect(
      groups[0].notes == [
        "GNU ld, or gold, takes them from 'b.a'", "lld takes them from 'a.a'",
      ]
    )
    #expect(try shop.link("bfd", files).output == "3.53.4\n")
    if Self.linkers.contains("gold") {
      #expect(try shop.link("gold", files).output == "3.53.4\n")
    }
    #expect(try shop.link("lld", files).output == "3.40.1\n")
  }

  @Test func `an archive that stands before all that needs it is told`() throws {
    let text = try shop.text(["a.a", "main.o"])

    #expect(
      text == """
        a.a: warning: [archive-order] stands before 'main.o', which needs it: GNU ld, or gold, takes \
        nothing from it then, and the link stops for want of 2 names: 'sqlite3_libversion', \
        'sqlite3_open'
          fix: put it behind 'main.o' on the link line
        """
    )
    #expect(!(try shop.link("bfd", ["a.a", "main.o"]).isLinked))
    #expect(try shop.link("lld", ["a.a", "main.o"]).output == "3.40.1\n")
    #expect(try shop.text(["main.o", "a.a"]) == "")
    #expect(try shop.link("bfd", ["main.o", "a.a"]).output == "3.40.1\n")
    // Without an order nothing is known of it.
    #expect(try shop.text(["a.a", "main.o"], isLinkOrder: false) == "")
  }

  /// Where an object asks for the system's SQLite by itself, the linker says nothing either.
  @Test func `an archive before what needs it leaves the names to the system's copy`() throws {
    try shop.compile(LinkShop.copy("3.53.4"), to: "system.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "system.o", "-o", "libsqlite3.so"])
    try shop.folder.write(
      "module SQLite3 [system] { header \"sqlite3.h\" link \"sqlite3\" export * }",
      to: "module.modulemap"
    )
    try shop.folder.write("const char *sqlite3_libversion(void);", to: "sqlite3.h")
    try shop.folder.write(
      "import SQLite3\nprint(String(cString: sqlite3_libversion()))",
      to: "main.swift"
    )
    try shop.must(["swiftc", "-I", ".", "-c", "main.swift", "-o", "swift.o"])
    func answer(_ files: [String]) throws -> String {
      try shop.must(["swiftc", "-use-ld=bfd"] + files + ["-L.", "-o", "prog"])
      return try shop.must([shop.path("prog")])
    }

    #expect(
      try shop.text(["a.a", "swift.o"]) == """
        a.a: error: [archive-order] stands before 'swift.o', which needs it: GNU ld, or gold, takes \
        nothing from it then, and '-lsqlite3', which 'swift.o' asks for by itself, answers for \
        'sqlite3_libversion'
          fix: put it behind 'swift.o' on the link line
        """
    )
    #expect(try answer(["a.a", "swift.o"]) == "3.53.4\n")
    #expect(try shop.text(["swift.o", "a.a"]) == "")
    #expect(try answer(["swift.o", "a.a"]) == "3.40.1\n")
  }

  @Test(arguments: linkers)
  func `taking every member makes an error of it`(linker: String) throws {
    let groups = try shop.groups(["main.o", "a.a", "b.a"], takesAll: true)

    #expect(groups.map(\.verdict) == [.duplicateError])
    let whole = ["-Wl,--whole-archive", "a.a", "b.a", "-Wl,--no-whole-archive"]
    #expect(!(try shop.link(linker, ["main.o"] + whole).isLinked))
  }

  @Test(arguments: linkers)
  func `hidden names collide in one link like any others`(linker: String) throws {
    for (name, version) in [("c.a", "3.40.1"), ("d.a", "3.53.4")] {
      try shop.archive(name, version: version, flags: ["-fvisibility=hidden"])
    }

    let silent = try shop.groups(["main.o", "c.a", "d.a"])
    let stopping = try shop.groups(["main.o", "c.a", "d.a"], takesAll: true)

    #expect(silent.map(\.verdict) == [.silent])
    #expect(silent.map(\.winner) == ["c.a"])
    #expect(try shop.link(linker, ["main.o", "c.a", "d.a"]).output == "3.40.1\n")
    #expect(stopping.map(\.verdict) == [.duplicateError])
    let whole = ["-Wl,--whole-archive", "c.a", "d.a", "-Wl,--no-whole-archive"]
    #expect(!(try shop.link(linker, ["main.o"] + whole).isLinked))
  }

  @Test(arguments: linkers)
  func `two objects are always both taken`(linker: String) throws {
    try shop.compile(LinkShop.copy("3.40.1"), to: "a.o")
    try shop.compile(LinkShop.copy("3.53.4"), to: "b.o")

    #expect(try shop.groups(["main.o", "a.o", "b.o"]).map(\.verdict) == [.duplicateError])
    #expect(!(try shop.link(linker, ["main.o", "a.o", "b.o"]).isLinked))
  }

  @Test(arguments: linkers)
  func `a weak definition gives way, and of two weak ones the first is taken`(
    linker: String
  ) throws {
    let weak =
      "#pragma weak sqlite3_libversion\n#pragma weak sqlite3_open\n#pragma weak sqlite3_step\n"
    try shop.compile(weak + LinkShop.copy("3.40.1"), to: "weak.o")
    try shop.compile(weak + LinkShop.copy("3.46.1"), to: "weak2.o")
    try shop.compile(LinkShop.copy("3.53.4"), to: "strong.o")
    let versions = ["weak.o": "3.40.1", "weak2.o": "3.46.1", "strong.o": "3.53.4"]

    for order in [["weak.o", "strong.o"], ["strong.o", "weak.o"], ["weak2.o", "weak.o"]] {
      let groups = try shop.groups(["main.o"] + order)
      #expect(groups.map(\.verdict) == [.silent])
      let winner = try #require(groups[0].winner)
      #expect(try shop.link(linker, ["main.o"] + order).output == "\(versions[winner] ?? "")\n")
    }
  }

  @Test(arguments: linkers)
  func `tentative definitions are merged, and one with a value wins`(linker: String) throws {
    let main =
      "int printf(const char *, ...); extern int thing; int main(void) { printf(\"%d\\n\", thing); return 0; }"
    try shop.compile(main, to: "main.o")
    try shop.compile("int thing;", to: "common.o", ["-fcommon"])
    try shop.compile("int thing = 7;", to: "value.o")

    let groups = try shop.groups(["main.o", "common.o", "value.o"], names: "thing")
    #expect(groups.map(\.verdict) == [.silent])
    #expect(groups.map(\.winner) == ["value.o"])
    #expect(try shop.link(linker, ["main.o", "common.o", "value.o"]).output == "7\n")
    try shop.compile("int thing = 8;", to: "other.o")
    #expect(
      try shop.groups(["main.o", "value.o", "other.o"], names: "thing").map(\.verdict)
        == [.duplicateError]
    )
    #expect(!(try shop.link(linker, ["main.o", "value.o", "other.o"]).isLinked))
  }

  @Test func `names that were made local are in nobody's way`() throws {
    try shop.must(["ld", "-r", "a.a-objects/sqlite3.o", "-o", "one.o"])
    try shop.must(["objcopy", "--keep-global-symbol=other", "one.o"])
    try shop.must(["llvm-ar", "rcs", "local.a", "one.o"])

    let groups = try shop.groups(["main.o", "b.a", "local.a"])

    #expect(groups.map(\.verdict) == [.isolated])
    #expect(groups.map(\.count) == [LinkShop.namesOfCopy])
    #expect(
      try shop.link(
        "bfd",
        ["main.o", "b.a", "-Wl,--whole-archive", "local.a", "-Wl,--no-whole-archive"]
      )
      .output == "3.53.4\n"
    )
  }

  @Test func `two members of one archive are a pair of their own`() throws {
    try shop.compile(LinkShop.copy("3.53.4"), to: "other.o")
    try shop.must(["llvm-ar", "rcs", "a.a", "other.o"])

    let groups = try shop.groups(["main.o", "a.a"])

    #expect(groups.map(\.files) == [["a.a(sqlite3.o)", "a.a(other.o)"]])
    #expect(groups.map(\.verdict) == [.silent])
    #expect(try shop.link("bfd", ["main.o", "a.a"]).output == "3.40.1\n")
  }
}
