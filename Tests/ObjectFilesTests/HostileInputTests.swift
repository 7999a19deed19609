import ObjectFiles
import Testing

/// A truncated or altered file must be read or refused; a trap would end the test run.
@Suite(.serialized)
struct HostileInputTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test func `every truncation and every changed byte is survived`() throws {
    for seed in try seeds() {
      for length in seed.indices { readEverything(in: Array(seed[..<length])) }
      var bytes = seed
      for place in bytes.indices {
        let original = bytes[place]
        for value: UInt8 in [0, 0x7F, 0xFF, original &+ 1] where value != original {
          bytes[place] = value
          readEverything(in: bytes)
        }
        bytes[place] = original
      }
    }
  }

  /// Small files of each format: little to read, so that all their bytes can be tried.
  private func seeds() throws -> [[UInt8]] {
    let source = "extern int n(void); int f(void) { return n(); }"
    let targets = [
      "x86_64-linux-gnu", "i686-linux-gnu", "arm64-apple-macos13", "armv7k-apple-watchos6",
    ]
    var seeds: [[UInt8]] = []
    for target in targets {
      try workshop.compile(source, to: "\(target).o", ["--target=\(target)"])
      seeds.append(try workshop.bytes(of: "\(target).o"))
    }
    try workshop.compile(source, to: "pic.o", ["-fPIC"])
    try workshop.run(
      "ld.lld",
      ["-shared", "-soname", "x", "-z", "noseparate-code", "pic.o", "-o", "x.so"]
    )
    seeds.append(try workshop.bytes(of: "x.so"))
    for manner in ["gnu", "bsd", "darwin"] {
      try workshop.write("short", to: "a-member-with-a-long-name-\(manner).txt")
      let names = ["pic.o", "a-member-with-a-long-name-\(manner).txt"]
      try workshop.run("llvm-ar", ["--format=\(manner)", "-rcs", "\(manner).a"] + names)
      seeds.append(try workshop.bytes(of: "\(manner).a"))
    }
    seeds.append(universalFile(of: [seeds[2], seeds[3]]))
    return seeds
  }
}
