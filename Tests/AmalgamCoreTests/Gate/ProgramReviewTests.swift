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
    extension regexp
      adds function:regexp/2

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
    extensions: [String] = [],
    marks: [VariantMark.Found]? = nil,
    digests: [String: String] = [:],
    change: (inout ResolvedProfile) -> Void = { _ in }
  ) throws -> ProgramReview {
    var file = InspectedFile(name: "app")
    file.copies = copies
    file.surveys = surveys
    let example = try exampleExpectation(
      options,
      extensions: extensions,
      catalogue: Self.catalogue
    )
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
      marks: ["app": marks ?? copies.map { _ in mark(options) }],
      digests: digests
    )
  }

  /// The mark of what is built with these options.
  private func mark(
    _ options: [String] = ["SQLITE_ENABLE_FTS5"],
    _ unreported: [String: String] = [:],
    extensions: [VariantMark.Extension] = []
  ) -> VariantMark.Found {
    let options = options.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      return CompileOption(parts[0], parts.count > 1 ? parts[1] : "1")
    }
    return VariantMark.Found(
      optionsDigest: Registration.digest(of: options),
      extensions: extensions,
      unreported: unreported
    )
  }

  private func words(_ review: ProgramReview) -> [String] {
    review.unknown.map { "\($0.subject): \($0.reason)" }
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
    let marked = [mark(options, ["SQLITE_SECRET": "1"])]

    #expect(
      try words(review([copy()], options: options, marks: [])) == [
        "SQLITE_SECRET: SQLite never reports 'SQLITE_SECRET'",
        "module:secret: SQLite does not report what 'SQLITE_SECRET' brings",
      ]
    )
    #expect(
      try words(review([copy()], marks: [])) == [
        "SQLITE_SECRET: SQLite does not report whether it is set, and no mark of one variant is in "
          + "'app'"
      ]
    )
    let told = try review([copy()], options: options, marks: marked)
    #expect(told.unknown.isEmpty)
    expectFindings(told.findings, "")
  }

  @Test func `a mark that may be of another copy tells nothing`() throws {
    let (own, other) = (mark(), mark(["SQLITE_ENABLE_RTREE"]))

    for marks in [[own], [own, other]] {
      let review = try review([copy(), copy()], marks: marks)
      #expect(words(review).count { $0.hasPrefix("SQLITE_SECRET: ") } == 2)
    }
  }

  @Test func `what SQLite never reports is told by the mark, as it was compiled`() throws {
    let options = ["SQLITE_ENABLE_FTS5", "SQLITE_SECRET"]

    expectFindings(
      try review([copy()], options: options, marks: [mark(options)]).findings.filter {
        $0.check == "program-options"
      },
      """
      Profiles/full.profile:2:1: error: [program-options] the profile sets 'SQLITE_SECRET=1', and \
      the SQLite in 'app' is built without it, as its mark tells
        SQLITE_SECRET
        ^
        fix: link the program with the variant that 'amalgam build full' makes now
      """
    )
    expectFindings(
      try review([copy()], marks: [mark(["SQLITE_ENABLE_FTS5"], ["SQLITE_SECRET": "2"])]).findings,
      """
      full: error: [program-options] the SQLite in 'app' is built with 'SQLITE_SECRET=2', which the \
      profile does not set, as its mark tells
        fix: link the program with the variant that 'amalgam build full' makes now
      """
    )
    let other = [mark(options, ["SQLITE_SECRET": "2"])]
    #expect(
      try review([copy()], options: options, marks: other).findings.map(\.message) == [
        "the profile sets 'SQLITE_SECRET=1', and the SQLite in 'app' is built with "
          + "'SQLITE_SECRET=2', as its mark tells"
      ]
    )
  }

  @Test func `extensions are those of the mark, from the same sources, registered as asked`() throws
  {
    let digest = String(repeating: "ab", count: 32)
    let call = "EXTRA_AUTOEXT=amalgam_full_autoext"
    let regexp = VariantMark.Extension(name: "regexp", isOnDemand: false, digest: digest)
    func messages(
      _ options: [String],
      _ extensions: [VariantMark.Extension]
    ) throws -> [String] {
      try review(
        [copy(["ENABLE_FTS5"] + options)],
        extensions: ["regexp"],
        marks: [mark(extensions: extensions)],
        digests: ["regexp": digest]
      ).findings.map { "[\($0.check)] \($0.message)" }
    }

    #expect(try messages([call], [regexp]) == [])
    #expect(
      try messages([], [regexp]) == [
        "[program-binding] the SQLite in 'app' does not call 'amalgam_full_autoext', so its "
          + "connections have nothing that is registered"
      ]
    )
    #expect(
      try messages(["EXTRA_AUTOEXT=other"], [regexp]) == [
        "[program-binding] the SQLite in 'app' does not call 'amalgam_full_autoext', so its "
          + "connections have nothing that is registered: it reports 'EXTRA_AUTOEXT=other'"
      ]
    )
    #expect(
      try messages([call], []) == [
        "[program-extension] the profile compiles in the extension 'regexp', and the mark of the "
          + "SQLite in 'app' is without it"
      ]
    )
    let asked = VariantMark.Extension(name: "regexp", isOnDemand: true, digest: "abc")
    #expect(
      try messages([call], [asked]) == [
        "[program-extension] the SQLite in 'app' registers the extension 'regexp' on demand, and "
          + "the profile on every connection",
        "[program-extension] the SQLite in 'app' has the extension 'regexp' of another source: its "
          + "SHA-256 begins with 'abc', not 'abababababababab'",
      ]
    )
    let early = try review(
      [copy(["ENABLE_FTS5", call])],
      extensions: ["regexp"],
      marks: [mark(extensions: [regexp])],
      digests: ["regexp": digest]
    ) { profile in
      profile.extensions = profile.extensions.map {
        ExtensionReference(name: $0.name, isOnDemand: true, at: $0.location)
      }
    }
    #expect(
      early.findings.map(\.message) == [
        "the SQLite in 'app' registers the extension 'regexp' on every connection, and the profile "
          + "on demand"
      ]
    )
    let geo = VariantMark.Extension(name: "geo", isOnDemand: false, digest: digest)
    #expect(
      try messages([call], [regexp, geo]) == [
        "[program-extension] the SQLite in 'app' has the extension 'geo', which the profile does "
          + "not compile in"
      ]
    )
    let absent = try review(
      [copy(["ENABLE_FTS5", call])],
      extensions: ["regexp"],
      marks: [mark(extensions: [regexp])]
    )
    #expect(
      words(absent) == [
        "extension regexp: its source is not here to be compared with the program's; "
          + "'amalgam releases fetch 3.53.4' brings what is SQLite's"
      ]
    )
  }

  @Test func `what an extension brings is told by the mark that has it`() throws {
    let digest = String(repeating: "ab", count: 32)
    let regexp = VariantMark.Extension(name: "regexp", isOnDemand: false, digest: digest)
    func judged(
      _ capability: Capability,
      _ isRequired: Bool,
      _ marks: [VariantMark.Found]
    ) throws -> ProgramReview {
      try review(
        [copy(["ENABLE_FTS5", "EXTRA_AUTOEXT=amalgam_full_autoext"])],
        extensions: ["regexp"],
        marks: marks,
        digests: ["regexp": digest]
      ) {
        $0.demands = [
          Demand(capability, isRequired: isRequired, at: exampleLocation(line: 3, "x"))
        ]
      }
    }
    let function = Capability(.function, "regexp/2")
    let marked = [mark(extensions: [regexp])]

    let told = try judged(function, true, marked)
    #expect(told.findings.isEmpty && told.unknown.isEmpty, "\(words(told))")
    #expect(try judged(function, true, []).unknown.contains { $0.subject == "function:regexp/2" })
    #expect(
      try judged(function, false, marked).findings.map(\.message) == [
        "the profile forbids 'function:regexp/2', and the SQLite in 'app' has it"
      ]
    )
    let other = try judged(Capability(.function, "acme/1"), false, marked)
    #expect(other.findings.isEmpty && other.unknown.isEmpty, "\(words(other))")
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
}
