import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `gate --rebuild`, `gate --library` and the matrix, through the built tool.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct RebuildTests {
  private let gate: GateFolder

  init() throws { gate = try GateFolder() }

  @Test func `a variant is the same when everything around it is different`() throws {
    let outcome = try gate.run(
      "--record",
      "--rebuild",
      "--today",
      "2026-11-30",
      build: "\(gate.path)/b"
    )

    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.contains("build     2 checks, all passed"))
  }

  /// Compilers have their own way to be told a date; what calls them need not.
  @Test(.enabled(if: SystemCommands().find("faketime") != nil, "not run: needs faketime"))
  func `a date that finds its way into a file is named`() throws {
    let script = """
      #!/bin/sh
      exec clang -DYEAR=$(date +%Y) "$@"

      """
    let path = try gate.folder.write(script, to: "cc")
    _ = try SystemCommands().run(
      Command(["chmod", "+x", path]),
      log: "\(gate.path)/chmod.log"
    )
    try gate.folder.write(
      """
      #include "sqlite3ext.h"
      SQLITE_EXTENSION_INIT1
      const int sqlite3_acme_year = YEAR;
      int sqlite3_acme_init(sqlite3 *db, char **e, const sqlite3_api_routines *a) {
        SQLITE_EXTENSION_INIT2(a);
        return SQLITE_OK;
      }

      """,
      to: "acme.c"
    )
    try gate.write(GateFolder.lines + "extension acme.c\n")

    let outcome = try gate.run("--record", "--rebuild", "--cc", path, build: "\(gate.path)/b")

    // The errors keep the baseline from being recorded.
    #expect(outcome.status == .exited(2), "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "error: [rebuild] 'libsqlite3-app.a' is not the same when it is built again: it differs in "
          + ".rodata of 'acme.o'"
      ),
      "\(outcome.output)"
    )
  }

  @Test func `a second build that fails is named`() throws {
    let script = """
      #!/bin/sh
      case "$SOURCE_DATE_EPOCH" in 1000000000) echo "no compiler today" >&2; exit 3 ;; esac
      exec clang "$@"

      """
    let path = try gate.folder.write(script, to: "cc")
    _ = try SystemCommands().run(
      Command(["chmod", "+x", path]),
      log: "\(gate.path)/chmod.log"
    )

    let outcome = try gate.run("--record", "--rebuild", "--cc", path, build: "\(gate.path)/b")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains("--rebuild: error: the second build exited with status 2"),
      "\(outcome.errors)"
    )
  }

  @Test func `a library that something else built is held against the baseline`() throws {
    #expect(try gate.run("--record", "--today", "2026-11-30").status == .exited(0))
    let other = try OtherBuild(folder: gate.folder, release: "3.46.1")
      .library(["-DSQLITE_ENABLE_FTS5", "-DSQLITE_SOUNDEX", "-Dsqlite3_sleep=hidden_sleep"])

    let outcome = try gate.run("--library", other, "--today", "2026-11-30")

    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    #expect(
      outcome.output.contains("error: [baseline] 'export:sqlite3_sleep' was approved, and is lost")
    )
    #expect(!outcome.output.contains("'module:fts5' was approved"))
  }

  @Test func `each variant is a row of the matrix, on one line`() throws {
    let outcome = try BuiltTool(in: gate.path).run(
      "plan",
      "./app.profile",
      "builtin:minimal",
      "--format",
      "github-matrix",
      "--sqlite",
      "3.46.1",
      "--root",
      BuiltTool.root,
      "--quiet"
    )

    let rows = try Parsed(outcome.output)["include"]
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(rows[0]["profile"] == "./app.profile")
    #expect(rows[0]["variant"] == "app@3.46.1")
    #expect(rows[1]["profile"] == "builtin:minimal")
    #expect(rows[1]["sqlite"] == "3.46.1")
  }
}
