import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Whole link lines: the winner that is named is the version that the linked program prints.
@Suite(.serialized)
struct LinkLineTests {
  private let shop: LinkShop

  init() throws {
    shop = try LinkShop()
    for (name, version) in Self.versions where name.hasSuffix(".a") {
      try shop.archive(name, version: version)
    }
    try shop.compile(LinkShop.copy(Self.versions["libx.so"] ?? ""), to: "x.o")
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "x.o", "-o", "libx.so"])
    try shop.compile(
      "const char *sqlite3_libversion(void);"
        + "const char *use(void) { return sqlite3_libversion(); }",
      to: "use.o"
    )
    try shop.must(["llvm-ar", "rcs", "libuse.a", "use.o"])
    try shop.compile(
      "int puts(const char *); const char *use(void); int main(void) { puts(use()); return 0; }",
      to: "main.o"
    )
  }

  private static let versions = [
    "libold.a": "3.40.1", "libnew.a": "3.53.4", "libx.so": "3.46.1",
  ]

  private static let lines = [
    // Libraries by their names, in either order.
    "main.o -L. -luse -lold -lnew", "main.o -L . -luse -l new -l:libold.a",
    // An archive before what needs it is passed by, unless both are one group.
    "main.o -L. -lold -luse -lnew",
    "main.o -L. -Wl,--start-group -lold -luse -Wl,--end-group -lnew",
    "main.o -L. -Wl,-( -luse -lold -Wl,-) -lnew",
    // The same archive twice.
    "-L. -lold main.o -luse -lold -lnew",
    // A library that is needed where it stands, later, or not at all.
    "main.o -L. -lx -luse -lnew", "main.o -L. -Wl,--as-needed -lx -luse -lnew",
    "main.o -L. -luse -Wl,--as-needed -lx -Wl,--no-as-needed -lnew",
    "main.o -L. -Wl,--start-group -luse -Wl,--as-needed -lx -Wl,--end-group -lnew",
    // All members of one, so that the other has nothing more to bring.
    "main.o -L. -Xlinker --whole-archive -lnew -Xlinker --no-whole-archive -luse -lold",
  ]

  @Test(arguments: LinkedArchiveTests.linkers, lines)
  func `the winner of a link line is the version that is printed`(
    linker: String,
    line: String
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let (isLinked, printed) = try shop.link(linker, words)
    try #require(isLinked, "\(printed)")

    let groups = try shop.groups(line: words)

    for group in groups where group.files.contains(where: { Self.versions[$0] == printed.line }) {
      let told =
        group.winner.map { [$0] }
        ?? group.notes.compactMap { note in
          note.hasPrefix(Self.names[linker] ?? "") || note.hasPrefix("GNU ld, or \(linker),")
            ? note.split(separator: "'").last.map(String.init) : nil
        }
      #expect(told.compactMap { Self.versions[$0] } == [printed.line], "\(group)")
    }
    #expect(groups.contains { $0.files.contains { Self.versions[$0] == printed.line } })
  }

  private static let names = ["bfd": "GNU ld", "gold": "gold", "lld": "lld"]

  @Test func `only what decides on names is taken from a line`() {
    let words = [
      "-o", "prog", "-arch", "arm64", "a.o", "-framework", "Foundation", "-platform_version",
      "macos", "13.0", "13.0", "-Lone", "-L", "two", "-lfound", "-force_load", "whole.a",
      "-lmissing", "-static", "-lboth", "-Bdynamic", "-lboth", "-weak-lfound", "-",
    ]
    let there = ["two/libfound.tbd", "one/libboth.so", "one/libboth.a"]

    let line = LinkLine(words) { there.contains($0) }

    #expect(
      line.inputs.map(\.path) == [
        "a.o", "two/libfound.tbd", "whole.a", "one/libboth.a", "one/libboth.so",
        "two/libfound.tbd", "-",
      ]
    )
    #expect(line.inputs.filter(\.takesAll).map(\.path) == ["whole.a"])
    #expect(line.absent == ["-lmissing"])
    #expect(LinkLine(["a.a", "-all_load"]) { _ in false }.inputs.map(\.takesAll) == [true])
    for end in ["-l", "-L", "-o", "-force_load", "-platform_version", "-Wl,"] {
      #expect(LinkLine(["a.o", end]) { _ in true }.inputs.map(\.path) == ["a.o"])
    }
  }
}

extension String {
  fileprivate var line: String { String(prefix { $0 != "\n" }) }
}
