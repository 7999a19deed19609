import AmalgamCore
import AmalgamTestSupport
import Testing

private let catalogue = """
  stock
    measured 3.53.4
    adds function:abs/1 function:json/1 function:json_set/-1 syntax:reindex
  SQLITE_ENABLE_FTS5 defined
    adds module:fts5 function:bm25/-1
  SQLITE_ENABLE_RTREE defined
    adds module:rtree
  SQLITE_OMIT_JSON defined
    removes function:json/1 function:json_set/-1
    probe capability function:json/1
  SQLITE_OMIT_REINDEX grammar
    removes syntax:reindex
    probe sql SELECT 1

  """

/// A library with the stock functions and `more`.
private func library(
  functions: [FunctionEntry] = [
    FunctionEntry("abs", 1), FunctionEntry("json", 1), FunctionEntry("json_set", -1),
  ],
  modules: Set<String> = []
) -> Evidence {
  Evidence(
    libraries: [
      exampleLibrary {
        $0.functions = .known(Set(functions))
        $0.modules = .known(modules)
        $0.probes = ["SQLITE_OMIT_REINDEX": .value(.integer(0))]
      }
    ]
  )
}

private func findings(
  _ check: Check,
  _ evidence: Evidence,
  _ options: [String] = [],
  demands: [Demand] = []
) throws -> [Finding] {
  let expectation = try exampleExpectation(options, demands: demands, catalogue: catalogue)
  return check.judge(evidence, expectation)?.findings ?? []
}

struct MissingCapabilityCheckTests {
  private let check = Check.missingCapability

  @Test func `what an option promises and the library has not is one error`() throws {
    expectFindings(
      try findings(check, library(), ["SQLITE_ENABLE_FTS5"]),
      """
      full: error: [missing-capability] the library does not have 2 capabilities promised by \
      'SQLITE_ENABLE_FTS5': 'function:bm25/-1', 'module:fts5'
        note: 'SQLITE_ENABLE_FTS5' stands at Profiles/full.profile:1
        fix: build the library with 'SQLITE_ENABLE_FTS5', or take the option out of the profile
      """
    )
  }

  @Test func `taking the option out makes the finding go away`() throws {
    expectFindings(try findings(check, library(), []), "")
  }

  @Test func `what the release has and an option takes away names that option`() throws {
    expectFindings(
      try findings(check, library(functions: [FunctionEntry("abs", 1)])),
      """
      full: error: [missing-capability] the library does not have 2 capabilities promised by \
      'SQLite 3.53.4': 'function:json/1', 'function:json_set/-1'
        note: 'SQLITE_OMIT_JSON' takes that away, and the profile does not set it
      """
    )
  }

  @Test func `one that is missing is the finding's subject`() throws {
    let evidence = library(
      functions: [FunctionEntry("json", 1), FunctionEntry("json_set", -1)]
    )

    let found = try findings(check, evidence)

    #expect(found.map(\.subject) == ["function:abs/1"])
    expectFindings(
      found,
      """
      full: error: [missing-capability] the library does not have 'function:abs/1', promised by \
      'SQLite 3.53.4'
      """
    )
  }

  @Test func `a library with all of it has no finding`() throws {
    let evidence = library(
      functions: [
        FunctionEntry("abs", 1), FunctionEntry("json", 1), FunctionEntry("json_set", -1),
        FunctionEntry("bm25", -1),
      ],
      modules: ["fts5"]
    )

    expectFindings(try findings(check, evidence, ["SQLITE_ENABLE_FTS5"]), "")
  }

  @Test func `a list that is not known is skipped with its reason`() throws {
    let evidence = Evidence(
      libraries: [
        exampleLibrary {
          $0.functions = .unknown("no such table: pragma_function_list")
          $0.probes = ["SQLITE_OMIT_REINDEX": .value(.integer(0))]
        }
      ]
    )
    let expectation = try exampleExpectation(catalogue: catalogue)

    let verdict = Verdict(of: evidence, expectation, by: [check])

    #expect(verdict.skipped == 3)
    expectFindings(
      verdict.findings,
      """
      full: note: [missing-capability] 'function:abs/1' and 2 more could not be judged: no such \
      table: pragma_function_list
      """
    )
    #expect(check.judge(Evidence(libraries: []), expectation) == nil)
  }

