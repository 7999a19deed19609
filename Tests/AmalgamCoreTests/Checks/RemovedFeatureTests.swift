import AmalgamCore
import AmalgamTestSupport
import Testing

/// Options whose feature another option leaves out.
struct RemovedFeatureTests {
  private let catalogue = """
    stock
      measured 3.53.4
    SQLITE_DEFAULT_AUTOMATIC_INDEX value
      values 0..1
      default 1
      probe sql PRAGMA automatic_index
    SQLITE_DEFAULT_WAL_SYNCHRONOUS value
      values 0..3
      default 2
      void SQLITE_OMIT_WAL
      probe wal PRAGMA synchronous
    SQLITE_OMIT_FLAG_PRAGMAS defined
      removes pragma:automatic_index
      probe none nothing shows it
    SQLITE_OMIT_MEMORYDB defined
      unchecked every check needs a database in memory
      probe none nothing shows it
    SQLITE_OMIT_WAL defined
      probe none nothing shows it
    """

  private func result(_ options: [String]) throws -> Check.Result? {
    let library = exampleLibrary {
      $0.probes = [
        "SQLITE_DEFAULT_AUTOMATIC_INDEX": .value(nil),
        "SQLITE_DEFAULT_WAL_SYNCHRONOUS": .error("x"),
      ]
    }
    let expectation = try exampleExpectation(options, catalogue: catalogue)
    return Check.effectiveOptions.judge(Evidence(libraries: [library]), expectation)
  }

  @Test func `an option is not judged where the profile leaves out what it is for`() throws {
    let both = ["SQLITE_DEFAULT_AUTOMATIC_INDEX", "SQLITE_DEFAULT_WAL_SYNCHRONOUS"]
    #expect(try result([])?.skipped.map(\.subject) == both)
    #expect(try result(["SQLITE_OMIT_WAL"])?.skipped.map(\.subject) == [both[0]])
    #expect(
      try result(["SQLITE_OMIT_WAL", "SQLITE_DEFAULT_WAL_SYNCHRONOUS=1"])?.skipped.map(\.subject)
        == [both[0]]
    )
  }

  @Test func `nor where its probe is asked with what the profile leaves out`() throws {
    let options = ["SQLITE_OMIT_WAL", "SQLITE_OMIT_FLAG_PRAGMAS"]
    #expect(try result(options)?.skipped.isEmpty == true)
    #expect(
      try result(options + ["SQLITE_DEFAULT_AUTOMATIC_INDEX=0"])?.skipped.map(\.subject)
        == ["SQLITE_DEFAULT_AUTOMATIC_INDEX"]
    )
  }

  @Test func `its state says why nothing is known of it`() throws {
    let expectation = try exampleExpectation(["SQLITE_OMIT_WAL"], catalogue: catalogue)
    let states = exampleLibrary().optionStates(expectation)
    #expect(
      states.first { $0.name == "SQLITE_DEFAULT_WAL_SYNCHRONOUS" }?.effective
        == .unknown("'SQLITE_OMIT_WAL' leaves out what it is for")
    )
  }

  @Test func `a library that no check can ask is told as that`() throws {
    let blind = try exampleExpectation(["SQLITE_OMIT_MEMORYDB"], catalogue: catalogue)
    expectFindings(
      [try #require(blind.uncheckedFinding)],
      """
      Profiles/full.profile:1:1: error: [unchecked] a library with 'SQLITE_OMIT_MEMORYDB' cannot be \
      verified: every check needs a database in memory
        SQLITE_OMIT_MEMORYDB
        ^
        fix: remove the line, or judge a variant without it
      """
    )
    #expect(
      try exampleExpectation(["SQLITE_OMIT_WAL"], catalogue: catalogue).uncheckedFinding == nil
    )
  }
}
