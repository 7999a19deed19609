import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Exports as those use them who get them: compiled, linked, found, installed.
@Suite(
  .serialized,
  .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))")
)
struct ExportVerbTests {
  private let folder: TemporaryFolder

  /// Extensions of each kind, one of them with a header beside it, two that meet SQLite's names.
  private static let profile = """
    optimize debug
    SQLITE_ENABLE_FTS5   # full-text search
    extension regexp
    extension geo
    extension cjk
    extension uint
    extension ext/acme.c
    set more: percentile series

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.profile, to: "app.profile")
    try folder.write("#define ACME_ANSWER 42\n", to: "ext/acme.h")
    try folder.write(
      """
      #include "sqlite3ext.h"
      SQLITE_EXTENSION_INIT1
      #include "acme.h"
      static void answer(sqlite3_context *context, int count, sqlite3_value **values) {
        (void)count;
        (void)values;
        sqlite3_result_int(context, ACME_ANSWER);
      }
      int sqlite3_acme_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
        SQLITE_EXTENSION_INIT2(api);
        (void)message;
        return sqlite3_create_function(db, "acme", 0, SQLITE_UTF8, 0, answer, 0, 0);
      }

      """,
      to: "ext/acme.c"
    )
  }

  private func tool(
    _ verb: String,
    _ release: String,
    _ more: [String]
  ) throws -> BuiltTool.Outcome {
    if release != "3.46.1" {
      // There percentile() is in the core.
      let profile = try folder.read("app.profile")
        .replacing("set more: percentile", with: "SQLITE_ENABLE_PERCENTILE\nset more:")
      try folder.write(profile, to: "app.profile")
    }
    return try BuiltTool(in: folder.path).run(
      [
        verb, "./app.profile", "--root", BuiltTool.root, "--build-dir", "\(folder.path)/build",
        "--sqlite", release, "--quiet",
      ] + more
    )
  }

  private func export(
    _ kind: String,
    _ release: String,
    into name: String = "out",
    _ more: [String] = []
  ) throws -> BuiltTool.Outcome {
    let options = ["--kind", kind, "--into", "\(folder.path)/\(name)"]
    return try tool("export", release, options + more)
  }

  private func run(_ words: [String], in name: String = "") throws {
    try folder.expectSuccess(words, in: "\(folder.path)/\(name)")
  }

  @Test(arguments: FetchedRelease.all)
  func `sources compile without a flag into the library that was meant`(release: String) throws {
    let outcome = try export("sources", release)

    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    let units = try SystemFiles().list("\(folder.path)/out").filter { $0.hasSuffix(".c") }
    #expect(units.contains("acme.c") && !units.contains("geo.c") && !units.contains("cjk.c"))
    try run(["cc", "-c"] + units, in: "out")
    try run(["ar", "rcs", "libout.a"] + units.map { "\($0.dropLast(1))o" }, in: "out")
    let verdict = try tool(
      "verify",
      release,
      ["--library", "\(folder.path)/out/libout.a", "--format", "json"]
    )
    #expect(verdict.status == .exited(0), "\(verdict.errors)\(verdict.output)")
    let suites = try Parsed(verdict.output)["variants"][0]["suites"].elements
    // Each kind of extension: function, aggregate, collation, table function, tokenizer.
    let counts = ["geo": 50, "regexp": 30, "percentile": 4, "uint": 6, "series": 7, "cjk": 13]
    for (name, least) in counts {
      let suite = try #require(suites.first { $0["name"].string == name })
      #expect((suite["passed"].integer ?? 0) >= least && suite["failed"] == 0, "\(name)")
    }
  }

  @Test func `an export is the same bytes anywhere, and what is not is named`() throws {
    let release = FetchedRelease.all[0]
    _ = try export("sources", release)
    _ = try export("sources", release, into: "again")
    try run(["diff", "-r", "out", "again"])

    #expect(try export("sources", release, ["--check"]).status == .exited(0))
    try folder.write("", to: "out/sqlite3.h")
    let checked = try export("sources", release, ["--check", "--format", "json"])

    #expect(checked.status == .exited(1))
    let findings = try Parsed(checked.output)["findings"].elements
    #expect(
      findings.filter { $0["check"] == "export" }.map { $0["subject"].string } == ["sqlite3.h"]
    )
    #expect(try export("cmake", release, into: "ext").status == .exited(2))
  }

  @Test(
    .enabled(if: SystemCommands().find("cmake") != nil, "not run: cmake is not installed"),
    arguments: ["c", "cxx"]
  )
  func `CMake finds the archive for a client`(language: String) throws {
    _ = try export("cmake", FetchedRelease.all[0])
    try folder.write(
      """
      cmake_minimum_required(VERSION 3.16)
      project(client \(language.uppercased()))
      find_package(sqlite3-app 3.46 REQUIRED)
      add_executable(client client.\(language))
      target_link_libraries(client PRIVATE sqlite3-app::sqlite3-app)

      """,
      to: "client/CMakeLists.txt"
    )
    try writeClient("client/client.\(language)")

    try run(
      ["cmake", "-S", ".", "-B", "made", "-DCMAKE_PREFIX_PATH=\(folder.path)/out"],
      in: "client"
    )
    try run(["cmake", "--build", "made"], in: "client")
    try run(["\(folder.path)/client/made/client"])
  }

  @Test(.enabled(if: SystemCommands().find("pkg-config") != nil, "not run: no pkg-config"))
  func `pkg-config finds the archive for a client`() throws {
    _ = try export("cmake", FetchedRelease.all[0])
    try writeClient("client.c")
    try folder.write(
      "cc -o client client.c $(PKG_CONFIG_PATH=out/lib/pkgconfig pkg-config --cflags --libs sqlite3-app)\n",
      to: "make.sh"
    )

    try run(["sh", "make.sh"])
    try run(["\(folder.path)/client"])
  }

  private func writeClient(_ path: String) throws {
    try folder.write(
      """
      #include <stdio.h>
      #include "registration.h"
      int main(void) {
        sqlite3 *db;
        char *message;
        if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
        if (amalgam_app_register(db, "more") != SQLITE_OK) return 2;
        if (amalgam_app_check(db, "more", &message) != SQLITE_OK) return puts(message), 3;
        return sqlite3_exec(db, "SELECT distance_km(1, 2, 3, 4), median(value), acme() "
          "FROM generate_series(1, 3)", 0, 0, 0) == SQLITE_OK
          || sqlite3_libversion_number() < 3047000 ? 0 : 4;
      }

      """,
      to: path
    )
  }

  @Test func `GRDB's files are put where its project looks for them`() throws {
    _ = try export("grdb", FetchedRelease.all[0])
    let script = "\(folder.path)/out/GRDBCustomSQLite-INSTALL.sh"
    let refused = try folder.run(["sh", script])
    #expect(refused.status == .exited(1))
    #expect(
      refused.errors
        == "error: './GRDB' is no clone of GRDB with SQLiteCustom/src; set GRDB_SOURCE_PATH\n"
    )

    try folder.write("", to: "GRDB/SQLiteCustom/src/.keep")
    try run(["sh", script])

    for (name, place) in [
      ("SQLiteLib-USER.xcconfig", "src/"), ("GRDBCustomSQLite-USER.xcconfig", ""),
      ("GRDBCustomSQLite-USER.h", ""),
    ] {
      #expect(try folder.read("GRDB/SQLiteCustom/\(place)\(name)") == folder.read("out/\(name)"))
    }
  }

  @Test func `names that meet are told before anything is compiled`() throws {
    try folder.write(
      "int sqlite3_other_init(void) {return 0;}\nint sqlite3_acme_init(void) {return 1;}\n",
      to: "ext/other.c"
    )
    try folder.write(
      Self.profile + "extension ext/other.c init=sqlite3_other_init\n",
      to: "app.profile"
    )

    let outcome = try tool("build", FetchedRelease.all[0], [])

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains(
        "app.profile:9:11: error: 'sqlite3_acme_init' is defined by extension 'other' and by "
          + "extension 'acme'\n  fix: make one of the two static, rename it, or leave the extension out"
      ),
      "\(outcome.errors)"
    )
  }

  @Test func `a command line without kind or folder is wrong`() throws {
    let release = FetchedRelease.all[0]
    let without = try tool("export", release, [])
    #expect(without.status == .exited(64))
    #expect(without.errors.contains("amalgam: error: '--kind' is missing\n"))
    let nowhere = try tool("export", release, ["--kind", "sources"])
    #expect(nowhere.errors.contains("amalgam: error: '--into' is missing\n"))
  }
}
