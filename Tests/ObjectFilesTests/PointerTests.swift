import ObjectFiles
import Testing

/// Whatever form a linker gives its relocations, the pointers are the same.
@Suite(.serialized)
struct PointerTests {
  private let workshop: Workshop
  private let count = 300

  init() throws { workshop = try Workshop() }

  @Test(arguments: [
    ["-z", "pack-relative-relocs"], ["--pack-dyn-relocs=android"],
    ["--pack-dyn-relocs=android+relr"],
  ])
  func `packed relocations name the same pointers as plain ones`(arguments: [String]) throws {
    for target in ["x86_64-linux-gnu", "i686-linux-gnu"] {
      try workshop.compile(source, to: "a.o", ["--target=\(target)", "-fPIC"])
      try workshop.run("ld.lld", ["-shared", "a.o", "-o", "plain.so"])
      try workshop.run("ld.lld", ["-shared", "a.o", "-o", "packed.so"] + arguments)

      #expect(try numbers(in: "plain.so") == Array(0..<count))
      #expect(try numbers(in: "packed.so") == Array(0..<count))
    }
  }

  @Test(
    .enabled(if: Workshop.machOLinker != nil),
    arguments: ["-fixup_chains", "-no_fixup_chains"]
  )
  func `both kinds of Mach-O fixups name all pointers`(fixups: String) throws {
    for architecture in ["arm64", "x86_64"] {
      let flags = ["--target=\(architecture)-apple-macos13"]
      try workshop.compile(source, to: "a.o", flags)
      try workshop.linkMachO(architecture, [fixups, "-dylib", "a.o", "-o", "a.dylib"])

      #expect(try numbers(in: "a.dylib") == Array(0..<count))
    }
  }

  @Test func `signed pointers of arm64e objects name what they point at`() throws {
    let source = """
      int f(void) { return 1; }
      int g(void) { return 2; }
      int (*const signed_pointers[])(void) = {f, g};
      const char *const texts[] = {"#0", "#1"};
      """
    try workshop.compile(source, to: "a.o", ["--target=arm64e-apple-ios15"])
    #expect(try numbers(in: "a.o") == [0, 1])

    var targets: Set<Int> = []
    try workshop.bytes(of: "a.o").withUnsafeBytes { buffer in
      try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
        let places = try SymbolPlaces(object)
        var functions: Set<Int> = []
        try object.forEachSymbol(externalOnly: true) { symbol throws(ReadError) in
          if symbol.kind == .function, let place = try places.offset(of: symbol) {
            functions.insert(place)
          }
        }
        try object.forEachPointer { _, target in
          if functions.contains(target) { targets.insert(target) }
        }
      }
    }
    #expect(targets.count == 2)
  }

  /// Pointers to texts that are numbers: some of them alone, some beside each other, with gaps.
  private var source: String {
    let pairs = (0..<count / 3).map { "{\"#\($0 * 3)\", 1, \"#\($0 * 3 + 1)\"}" }
    let singles = (0..<count / 3).map { "\"#\($0 * 3 + 2)\"" }
    return """
      struct { const char *first; long gap; const char *second; }
        pairs[] = {\(pairs.joined(separator: ", "))};
      const char *singles[] = {\(singles.joined(separator: ", "))};
      """
  }

  /// The numbers that pointers point at, in ascending order.
  private func numbers(in file: String) throws -> [Int] {
    var numbers: [Int] = []
    try workshop.bytes(of: file).withUnsafeBytes { buffer in
      try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
        try object.forEachPointer { _, target in
          let text = String(decoding: buffer[target...].prefix { $0 != 0 }, as: UTF8.self)
          if text.hasPrefix("#"), let number = Int(text.dropFirst()) { numbers.append(number) }
        }
      }
    }
    return numbers.sorted()
  }
}
