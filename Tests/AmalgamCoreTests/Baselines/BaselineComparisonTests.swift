import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct BaselineComparisonTests {
  private func findings(
    _ new: BaselineBlock,
    approved old: BaselineBlock = exampleBlock(),
    demands: [Demand] = [],
    options: [String] = []
  ) throws -> [Finding] {
    let baseline = Baseline(profile: "app", blocks: [old])
    let approved = try Baseline.read(baseline.text, file: "Profiles/app.baseline")
    let old = try #require(approved.baseline["x86_64-linux-gnu"])
    return BaselineComparison(old, new)
      .findings(try exampleExpectation(options, demands: demands), approved)
  }

  @Test func `the same is no finding, and sizes are not compared`() throws {
    let new = exampleBlock(sizes: ["clang-21.0.0": [.library: 9_000]])

    expectFindings(try findings(new), "")
    #expect(BaselineComparison(exampleBlock(), new).lines == [])
  }

  @Test func `what is lost or changed is an error at its line`() throws {
    let flags = BaselineItem(.function, "abs/1", "builtin innocuous")
    let new = exampleBlock(adding: [flags], without: ["fts5", "abs/1"])

    expectFindings(
      try findings(new),
      """
      Profiles/app.baseline:11:3: error: [baseline] 'module:fts5' was approved, and is lost
          module fts5
          ^
      Profiles/app.baseline:13:3: error: [baseline] 'function:abs/1' was approved as 'builtin \
      deterministic innocuous', and is 'builtin innocuous'
          function abs/1 builtin deterministic innocuous
          ^
      """
    )
    #expect(
      BaselineComparison(exampleBlock(), new).lines == [
        "- module fts5", "- function abs/1 builtin deterministic innocuous",
        "+ function abs/1 builtin innocuous",
      ]
    )
  }

  @Test func `a function that has a least number of arguments now is not lost`() throws {
    let old = exampleBlock(adding: [BaselineItem(.function, "max/-1", "builtin")])
    let same = exampleBlock(adding: [BaselineItem(.function, "max/-3", "builtin")])
    let other = exampleBlock(adding: [BaselineItem(.function, "max/-3", "builtin innocuous")])

    #expect(BaselineComparison(old, same).lines == ["+ function max/-3 builtin"])
    #expect(
      BaselineComparison(old, other).lines
        == ["- function max/-1 builtin", "+ function max/-3 builtin innocuous"]
    )
  }

  /// `-3` is one or more, `-4` two or more (`matchQuality` in SQLite 3.53's `callback.c`).
  @Test(arguments: [
    (-3, "f/1", true), (-3, "f/0", false), (-4, "f/2", true), (-4, "f/1", false),
    (-4, "f/-1", true), (-1, "f/2", false), (2, "f/2", true), (-3, "g/1", false),
  ])
  func `a function with a least number of arguments answers calls with more`(
    count: Int,
    call: String,
    isAnswered: Bool
  ) throws {
    let asked = try #require(Capability("function:" + call))

    #expect(FunctionEntry("f", count).answers(asked) == isAnswered)
  }

  @Test func `a file with which more can be done is a gain, and with which less an error`() throws {
    let uses = ["reads the rest", "reads", "reads and writes"]
    func change(_ old: String, _ new: String) throws -> [Finding] {
      let (old, new) = (BaselineItem(.file, "fts4", old), BaselineItem(.file, "fts4", new))
      return try findings(exampleBlock(adding: [new]), approved: exampleBlock(adding: [old]))
    }

    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
      let more = try change(uses[first], uses[second])
      let less = try change(uses[second], uses[first])
      #expect(more.map(\.severity) == [.warning] && more.map(\.check) == ["baseline-gained"])
      #expect(less.map(\.severity) == [.error] && less.map(\.check) == ["baseline"])
    }
    expectFindings(
      try change("reads the rest", "reads and writes"),
      """
      Profiles/app.baseline:14:3: warning: [baseline-gained] 'file:fts4' was approved as 'reads the \
      rest', and is 'reads and writes'
          file fts4 reads the rest
          ^
      """
    )
  }

  @Test func `what is gained is a warning, unless the profile forbids it`() throws {
    let new = exampleBlock(adding: [BaselineItem(.module, "rtree")])
    let forbidden = Demand(
      Capability(.module, "rtree"),
      isRequired: false,
      at: exampleLocation(line: 3, "forbid module:rtree")
    )

    expectFindings(
      try findings(new),
      """
      full: warning: [baseline-gained] 'module:rtree' is there, and was not when the variant was \
      approved
      """
    )
    expectFindings(try findings(new, demands: [forbidden]), "")
  }

  @Test func `a default of a new release is a warning of its own kind`() throws {
    let changed = BaselineItem(.option, "SQLITE_TEMP_STORE", "asked - reported 2 effective 2")
    let new = exampleBlock(
      release: "3.54.0",
      adding: [changed],
      without: ["SQLITE_TEMP_STORE"]
    )

    expectFindings(
      try findings(new),
      """
      Profiles/app.baseline:6:1: error: [baseline] SQLite 3.53.4 was approved, and this is 3.54.0
        target x86_64-linux-gnu
        ^
      Profiles/app.baseline:10:3: warning: [default-changed] nobody sets 'SQLITE_TEMP_STORE', and \
      SQLite 3.54.0 has it 'reported 2 effective 2', not 'reported 1 effective 1'
          option SQLITE_TEMP_STORE asked - reported 1 effective 1
          ^
      """
    )
  }

  @Test func `an option that somebody sets is no default, nor is one of the same release`() throws {
    let changed = BaselineItem(.option, "SQLITE_TEMP_STORE", "asked - reported 2 effective 2")
    let other = exampleBlock(release: "3.54.0", without: ["SQLITE_ENABLE_FTS5"])
    let same = exampleBlock(adding: [changed], without: ["SQLITE_TEMP_STORE"])

    #expect(try findings(other).map(\.check) == ["baseline", "baseline"])
    #expect(try findings(same).map(\.check) == ["baseline"])
  }

  @Test func `the same release from another source is an error`() throws {
    let new = BaselineBlock(
      target: "x86_64-linux-gnu",
      release: "3.53.4",
      sourceID: "other",
      items: exampleBlock().items
    )

    let found = try findings(new)
    #expect(found.map(\.message) == ["SQLite 3.53.4 was approved from another source"])
    #expect(found.first?.notes == ["'other' is not '2026-07-24 19:02:57 bf7c'"])
  }

  @Test func `what the compiler makes is listed and not compared`() throws {
    let new = exampleBlock(
      adding: [.init(.environment, "COMPILER", "gcc-12.2.0"), .init(.environment, "_init")],
      without: ["COMPILER"]
    )

    expectFindings(
      try findings(new),
      """
      full: note: [environment] not compared, since compilers and linkers make it: COMPILER: \
      clang-21.0.0, now gcc-12.2.0; _init: none, now there
      """
    )
  }

  @Test func `what could not be listed is not lost`() throws {
    let new = exampleBlock(without: ["fts5"], unknown: [.module: "it was not asked"])

    expectFindings(try findings(new), "")
  }

  @Test func `of a library that no program can be linked with the names alone are compared`() throws
  {
    let library = exampleLibrary {
      $0.version = ""
      $0.unresolved = ["sqlite3_open"]
      $0.exportedNames = .known(["sqlite3_close"])
    }
    let variant = try exampleVariant(libraries: [library])
    let new = BaselineBlock(of: try #require(variant.verdict))

    #expect(
      try findings(new).map(\.message) == [
        "'export:sqlite3_close' is there, and was not when the variant was approved",
        "'export:sqlite3_open' was approved, and is lost",
      ]
    )
  }

  @Test func `a variant is noted as it was seen`() throws {
    let library = exampleLibrary {
      $0.reported = .known(["COMPILER=gcc-12", "ENABLE_FTS5", "FOO=1"])
      $0.functions = .known([
        FunctionEntry("f", 1, isBuiltIn: false, flags: 0x800 | 0x200000 | 0x4),
        FunctionEntry("f", 1, isBuiltIn: true, flags: 0x80000 | 0x100000 | 0x1000000 | 0x2000000),
      ])
      $0.modules = .known(["fts5", "pragma_x"])
      $0.collations = .known(["UINT"])
      $0.tokenizers = .known(["porter"])
      $0.pragmas = .unknown("it is left out")
      $0.exportedNames = .known(["sqlite3_open", "_edata"])
      $0.capabilityProbes = [
        Capability(.syntax, "upsert"): .value(.integer(1)), Capability(.syntax, "cast"): .error(""),
        Capability(.file, "wal"): .value(.integer(1)),
      ]
      $0.files = ["utf16": .readsAll, "rtree": .readsTheRest(""), "x": .refusesWrites("")]
    }
    let variant = try exampleVariant(
      "full",
      ["SQLITE_ENABLE_FTS5"],
      libraries: [library],
      catalogue: "stock\n  measured 3.53.4\nSQLITE_ENABLE_FTS5 defined\n  adds module:fts5\n"
        + "  reported name\n  probe capability module:fts5\n"
    )

    let block = BaselineBlock(of: try #require(variant.verdict))

    #expect(
      block.lines == [
        "target x86_64-unknown-linux-gnu", "  release 3.53.4", "  source-id \(exampleSourceID)",
        "  option SQLITE_ENABLE_FTS5 asked 1 reported 1 effective 1", "  reported FOO=1",
        "  module fts5",
        "  function f/1 builtin directonly subtype result-subtype selforder "
          + "| deterministic innocuous 0x4",
        "  collation UINT", "  tokenizer porter", "  syntax upsert",
        "  file rtree reads the rest", "  file utf16 reads and writes", "  file wal",
        "  file x reads", "  export sqlite3_open", "  environment COMPILER gcc-12",
        "  environment _edata", "  size clang-21.0.0 library 1000 archive 1000",
      ]
    )
    #expect(block.unknown == [BaselineItem.Kind.pragma: "it is left out"])
  }
}

