import AmalgamCore
import Testing

struct ProfileDraftTests {
  private func draft(_ text: String, release: Version = Version(3, 53, 4)) throws -> ProfileDraft {
    ProfileDraft(
      OptionText(text, file: "flags"),
      name: "app",
      head: ["app: a draft"],
      release: release,
      names: try EmbeddedTables.names(),
      catalogue: try EmbeddedTables.catalogue()
    )
  }

  @Test func `the order is kept, and each line has what lint says of it above itself`() throws {
    let draft = try draft(
      "CFLAGS = -DSQLITE_ENABLE_STAT4 \"-DSQLITE_DQS=0\" \\\n  -DSQLITE_ENABLE_JSON1 -O2"
    )

    #expect(
      draft.text == """
        # app: a draft

        SQLITE_ENABLE_STAT4
        SQLITE_DQS=0
        # lint: warning: [no-effect] 'SQLITE_ENABLE_JSON1' has no effect: SQLite 3.53.4 has it built in
        # lint: fix: remove the line
        SQLITE_ENABLE_JSON1

        """
    )
    #expect(draft.leftOut == [])
  }

  @Test func `a value that an expression computes is left out, a flag's is no matter`() throws {
    let draft = try draft(
      ".define(\"SQLITE_TEMP_STORE\", f(\n  x))\n.define(\"SQLITE_SOUNDEX\", flag)\n"
        + ".define(\"SQLITE_DQS\", \"0\")"
    )

    #expect(
      draft.text == """
        # app: a draft

        # left out: an expression computes its value
        # SQLITE_TEMP_STORE=f(   x)
        SQLITE_SOUNDEX
        SQLITE_DQS=0

        """
    )
    #expect(draft.leftOut == ["SQLITE_TEMP_STORE"])
  }

  @Test func `a line for another system is a comment where lint refuses it there`() throws {
    let draft = try draft("-DSQLITE_ENABLE_LOCKING_STYLE=7 -DSQLITE_DQS=0")

    #expect(
      draft.text == """
        # app: a draft

        # left out: [value-range] 'SQLITE_ENABLE_LOCKING_STYLE=7' is set, but \
        'SQLITE_ENABLE_LOCKING_STYLE' may be 0 to 1
        # on *-apple-* SQLITE_ENABLE_LOCKING_STYLE=7
        SQLITE_DQS=0

        """
    )
  }

  @Test func `what keeps a profile from being built is a comment with its reason`() throws {
    let draft = try draft(
      "-DSQLITE_ENABLE_SESSION -DSQLITE_DQS=7 -DSQLITE_ENABLE_FTS5 -USQLITE_ENABLE_FTS5 "
        + "-DSQLITE_TEMP_STORE=2 -DSQLITE_TEMP_STORE=3 -DSQLITE_ENABLE_FT5 -DSQLITE_CORE"
    )

    #expect(
      draft.text == """
        # app: a draft

        # left out: [missing-partner] 'SQLITE_ENABLE_SESSION' has no effect without \
        'SQLITE_ENABLE_PREUPDATE_HOOK'
        # SQLITE_ENABLE_SESSION
        # left out: [value-range] 'SQLITE_DQS=7' is set, but 'SQLITE_DQS' may be 0 to 3
        # SQLITE_DQS=7
        # left out: '-USQLITE_ENABLE_FTS5' takes it back
        # SQLITE_ENABLE_FTS5
        # left out: it is set again below
        # SQLITE_TEMP_STORE=2
        SQLITE_TEMP_STORE=3
        # left out: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_FT5'; did you mean \
        'SQLITE_ENABLE_FTS5'?
        # SQLITE_ENABLE_FT5
        # left out: [reserved-name] a profile does not set 'SQLITE_CORE': the amalgamation has its own
        # SQLITE_CORE

        """
    )
    #expect(draft.count == 1)
  }

  @Test func `a switch of configure becomes what it sets, what is so by itself a comment`() throws {
    let draft = try draft(
      "-DSQLITE_ENABLE_FTS5 --enable-session --enable-fts5 --enable-json --disable-threadsafe"
    )

    #expect(
      draft.text == """
        # app: a draft

        SQLITE_ENABLE_FTS5
        # '--enable-session' sets it
        SQLITE_ENABLE_PREUPDATE_HOOK
        # '--enable-session' sets it
        SQLITE_ENABLE_SESSION
        # left out: a build is so by itself
        # --enable-json
        # '--disable-threadsafe' sets it
        SQLITE_THREADSAFE=0

        """
    )
  }

  @Test func `what one system alone has code for is set for that system`() throws {
    let draft = try draft("ENABLE_FTS5\nENABLE_LOCKING_STYLE=1\nTHREADSAFE=2\n")

    #expect(
      draft.text == """
        # app: a draft

        SQLITE_ENABLE_FTS5
        # only Apple's systems have code for it
        on *-apple-* SQLITE_ENABLE_LOCKING_STYLE=1
        SQLITE_THREADSAFE=2

        """
    )
    #expect(draft.count == 3)
    #expect(draft.leftOut == [])
  }

  @Test func `what a library says of its compiler is no option of a profile`() throws {
    let draft = try draft("ATOMIC_INTRINSICS=1\nENABLE_FTS5\nTHREADSAFE=2\n")

    #expect(draft.leftOut == ["SQLITE_ATOMIC_INTRINSICS"])
    #expect(draft.text.contains("# left out: it says how the library was compiled\n"))
  }

  @Test func `what a device printed loses the rows that say nothing`() throws {
    let draft = try draft(
      "COMPILER=clang-17.0.0\nDEFAULT_AUTOVACUUM\nDEFAULT_PAGE_SIZE=4096\nENABLE_FTS5\nMAX_COLUMN=2000\nTHREADSAFE=2\n"
    )

    #expect(draft.foreign == ["COMPILER"])
    #expect(
      draft.text == """
        # app: a draft

        # left out: a library reports it whether it is set or not
        # SQLITE_DEFAULT_AUTOVACUUM
        # left out: it is the default of SQLite 3.53.4
        # SQLITE_DEFAULT_PAGE_SIZE=4096
        SQLITE_ENABLE_FTS5
        # left out: it is the default of SQLite 3.53.4
        # SQLITE_MAX_COLUMN=2000
        SQLITE_THREADSAFE=2

        """
    )
  }

  @Test func `hostile text makes comments, never lines`() throws {
    let draft = try draft("-DSQLITE_TEMP_FILE_PREFIX='\"a\nextension x\"' -DSQLITE_DQS=`id`")

    for line in draft.text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.hasPrefix("SQLITE_"))
    }
  }
}
