import ObjectFiles
import Testing

@Suite(.serialized)
struct ArchiveTests {
  private let workshop: Workshop
  private let longName = "a-member-with-a-name-of-more-than-sixteen-bytes.o"

  init() throws {
    workshop = try Workshop()
    try workshop.compile("int f(void) { return 1; }", to: "a.o")
    try workshop.compile("int g(void) { return 2; } static int h;", to: longName)
  }

  @Test(arguments: ["gnu", "bsd", "darwin"])
  func `members have their names and contents`(manner: String) throws {
    try workshop.run("llvm-ar", ["--format=\(manner)", "-rcs", "l.a", "a.o", longName])
    let bytes = try workshop.bytes(of: "l.a")

    #expect(try summaries(of: bytes).map(\.member) == ["a.o", longName])
    #expect(try summaries(of: bytes).map(\.kind) == [.relocatable, .relocatable])
    #expect(try bytes.withUnsafeBytes { try ExportedNames(in: $0).names } == ["f", "g"])
  }

  @Test func `a thin archive names its members and says that they are elsewhere`() throws {
    try workshop.run("llvm-ar", ["--thin", "-rcs", "l.a", "a.o", longName])
    let bytes = try workshop.bytes(of: "l.a")

    #expect(try summaries(of: bytes).map(\.member) == ["a.o", longName])
    let exported = try bytes.withUnsafeBytes { try ExportedNames(in: $0) }
    #expect(exported.names == [])
    #expect(exported.unread.map(\.member) == ["a.o", longName])
    #expect(exported.unread.map(\.reason) == [.thinMember, .thinMember])
  }

  @Test func `members that are no objects are told`() throws {
    try workshop.write("text", to: "notes.txt")
    try workshop.run("llvm-ar", ["-rcs", "l.a", "notes.txt", "a.o"])

    #expect(
      try summaries(of: workshop.bytes(of: "l.a")).map(\.unreadable) == [.unknownFormat, nil]
    )
  }

  @Test func `a Java class is not taken for a universal file`() {
    let javaClass: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0, 16, 10, 0]

    #expect(throws: ReadError.self) { try summaries(of: javaClass) }
  }

  @Test func `an empty archive has no object and is no error`() throws {
    #expect(try summaries(of: [UInt8]("!<arch>\n".utf8)) == [])
  }

  @Test(arguments: [
    ("", "wanted an object file, a library or an archive, found an empty file at offset 0"),
    ("hello", "wanted an object file, a library or an archive, found text at offset 0"),
    (
      "\u{1}\u{2}\u{3}\u{4}",
      "wanted an object file, a library or an archive, found bytes of no known format at offset 0"
    ),
    (
      "!<arch>\nx",
      "wanted an archive member's header of 60 bytes, found the end of the data at 9 at offset 8"
    ),
  ])
  func `what is no object is an error that says what was found`(
    text: String,
    message: String
  ) throws {
    let error = try #require(throws: ReadError.self) { try summaries(of: [UInt8](text.utf8)) }

    #expect(error.description == message)
  }

  @Test func `an error inside a member tells the place in the archive`() throws {
    let header = "a.o/            0           0     0     644     20        `\n"
    let object = [UInt8]("\u{7F}ELF\u{2}\u{1}".utf8) + [UInt8](repeating: 0, count: 14)
    let archive = [UInt8]("!<arch>\n\(header)".utf8) + object

    let error = try #require(throws: ReadError.self) { try summaries(of: archive) }

    #expect(
      error.description == "wanted 8 bytes, found the end of the data at 88 at offset 108"
    )
  }
}