struct GrowthCheckTests {
  private func judge(
    _ limit: String,
    _ new: BaselineBlock.Sizes,
    by compiler: String
  ) throws
    -> Check.Result
  {
    let limit = Located(
      try #require(GrowthLimit(limit)),
      at: exampleLocation(line: 4, "limit growth 2%")
    )
    return GrowthCheck(limit, variant: "full")
      .judge(exampleBlock(), exampleBlock(sizes: [compiler: new]))
  }

  @Test func `what has grown by no more than the limit is fine`() throws {
    let result = try judge("2%", [.archive: 3_060, .text: 900], by: "clang-21.0.0")

    expectFindings(result.findings, "")
    #expect(result.skipped == [])
  }

  @Test func `what has grown by more is an error, and another limit helps`() throws {
    expectFindings(
      try judge("2%", [.archive: 3_061], by: "clang-21.0.0").findings,
      """
      Profiles/full.profile:4:1: error: [growth] the archive has 3061 bytes, 61 more than the \
      approved 3000; 2% are allowed
        limit growth 2%
        ^
        fix: find out why, or approve it with 'amalgam gate --record'
      """
    )
    expectFindings(try judge("2.05%", [.archive: 3_061], by: "clang-21.0.0").findings, "")
  }

  @Test func `another compiler's sizes are not compared, which is told`() throws {
    let result = try judge("2%", [.archive: 9_999], by: "gcc-12")

    expectFindings(result.findings, "")
    #expect(
      result.skipped.map(\.reason) == ["no size was approved of gcc-12, only of clang-21.0.0"]
    )
  }

  @Test(arguments: [("2%", "2%"), ("0.5%", "0.5%"), ("0.05%", "0.05%"), ("1.25%", "1.25%")])
  func `a share is read and written`(text: String, same: String) {
    #expect(GrowthLimit(text)?.description == same)
  }
}
