import AmalgamCore
import AmalgamTestSupport
import Testing

struct CostReportTests {
  @Test func `options that need or bring each other are one group`() throws {
    var profile = ResolvedProfile(name: "app", file: "app.profile")
    profile.options = [
      "SQLITE_DQS", "SQLITE_ENABLE_FTS3", "SQLITE_ENABLE_FTS3_PARENTHESIS", "SQLITE_ENABLE_FTS4",
      "SQLITE_ENABLE_GEOPOLY", "SQLITE_ENABLE_PREUPDATE_HOOK", "SQLITE_ENABLE_RTREE",
      "SQLITE_ENABLE_SESSION",
    ].map { CompileOption($0) }

    let groups = CostGroup.all(
      of: profile,
      release: Version(3, 53, 4),
      catalogue: try EmbeddedTables.catalogue()
    )

    #expect(
      groups.map(\.title) == [
        "SQLITE_DQS",
        "SQLITE_ENABLE_FTS3 + SQLITE_ENABLE_FTS3_PARENTHESIS + SQLITE_ENABLE_FTS4",
        "SQLITE_ENABLE_GEOPOLY + SQLITE_ENABLE_RTREE",
        "SQLITE_ENABLE_PREUPDATE_HOOK + SQLITE_ENABLE_SESSION",
      ]
    )
  }

  private var report: CostReport {
    let whole = ObjectWeight(text: 1_000, data: 100, exported: ["a", "b"])
    var fts = CostRow(
      CostGroup(.option, ["SQLITE_ENABLE_FTS5"]),
      whole: whole,
      without: ObjectWeight(text: 600, data: 90, exported: ["a"])
    )
    fts.workload = CostTime(with: 20, without: 19.96)
    return CostReport(
      whole: whole,
      rows: [
        CostRow(
          CostGroup(.option, ["SQLITE_OMIT_TRACE"]),
          whole: whole,
          without: ObjectWeight(text: 1_041, data: 100, exported: ["a", "b", "c"])
        ),
        CostRow(CostGroup(.option, ["SQLITE_X"]), problem: "the rest does not compile without it"),
        fts,
        CostRow(
          CostGroup(.extension, ["regexp"]),
          own: ObjectWeight(text: 90, data: 0, exported: ["sqlite3_regexp_init"])
        ),
      ],
      automatic: .init(heap: 59_000, nanoseconds: 8_760),
      onDemand: .init(heap: 58_100, nanoseconds: 7_490),
      asked: nil,
      bare: .init(heap: 58_000, nanoseconds: 7_449),
      conditions: "app, SQLite 3.53.4, clang 21.0.0 -Os, x86_64-linux-gnu"
    )
  }

  @Test func `the dearest comes first, with a bar, and what makes smaller last`() {
    #expect(
      report.text
        == """
        app, SQLite 3.53.4, clang 21.0.0 -Os, x86_64-linux-gnu: text 1000, data 100, 2 exported names

          built in          text     data  names
          ENABLE_FTS5        400       10      1  ####################
          regexp              90        0      1  ####
          OMIT_TRACE         -41        0     -1  --

        opening a connection in memory:
          registered automatically  59000 bytes of heap, 8.8 µs
          on demand, not asked for  58100 bytes of heap, 7.5 µs
          on demand, asked for      no extension to ask for
          nothing registered        58000 bytes of heap, 7.4 µs

        the workload, median of five, ms of processor time:
          taken out    with  without
          ENABLE_FTS5  20.0  20.0

        not measured:
          X  the rest does not compile without it
        """
    )
  }

  @Test func `the JSON has every key, null where nothing was measured`() throws {
    let parsed = try Parsed(JSON.object(report.members).description)

    #expect(parsed["text"] == 1_000)
    #expect(parsed["rows"].count == 4)
    #expect(parsed["rows"][0]["names"][0] == "SQLITE_ENABLE_FTS5")
    #expect(parsed["rows"][0]["text"] == 400)
    #expect(parsed["rows"][0]["exported"][0] == "b")
    #expect(parsed["rows"][0]["workload"]["without"] == "20.0")
    #expect(parsed["rows"][0]["speed"].isNull)
    #expect(parsed["rows"][2]["text"].isNull)
    #expect(parsed["rows"][2]["problem"] == "the rest does not compile without it")
    #expect(parsed["opening"]["onDemand"]["heap"] == 58_100)
    #expect(parsed["opening"]["onDemandAsked"].isNull)
  }
}
