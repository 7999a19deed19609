import ObjectFiles
import Testing

@Suite(.serialized)
struct CopyTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(arguments: [
    "x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu", "armv7-linux-gnueabihf",
    "riscv64-linux-gnu", "s390x-linux-gnu", "powerpc64-linux-gnu", "mips-linux-gnu",
    "arm64-apple-macos13", "x86_64-apple-macos13", "arm64_32-apple-watchos7",
    "armv7k-apple-watchos6", "x86_64-windows-gnu", "i686-windows-gnu", "aarch64-windows-gnu",
    "wasm32-unknown-unknown",
  ])
  func `a relocatable object's options are read through its relocations`(
    triple: String
  ) throws {
    try workshop.compile(SQLiteLike().source, to: "a.o", ["--target=\(triple)"])

    try expectCopy(in: "a.o")
  }

  @Test(arguments: [
    ["-shared"], ["-shared", "-z", "pack-relative-relocs"],
    ["-shared", "--pack-dyn-relocs=android"],
    ["-shared", "--pack-dyn-relocs=android+relr"], ["-shared", "-O2", "--strip-all"], ["-pie"],
    ["-pie", "--no-dynamic-linker"], ["-no-pie", "-static"],
    ["-no-pie", "-z", "noseparate-code"],
  ])
  func `an ELF image's options are read as its loader fills them in`(
    arguments: [String]
  ) throws {
    let start = "void _start(void) {}"
    for triple in ["x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu"] {
      try workshop.compile(
        SQLiteLike().source + start,
        to: "a.o",
        ["--target=\(triple)", arguments.contains("-no-pie") ? "-fno-pic" : "-fPIC"]
      )
      try workshop.run("ld.lld", arguments + ["a.o", "-o", "a"])

      try expectCopy(in: "a")
    }
  }

  @Test func `a copy is found without section headers`() throws {
    try workshop.compile(SQLiteLike().source, to: "a.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "a.o", "-o", "a.so"])
    var bytes = try workshop.bytes(of: "a.so")
    for offset in [40..<48, 60..<64] { bytes.replaceSubrange(offset, with: offset.map { _ in 0 }) }
    try workshop.write(bytes, to: "stripped.so")

    try expectCopy(in: "stripped.so")
  }

  @Test func `a Windows object with more sections than 16 bits count is read`() throws {
    let sections = (0..<66_000).map { #".section .r$\#($0),\"dr\"\n.byte 0\n"# }
    let source = SQLiteLike().source + "__asm__(\"\(sections.joined())\");"
    try workshop.compile(source, to: "a.o", ["--target=x86_64-windows-gnu"])

    #expect(try Array(workshop.bytes(of: "a.o").prefix(4)) == [0, 0, 0xFF, 0xFF])
    #expect(
      try symbols(of: workshop.bytes(of: "a.o"))["sqlite3_compileoption_get"]
        == "defined global default function"
    )
    try expectCopy(in: "a.o")
  }

  @Test func `a DLL's options are read through its base relocations`() throws {
    for triple in ["x86_64-windows-gnu", "i686-windows-gnu"] {
      try workshop.compile(SQLiteLike().source, to: "a.o", ["--target=\(triple)"])
      try workshop.run("lld-link", ["/dll", "/noentry", "/safeseh:no", "/out:a.dll", "a.o"])

      try expectCopy(in: "a.dll")
    }
  }

  @Test(
    .enabled(if: Workshop.machOLinker != nil),
    arguments: ["-fixup_chains", "-no_fixup_chains"]
  )
  func `a Mach-O library's options are read as its loader fills them in`(
    fixups: String
  ) throws {
    for architecture in ["arm64", "x86_64"] {
      let triple = "\(architecture)-apple-macos13"
      try workshop.compile(SQLiteLike().source, to: "a.o", ["--target=\(triple)"])
      try workshop.linkMachO(architecture, [fixups, "-dylib", "a.o", "-o", "a.dylib"])

      try expectCopy(in: "a.dylib")
    }
  }

  @Test func `a WebAssembly program's options are read from its memory`() throws {
    try workshop.compile(SQLiteLike().source, to: "a.o", ["--target=wasm32-unknown-unknown"])
    try workshop.run("wasm-ld", ["--no-entry", "--export-all", "a.o", "-o", "a.wasm"])

    try expectCopy(in: "a.wasm")
  }

  @Test func `a copy in members of an archive is one copy`() throws {
    var options = SQLiteLike(hasEngine: false)
    options.sourceID = "none"
    var code = SQLiteLike(hasOptions: false)
    code.sourceID =
      "2026-01-02 03:04:05 \(String(repeating: "0123456789abcdef", count: 4).dropLast(4))alt1"
    try workshop.compile(options.source, to: "ctime.o")
    try workshop.compile(code.source, to: "main.o")
    let other = "const char *f(void) { return \"fts5: \(SQLiteLike.plainSourceID)\"; }"
    try workshop.compile(other, to: "fts5.o")
    try workshop.run("llvm-ar", ["-rcs", "l.a", "ctime.o", "fts5.o", "main.o"])

    let copy = try #require(copies(in: "l.a").first)

    #expect(try copies(in: "l.a").count == 1)
    #expect(copy.member == "ctime.o")
    #expect(copy.options == SQLiteLike().options)
    #expect(copy.version == "3.45.6")
    #expect(copy.sourceID?.tail == "alt1")
  }

  @Test func `two copies in one library are two`() throws {
    let first = SQLiteLike(prefix: "a_", version: "3.46.1")
    let second = SQLiteLike(prefix: "b_", options: ["COMPILER=gcc-12.2.0", "THREADSAFE=2"])
    try workshop.compile(first.source, to: "a.o", ["-fPIC"])
    try workshop.compile(second.source, to: "b.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "a.o", "b.o", "-o", "ab.so"])
    try workshop.run("llvm-ar", ["-rcs", "ab.a", "a.o", "b.o"])

    for file in ["ab.so", "ab.a"] {
      #expect(try copies(in: file).map(\.options) == [first.options, second.options])
      #expect(try copies(in: file).map(\.version) == ["3.46.1", "3.45.6"])
    }
  }

  @Test func `of two copies in one image the ids stay open`() throws {
    var second = SQLiteLike(prefix: "b_", version: "3.45.7")
    second.sourceID = "2025" + SQLiteLike.plainSourceID.dropFirst(4)
    try workshop.compile(SQLiteLike(prefix: "a_", hasFTS5: true).source, to: "a.o", ["-fPIC"])
    try workshop.compile(second.source, to: "b.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "-O2", "a.o", "b.o", "-o", "ab.so"])

    let ids = [second.sourceID, SQLiteLike.plainSourceID]
    #expect(try copies(in: "ab.so").map(\.version) == ["3.45.6", "3.45.7"])
    #expect(try copies(in: "ab.so").map(\.sourceID) == [nil, nil])
    #expect(
      try copies(in: "ab.so").map { $0.possibleSourceIDs.map(\.description) } == [ids, ids]
    )
  }

  @Test func `a copy without options is known by its texts`() throws {
    try workshop.compile(SQLiteLike(hasOptions: false).source, to: "a.o")

    let copy = try #require(copies(in: "a.o").first)

    #expect(copy.optionOrigin == .none)
    #expect(copy.options == [])
    #expect(copy.sourceID?.description == SQLiteLike.plainSourceID)
  }

  @Test func `options without a table are told to be loose`() throws {
    let texts = #"const char t[] = "ENABLE_FTS5\0COMPILER=clang-1.2.3\0THREADSAFE=1\0no option";"#
    try workshop.compile(SQLiteLike(hasOptions: false).source + texts, to: "a.o")

    let copy = try #require(copies(in: "a.o").first)

    #expect(copy.optionOrigin == .looseTexts)
    #expect(copy.options == ["COMPILER=clang-1.2.3", "ENABLE_FTS5", "THREADSAFE=1"])
  }

  @Test func `an id that the linker merged into FTS5's is found`() throws {
    try workshop.compile(SQLiteLike(hasFTS5: true).source, to: "a.o", ["-fPIC", "-O1"])
    try workshop.run("ld.lld", ["-shared", "-O2", "a.o", "-o", "a.so"])

    #expect(try copies(in: "a.so").map(\.sourceID?.description) == [SQLiteLike.plainSourceID])
  }

  @Test func `a binding's own number behind the version is no version of SQLite's`() throws {
    let copy = SQLiteLike()
    let binding = "const char *binding = \"\(copy.version).0\";\n"
    try workshop.compile(copy.source + binding, to: "a.o", ["--target=x86_64-linux-gnu"])

    #expect(try copies(in: "a.o").map(\.version) == [copy.version])
  }

  @Test func `a program that only carries the texts is no copy`() throws {
    let texts = """
      const char *ids[] = {"\(SQLiteLike.plainSourceID)"};
      const char catalogue[] = "THREADSAFE=1 COMPILER=clang-1 ENABLE_FTS5";
      const char *message = "malformed database schema (";
      """
    try workshop.compile(texts, to: "a.o")

    #expect(try copies(in: "a.o") == [])
  }

  private func copies(in file: String) throws -> [EmbeddedCopy] {
    try workshop.bytes(of: file).withUnsafeBytes { try EmbeddedCopy.all(in: $0).copies }
  }

  private func expectCopy(
    in file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let copies = try copies(in: file)
    try #require(copies.count == 1, sourceLocation: sourceLocation)
    let like = SQLiteLike()
    #expect(copies[0].options == like.options, sourceLocation: sourceLocation)
    #expect(copies[0].optionOrigin == .table, sourceLocation: sourceLocation)
    #expect(copies[0].version == like.version, sourceLocation: sourceLocation)
    #expect(copies[0].sourceID?.description == like.sourceID, sourceLocation: sourceLocation)
    #expect(copies[0].sourceID?.tail == nil, sourceLocation: sourceLocation)
  }
}
