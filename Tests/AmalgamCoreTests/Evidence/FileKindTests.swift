import AmalgamCore
import AmalgamTestSupport
import Foundation
import Testing

struct FileKindTests {
  private func kinds() throws -> FileKinds {
    let text = try String(
      contentsOf: ProjectFiles.url("Sources/Embedded/file-kinds.txt"),
      encoding: .utf8
    )
    return try FileKinds(parsing: text, file: "file-kinds.txt")
  }

  private func wal() throws -> Inquiry {
    let kind = try #require(try kinds().all.first { $0.name == "wal" })
    let expectation = Expectation(
      variant: "app",
      profile: ResolvedProfile(name: "app", file: "app.profile"),
      release: Version(3, 46, 1),
      checkIn: "",
      catalogue: OptionCatalogue()
    )
    return Inquiry(expectation, folder: "/f", kinds: [kind])
  }

  /// What the answers to opening the WAL file make of it.
  private func opening(_ answers: [Answer]) throws -> FileOpening? {
    var library = LibraryEvidence(linkage: .archive, file: "lib.a")
    let transcript = Transcript(
      version: "",
      sourceID: "",
      answers: answers,
      ending: .complete(leaked: 0)
    )
    try wal().read(.files, transcript, breakdown: nil, into: &library)
    return library.files["wal"]
  }

  private static func text(_ value: String) -> Answer { Answer(rows: [[.text(Array(value.utf8))]]) }

  private static func number(_ value: Int64) -> Answer { Answer(rows: [[.integer(value)]]) }

  private static func error(_ message: String) -> Answer {
    Answer(result: .error(code: 1, message: message))
  }

  @Test func `every kind is promised by the catalogue, or by an option of it`() throws {
    let catalogue = try EmbeddedTables.catalogue()
    let promised = Set(
      catalogue.stock.map(\.value) + catalogue.rows.flatMap { $0.adds.map(\.value) }
    ).filter { $0.kind == .file }

    #expect(Set(try kinds().all.map(\.capability)) == promised)
  }

  @Test func `what an extension says of a file stands on one line`() {
    var library = LibraryEvidence(linkage: .archive, file: "lib.a")
    library.files = ["strict": .readsAll, "wal": .cannotOpen("no \"luck\"\n\u{1B}[31mhere")]

    #expect(
      library.fileLines == [
        "  files that full writes: reads all of 1 of 2 kinds",
        "    wal  cannot open: no \"luck\"\\x0A\\x1B[31mhere",
      ]
    )
  }

  @Test func `each state of a file is told by what the driver answers`() throws {
    let (open, rest) = (Answer(), Self.text("rest"))
    let refused = Self.error("no")

    #expect(try opening([open, rest, Self.number(3), open, Self.number(7), open]) == .readsAll)
    #expect(try opening([open, refused, refused, refused, refused, open]) == .cannotOpen("no"))
    #expect(try opening([refused, refused, refused, refused, refused, open]) == .cannotOpen("no"))
    #expect(try opening([open, rest, refused, open, open, open]) == .readsTheRest("no"))
    #expect(
      try opening([open, rest, Self.number(4), open, Self.number(7), open])
        == .readsTheRest("it reads 4 for 3")
    )
    #expect(
      try opening([open, rest, Self.number(3), refused, Self.number(3), open])
        == .refusesWrites("no")
    )
    #expect(
      try opening([open, rest, Self.number(3), open, Self.number(3), open])
        == .writesOtherwise("it has 3 for 7 after a write")
    )
    #expect(try opening([open, rest]) == .notTried("the driver did not come to it"))
  }

  @Test func `a line that is none of the table's is told with its place`() {
    expectFailure(
      "t.txt:2:1: error: '  reads x' is no line of it",
      "t.txt: error: 'file a' lacks one of its lines"
    ) {
      try FileKinds(parsing: "file a\n  reads x\n", file: "t.txt")
    }
  }

  @Test func `files that were not opened are a note, not a fault of the library`() {
    var library = LibraryEvidence(linkage: .archive, file: "lib.a")
    library.filesNotRun = "the release is not fetched, so no 'full' of it can write them"
    let expectation = Expectation(
      variant: "app",
      profile: ResolvedProfile(name: "app", file: "app.profile"),
      release: Version(3, 46, 1),
      checkIn: "",
      catalogue: OptionCatalogue(),
      promise: Promise(capabilities: [Capability(.file, "strict"): "SQLite 3.46.1"])
    )
    let verdict = Verdict(
      of: Evidence(libraries: [library]),
      expectation,
      by: [.fileCompatibility, .missingCapability]
    )

    expectFindings(
      verdict.findings,
      "app: note: [file-compatibility] files that 'full' writes were not opened: the release is "
        + "not fetched, so no 'full' of it can write them"
    )
    #expect(verdict.skipped == 0)
  }
}
