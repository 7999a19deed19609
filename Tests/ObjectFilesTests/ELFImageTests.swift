import ObjectFiles
import Testing

@Suite(.serialized)
struct ELFImageTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test func `symbols have the versions that they are bound to`() throws {
    try workshop.compile(
      "int f(void) { return 1; } int g(void) { return 2; } int plain;",
      to: "b.o",
      ["-fPIC"]
    )
    try workshop.write("OLD { global: f; }; NEW { global: g; } OLD;", to: "map")
    try workshop.run("ld.lld", ["-shared", "--version-script=map", "b.o", "-o", "libb.so"])
    try workshop.compile("int f(void); int g(void); int h(void) { return f() + g(); }", to: "a.o")
    try workshop.run("ld.lld", ["-shared", "-z", "notext", "a.o", "libb.so", "-o", "a.so"])

    #expect(try versions(in: "libb.so") == ["f": "OLD", "g": "NEW", "plain": nil])
    #expect(try versions(in: "a.so") == ["f": "OLD", "g": "NEW", "h": nil])
  }

  @Test func `a version in a symbol's text is not part of its name`() throws {
    let source = """
      int f1(void) { return 1; }
      int f2(void) { return 2; }
      __asm__(".symver f1, f@OLD\\n.symver f2, f@@NEW\\n");
      """
    try workshop.compile(source, to: "a.o")

    #expect(try versions(in: "a.o") == ["f": "NEW", "f1": nil, "f2": nil])
  }

  @Test func `references to a library's own names are counted unless they are bound to it`() throws
  {
    let source = """
      int own(void) { return 1; }
      __attribute__((visibility("hidden"))) int hidden(void) { return 2; }
      int other(void);
      int (*pointer)(void) = own;
      int caller(void) { return own() + hidden() + other(); }
      """
    try workshop.compile(source, to: "a.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "a.o", "-o", "plain.so"])
    try workshop.run("ld.lld", ["-shared", "-Bsymbolic", "a.o", "-o", "symbolic.so"])

    // The pointer and the call.
    #expect(try ownReferences(in: "plain.so") == ["own": 2])
    #expect(try ownReferences(in: "symbolic.so") == [:])
    #expect(try firstObject(in: "plain.so") { try $0.isSymbolic() } == false)
    #expect(try firstObject(in: "symbolic.so") { try $0.isSymbolic() } == true)
  }

  @Test(arguments: [4_096, 16_384])
  func `the alignment of segments is told`(size: Int) throws {
    try workshop.compile("int f(void) { return 1; }", to: "a.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "-z", "max-page-size=\(size)", "a.o", "-o", "a.so"])

    #expect(try firstObject(in: "a.so") { try $0.segmentAlignment() } == UInt64(size))
  }

  @Test func `a separated debug file is told from the library`() throws {
    try workshop.compile("int f(void) { return 1; }", to: "a.o", ["-fPIC", "-g"])
    try workshop.run("ld.lld", ["-shared", "-soname", "a", "a.o", "-o", "a.so"])
    try workshop.run("llvm-objcopy", ["--only-keep-debug", "a.so", "a.debug"])

    #expect(try firstObject(in: "a.debug") { $0.kind } == .debugSymbols)
    #expect(try firstObject(in: "a.debug") { try $0.neededLibraries() } == [])
  }

  @Test func `what an object asks of the linker is told`() throws {
    let source = """
      #pragma comment(lib, "sqlite3")
      __asm__(".section .swift1_autolink_entries,\\"e\\"\\n.asciz \\"-lm\\"\\n.asciz \\"-lz\\"\\n");
      """
    try workshop.compile(source, to: "a.o")

    #expect(try requests(in: "a.o") == ["-lm", "-lz", "library sqlite3"])
  }

  @Test func `a packed program cannot be read and says so`() throws {
    try workshop.compile("int f(void) { return 1; }", to: "a.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "a.o", "-o", "a.so"])
    var bytes = try workshop.bytes(of: "a.so")

    bytes.replaceSubrange(0x300..<0x304, with: [UInt8]("UPX!".utf8))

    #expect(try summaries(of: bytes).map(\.unreadable) == [.packed])
  }

  private func firstObject<Value>(
    in file: String,
    _ read: (ObjectFile) throws -> Value
  ) throws -> Value {
    try workshop.bytes(of: file).withUnsafeBytes { buffer in
      try read(try #require(try ObjectFile.all(in: buffer).first))
    }
  }

  private func versions(in file: String) throws -> [String: String?] {
    try firstObject(in: file) { object in
      var versions: [String: String?] = [:]
      try object.forEachSymbol(externalOnly: true) { symbol in
        let version = symbol.version.map { String(decoding: $0, as: UTF8.self) }
        versions.updateValue(version, forKey: String(decoding: symbol.name, as: UTF8.self))
      }
      return versions
    }
  }

  private func ownReferences(in file: String) throws -> [String: Int] {
    try firstObject(in: file) { object in
      var counts: [String: Int] = [:]
      try object.forEachBoundSymbol { symbol, count in
        guard symbol.isExported else { return }
        counts[String(decoding: symbol.name, as: UTF8.self)] = count
      }
      return counts
    }
  }

  private func requests(in file: String) throws -> [String] {
    try linkerRequests(in: workshop.bytes(of: file))
  }
}
