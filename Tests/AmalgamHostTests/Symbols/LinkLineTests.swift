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
    try shop.archive("libonly.a", version: "3.40.1", more: ["only_old"])
    for (name, text) in Self.texts { try shop.folder.write(text, to: name) }
    try shop.compile(
      "int puts(const char *); const char *use(void); int main(void) { puts(use()); return 0; }",
      to: "main.o"
    )
  }

  private static let versions = [
    "libold.a": "3.40.1", "libonly.a": "3.40.1", "libnew.a": "3.53.4", "libx.so": "3.46.1",
  ]

  /// Response files and linker scripts of the lines below.
  private static let texts = [
    "line.rsp": "-L. -luse 'libold.a'\n  lib\\new.a",
    "outer.rsp": "@line.rsp",
    "libgroup.so":
      "/* GNU ld script */\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( libold.a libuse.a )\n",
    "libone.so": "INPUT(-luse AS_NEEDED(-lx) libnew.a)",
    "libdeep.so": "INPUT(libgroup.so)",
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
    "main.o -L. -Wl,--push-state,--whole-archive -lnew -Wl,--pop-state -luse -lold",
    // What stands in other files.
    "main.o @line.rsp", "main.o @outer.rsp", "main.o -Wl,@line.rsp",
    "main.o -L. -lgroup -lnew", "main.o -L. libgroup.so libnew.a", "main.o -L. -lone -lold",
    "main.o -L. -ldeep -lnew",
    // A name that only one of them has is asked for.
    "-Wl,-u,only_old main.o -L. -luse -lnew -lonly -Wl,--allow-multiple-definition",
    "-Wl,--undefined=only_old main.o -L. -lonly -luse -lnew",
    "main.o -L. -luse -lonly -lnew -Wl,-z,muldefs -Wl,-u,only_old",
  ]

  @Test(arguments: LinkedArchiveTests.linkers)
  func `the winner of a link line is the version that is printed`(linker: String) throws {
    for line in Self.lines { try expectWinner(of: line, linker) }
  }

  private func expectWinner(of line: String, _ linker: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let (isLinked, printed) = try shop.link(linker, words)
    try #require(isLinked, "\(line): \(printed)")

    let groups = try shop.groups(line: words)

    for group in groups where group.files.contains(where: { Self.versions[$0] == printed.line }) {
      let told =
        group.winner.map { [$0] }
        ?? group.notes.compactMap { note in
          note.hasPrefix(Self.names[linker] ?? "") || note.hasPrefix("GNU ld, or \(linker),")
            ? note.split(separator: "'").last.map(String.init) : nil
        }
      #expect(told.compactMap { Self.versions[$0] } == [printed.line], "\(line): \(group)")
    }
    #expect(groups.contains { $0.files.contains { Self.versions[$0] == printed.line } }, "\(line)")
  }

  private static let names = ["bfd": "GNU ld", "gold": "gold", "lld": "lld"]

  @Test func `only what decides on names is taken from a line`() {
    let words = [
      "-o", "prog", "-arch", "arm64", "a.o", "-framework", "Foundation", "-platform_version",
      "macos", "13.0", "13.0", "-Lone", "-L", "two", "-lfound", "-force_load", "whole.a",
      "-lmissing", "-static", "-lboth", "-Bdynamic", "-lboth", "-weak-lfound", "-",
    ]
    let there = ["two/libfound.tbd", "one/libboth.so", "one/libboth.a"]

    let line = LinkLine(
      words,
      LinkFiles {
        there.contains($0)
      } text: { _ in
        nil
      }
    )

    #expect(
      line.inputs.map(\.path) == [
        "a.o", "two/libfound.tbd", "whole.a", "one/libboth.a", "one/libboth.so",
        "two/libfound.tbd", "-",
      ]
    )
    #expect(line.inputs.filter(\.takesAll).map(\.path) == ["whole.a"])
    #expect(line.settings.absent == ["-framework Foundation", "-lmissing"])
    let none = LinkFiles { _ in
      false
    } text: { _ in
      nil
    }
    #expect(LinkLine(["a.a", "-all_load"], none).inputs.map(\.takesAll) == [true])
    for end in ["-l", "-L", "-o", "-force_load", "-platform_version", "-Wl,", "-u", "--wrap", "-T"]
    {
      #expect(LinkLine(["a.o", end], none).inputs.map(\.path) == ["a.o"])
    }
  }
}

