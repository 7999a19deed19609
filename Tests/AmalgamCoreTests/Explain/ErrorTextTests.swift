import AmalgamCore
import AmalgamTestSupport
import Foundation
import Testing

struct ErrorTextTests {
  private func table() throws -> ErrorTexts {
    let text = try String(
      contentsOf: ProjectFiles.url("Sources/Embedded/error-texts.txt"),
      encoding: .utf8
    )
    return try ErrorTexts(parsing: text, file: "error-texts.txt")
  }

  /// As SQLite 3.53, GNU ld, lld, ld64, dyld, swiftc and clang word them.
  @Test(arguments: [
    ("Error: in prepare, no such module: fts5", "no-such-module", "module:fts5"),
    ("Parse error: no such function: regexp (1)", "no-such-function", "function:regexp"),
    (
      "wrong number of arguments to function json_set()", "wrong-argument-count",
      "function:json_set"
    ),
    ("no such tokenizer: cjk", "no-such-tokenizer", "tokenizer:cjk"),
    ("unknown tokenizer: icu", "no-such-tokenizer", "tokenizer:icu"),
    ("no such collation sequence: UINT", "no-such-collation", "collation:UINT"),
    (
      "ld.lld: error: undefined symbol: sqlite3_snapshot_get", "undefined-symbol",
      "symbol:sqlite3_snapshot_get"
    ),
    (
      "main.o: undefined reference to `sqlite3_column_table_name'", "undefined-symbol",
      "symbol:sqlite3_column_table_name"
    ),
    (
      "dyld: Symbol not found: _sqlite3_snapshot_get", "undefined-symbol",
      "symbol:sqlite3_snapshot_get"
    ),
    (
      "error: cannot find 'sqlite3_preupdate_hook' in scope", "undefined-symbol",
      "symbol:sqlite3_preupdate_hook"
    ),
    (
      "  \"_sqlite3_unlock_notify\", referenced from:", "undefined-symbol",
      "symbol:sqlite3_unlock_notify"
    ),
    (
      "dlopen(a.so): symbol not found in flat namespace '_sqlite3_snapshot_get'",
      "undefined-symbol", "symbol:sqlite3_snapshot_get"
    ),
    (
      "LNK2019: unresolved external symbol sqlite3_snapshot_get referenced in function main",
      "undefined-symbol", "symbol:sqlite3_snapshot_get"
    ),
    (
      "LNK2001: unresolved external symbol __imp_sqlite3_snapshot_get", "undefined-symbol",
      "symbol:sqlite3_snapshot_get"
    ),
    (
      "LNK2019: unresolved external symbol _sqlite3_snapshot_get referenced in function _main",
      "undefined-symbol", "symbol:sqlite3_snapshot_get"
    ),
    ("ld: 268 duplicate symbols for architecture arm64", "duplicate-symbol", nil),
    (
      "b.obj : error LNK2005: sqlite3_open already defined in a.obj", "duplicate-symbol",
      "symbol:sqlite3_open"
    ),
    ("duplicate symbol '_sqlite3_open' in:", "duplicate-symbol", "symbol:sqlite3_open"),
    (
      "b.a(sqlite3.o): multiple definition of `sqlite3_free'", "duplicate-symbol",
      "symbol:sqlite3_free"
    ),
    ("malformed database schema (v) - near \"OVER\": syntax error", "malformed-schema", nil),
    ("file is not a database (26)", "not-a-database", nil),
    ("database disk image is malformed", "malformed-image", nil),
    ("unsafe use of load_extension()", "unsafe-use", "function:load_extension"),
    ("PRAGMA key has no effect", "key-without-effect", nil),
    ("near \"LIMIT\": syntax error", "syntax-error", nil),
    (
      "no such column: \"red\" - should this be a string literal in single-quotes?",
      "no-such-column", nil
    ),
    ("not authorized", "not-authorized", nil),
    ("attempt to write a readonly database", "read-only", nil),
    ("library routine called out of sequence", "out-of-sequence", nil),
    ("database is locked", "locked", nil),
    ("too many SQL variables", "too-many", nil),
    ("vtable constructor failed: docs", "vtable-constructor", nil),
    (
      "'sqlite3_module' has different definitions in different modules", "two-headers", nil
    ),
    ("No such module", "no-such-module", nil),
  ])
  func `an error is known however it is embedded, with the name it is about`(
    text: String,
    name: String,
    capability: String?
  ) throws {
    let match = try #require(try table().match(text))

    #expect(match.name == name)
    #expect(match.capability?.description == capability)
    #expect(!match.meaning.isEmpty)
    #expect(!match.checks.isEmpty)
    #expect(match.checks.flatMap(\.commands).allSatisfy { !$0.contains("{") })
  }

  @Test(arguments: ["", "no", "disk I/O error", "{module}", "no such table: t", "\u{FF}\u{0}: "])
  func `other errors are not known`(text: String) throws {
    #expect(try table().match(text) == nil)
  }

  @Test func `every check has words, and every row a text, a meaning and a command`() throws {
    let rows = try table().rows

    #expect(rows.count >= 15)
    for row in rows {
      #expect(!row.patterns.isEmpty && !row.meaning.isEmpty, "\(row.name)")
      #expect(row.checks.contains { !$0.commands.isEmpty }, "\(row.name)")
    }
  }

  @Test func `a line that is none of the table's is told with its place`() {
    expectFailure(
      "t.txt:2:1: error: '  says x' is no line of it",
      "t.txt:3:1: error: 'errors y' is no line of it"
    ) {
      try ErrorTexts(parsing: "error x\n  says x\nerrors y\n", file: "t.txt")
    }
  }
}
