import ObjectFiles
import Testing

@Suite(.serialized)
struct SizeTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(.enabled(if: Workshop.find("size") != nil))
  func `an ELF object's code and constants are as many bytes as 'size' says`() throws {
    try workshop.compile(everyKind, to: "a.o")
    let line = try #require(try workshop.run("size", ["a.o"]).split(separator: "\n").last)
    let text = try #require(line.split(whereSeparator: \.isWhitespace).first.flatMap { UInt64($0) })

    #expect(try textBytes(of: "a.o") == text)
  }

  @Test func `a Mach-O object's are those of its segment '__TEXT'`() throws {
    let source = "const char c[100] = {1};"
    try workshop.compile(source, to: "a.o", ["--target=arm64-apple-macos13"])

    #expect(try textBytes(of: "a.o") == 100)
  }

  private func textBytes(of file: String) throws -> UInt64? {
    try workshop.bytes(of: file).withUnsafeBytes { buffer in
      try #require(try ObjectFile.all(in: buffer).first).textBytes()
    }
  }
}
