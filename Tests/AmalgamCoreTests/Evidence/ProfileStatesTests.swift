import AmalgamCore
import AmalgamTestSupport
import Testing

struct ProfileStatesTests {
  private let catalogue = """
    stock
      measured 3.53.4
    SQLITE_DQS value
      reported name=value
      values 0..3
      default 3
      probe sql SELECT 3
    SQLITE_ENABLE_GEOPOLY defined
      reported name
      needs SQLITE_ENABLE_RTREE
      probe capability module:geopoly
    SQLITE_ENABLE_JSON1 retired
      until 3.37.2
      builtin
    SQLITE_ENABLE_LOCKING_STYLE platform
      values 0..1
      reported name=value
      only apple
    SQLITE_ENABLE_RTREE defined
      reported name
      probe capability module:rtree
    SQLITE_OMIT_TRACE defined
      reported never
      probe c trace
    """

  private func text(_ options: [String], seen: Bool = false) throws -> String {
    let expectation = try exampleExpectation(options, catalogue: catalogue)
    let library = exampleLibrary {
      $0.reported = .known(["DQS=0", "ENABLE_GEOPOLY"])
      $0.probes = ["SQLITE_DQS": .value(.integer(0))]
    }
    let states =
      seen
      ? ProfileStates(seenIn: library, called: "'build/full'", expectation)
      : ProfileStates(expectedBy: expectation, because: "not built yet")
    return ResolveText(
      expectation.profile,
      release: expectation.release,
      target: "x86_64-unknown-linux-gnu",
      states: states
    ).text
  }

  @Test func `what is not built yet has the states that the catalogue expects`() throws {
    #expect(
      try text([
        "SQLITE_DQS=0", "SQLITE_ENABLE_GEOPOLY", "SQLITE_ENABLE_JSON1",
        "SQLITE_ENABLE_LOCKING_STYLE=0", "SQLITE_OMIT_TRACE", "SQLITE_X",
      ]) == """
        full: SQLite 3.53.4 for x86_64-unknown-linux-gnu
          library sqlite3-full                                default
          optimize speed                                      default

          option                       asked  reported  effective  set at
          SQLITE_DQS                   0      0         0          Profiles/full.profile:1
          SQLITE_ENABLE_GEOPOLY        1      1         off        Profiles/full.profile:2
          SQLITE_ENABLE_JSON1          1      off       off        Profiles/full.profile:3
          SQLITE_ENABLE_LOCKING_STYLE  0      0         ?          Profiles/full.profile:4
          SQLITE_OMIT_TRACE            1      never     1          Profiles/full.profile:5
          SQLITE_X                     1      ?         ?          Profiles/full.profile:6
          as the catalogue expects them: not built yet
        """
    )
  }

  @Test func `what is built has the states that it shows`() throws {
    #expect(
      try text(["SQLITE_DQS=2", "SQLITE_ENABLE_GEOPOLY", "SQLITE_OMIT_TRACE"], seen: true) == """
        full: SQLite 3.53.4 for x86_64-unknown-linux-gnu
          library sqlite3-full                                default
          optimize speed                                      default

          option                 asked  reported  effective  set at
          SQLITE_DQS             2      0         0          Profiles/full.profile:1
          SQLITE_ENABLE_GEOPOLY  1      1         off        Profiles/full.profile:2
          SQLITE_OMIT_TRACE      1      never     ?          Profiles/full.profile:3
          as 'build/full' shows them
        """
    )
  }
}
