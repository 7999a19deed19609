import AmalgamCore
import AmalgamTestSupport
import Testing

/// Names of SQLite's that a program needs and nothing given has.
@Suite(.serialized)
struct UndefinedNameTests {
  private let shop: LinkShop

  init() throws {
    shop = try LinkShop()
    try shop.archive("own.a", version: "3.46.1")
  }

  @Test(arguments: [
    ("sqlite3_column_table_name", "SQLITE_ENABLE_COLUMN_METADATA"),
    ("sqlite3_snapshot_get", "SQLITE_ENABLE_SNAPSHOT"),
    ("sqlite3session_create", "SQLITE_ENABLE_SESSION with SQLITE_ENABLE_PREUPDATE_HOOK"),
    ("sqlite3_unlock_notify", "SQLITE_ENABLE_UNLOCK_NOTIFY"),
    ("sqlite3_normalized_sql", "SQLITE_ENABLE_NORMALIZE"),
    ("sqlite3_carray_bind_v2", "SQLITE_ENABLE_CARRAY in SQLite 3.53.0 or later"),
    ("sqlite3_stmt_scanstatus_v2", "SQLITE_ENABLE_STMT_SCANSTATUS in SQLite 3.41.0 or later"),
    (
      "sqlite3changeset_apply_v3",
      "SQLITE_ENABLE_SESSION with SQLITE_ENABLE_PREUPDATE_HOOK in SQLite 3.51.0 or later"
    ),
    ("sqlite3_load_extension", "a SQLite without SQLITE_OMIT_LOAD_EXTENSION"),
    ("sqlite3_column_decltype", "a SQLite without SQLITE_OMIT_DECLTYPE"),
    ("sqlite3_mutex_alloc", "a SQLite without SQLITE_THREADSAFE=0"),
    ("sqlite3_trace", "a SQLite without SQLITE_OMIT_DEPRECATED or SQLITE_OMIT_TRACE"),
    ("sqlite3_serialize", "a SQLite without SQLITE_OMIT_DESERIALIZE"),
    ("sqlite3_setlk_timeout", "SQLite 3.50.0 or later"),
    ("sqlite3_get_clientdata", "SQLite 3.44.0 or later"),
    ("sqlite3_close_v2", "SQLite 3.7.14 or later"),
    ("sqlite3_value_subtype", "SQLite 3.9.0 or later"),
    ("sqlite3_key", "a SQLite with encryption, such as SQLCipher"),
  ])
  func `what brings a missing name is told`(name: String, cure: String) throws {
    try shop.program(printing: ["sqlite3_libversion", name])

    let undefined = try shop.evidence(["main.o", "own.a"]).evidence.undefined

    #expect(undefined.map(\.symbol) == [name])
    #expect(undefined.map(\.files) == [["main.o"]])
    #expect(undefined.map(\.cure) == [cure])
    #expect(try !shop.link("lld", ["main.o", "own.a"]).isLinked)
  }

  @Test func `names that every SQLite has mean that none is there`() throws {
    try shop.program()

    #expect(
      try shop.text(["main.o"]) == """
        main.o: error: [undefined-symbols] no SQLite on this link line, which needs 2 names: \
        'sqlite3_libversion', 'sqlite3_open'
          fix: add the archive of a variant to the link line
        """
    )
    #expect(try shop.text(["main.o", "own.a"]) == "")
  }

  @Test func `an option is asked for, and the finding goes away with it`() throws {
    try shop.program(printing: ["sqlite3_snapshot_get", "sqlite3_snapshot_open"])

    #expect(
      try shop.text(["main.o", "own.a"]) == """
        main.o: error: [undefined-symbols] nothing given here defines 2 names; \
        SQLITE_ENABLE_SNAPSHOT has them: 'sqlite3_snapshot_get', 'sqlite3_snapshot_open'
          fix: build SQLite with SQLITE_ENABLE_SNAPSHOT
        """
    )
    let more = ["sqlite3_snapshot_get", "sqlite3_snapshot_open"]
    try shop.archive("own.a", version: "3.46.1", more: more)
    #expect(try shop.text(["main.o", "own.a"]) == "")
  }

  @Test func `a plug-in whose host brings SQLite is a warning`() throws {
    try shop.compile(
      "int sqlite3_open(void); int plug_in(void) { return sqlite3_open(); }",
      to: "p.o"
    )
    try shop.must(["clang", "-shared", "-fuse-ld=lld", "p.o", "-o", "p.so"])

    let text = try shop.text(["p.so"])

    #expect(text.hasPrefix("p.so: warning: [undefined-symbols] no SQLite on this link line"))
  }

  @Test func `what a library that was not given may have is not missing`() throws {
    try shop.compile(LinkShop.copy("3.46.1"), to: "s.o")
    try shop.must([
      "clang", "-shared", "-fuse-ld=lld", "-Wl,-soname,libsqlite3.so.0", "s.o", "-o",
      "libsqlite3.so",
    ])
    try shop.program()
    #expect(
      try shop.run(["clang", "-fuse-ld=lld", "main.o", "libsqlite3.so", "-o", "prog"]).isSuccess
    )

    #expect(try shop.text(["prog"]) == "")
  }

  @Test func `a member that is not taken needs nothing`() throws {
    try shop.program()
    try shop.compile(
      "int sqlite3_snapshot_get(void); int unused(void) { return sqlite3_snapshot_get(); }",
      to: "unused.o"
    )
    try shop.must(["llvm-ar", "rcs", "other.a", "unused.o"])

    #expect(try shop.text(["main.o", "own.a", "other.a"]) == "")
    #expect(try shop.link("lld", ["main.o", "own.a", "other.a"]).isLinked)
  }

  @Test func `of many files that need a name the first four stand in front`() throws {
    try shop.program()
    let names = (1...5).map { "user\($0).o" }
    for name in names {
      let function = name.replacing(".o", with: "")
      let source =
        "int sqlite3_snapshot_get(void); int \(function)(void) { return sqlite3_snapshot_get(); }"
      try shop.compile(source, to: name)
    }

    #expect(
      try shop.text(["main.o"] + names + ["own.a"]) == """
        user1.o, user2.o, user3.o, user4.o, …: error: [undefined-symbols] nothing given here \
        defines 'sqlite3_snapshot_get'; SQLITE_ENABLE_SNAPSHOT has it
          fix: build SQLite with SQLITE_ENABLE_SNAPSHOT
        """
    )
  }
}
