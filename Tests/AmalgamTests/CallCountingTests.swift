import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `instrument calls`: functions of each kind, from many threads, without memory, and libraries that
/// do not count.
@Suite(
  .serialized,
  .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))")
)
struct CallCountingTests {
  private let folder: TemporaryFolder
  private static let profile = """
    optimize debug
    SQLITE_ENABLE_FTS5
    extension regexp
    extension geo on-demand
    extension ./counted.c
    instrument calls

    """

  init() throws {
    folder = try TemporaryFolder()
    let source = try SystemFiles().readText("\(BuiltTool.root)/Tests/Fixtures/counted.c")
    try folder.write(source, to: "counted.c")
    try folder.write(Self.profile, to: "app.profile")
  }

  private func tool(
    _ verb: String,
    _ release: String,
    _ more: [String] = [],
    profile: String = "app"
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run([verb, "./\(profile).profile"] + more, release: release)
  }

  private func variant(_ release: String) throws -> String {
    let outcome = try tool("build", release, ["--format", "json"])
    let directory = try Parsed(outcome.output)["variants"][0]["directory"].string
    return try #require(directory, "\(outcome.errors)\(outcome.output)")
  }

  /// What each call must be counted as: exactly once, with its own pointer and flags.
  private static let suite = """
    # amalgam 1

    query TTII
    SELECT own(), nested('SELECT own()'), alive() > 0, "ü😀"() > 0
    ----
    own
    own
    1
    1

    query II
    SELECT plain_sum(value), tenfold(value) FROM json_each('[1,2,3]')
    ----
    6
    60

    query I
    SELECT tenfold(value) OVER (ORDER BY value ROWS 1 PRECEDING) FROM json_each('[1,2,3]')
    ----
    10
    30
    50

    query TITII
    SELECT name, arguments, kind, calls, steps FROM amalgam_calls WHERE name NOT LIKE 'reg%' AND name NOT LIKE 'amalgam%' ORDER BY name
    ----
    alive
    0
    scalar
    1
    0
    gone
    0
    scalar
    0
    0
    nested
    1
    scalar
    1
    0
    own
    0
    scalar
    2
    0
    plain_sum
    1
    aggregate
    1
    3
    tenfold
    1
    window
    5
    7
    ü😀
    0
    scalar
    1
    0

    query I
    SELECT count(*) FROM amalgam_calls WHERE (calls > 0) <> (nanoseconds > 0)
    ----
    0

    # Deterministic and innocuous, direct only, neither: as they were asked for.
    query TI
    SELECT DISTINCT name, flags FROM pragma_function_list WHERE name IN ('own', 'nested', 'alive') ORDER BY name
    ----
    alive
    0
    nested
    524288
    own
    2099200

    statement error no such function: gone
    SELECT gone()

    register geo

    query I
    SELECT count(distance_km(value, 1, 2, 3)) FROM json_each('[1,2,3]')
    ----
    3

    query I
    SELECT calls FROM amalgam_calls WHERE name = 'distance_km'
    ----
    3

    """

