import AmalgamTestSupport
import ObjectFiles
import Testing

@testable import AmalgamCore

struct ProgramReviewTests {
  private static let catalogue = """
    stock
      measured 3.53.4
    SQLITE_ENABLE_FTS5 defined
      reported name
      adds module:fts5
      probe capability module:fts5
    SQLITE_ENABLE_RTREE defined
      reported name
      adds module:rtree
      probe capability module:rtree
    SQLITE_SECRET defined
      reported never
      adds module:secret

    """

  private func copy(
    _ options: [String] = ["ENABLE_FTS5"],
    sourceID: String? = exampleSourceID,
    survey: APISurvey? = nil,
    marks: [String] = [],
    linkage: InspectedCopy.Linkage = .embedded
  ) -> InspectedCopy {
    var copy = InspectedCopy(
      file: "app",
      architecture: nil,
      format: .elf,
      version: "3.53.4",
      sourceID: sourceID,
      origin: .official,
      linkage: linkage,
      options: options,
      optionsComplete: true,
      survey: survey
    )
    copy.marks = marks
    return copy
  }

  private func survey(exports: Set<String> = [], takes: [String: String] = [:]) -> APISurvey {
    var survey = APISurvey(architecture: nil, format: .elf, isImage: true)
    survey.exported = exports
    survey.taken = takes
    return survey
  }

  private func review(
    _ copies: [InspectedCopy],
    surveys: [APISurvey] = [],
    options: [String] = ["SQLITE_ENABLE_FTS5"],
    isMarked: Bool = false,
    change: (inout ResolvedProfile) -> Void = { _ in }
  ) throws -> ProgramReview {
    var file = InspectedFile(name: "app")
    file.copies = copies
    file.surveys = surveys
    let example = try exampleExpectation(options, catalogue: Self.catalogue)
    var profile = example.profile
    change(&profile)
    let expectation = Expectation(
      variant: "full",
      profile: profile,
      release: example.release,
      checkIn: example.checkIn,
      catalogue: example.catalogue,
      isOwnBuild: false
    )
    var facts = FileFacts(file: "app")
    facts.copies = copies.count
    return ProgramReview(
      Inspection([file], catalogue: example.catalogue),
      expectation,
      facts: [facts],
      marked: isMarked ? ["app"] : []
    )
  }

  @Test func `the variant as the only copy is fine`() throws {
    let review = try review([copy()])

    expectFindings(review.findings, "")
    #expect(review.unknown.isEmpty)
  }

  @Test func `no copy is an error that says who answers`() throws {
    let taken = survey(takes: ["sqlite3_open": "libsqlite3.so.0"])

    expectFindings(
      try review([], surveys: [taken]).findings,
      """
      app: error: [program-copy] holds no SQLite, so the variant does not answer
        note: 'libsqlite3.so.0' answers: it takes 1 name of SQLite's API from there
      """
    )
  }

  @Test func `a second copy is an error, and so are names from elsewhere`() throws {
    let imported = copy(
      survey: survey(takes: ["sqlite3_open": "libsqlite3.so.0"]),
      linkage: .imported
    )

    expectFindings(
      try review([copy(), copy()]).findings,
      """
      full: error: [program-copy] 2 copies of SQLite are in the program: 'app' (SQLite 3.53.4), \
      'app' (SQLite 3.53.4)
        note: only the variant may be in it
      """
    )
    expectFindings(
      try review([copy(), imported]).findings,
      """
      app: error: [program-binding] takes 1 name of SQLite's API from 'libsqlite3.so.0', not from \
      the variant
      """
    )
  }

  @Test func `another SQLite than the variant's is an error`() throws {
    expectFindings(
      try review([copy(sourceID: "2015-01-01 x", marks: ["encryption:sqlcipher"])]).findings,
      """
      full: error: [program-source] it is SQLite 3.53.4 of source id '2015-01-01 x', not 3.53.4
        note: the release's check-in is '\(exampleCheckIn)'
        note: it shows the mark 'encryption:sqlcipher'
      """
    )
  }

