import ObjectFiles
import Testing

@Suite(.serialized)
struct WindowsTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(arguments: [
    ("x86_64-windows-gnu", "x86_64"), ("i686-windows-gnu", "i386"),
    ("aarch64-windows-gnu", "aarch64"),
  ])
  func `an object file tells its processor and its names`(
    triple: String,
    architecture: String
  ) throws {
    let source = """
      extern int needed(void);
      static int local_data_with_a_long_name = 1;
      int zero, data = 2;
      int function(void) { return needed() + local_data_with_a_long_name; }
      int *pointer = &local_data_with_a_long_name;
      """
    try workshop.compile(source, to: "a.o", ["--target=\(triple)", "-fcommon"])
    let bytes = try workshop.bytes(of: "a.o")

    #expect(
      try summaries(of: bytes)
        == [Summary(format: .coff, kind: .relocatable, architecture: architecture)]
    )
    let found = try symbols(of: bytes).filter { !$0.key.hasPrefix("@") && !$0.key.hasPrefix(".") }
    #expect(
      found == [
        "needed": "undefined global default other",
        "local_data_with_a_long_name": "defined local default data",
        "zero": "common global default other",
        "data": "defined global default data",
        "function": "defined global default function",
        "pointer": "defined global default data",
      ]
    )
  }

  @Test func `a DLL tells its name, its exports and its imports`() throws {
    for triple in ["x86_64-windows-msvc", "i686-windows-msvc"] {
      let flags = ["--target=\(triple)"]
      try workshop.compile(
        "__declspec(dllexport) int f(void) { return 1; } __declspec(dllexport) int g = 2;",
        to: "a.o",
        flags
      )
      try workshop.run(
        "lld-link",
        ["/dll", "/noentry", "/safeseh:no", "/out:a.dll", "/implib:a.lib", "a.o"]
      )
      try workshop.compile(
        "__declspec(dllimport) int f(void); int start(void) { return f(); }",
        to: "b.o",
        flags
      )
      try workshop.run(
        "lld-link",
        ["/entry:start", "/subsystem:console", "/safeseh:no", "/out:b.exe", "b.o", "a.lib"]
      )

      let library = try workshop.bytes(of: "a.dll")
      let program = try workshop.bytes(of: "b.exe")
      let importLibrary = try workshop.bytes(of: "a.lib")
      #expect(
        try summaries(of: importLibrary).filter { $0.kind == .importStub }.map(\.member)
          == ["a.dll", "a.dll"]
      )
      #expect(
        try importLibrary.withUnsafeBytes { try ExportedNames(in: $0).names }
          .isSuperset(of: ["f", "g"])
      )
      #expect(try summaries(of: library).map(\.kind) == [.sharedLibrary])
      #expect(try summaries(of: program).map(\.kind) == [.executable])
      #expect(try library.withUnsafeBytes { try ExportedNames(in: $0).names } == ["f", "g"])
      #expect(try imports(in: program) == ["f": "a.dll"])
      #expect(try libraryNames(in: library) == ["a.dll"])
      #expect(try Set(libraryNames(in: importLibrary)) == ["a.dll"])
    }
  }

  private func libraryNames(in bytes: [UInt8]) throws -> [String] {
    try bytes.withUnsafeBytes { buffer in
      try ObjectFile.all(in: buffer).compactMap { try $0.libraryName() }
    }
  }

  @Test func `imports that are loaded on first use are told too`() throws {
    let flags = ["--target=x86_64-windows-msvc"]
    try workshop.compile("__declspec(dllexport) int f(void) { return 1; }", to: "a.o", flags)
    try workshop.run("lld-link", ["/dll", "/noentry", "/out:a.dll", "/implib:a.lib", "a.o"])
    let source = """
      int f(void);
      void *__delayLoadHelper2(void *a, void *b) { return a; }
      int start(void) { return f(); }
      """
    try workshop.compile(source, to: "b.o", flags)
    try workshop.run(
      "lld-link",
      [
        "/entry:start", "/subsystem:console", "/delayload:a.dll", "/out:b.exe", "b.o", "a.lib",
      ]
    )

    #expect(try imports(in: workshop.bytes(of: "b.exe")) == ["f": "a.dll"])
  }

  @Test func `what an object asks of the linker is told`() throws {
    try workshop.compile(
      #"__asm__(".section .drectve,\"yn\"\n.ascii \" -lsqlite3 /DEFAULTLIB:m\"\n");"#,
      to: "a.o",
      ["--target=x86_64-windows-gnu"]
    )

    #expect(
      try linkerRequests(in: workshop.bytes(of: "a.o")) == ["-lsqlite3", "/DEFAULTLIB:m"]
    )
  }
}
