import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What the shipped profiles claim of themselves, measured on what they build.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct ShippedProfileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Builds profiles that inherit `parents` and add `line`, named after them.
  private func build(_ parents: [String], _ line: String) throws {
    for parent in parents {
      try folder.write("inherit \(parent)\n\(line)\n", to: "my-\(parent).profile")
    }
    let outcome = try BuiltTool(in: folder.path).run(
      ["build"] + parents.map { "./my-\($0).profile" } + [
        "--root", BuiltTool.root, "--build-dir", "build", "--sqlite", "3.46.1", "--quiet",
      ]
    )
    guard outcome.status.isSuccess else { throw Failure("build", outcome.errors) }
  }

  private func variant(_ parent: String) -> String { "\(folder.path)/build/my-\(parent)@3.46.1" }

  /// The text of `sqlite3.o`, as `size` prints it.
  private func text(of object: String) throws -> Int {
    let status = try SystemCommands().run(
      Command(["size", object], in: folder.path),
      log: "\(folder.path)/log",
      output: "\(folder.path)/size"
    )
    let rows = try folder.read("size").split(separator: "\n")
    let number = rows.last?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
    guard status.isSuccess, let number else { throw Failure("size", try folder.read("log")) }
    return number
  }

  private func compile(_ words: [String]) throws {
    let status = try SystemCommands().run(
      Command(["clang"] + words, in: folder.path),
      log: "\(folder.path)/log"
    )
    guard status.isSuccess else { throw Failure("clang", try folder.read("log")) }
  }

  /// Takes the object out of a variant's archive and measures it.
  private func text(ofVariant parent: String) throws -> Int {
    let archive = "\(variant(parent))/libsqlite3-my-\(parent).a"
    let status = try SystemCommands().run(
      Command(["ar", "x", archive, "sqlite3.o"], in: folder.path),
      log: "\(folder.path)/log"
    )
    guard status.isSuccess else { throw Failure("ar", try folder.read("log")) }
    return try text(of: "sqlite3.o")
  }

  @Test func `minimal is smaller than search-only, and that than full, all at -Os`() throws {
    try build(["minimal", "search-only", "full"], "optimize size")
    let stock = try FetchedRelease.stockSource("3.46.1")
    try compile(["-c", "-Os", "-fPIC", "-o", "stock.o", stock])

    let minimal = try text(ofVariant: "minimal")
    let searchOnly = try text(ofVariant: "search-only")
    let full = try text(ofVariant: "full")
    let ofStock = try text(of: "stock.o")

    #expect(minimal < searchOnly && searchOnly < full)
    #expect(minimal * 100 <= full * 66)
    #expect(minimal * 100 <= ofStock * 96)
  }

  @Test func `minimal reads what full writes with a plain schema`() throws {
    try build(["full", "minimal"], "optimize debug")
    let program = try folder.write(
      """
      #include "sqlite3.h"
      #include <stdio.h>
      static int show(void *p, int n, char **v, char **names) {
        (void)p; (void)names;
        for (int i = 0; i < n; i++) printf("%s|", v[i] ? v[i] : "NULL");
        puts("");
        return 0;
      }
      int main(int count, char **words) {
        sqlite3 *db;
        char *message = 0;
        if (sqlite3_open(words[1], &db)) return 2;
        for (int i = 2; i < count; i++)
          if (sqlite3_exec(db, words[i], show, 0, &message)) { puts(message); return 1; }
        return sqlite3_close(db);
      }

      """,
      to: "run.c"
    )
    for parent in ["full", "minimal"] {
      try compile([
        "-o", parent, program, "-I", variant(parent),
        "\(variant(parent))/libsqlite3-my-\(parent).a", "-lm", "-lpthread", "-ldl",
      ])
    }

    let schemas = [
      "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT UNIQUE, c AS (b || '!'))",
      "CREATE TABLE u(a INTEGER REFERENCES t(a), b TEXT CHECK (b > date('2000-01-01'))) STRICT",
      "CREATE TABLE w(k PRIMARY KEY) WITHOUT ROWID",
      "CREATE VIEW v AS SELECT a, row_number() OVER (ORDER BY b) AS n FROM t",
      "CREATE VIEW x AS WITH c(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c WHERE i < 3)"
        + " SELECT i FROM c",
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO w VALUES (new.b); END",
      "CREATE INDEX p ON t(b) WHERE b > 'a'", "CREATE INDEX e ON t(lower(b))",
      "INSERT INTO t(b) VALUES ('x'), ('y')", "INSERT INTO u VALUES (1, '2020-01-01')", "ANALYZE",
    ]
    for setting in ["encoding='UTF-16'", "auto_vacuum=FULL", "journal_mode=WAL"] {
      let database = "\(folder.path)/\(setting).db"
      let written = try runProgram("full", [database, "PRAGMA \(setting)"] + schemas)
      #expect(written.status.isSuccess, "\(written.output)")

      let read = try runProgram(
        "minimal",
        [
          database, "SELECT a, b, c FROM t", "SELECT n FROM v", "SELECT sum(i) FROM x",
          "SELECT * FROM u", "SELECT count(*) FROM w", "INSERT INTO t(b) VALUES ('z')",
          "DELETE FROM t WHERE b = 'x'", "PRAGMA integrity_check",
        ]
      )
      #expect(read.status.isSuccess)
      #expect(read.output == "1|x|x!|\n2|y|y!|\n1|\n2|\n6|\n1|2020-01-01|\n2|\nok|\n")
    }
  }

  private func runProgram(
    _ name: String,
    _ words: [String]
  ) throws -> (status: AmalgamHost.ExitStatus, output: String) {
    let status = try SystemCommands().run(
      Command(["\(folder.path)/\(name)"] + words),
      log: "\(folder.path)/out"
    )
    return (status, try folder.read("out"))
  }
}
