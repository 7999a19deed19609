import AmalgamCore
import Testing

/// Options that do nothing alone, and what a list cannot tell.
struct DiffNeedsTests {
  private static let table = """
    stock
      measured 3.53.4
      adds symbol:sqlite3_trace_v2
    SQLITE_ENABLE_GEOPOLY defined
      reported name
      needs SQLITE_ENABLE_RTREE
      adds module:geopoly
      effect sql
      probe capability module:geopoly
      means polygons
    SQLITE_ENABLE_HOOK defined
      reported never
      adds symbol:sqlite3_hook
      effect abi
      probe symbol sqlite3_hook
      means a hook
    SQLITE_ENABLE_HOOKED defined
      reported name
      needs SQLITE_ENABLE_HOOK
      effect behaviour
      probe none nothing
      means what hangs on the hook
    SQLITE_ENABLE_RTREE defined
      reported name
      adds module:rtree
      effect sql
      probe capability module:rtree
      means ranges
    SQLITE_OMIT_TRACE defined
      reported never
      removes symbol:sqlite3_trace_v2
      effect abi
      probe symbol sqlite3_trace_v2
      means no traces
    """

  private let catalogue: OptionCatalogue

  init() throws {
    catalogue = try OptionCatalogue(parsing: [(text: Self.table, file: "catalogue.txt")])
  }

  private func side(
    asked: [String]? = nil,
    rows: Set<String>? = nil,
    lastReported: String? = nil,
    evidence: LibraryEvidence? = nil
  ) -> DiffSide {
    DiffSide(
      name: "side",
      summary: "a side",
      release: Version(3, 53, 4),
      asked: asked?.map { CompileOption($0, "1") },
      reported: rows.map { .known($0) } ?? .unknown("it was not run"),
      lastReported: lastReported,
      evidence: evidence,
      catalogue: catalogue
    )
  }

  private func differences(_ left: DiffSide, _ right: DiffSide) -> [String] {
    Comparison(left, right, catalogue).differences.map { "\($0.option): \($0.impact)" }
  }

  @Test func `what is asked for without what it needs makes no difference`() {
    let (alone, with) = (
      ["SQLITE_ENABLE_GEOPOLY"], ["SQLITE_ENABLE_GEOPOLY", "SQLITE_ENABLE_RTREE"]
    )

    #expect(differences(side(asked: []), side(asked: alone)) == [])
    #expect(
      differences(side(asked: []), side(asked: with)) == [
        "SQLITE_ENABLE_GEOPOLY: SQL that needs module:geopoly runs on the right only: polygons",
        "SQLITE_ENABLE_RTREE: SQL that needs module:rtree runs on the right only: ranges",
      ]
    )
  }

  @Test func `what is reported without what it needs is only reported`() {
    #expect(
      differences(side(rows: ["ENABLE_GEOPOLY"]), side(rows: [])) == [
        "SQLITE_ENABLE_GEOPOLY: it is reported by one of the two and makes no difference to what "
          + "they do"
      ]
    )
    // The need stands behind the cut, or SQLite never reports it.
    #expect(
      differences(
        side(rows: ["ENABLE_GEOPOLY"], lastReported: "ENABLE_GEOPOLY"),
        side(rows: [])
      ) == ["SQLITE_ENABLE_GEOPOLY: SQL that needs module:geopoly runs on the left only: polygons"]
    )
    #expect(
      differences(side(rows: ["ENABLE_HOOKED"]), side(rows: [])) == [
        "SQLITE_ENABLE_HOOKED: the same program behaves otherwise: what hangs on the hook"
      ]
    )
  }

  @Test func `what hangs on an option that is never reported is unknown of a list`() {
    var library = LibraryEvidence(linkage: .archive, file: "lib.a")
    library.symbols = .known(["sqlite3_hook"])
    let seen = side(rows: [], evidence: library)

    for comparison in [
      Comparison(seen, side(rows: []), catalogue), Comparison(side(rows: []), seen, catalogue),
    ] {
      #expect(!comparison.differs(strictly: true))
      #expect(comparison.unknown.map(\.option) == ["SQLITE_ENABLE_HOOK", "SQLITE_OMIT_TRACE"])
    }
    // A list of what was asked tells them.
    for (right, told) in [(side(asked: []), ["symbol:sqlite3_trace_v2"]), (side(rows: []), [])] {
      #expect(
        Comparison(seen, right, catalogue).capabilities.map(\.capability.description) == told
      )
    }
    let hook = ["SQLITE_ENABLE_HOOK"]
    for (right, told) in [(side(asked: []), ["symbol:sqlite3_hook"]), (side(rows: []), [])] {
      #expect(
        Comparison(side(asked: hook), right, catalogue).capabilities
          .map(\.capability.description) == told
      )
    }
  }
}