  @Test func `the function of a PRAGMA is there where the PRAGMA is`() throws {
    let catalogue = "stock\n  measured 3.53.4\n  adds module:pragma_table_info\n"
    let expectation = try exampleExpectation(catalogue: catalogue)
    let evidence = Evidence(libraries: [exampleLibrary { $0.pragmas = .known(["table_info"]) }])

    expectFindings(check.judge(evidence, expectation)?.findings ?? [], "")
  }
}

struct SurplusCapabilityCheckTests {
  private let check = Check.surplusCapability

  @Test func `what an option would bring that is not set is an error`() throws {
    let evidence = library(modules: ["rtree"])

    expectFindings(
      try findings(check, evidence),
      """
      full: error: [surplus-capability] the profile does not set 'SQLITE_ENABLE_RTREE', but the \
      library has 'module:rtree'
        fix: add 'SQLITE_ENABLE_RTREE' to the profile
      """
    )
    expectFindings(try findings(check, evidence, ["SQLITE_ENABLE_RTREE"]), "")
  }

  @Test func `what an option should have taken away is an error`() throws {
    expectFindings(
      try findings(check, library(), ["SQLITE_OMIT_JSON"]),
      """
      full: error: [surplus-capability] the profile sets 'SQLITE_OMIT_JSON', but the library still \
      has 2 capabilities: 'function:json/1', 'function:json_set/-1'
        note: 'SQLITE_OMIT_JSON' is set at Profiles/full.profile:1
      """
    )
  }

  @Test func `what nobody knows is an error that a require line settles`() throws {
    let evidence = library(modules: ["csv"])
    let demand = Demand(
      Capability(.module, "csv"),
      isRequired: true,
      at: exampleLocation(line: 1, "require module:csv")
    )

    expectFindings(
      try findings(check, evidence),
      """
      full: error: [surplus-capability] the library has 'module:csv', which nothing in the profile \
      promises
        fix: add 'require module:csv' to the profile if it is meant
      """
    )
    expectFindings(try findings(check, evidence, demands: [demand]), "")
  }

  @Test func `of an incomplete catalogue it is a note`() throws {
    let expectation = try exampleExpectation(
      catalogue: catalogue,
      release: Version(3, 50, 0)
    )

    expectFindings(
      check.judge(library(modules: ["csv", "dbstat"]), expectation)?.findings ?? [],
      """
      full: note: [surplus-capability] the library has 2 capabilities that nothing in the profile \
      promises: 'module:csv', 'module:dbstat'
      """
    )
  }

  @Test func `syntax is known by the effect of the option that removes it`() throws {
    let expectation = try exampleExpectation(["SQLITE_OMIT_REINDEX"], catalogue: catalogue)

    expectFindings(
      check.judge(library(), expectation)?.findings ?? [],
      """
      full: error: [surplus-capability] the profile sets 'SQLITE_OMIT_REINDEX', but the library still \
      has 'syntax:reindex'
        note: 'SQLITE_OMIT_REINDEX' is set at Profiles/full.profile:1
      """
    )
  }
}

struct DemandCheckTests {
  private let check = Check.demand
  private let required = Demand(
    Capability(.module, "rtree"),
    isRequired: true,
    at: exampleLocation(line: 3, "require module:rtree")
  )
  private let forbidden = Demand(
    Capability(.function, "abs/1"),
    isRequired: false,
    at: exampleLocation(line: 4, "forbid function:abs/1")
  )

  @Test func `what is required and absent, or forbidden and there, is an error`() throws {
    expectFindings(
      try findings(check, library(), demands: [required, forbidden]),
      """
      Profiles/full.profile:3:1: error: [demand] the profile requires 'module:rtree', but the library \
      does not have it
        require module:rtree
        ^
        note: 'SQLITE_ENABLE_RTREE' brings it
      Profiles/full.profile:4:1: error: [demand] the profile forbids 'function:abs/1', but the library \
      has it
        forbid function:abs/1
        ^
      """
    )
  }

  @Test func `a demand that is met is silent, and told by no other check`() throws {
    expectFindings(
      try findings(check, library(modules: ["rtree"]), demands: [required]),
      ""
    )
    expectFindings(
      try findings(.missingCapability, library(), demands: [required]),
      ""
    )
  }

  @Test func `without a demand there is nothing to judge`() throws {
    let expectation = try exampleExpectation(catalogue: catalogue)

    #expect(check.judge(library(), expectation) == nil)
  }
}
