import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `amalgam cost` on a small profile at -O0, its figures compared with `size` and its own sum.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct CostVerbTests {
  @Test func `an option's bytes are the difference of two objects, as size prints them`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "optimize debug\nextension regexp\nSQLITE_ENABLE_FTS5\nSQLITE_OMIT_DEPRECATED\n",
      to: "app.profile"
    )
    try folder.write("# amalgam 1\n\nquery I\nSELECT 1\n----\n1\n", to: "work.test")
    func size(_ flags: [String]) throws -> Int {
      let library = try OtherBuild(folder: folder, release: "3.46.1").library(flags)
      let status = try SystemCommands().run(
        Command(["size", "-t", library], in: folder.path),
        log: "\(folder.path)/log",
        output: "\(folder.path)/size"
      )
      let last = try folder.read("size").split(separator: "\n").last ?? ""
      let text = last.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
      guard status.isSuccess, let text else { throw Failure("size", try folder.read("log")) }
      return text
    }

    let outcome = try BuiltTool(in: folder.path).run(
      "cost",
      "./app.profile",
      "--format",
      "json",
      "--workload",
      "work.test",
      release: "3.46.1"
    )

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(
      report["rows"].elements.compactMap { $0["names"][0].string } == [
        "SQLITE_ENABLE_FTS5", "regexp", "SQLITE_OMIT_DEPRECATED",
      ]
    )
    let omit = "-DSQLITE_OMIT_DEPRECATED=1"
    let fts5 = try size(["-DSQLITE_ENABLE_FTS5=1", omit]) - size([omit])
    #expect(report["rows"][0]["text"] == fts5)
    #expect(report["rows"][2]["withheld"].count == 8)
    let opening = report["opening"]
    let heap = { (name: String) in opening[name]["heap"].integer ?? 0 }
    // A connection that asks holds more than one that does not.
    #expect(heap("automatic") > 10_000)
    #expect(heap("onDemandAsked") > heap("onDemand"))
    #expect(heap("onDemand") < heap("automatic"))
    #expect(heap("bare") <= heap("onDemand"))
    #expect((opening["onDemand"]["nanoseconds"].integer ?? 0) > 0)
    #expect(report["rows"][0]["workload"]["with"].string != nil)
    // An extension that the script does not use is timed as an option is.
    #expect(report["rows"][1]["workload"]["without"].string != nil)
  }

  @Test func `a script has the profile's extensions, and what it needs is not taken out`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "optimize debug\nextension regexp\nextension geo\nSQLITE_ENABLE_STAT4\n",
      to: "app.profile"
    )
    try folder.write(
      "# amalgam 1\n\nquery I\nSELECT 'abc' REGEXP '^a'\n----\n1\n",
      to: "work.test"
    )

    let outcome = try BuiltTool(in: folder.path).run(
      ["cost", "./app.profile", "--format", "json", "--workload", "work.test"],
      release: "3.46.1"
    )

    let rows = try Parsed(outcome.output)["rows"].elements
    func workload(_ name: String) -> Parsed? {
      rows.first { $0["names"][0].string == name }?["workload"]
    }
    #expect(workload("geo")?["without"].string != nil, "\(outcome.errors)")
    #expect(workload("SQLITE_ENABLE_STAT4")?["without"].string != nil)
    // Without it the script is refused, so there is no time to compare.
    #expect(workload("regexp")?.isNull == true)
  }

  @Test func `a profile with findings has all keys of the report, and nothing measured`() throws {
    let folder = try TemporaryFolder()
    try folder.write("SQLITE_ENABLE_FT5\n", to: "app.profile")

    let outcome = try BuiltTool(in: folder.path).run(
      ["cost", "./app.profile", "--format", "json"],
      release: "3.46.1"
    )

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(1))
    for key in ["conditions", "text", "data", "exported", "opening"] {
      #expect(report[key].isNull, "\(key)")
      #expect(outcome.output.contains("\"\(key)\""))
    }
    #expect(report["rows"].count == 0)
    #expect(outcome.output.contains("\"rows\""))
  }

  @Test func `a script that runs on files alone is refused before anything is built`() throws {
    let folder = try TemporaryFolder()
    try folder.write("optimize debug\n", to: "app.profile")
    try folder.write("# amalgam 1\ndatabase wal\n\nquery I\nSELECT 1\n----\n1\n", to: "wal.test")

    let outcome = try BuiltTool(in: folder.path).run(
      ["cost", "./app.profile", "--workload", "wal.test"],
      release: "3.46.1"
    )

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == "wal.test: error: has nothing that runs on a database in memory\n"
    )
    #expect(!TemporaryFolder.contents(of: folder.path).contains("build"))
  }
}
