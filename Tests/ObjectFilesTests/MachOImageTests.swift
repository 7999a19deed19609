import ObjectFiles
import Testing

@Suite(.serialized, .enabled(if: Workshop.machOLinker != nil))
struct MachOImageTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(arguments: ["-fixup_chains", "-no_fixup_chains"])
  func `a library tells its name, its needs, its exports and who has its imports`(
    fixups: String
  ) throws {
    for architecture in ["arm64", "x86_64"] {
      try workshop.compile(everyKind, to: "a.o", ["--target=\(architecture)-apple-macos13"])
      try workshop.linkMachO(
        architecture,
        [fixups, "-dylib", "-install_name", "@rpath/a.dylib", "a.o", "-o", "a.dylib"]
      )
      let bytes = try workshop.bytes(of: "a.dylib")

      let system = "/usr/lib/libSystem.B.dylib"
      let found = try imports(in: bytes)
      // The names of weak definitions are there too where something points at them.
      #expect(
        found.filter { $0.value.hasPrefix(system) && $0.key != "dyld_stub_binder" } == [
          "needed_function": system, "needed_data": system, "perhaps_function": system + ", weak",
        ]
      )
      try bytes.withUnsafeBytes { buffer in
        let object = try #require(try ObjectFile.all(in: buffer).first)
        #expect(object.kind == .sharedLibrary)
        #expect(object.hasTwoLevelNamespace)
        #expect(try object.libraryName() == "@rpath/a.dylib")
        #expect(try object.neededLibraries() == [system])
        #expect(try object.platforms().map(\.description) == ["macos 13.0"])
        #expect(
          try ExportedNames(in: buffer).names == [
            "plain_function", "weak_function", "plain_data", "zero_data", "constant_data",
            "weak_data", "pointer_data",
          ]
        )
      }
    }
  }

  @Test func `a weak definition is taken from whichever image has it first`() throws {
    let source = """
      __attribute__((weak)) int weak_function(void) { return 1; }
      int (*pointer)(void) = weak_function;
      """
    for fixups in ["-fixup_chains", "-no_fixup_chains"] {
      try workshop.compile(source, to: "a.o", ["--target=x86_64-apple-macos13"])
      try workshop.linkMachO("x86_64", [fixups, "-dylib", "a.o", "-o", "a.dylib"])

      #expect(try imports(in: workshop.bytes(of: "a.dylib"))["weak_function"] == "anyLibrary")
    }
  }

  @Test func `the export trie has the same names as the symbol table`() throws {
    let functions = (1...300).map { "int name_\($0 * $0)(void) { return \($0); }" }
    try workshop.compile(functions.joined(), to: "a.o", ["--target=arm64-apple-macos13"])
    try workshop.linkMachO("arm64", ["-dylib", "a.o", "-o", "a.dylib"])
    let bytes = try workshop.bytes(of: "a.dylib")

    let exported = try bytes.withUnsafeBytes { try ExportedNames(in: $0).names }

    #expect(exported == Set(try symbols(of: bytes).filter { $0.value.hasPrefix("defined") }.keys))
    #expect(exported.count == 300)
  }

  @Test func `an image tells which library has each of its imports`() throws {
    for name in ["one", "two"] {
      let source = "int from_\(name)(void) { return 1; }"
      try workshop.compile(source, to: "\(name).o", ["--target=arm64-apple-macos13"])
      try workshop.linkMachO("arm64", ["-dylib", "\(name).o", "-o", "\(name).dylib"])
    }
    let source = """
      int from_one(void), from_two(void), from_anywhere(void);
      int main(void) { return from_one() + from_two() + from_anywhere(); }
      """
    try workshop.compile(source, to: "a.o", ["--target=arm64-apple-macos13"])
    try workshop.linkMachO(
      "arm64",
      ["a.o", "one.dylib", "two.dylib", "-U", "_from_anywhere", "-o", "a"]
    )

    #expect(
      try imports(in: workshop.bytes(of: "a")) == [
        "from_one": "one.dylib", "from_two": "two.dylib", "from_anywhere": "anyLibrary",
      ]
    )
    #expect(try summaries(of: workshop.bytes(of: "a")).map(\.kind) == [.executable])
  }
}

@Suite(.serialized)
struct MachOObjectTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(arguments: [
    ("arm64-apple-macos13", "macos 13.0"), ("arm64-apple-ios15.2", "ios 15.2"),
    ("arm64-apple-ios15.0-simulator", "ios-simulator 15.0"),
    ("arm64-apple-ios16.1-macabi", "ios-macabi 16.1"), ("arm64-apple-tvos17.0", "tvos 17.0"),
    ("arm64-apple-xros1.0", "xros 1.0"), ("x86_64-apple-macos10.12.6", "macos 10.12.6"),
    ("armv7k-apple-watchos4", "watchos 4.0"),
  ])
  func `an object tells its platform and the oldest system`(
    triple: String,
    platform: String
  ) throws {
    try workshop.compile("int f(void) { return 1; }", to: "a.o", ["--target=\(triple)"])

    try workshop.bytes(of: "a.o").withUnsafeBytes { buffer in
      let object = try #require(try ObjectFile.all(in: buffer).first)
      #expect(try object.platforms().map(\.description) == [platform])
    }
  }

  @Test func `what an object asks of the linker is told`() throws {
    let source =
      #"__asm__(".linker_option \"-lsqlite3\"\n.linker_option \"-framework\", \"A\"\n");"#
    try workshop.compile(source, to: "a.o", ["--target=arm64-apple-macos13"])

    #expect(try linkerRequests(in: workshop.bytes(of: "a.o")) == ["-framework", "-lsqlite3", "A"])
  }

  @Test func `an encrypted program cannot be read and says so`() throws {
    func program(encrypted: UInt32) -> [UInt8] {
      let header: [UInt32] = [0xFEED_FACF, 0x0100_000C, 0, 2, 1, 24, 0, 0]
      let command: [UInt32] = [0x2C, 24, 0x4000, 0x1000, encrypted, 0]
      return (header + command).flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init)
      }
    }

    #expect(try summaries(of: program(encrypted: 1)).map(\.unreadable) == [.encrypted])
    #expect(try summaries(of: program(encrypted: 0)).map(\.unreadable) == [nil])
  }
}