  @Test func `an option that is missing, and one that nobody asked for, are errors`() throws {
    expectFindings(
      try review([copy(["ENABLE_RTREE"])]).findings,
      """
      full: error: [program-options] the SQLite in 'app' is built with 'SQLITE_ENABLE_RTREE', which \
      the profile does not set
      Profiles/full.profile:1:1: error: [program-capability] 'module:fts5' is promised, and the \
      SQLite in 'app' lacks it: 'SQLITE_ENABLE_FTS5' is not among its 1 options
        SQLITE_ENABLE_FTS5
        ^
        fix: compile SQLite with '-DSQLITE_ENABLE_FTS5'
      Profiles/full.profile:1:1: error: [program-options] the profile sets 'SQLITE_ENABLE_FTS5=1', \
      and the SQLite in 'app' is built without: it is not among its options
        SQLITE_ENABLE_FTS5
        ^
        fix: compile SQLite with '-DSQLITE_ENABLE_FTS5=1'
      """
    )
  }

  @Test func `what no file tells is not judged, unless the variant's mark is there`() throws {
    let options = ["SQLITE_ENABLE_FTS5", "SQLITE_SECRET"]

    #expect(
      try review([copy()], options: options).unknown.values.flatMap(\.self).sorted()
        == ["SQLITE_SECRET", "module:secret"]
    )
    #expect(
      try review([copy()], options: options).unknown[
        "SQLite does not report what 'SQLITE_SECRET' brings"
      ] == ["module:secret"]
    )
    #expect(try review([copy()], options: options, isMarked: true).unknown.isEmpty)
  }

  @Test func `demands are judged with the line that makes them`() throws {
    let forbidden = Demand(
      Capability(.module, "fts5"),
      isRequired: false,
      at: exampleLocation(line: 4, "forbid module:fts5")
    )
    let copies = Demand(
      Capability(.copies, "2"),
      isRequired: true,
      at: exampleLocation(line: 5, "require copies:2")
    )

    let found = try review([copy()]) { $0.demands = [forbidden, copies] }.findings

    expectFindings(
      found,
      """
      Profiles/full.profile:4:1: error: [demand] the profile forbids 'module:fts5', and the SQLite \
      in 'app' has it
        forbid module:fts5
        ^
      Profiles/full.profile:5:1: error: [demand] the profile requires 'copies:2', and 'app' is \
      without it
        require copies:2
        ^
        note: 1 copy is in it
      """
    )
  }

  @Test func `names are bound as the profile says`() throws {
    let open = survey(exports: ["sqlite3_open"])
    let place = exampleLocation(line: 2, "x")

    expectFindings(
      try review([copy(survey: open)]) { $0.visibility = Located(.hidden, at: place) }.findings,
      """
      Profiles/full.profile:2:1: error: [program-binding] it exports 1 name of SQLite's API, such as \
      'sqlite3_open', and the profile hides them
        x
        ^
      """
    )
    let prefixed = { (profile: inout ResolvedProfile) in
      profile.prefix = Located("acme_", at: place)
    }
    expectFindings(
      try review([copy(survey: open)], change: prefixed).findings,
      """
      Profiles/full.profile:2:1: error: [program-binding] its names have no prefix, and the profile \
      asks for 'acme_'
        x
        ^
      """
    )
    let found = try review([copy(survey: open, marks: ["prefix:x_"])]).findings
    #expect(
      found.map(\.message) == ["its names have the prefix 'x_', and the profile asks for none"]
    )
    expectFindings(
      try review([copy(survey: open, marks: ["prefix:acme_"])], change: prefixed).findings,
      ""
    )
    expectFindings(
      try review([copy(survey: open, marks: ["stripped"])], change: prefixed).findings,
      ""
    )
  }

  @Test func `the mark of a variant is the digest of its options`() throws {
    let profile = try exampleExpectation(["SQLITE_ENABLE_FTS5"]).profile
    let digest = SHA256.hexDigest(of: Array("SQLITE_ENABLE_FTS5=1".utf8))

    for (text, isMarked) in [
      ("xxsha256:\(digest)", true), ("sha256:\(digest.dropLast())", false), ("sha256:", false),
      ("sha256:0sha256:\(digest)\"", true),
    ] {
      let found = Array(text.utf8).withUnsafeBytes { ProgramReview.hasMark(of: profile, $0) }
      #expect(found == isMarked, "\(text)")
    }
  }
}