  @Test(arguments: FetchedRelease.all)
  func `functions of each kind are counted in both libraries, each call once`(
    release: String
  ) throws {
    try folder.write(Self.suite, to: "own.test")

    let outcome = try tool("verify", release, ["--suite", "own.test", "--format", "json"])

    let report = try Parsed(outcome.output)
    let errors = report["findings"].elements.filter { $0["severity"] == "error" }
    // The fixture's functions are strange to the catalogue, which is told as a note.
    #expect(errors.isEmpty, "\(outcome.errors)\(outcome.output.prefix(3000))")
    let suites = report["variants"][0]["suites"].elements
    for (name, least) in ["own": 9, "calls": 7] {
      let suite = try #require(suites.first { $0["name"].string == name })
      #expect((suite["passed"].integer ?? 0) >= least && suite["failed"] == 0, "\(name)")
    }
    let manifest = try Parsed(SystemFiles().readText("\(try variant(release))/manifest.json"))
    #expect(manifest["instrument"].elements.map(\.string) == ["calls"])
    #expect(
      manifest["capabilities"].elements.contains { $0.string == "module:amalgam_calls" }
    )
  }

  @Test(arguments: FetchedRelease.all)
  func `eight threads are counted whole, and no memory is lost where there is none`(
    release: String
  ) throws {
    let variant = try variant(release)
    try folder.expectSuccess([
      "cc", "-Wall", "-Wextra", "-Werror", "-I\(variant)", "-o", "client",
      "\(BuiltTool.root)/Tests/Fixtures/counting-client.c", "\(variant)/libsqlite3-app.a", "-lm",
      "-lpthread", "-ldl",
    ])
    try folder.expectSuccess(["\(folder.path)/client", "threads"])
    try folder.expectSuccess(["\(folder.path)/client", "memory"])
  }

  @Test(arguments: [
    ("amalgamAdd(counter->numbers, 1)", "(void)0"),
    ("amalgamAdd(counter->nanoseconds, amalgamNow() - start)", "(void)start"),
    ("counter->arguments==arguments && counter->kind==kind", "0"),
  ])
  func `a library that does not count fails the suite`(old: String, new: String) throws {
    let release = FetchedRelease.all[0]
    let variant = try variant(release)
    let text = try SystemFiles().readText("\(variant)/registration.c")
    try #require(text.contains(old))
    try SystemFiles().write(text.replacing(old, with: new), to: "\(variant)/registration.c")
    try folder.expectSuccess(
      ["cc", "-w", "-fPIC", "-c", "registration.c"],
      in: variant
    )
    try folder.expectSuccess(
      ["ar", "rcs", "\(folder.path)/libwrong.a", "registration.o"],
      in: variant
    )
    try folder.expectSuccess(["cp", "\(variant)/libsqlite3-app.a", "whole.a"])
    try folder.expectSuccess(["ar", "d", "whole.a", "registration.o"])
    try folder.expectSuccess(["ar", "rcs", "whole.a", "\(variant)/registration.o"])

    let outcome = try tool("verify", release, ["--library", "whole.a", "--format", "json"])

    #expect(outcome.status == .exited(1))
    let suites = try Parsed(outcome.output)["variants"][0]["suites"].elements
    let failed = suites.filter { $0["name"].string?.hasPrefix("calls") ?? false }
      .compactMap { $0["failed"].integer }
    #expect(failed.count == 2 && failed.reduce(0, +) > 0, "\(outcome.output.prefix(2000))")
  }

  @Test func `off, nothing of it is there, and a library that counts is told`() throws {
    let release = FetchedRelease.all[0]
    let counting = try variant(release)
    try folder.write("inherit app\ninstrument off\nlibrary sqlite3-app\n", to: "off.profile")
    let outcome = try tool("build", release, ["--format", "json"], profile: "off")
    let off = try #require(try Parsed(outcome.output)["variants"][0]["directory"].string)

    for name in ["registration.c", "extensions/counted.c"] {
      let text = try SystemFiles().readText("\(off)/\(name)")
      #expect(!text.contains("amalgam_calls") && !text.contains("_user_data amalgam"), "\(name)")
    }
    let verdict = try tool(
      "verify",
      release,
      ["--library", "\(counting)/libsqlite3-app.a"],
      profile: "off"
    )
    #expect(verdict.status == .exited(1))
    #expect(
      verdict.output.contains(
        "[surplus-capability] the profile does not set 'instrument calls', but the library has "
          + "'module:amalgam_calls'"
      ),
      "\(verdict.output.prefix(2000))"
    )
  }

  @Test func `a prefixed export of one file counts too`() throws {
    try folder.write("inherit app\nprefix acme_\n", to: "acme.profile")
    let release = FetchedRelease.all[0]
    let outcome = try tool(
      "export",
      release,
      ["--kind", "sources", "--into", "out"],
      profile: "acme"
    )
    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    let units = try SystemFiles().list("\(folder.path)/out").filter { $0.hasSuffix(".c") }
    #expect(!units.contains("regexp.c") && !units.contains("counted.c"))
    try folder.write(
      """
      #include "sqlite3.h"
      int main(void) {
        sqlite3 *db;
        sqlite3_stmt *statement;
        if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
        if (sqlite3_exec(db, "SELECT 'a' REGEXP 'a', own()", 0, 0, 0) != SQLITE_OK) return 2;
        if (sqlite3_prepare_v2(db, "SELECT sum(calls) FROM amalgam_calls", -1, &statement, 0)) return 3;
        return sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 2 ? 0 : 4;
      }

      """,
      to: "client.c"
    )
    try folder.expectSuccess(
      ["cc", "-O0", "-Wall", "-Wno-unused", "-Iout", "-o", "client", "client.c"]
        + units.map { "out/\($0)" } + ["-lm", "-lpthread", "-ldl"]
    )
    try folder.expectSuccess(["\(folder.path)/client"])
  }
}