extension LinkLineTests {
  private func line(_ words: String, _ texts: [String: String] = [:]) -> LinkLine {
    LinkLine(
      words.split(separator: " ").map(String.init),
      LinkFiles {
        texts[$0] != nil
      } text: {
        texts[$0]
      }
    )
  }

  /// Options as GNU ld, gold, lld, Apple's linker and the drivers take them.
  @Test(arguments: [
    "ld -o prog a.o", "clang++-19 a.o -lto_library x", "/usr/bin/x86_64-linux-gnu-gcc a.o",
    "-x c a.o", "-x a.o", "-O a.o", "-hash-style=gnu a.o", "--hash-style gnu a.o",
    "-Wl,-rpath,/x -rpath @executable_path/lib a.o", "-ld_classic a.o", "-Ttext=0x10 -Ttext 0 a.o",
    "a.o -undefined dynamic_lookup", "-DNAME=1 -I/x=y -O2 -fPIC -m64 a.o",
    "lld-link /OUT:x.exe /nologo /DEBUG /LIBPATH:/x a.o",
    "swiftc -module-name x -sdk /s -emit-executable a.o -Xlinker -add_ast_path -Xlinker x",
  ])
  func `what an option takes is no input`(words: String) {
    #expect(line(words).inputs.map(\.path) == ["a.o"])
    #expect(line(words).settings == LinkLine.Settings())
  }

