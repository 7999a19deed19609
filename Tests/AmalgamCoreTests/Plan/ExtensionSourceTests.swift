import AmalgamCore
import Testing

struct ExtensionSourceTests {
  private let location = SourceLocation(file: "app.profile", line: 3, column: 11, excerpt: "")

  private func read(_ text: String, entryPoint: String? = nil) throws(Failure) -> ExtensionSource {
    try ExtensionSource(
      name: "acme",
      origin: "ext/acme.c",
      contents: Array(text.utf8),
      entryPoint: entryPoint,
      location: location
    )
  }

  @Test func `the entry point is read from the source, not guessed from the file's name`() throws {
    let source = try read(
      """
      /* call sqlite3_comment_init() */
      #include "x.h" // sqlite3_line_init()
      static const char *s = "sqlite3_text_init(";
      int sqlite3_base_init(sqlite3 *db, char **e, const sqlite3_api_routines *a) { return 0; }

      """
    )

    #expect(source.entryPoint == "sqlite3_base_init")
    #expect(source.libraries == [])
    #expect(source.license == nil)
  }

  @Test func `libraries follow from the headers that are included`() throws {
    let text = "#include <math.h>\n#include <zlib.h>\nint sqlite3_a_init(void);"

    #expect(try read(text).libraries == ["m", "z"])
    #expect(try read("/* <zlib.h> */ int sqlite3_a_init(void);").libraries == [])
  }

  @Test func `licences are taken as the file states them`() throws {
    let stated = "int sqlite3_a_init(void);"

    #expect(try read("// SPDX-License-Identifier: MIT\n" + stated).license == "MIT")
    #expect(
      try read("/* The author disclaims copyright to this source code. */" + stated).license
        == "blessing"
    )
  }

  @Test func `a source without one entry point is refused with those it has`() {
    #expect(throws: failure("one entry point", "none")) { try read("int x;") }
    #expect(throws: failure("one entry point", "'sqlite3_a_init', 'sqlite3_b_init'")) {
      try read("int sqlite3_a_init(void); int sqlite3_b_init(void);")
    }
    #expect(throws: failure("'acme_start'", "'sqlite3_a_init'")) {
      try read("int sqlite3_a_init(void);", entryPoint: "acme_start")
    }
  }

  /// A file that registers others calls their entry points, and one of its own may be no one else's.
  @Test func `an entry point has a body, and others can call it`() throws {
    let text = """
      int sqlite3_other_init(sqlite3 *, char **, const sqlite3_api_routines *);
      static int sqlite3_inner_init(sqlite3 *db) { return (db != 0); }
      int
      sqlite3_all_init
      (sqlite3 *db, char **e, int (*f)(void)
      ) {
        if (sqlite3_other_init(db, e, 0)) { return 1; }
        return sqlite3_inner_init(db);
      }

      """

    #expect(try read(text).entryPoint == "sqlite3_all_init")
    #expect(try read(text, entryPoint: "sqlite3_all_init").entryPoint == "sqlite3_all_init")
    #expect(
      throws: Failure(
        "app.profile:3:11",
        "'ext/acme.c' does not define 'sqlite3_inner_init'; it defines 'sqlite3_all_init'",
        notes: ["'sqlite3_inner_init' is static, so that no other file can call it"],
        fix:
          "name the function that registers it, as in 'extension ext/acme.c init=sqlite3_all_init'"
      )
    ) { try read(text, entryPoint: "sqlite3_inner_init") }
    // A static one alone is none.
    #expect(throws: Failure.self) { try read("static int sqlite3_a_init(void) { return 0; }") }
    // Parameters in the old style stand between.
    #expect(
      try read("int sqlite3_a_init(db) sqlite3 *db; { return 0; }").entryPoint == "sqlite3_a_init"
    )
  }

  private func failure(_ wanted: String, _ found: String) -> Failure {
    let named = found == "none" ? "sqlite3_acme_init" : "sqlite3_a_init"
    return Failure(
      "app.profile:3:11",
      "'ext/acme.c' does not define \(wanted); it defines \(found)",
      fix: "name the function that registers it, as in 'extension ext/acme.c init=\(named)'"
    )
  }

  @Test func `a file of SQLite's that registers nothing has no way out`() {
    let place = SourceLocation(file: "app.profile", line: 3, column: 11, excerpt: "")
    #expect(
      throws: Failure(
        "app.profile:3:11",
        "'sqlite-3.46.1/ext/misc/memtrace.c' does not define one entry point; it defines none"
      )
    ) {
      try ExtensionSource(
        name: "memtrace",
        origin: "sqlite-3.46.1/ext/misc/memtrace.c",
        contents: Array("int x;".utf8),
        entryPoint: nil,
        location: place
      )
    }
  }

  @Test func `what is compiled only to be loaded is no entry point`() {
    #expect(
      throws: Failure(
        "app.profile:3:11",
        "'ext/acme.c' does not define one entry point; it defines none",
        notes: [
          "'sqlite3_acme_init' is compiled only where the file is built to be loaded, without SQLITE_CORE"
        ],
        fix:
          "name the function that registers it, as in 'extension ext/acme.c init=sqlite3_acme_init'"
      )
    ) { try read("#ifndef SQLITE_CORE\nint sqlite3_acme_init(void) {}\n#endif") }
  }

  @Test func `an open comment or literal ends with the file`() throws {
    #expect(throws: Failure.self) { try read("/* sqlite3_a_init(") }
    #expect(throws: Failure.self) { try read("\"sqlite3_a_init(\\") }
  }
}
