import ObjectFiles
import Testing

@Suite(.serialized)
struct ELFTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(arguments: [
    ("x86_64-unknown-linux-gnu", "x86_64"), ("i686-linux-gnu", "i386"),
    ("aarch64-linux-gnu", "aarch64"), ("armv7-linux-gnueabihf", "arm"),
    ("riscv64-linux-gnu", "riscv64"), ("s390x-linux-gnu", "s390x"),
  ])
  func `a relocatable object tells its processor and its names`(
    triple: String,
    architecture: String
  ) throws {
    try workshop.compile(everyKind, to: "a.o", ["--target=\(triple)", "-fcommon"])
    let bytes = try workshop.bytes(of: "a.o")

    #expect(
      try summaries(of: bytes)
        == [Summary(format: .elf, kind: .relocatable, architecture: architecture)]
    )
    let names = try workshop.run("llvm-nm", ["--format=posix", "a.o"])
    // Most versions of `nm` hide the marks between code and data ($x, $d) and the compiler's labels.
    let isPlain = { (name: String) in !name.hasPrefix("$") && !name.hasPrefix(".") }
    #expect(
      try outline(of: bytes, in: .full).filter(isPlain) == outline(ofNames: names).filter(isPlain)
    )
  }

  @Test func `each symbol has definition, binding, visibility and kind`() throws {
    let source = """
      __attribute__((visibility("protected"))) int protected_function(void) { return 8; }
      _Thread_local int thread_data;
      __asm__(".globl absolute_name\\nabsolute_name = 9\\n");

      """
    try workshop.compile(source + everyKind, to: "a.o", ["-fcommon", "-fPIC"])

    #expect(
      try symbols(of: workshop.bytes(of: "a.o")) == [
        "needed_function": "undefined global default other",
        "needed_data": "undefined global default other",
        "perhaps_function": "undefined weak default other",
        "local_function": "defined local default function",
        "plain_function": "defined global default function",
        "weak_function": "defined weak default function",
        "hidden_function": "defined global hidden function",
        "protected_function": "defined global protected function",
        "local_data": "defined local default data",
        "plain_data": "defined global default data",
        "zero_data": "common global default data",
        "constant_data": "defined global default data",
        "weak_data": "defined weak default data",
        "hidden_data": "defined global hidden data",
        "pointer_data": "defined global default data",
        "thread_data": "defined global default threadLocal",
        "absolute_name": "absolute global default other",
      ]
    )
  }

  @Test func `a shared library tells its name, its needs and its exports`() throws {
    try workshop.compile("int need(void); int offer(void) { return need(); }", to: "a.o", ["-fPIC"])
    try workshop.compile("int need(void) { return 1; }", to: "b.o", ["-fPIC"])
    try workshop.run("ld.lld", ["-shared", "-soname", "libb.so.1", "b.o", "-o", "libb.so"])
    // Binding at once is another bit of the flags that mark position-independent programs.
    try workshop.run(
      "ld.lld",
      ["-shared", "-z", "now", "-soname", "liba.so.2", "a.o", "libb.so", "-o", "liba.so"]
    )
    let bytes = try workshop.bytes(of: "liba.so")

    try bytes.withUnsafeBytes { buffer in
      let object = try #require(try ObjectFile.all(in: buffer).first)
      #expect(object.kind == .sharedLibrary)
      #expect(try object.libraryName() == "liba.so.2")
      #expect(try object.neededLibraries() == ["libb.so.1"])
      #expect(try ExportedNames(in: buffer).names == ["offer"])
    }
    let names = try workshop.run("llvm-nm", ["-D", "--format=posix", "liba.so"])
    #expect(try outline(of: bytes, in: .linking) == outline(ofNames: names))
  }

  @Test(arguments: ["sysv", "gnu"])
  func `dynamic symbols are found without section headers`(style: String) throws {
    try workshop.compile(everyKind, to: "a.o", ["-fPIC"])
    try workshop.run(
      "ld.lld",
      ["-shared", "--hash-style=\(style)", "a.o", "-o", "a.so"]
    )
    var bytes = try workshop.bytes(of: "a.so")
    let whole = try symbols(of: bytes)

    // e_shoff, e_shnum and e_shstrndx.
    for offset in [40..<48, 60..<64] { bytes.replaceSubrange(offset, with: offset.map { _ in 0 }) }

    #expect(whole.count > 8)
    // What a table's last entries are is not told by the hash table of names it defines.
    #expect(try symbols(of: bytes) == whole)
  }

  @Test func `section numbers too large for the header are in the first section`() throws {
    try workshop.compile(everyKind, to: "a.o")
    var bytes = try workshop.bytes(of: "a.o")
    let whole = try symbols(of: bytes)
    let table = Int(bytes[40]) | Int(bytes[41]) << 8

    // sh_size and sh_link of the first header take the place of e_shnum and e_shstrndx.
    bytes[table + 32] = bytes[60]
    bytes[table + 40] = bytes[62]
    bytes.replaceSubrange(60..<64, with: [0, 0, 0xFF, 0xFF])

    #expect(try symbols(of: bytes) == whole)
  }

  @Test func `programs are told from libraries`() throws {
    try workshop.compile("int main(void) { return 0; }", to: "a.o", ["-fPIE"])
    try workshop.run("clang", ["-fuse-ld=lld", "-pie", "a.o", "-o", "pie"])
    try workshop.run("clang", ["-fuse-ld=lld", "-no-pie", "a.o", "-o", "fixed"])
    try workshop.run("clang", ["-fuse-ld=lld", "-static-pie", "-nostdlib", "a.o", "-o", "static"])

    for name in ["pie", "fixed", "static"] {
      #expect(try summaries(of: workshop.bytes(of: name)).map(\.kind) == [.executable], "\(name)")
    }
  }

  @Test func `bitcode and slim LTO objects cannot be read and say so`() throws {
    try workshop.compile(everyKind, to: "bitcode.o", ["-flto"])
    #expect(try summaries(of: workshop.bytes(of: "bitcode.o")).map(\.unreadable) == [.bitcode])

    guard Workshop.find("gcc") != nil else { return }
    try workshop.run("gcc", ["-c", "-flto", "bitcode.o.c", "-o", "slim.o"])
    try workshop.run("gcc", ["-c", "-flto", "-ffat-lto-objects", "bitcode.o.c", "-o", "fat.o"])
    #expect(try summaries(of: workshop.bytes(of: "slim.o")).map(\.unreadable) == [.slimLTO])
    #expect(try summaries(of: workshop.bytes(of: "fat.o")).map(\.unreadable) == [nil])
  }
}