  @Test func `what could decide and is not modelled is told`() {
    let line = line(
      "a.o --wrap=sqlite3_open -Wl,--wrap,free -T app.ld -ObjC --defsym x=y+1 --defsym=sqlite3_open=y -filelist no -Tb.ld "
        + "@no.rsp"
    )

    #expect(line.inputs.map(\.path) == ["a.o", "@no.rsp"])
    #expect(
      line.settings.unread == [
        "--wrap=sqlite3_open", "--wrap free", "-T app.ld", "-ObjC", "--defsym x=y+1",
        "--defsym=sqlite3_open=y",
        "-filelist no",
        "-Tb.ld",
      ]
    )
  }

  @Test func `names are asked for by each spelling`() {
    let line = line("-u a --undefined=b --undefined c --require-defined d -e main --defsym x=f a.o")

    #expect(line.settings.needed == ["a", "b", "c", "d", "main", "f"])
  }

  @Test func `lists of files, frameworks and scripts are followed`() {
    let texts = [
      "files": "a.o\nb.o\n", "F/K.framework/K": "", "F/T.framework/T.tbd": "",
      "L/libs.so": """
      /* a script */ OUTPUT_FORMAT("elf64-x86-64") SEARCH_DIR("/opt/lib")
      GROUP(x.a, "y z.a" AS_NEEDED(-lmore) w.a) EXTERN(one two) PROVIDE(three = 3);
      SECTIONS { .text : { *(.text) } } INPUT(last.a)
      """, "L/x.a": "", "/opt/lib/libmore.a": "",
    ]

    let line = line("-filelist files,out -F F -framework K -framework T,_debug -LL -ls", texts)

    #expect(
      line.inputs.map(\.path) == [
        "out/a.o", "out/b.o", "F/K.framework/K", "F/T.framework/T.tbd", "L/x.a", "y z.a",
        "/opt/lib/libmore.a", "w.a", "last.a",
      ]
    )
    #expect(line.inputs.map(\.group) == [nil, nil, nil, nil, 1, 1, 1, 1, nil])
    #expect(line.inputs.filter(\.isAsNeeded).map(\.path) == ["/opt/lib/libmore.a"])
    #expect(line.settings.needed == ["one", "two"])
    #expect(line.settings.unread == ["PROVIDE, SECTIONS of L/libs.so"])
  }

  @Test func `libraries are looked for where the linker looks unasked, or in the SDK`() {
    let there = [
      "/usr/lib/libsqlite3.so", "S/usr/lib/libsqlite3.tbd", "S/one/libx.a",
      "S/System/Library/Frameworks/K.framework/K.tbd",
    ]
    func paths(_ words: String) -> [String] {
      LinkLine(
        words.split(separator: " ").map(String.init),
        LinkFiles(folders: ["/lib", "/usr/lib"]) {
          there.contains(Path.normalized($0))
        } text: { _ in
          nil
        }
      ).inputs.map(\.path)
    }

    #expect(paths("-lsqlite3") == [there[0]])
    for option in ["-isysroot S/", "-syslibroot S/", "--sysroot=S/", "-sdk S/ -sdk_version 13"] {
      #expect(
        paths("\(option) -lsqlite3 -framework K").map(Path.normalized) == [there[1], there[3]]
      )
      #expect(paths("\(option) -L=one -lx").map(Path.normalized) == [there[2]])
    }
  }

  /// Only its name is known, and it would win where it stands in front.
  @Test func `a second SQLite that was not found is a warning`() throws {
    try shop.program()
    #expect(
      try shop.text(line: ["main.o", "-L.", "-lold", "-lsqlcipher"]) == """
        the link line: warning: [unseen-library] '-lsqlcipher' asks for a SQLite beside the one \
        that was given, and was not found: where it stands in front, the linker takes that one and \
        says nothing
          fix: drop '-lsqlcipher' from the link line, or name the folder of its library by '-L'
        """
    )
    #expect(try shop.text(line: ["main.o", "-L.", "-lold"]) == "")
    #expect(
      try shop.text(line: ["main.o", "-L.", "-lsqlcipher"]) == """
        the link line: warning: [autolink] no file given here has SQLite; '-lsqlcipher' was not \
        found, so the system's copy answers for 2 names: 'sqlite3_libversion', 'sqlite3_open'
          fix: put an archive of SQLite on the link line in its place
        """
    )
    #expect(try shop.text(line: ["main.o", "-L.", "libold.a"]) == "")
    // What was found is judged.
    try shop.must(["cp", "libx.so", "libsqlcipher.so"])
    #expect(
      try shop.text(line: ["main.o", "-L.", "-lsqlcipher", "-lold"]).hasPrefix(
        "libsqlcipher.so, libold.a: error: [duplicate-symbols] 3 names are defined in both; the "
          + "linker takes 'libsqlcipher.so', which comes first, and says nothing\n"
      )
    )
  }

  /// Files that name themselves, and texts that stop too soon.
  @Test func `a circle of files comes to an end`() {
    let texts = [
      "a": "@a @a @a @a", "b.so": "INPUT(b.so b.so b.so b.so)", "c": "INPUT(",
      "d": "GROUP(x AS_NEEDED(y",
      "e": "/* INPUT(x)", "f": "SECTIONS { {", "g": "INPUT", "h": "\"", "i": "'a\\",
    ]

    #expect(line("@a", ["a": "@a x.o"]).inputs.map(\.path).last == "x.o")
    #expect(line("@a @a", texts).inputs.count <= LinkLineTests.mostInputs)
    #expect(line("b.so", texts).inputs.count <= LinkLineTests.mostInputs)
    for name in ["c", "d", "e", "f", "g", "h"] {
      #expect(line(name, texts).inputs.count <= 2, "\(name)")
    }
    #expect(line("@i", texts).inputs.map(\.path) == ["a"])
  }

  private static let mostInputs = 100_000
}

extension String {
  fileprivate var line: String { String(prefix { $0 != "\n" }) }
}
