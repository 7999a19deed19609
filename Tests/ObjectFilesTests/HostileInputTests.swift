import ObjectFiles
import Testing

/// A truncated or altered file must be read or refused; a trap would end the test run.
@Suite(.serialized)
struct HostileInputTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test func `every truncation of a small file is survived`() throws {
    for seed in try objects() + archives() {
      for length in seed.indices { readEverything(in: Array(seed[..<length])) }
    }
  }

  @Test func `every changed byte of a small file is survived`() throws {
    for seed in try objects() + archives() { readWithChanges(in: seed, step: 1) }
  }

  @Test func `changed bytes and truncations of images are survived`() throws {
    for seed in try images() {
      readWithChanges(in: seed, step: 7)
      for length in stride(from: 0, to: seed.count, by: 251) {
        readEverything(in: Array(seed[..<length]))
      }
    }
  }

  /// Gives each byte that is not zero some other values, one at a time.
  private func readWithChanges(in seed: [UInt8], step: Int) {
    var bytes = seed
    let places = bytes.indices.filter { bytes[$0] != 0 }
    for index in stride(from: 0, to: places.count, by: step) {
      let original = bytes[places[index]]
      for value: UInt8 in [0xFF, original &+ 1] where value != original {
        bytes[places[index]] = value
        readEverything(in: bytes)
      }
      bytes[places[index]] = original
    }
  }

  private let source = """
    extern int n(void);
    int f(void) { return n(); }
    int (*const pointers[])(void) = {n, f};
    const char *const texts[] = {"COMPILER=x", "THREADSAFE=1"};
    """

  /// Small files of each format: little to read, so that all their bytes can be tried.
  private func objects() throws -> [[UInt8]] {
    let targets = [
      "x86_64-linux-gnu", "i686-linux-gnu", "s390x-linux-gnu", "arm64-apple-macos13",
      "armv7k-apple-watchos6", "x86_64-windows-gnu", "wasm32-unknown-unknown",
    ]
    return try targets.map { target in
      try workshop.compile(source, to: "\(target).o", ["--target=\(target)"])
      return try workshop.bytes(of: "\(target).o")
    }
  }

  private func archives() throws -> [[UInt8]] {
    try workshop.compile("int f(void) { return 1; }", to: "a.o", ["-fno-unwind-tables"])
    let archives = try ["gnu", "bsd", "darwin"].map { manner in
      let text = "a-member-with-a-long-name-\(manner).txt"
      try workshop.write("short", to: text)
      try workshop.run("llvm-ar", ["--format=\(manner)", "-rcs", "\(manner).a", "a.o", text])
      return try workshop.bytes(of: "\(manner).a")
    }
    let stub = """
      --- !tapi-tbd
      install-name: '/usr/lib/libx.dylib'
      exports:
        - symbols: [ _a, "_b", '_c' ]
      ...
      """
    return archives + [universalFile(of: [archives[2], archives[0]]), Array(stub.utf8)]
  }

  private func images() throws -> [[UInt8]] {
    var images: [[UInt8]] = []
    let variants = [[], ["-z", "pack-relative-relocs"], ["--pack-dyn-relocs=android"]]
    for (index, arguments) in variants.enumerated() {
      try workshop.compile(source, to: "pic.o", ["-fPIC"])
      let options = ["-shared", "-soname", "x", "-z", "noseparate-code", "pic.o"]
      try workshop.run("ld.lld", options + arguments + ["-o", "\(index).so"])
      images.append(try workshop.bytes(of: "\(index).so"))
    }
    try workshop.compile(
      source,
      to: "a.obj",
      ["--target=x86_64-windows-msvc", "-Dn=f"]
    )
    try workshop.run("lld-link", ["/dll", "/noentry", "/out:a.dll", "/export:f", "a.obj"])
    images.append(try workshop.bytes(of: "a.dll"))
    guard Workshop.machOLinker != nil else { return images }
    for fixups in ["-fixup_chains", "-no_fixup_chains"] {
      try workshop.compile(
        source,
        to: "m.o",
        ["--target=arm64-apple-macos13", "-Dn=needed_function"]
      )
      try workshop.linkMachO("arm64", [fixups, "-dylib", "m.o", "-o", "m.dylib"])
      images.append(try workshop.bytes(of: "m.dylib"))
    }
    return images
  }
}
