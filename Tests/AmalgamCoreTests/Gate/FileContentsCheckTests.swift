import AmalgamTestSupport
import ObjectFiles
import Testing

@testable import AmalgamCore

struct FileContentsCheckTests {
  private func copy(
    _ options: [String] = ["ENABLE_FTS5"],
    sourceID: String? = exampleSourceID
  ) -> InspectedCopy {
    InspectedCopy(
      file: "build/full/lib.a",
      architecture: nil,
      format: .elf,
      version: "3.53.4",
      sourceID: sourceID,
      origin: .official,
      linkage: .embedded,
      options: options,
      optionsComplete: true,
      survey: nil
    )
  }

  private func findings(_ copies: [InspectedCopy]) throws -> [Finding] {
    var file = InspectedFile(name: "build/full/lib.a")
    file.copies = copies
    let library = exampleLibrary { $0.reported = .known(["ENABLE_FTS5"]) }
    let verdict = try #require(try exampleVariant(libraries: [library]).verdict)
    let catalogue = verdict.expectation.catalogue
    return FileContentsCheck(Inspection([file], catalogue: catalogue), verdict).findings
      .map { $0.of(variant: "full") }
  }

  @Test func `one copy of the release with the options of the running library is fine`() throws {
    expectFindings(try findings([copy()]), "")
  }

  @Test func `no copy and two copies are errors`() throws {
    expectFindings(
      try findings([]),
      "build/full/lib.a: error: [contents] holds no copy of SQLite that can be told"
    )
    expectFindings(
      try findings([copy(), copy()]),
      "build/full/lib.a: error: [contents] holds 2 copies of SQLite, not one"
    )
  }

  @Test func `another source than the release's is an error`() throws {
    expectFindings(
      try findings([copy(sourceID: nil)]),
      """
      build/full/lib.a: error: [contents] holds the SQLite of source id 'unknown', which is not that \
      of 3.53.4
      """
    )
  }

  @Test func `another table of options than the library reports is an error`() throws {
    expectFindings(
      try findings([copy(["ENABLE_RTREE"])]),
      """
      build/full/lib.a: error: [contents] its table of options is not what the running library \
      reports, the file alone has 'ENABLE_RTREE', the running library alone has 'ENABLE_FTS5'
      """
    )
  }
}
