import AmalgamCore
import Testing

struct NameCheckTests {
  @Test func `a misspelt option is an error that names the nearest one`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_FT5\n",
      """
      Profiles/a.profile:1:1: error: [unknown-option] unknown compile-time option \
      'SQLITE_ENABLE_FT5'; did you mean 'SQLITE_ENABLE_FTS5'?
        SQLITE_ENABLE_FT5
        ^
        fix: write 'SQLITE_ENABLE_FTS5'
      """
    )
  }

  @Test(arguments: [
    ("SQLITE_ENABLE_FTS_5", "SQLITE_ENABLE_FTS5"),
    ("SQLITE_ENABEL_FTS5", "SQLITE_ENABLE_FTS5"),
    ("SQLITE_ENABLE_DEBUG", "SQLITE_DEBUG"),
    ("SQLITE_FTS5", "SQLITE_ENABLE_FTS5"),
    ("SQLITE_ENABLE_LOAD_EXTENSIONS", "SQLITE_ENABLE_LOAD_EXTENSION"),
    ("SQLITE_MAX_VARIABLES_NUMBER", "SQLITE_MAX_VARIABLE_NUMBER"),
  ])
  func `the option meant is spelt nearly so, or has the same ending`(
    name: String,
    meant: String
  ) throws {
    let findings = Lint.run(on: try LintSupport.input(text: "-D\(name)", file: "flags")).findings

    #expect(findings.first?.fix == "write '-D\(meant)'")
  }

  @Test(arguments: ["SQLITE_OMIT_FTS5", "SQLITE_DISABLE_FTS5", "SQLITE_FROBNICATE"])
  func `an unknown option that nothing is near to is only to be removed`(name: String) throws {
    let findings = Lint.run(on: try LintSupport.input(text: "-D\(name)", file: "flags")).findings

    #expect(findings.map(\.message) == ["unknown compile-time option '\(name)'"])
    #expect(findings.map(\.fix) == ["remove the line"])
  }

  @Test func `an option that only another release has is an error that names it`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_CARRAY\nSQLITE_64BIT_STATS\nSQLITE_ENABLE_PERCENTILE\n",
      """
      Profiles/a.profile:1:1: error: [unknown-option] SQLite 3.46.1 does not know \
      'SQLITE_ENABLE_CARRAY', which 3.53.4 has
        SQLITE_ENABLE_CARRAY
        ^
        fix: remove the line
      Profiles/a.profile:2:1: error: [unknown-option] SQLite 3.46.1 does not know \
      'SQLITE_64BIT_STATS', which 3.40.1 has
        SQLITE_64BIT_STATS
        ^
        fix: remove the line
      Profiles/a.profile:3:1: error: [unknown-option] SQLite 3.46.1 does not know \
      'SQLITE_ENABLE_PERCENTILE', which 3.47.0 has
        SQLITE_ENABLE_PERCENTILE
        ^
        fix: remove the line
      """
    )
    try expectLint(
      ofProfile: "SQLITE_ENABLE_CARRAY\nSQLITE_ENABLE_PERCENTILE\n",
      release: Version(3, 53, 4),
      ""
    )
  }

  @Test func `a name that is an extension's tells how a profile compiles it in`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_REGEXP",
      """
      flags.txt:1:3: error: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_REGEXP'
        -DSQLITE_ENABLE_REGEXP
          ^
        note: 'regexp' is an extension; a profile compiles it in with 'extension regexp'
        fix: remove the line
      """
    )
  }

  @Test func `a profile with such a name is shown the line that compiles it in`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_REGEXP\n",
      """
      Profiles/a.profile:1:1: error: [unknown-option] unknown compile-time option \
      'SQLITE_ENABLE_REGEXP'
        SQLITE_ENABLE_REGEXP
        ^
        note: 'regexp' is an extension; a profile compiles it in with 'extension regexp'
        fix: write 'extension regexp'
      """
    )
  }

  @Test func `an option without its prefix is an error, and flags of others are none`() throws {
    try expectLint(
      of: "-DENABLE_FTS5 -DENABLE_NLS -DDEBUG -DHAVE_STRING_H -DNDEBUG -DFOO_BAR=1",
      """
      flags.txt:1:3: error: [missing-prefix] 'ENABLE_FTS5' has no effect without its prefix; \
      did you mean 'SQLITE_ENABLE_FTS5'?
        -DENABLE_FTS5 -DENABLE_NLS -DDEBUG -DHAVE_STRING_H -DNDEBUG -DFOO_BAR=1
          ^
        fix: write '-DSQLITE_ENABLE_FTS5'
      """
    )
  }

  @Test func `a profile has no flags of others, so each name in it counts`() throws {
    try expectLint(
      ofProfile: "OMIT_LOAD_EXTENSION\nFOO_BAR=1\n",
      """
      Profiles/a.profile:1:1: error: [missing-prefix] 'OMIT_LOAD_EXTENSION' has no effect without \
      its prefix; did you mean 'SQLITE_OMIT_LOAD_EXTENSION'?
        OMIT_LOAD_EXTENSION
        ^
        fix: write 'SQLITE_OMIT_LOAD_EXTENSION'
      Profiles/a.profile:2:1: error: [unknown-option] unknown compile-time option 'FOO_BAR'
        FOO_BAR=1
        ^
        fix: remove the line
      """
    )
  }

  @Test func `words in another order are told as that`() throws {
    try expectLint(
      of: "'SQLITE_SNAPSHOT_ENABLE',",
      """
      flags.txt:1:2: error: [word-order] 'SQLITE_SNAPSHOT_ENABLE' has the words of \
      'SQLITE_ENABLE_SNAPSHOT' in another order, and no effect
        'SQLITE_SNAPSHOT_ENABLE',
         ^
        fix: write 'SQLITE_ENABLE_SNAPSHOT'
      """
    )
  }

  @Test func `constants, switches of configure and a surplus prefix are no options`() throws {
    try expectLint(
      of: """
        -DSQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION=1 --enable-fts5
        -DSQLITE_OPEN_READONLY -DSQLITE_HAVE_LOCALTIME_R
        """,
      """
      flags.txt:1:3: error: [not-an-option] 'SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION' is a constant \
      of SQLite's API, not a compile-time option; did you mean 'SQLITE_ENABLE_LOAD_EXTENSION'?
        -DSQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION=1 --enable-fts5
          ^
        fix: write '-DSQLITE_ENABLE_LOAD_EXTENSION=1', or remove \
      '-DSQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION=1'
      flags.txt:1:43: error: [not-an-option] '--enable-fts5' is a switch of SQLite's 'configure', \
      which no compiler takes; the option is 'SQLITE_ENABLE_FTS5'
        -DSQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION=1 --enable-fts5
                                                  ^
        fix: write '-DSQLITE_ENABLE_FTS5', or remove '--enable-fts5'
      flags.txt:2:3: error: [not-an-option] 'SQLITE_OPEN_READONLY' is a constant of SQLite's API, \
      not a compile-time option
        -DSQLITE_OPEN_READONLY -DSQLITE_HAVE_LOCALTIME_R
          ^
        fix: remove '-DSQLITE_OPEN_READONLY'
      flags.txt:2:26: error: [not-an-option] 'SQLITE_HAVE_LOCALTIME_R' has no effect; the name that \
      SQLite looks at is 'HAVE_LOCALTIME_R'
        -DSQLITE_OPEN_READONLY -DSQLITE_HAVE_LOCALTIME_R
                                 ^
        fix: write '-DHAVE_LOCALTIME_R', or remove '-DSQLITE_HAVE_LOCALTIME_R'
      """
    )
  }

  @Test func `a switch of configure is answered with what it does`() throws {
    let what = "is a switch of SQLite's 'configure', which no compiler takes;"
    for (text, message, fix) in [
      (
        "--enable-json1", "SQLite 3.46.1 has it built in, unless 'SQLITE_OMIT_JSON' is set",
        "remove the line"
      ),
      (
        "--disable-json", "the option is 'SQLITE_OMIT_JSON'",
        "write '-DSQLITE_OMIT_JSON', or remove the line"
      ),
      (
        "--disable-fts5", "it is off where 'SQLITE_ENABLE_FTS5' is not set", "remove the line"
      ),
      (
        "--disable-threadsafe", "the option is 'SQLITE_THREADSAFE=0'",
        "write '-DSQLITE_THREADSAFE=0', or remove the line"
      ),
      (
        "--enable-threadsafe", "SQLite 3.46.1 has it built in, unless 'SQLITE_THREADSAFE=0' is set",
        "remove the line"
      ),
      (
        "--enable-session",
        "the options are 'SQLITE_ENABLE_PREUPDATE_HOOK', 'SQLITE_ENABLE_SESSION'",
        "write '-DSQLITE_ENABLE_PREUPDATE_HOOK -DSQLITE_ENABLE_SESSION', or remove the line"
      ),
    ] {
      try expectLint(
        of: text,
        """
        flags.txt:1:1: error: [not-an-option] '\(text)' \(what) \(message)
          \(text)
          ^
          fix: \(fix)
        """
      )
    }
  }

  @Test func `a switch that was an option once is one on the release that had it`() throws {
    let input = try LintSupport.input(
      text: "--enable-json1 --disable-json1",
      file: "flags",
      release: Version(3, 37, 2)
    )

    #expect(
      Lint.run(on: input).findings.map(\.fix) == [
        "write '-DSQLITE_ENABLE_JSON1', or remove '--enable-json1'", "remove '--disable-json1'",
      ]
    )
  }

  @Test func `a switch that configure gets is where it belongs`() throws {
    try expectLint(of: "./configure --enable-fts5 CFLAGS='-DSQLITE_DQS=0'", "")
  }

  @Test func `a name of Apple's own source is a note`() throws {
    try expectLint(
      of: "-DSQLITE_CODEC=see-cccrypt",
      """
      flags.txt:1:3: note: [not-an-option] 'SQLITE_CODEC' belongs to Apple's own SQLite and has no \
      effect in any other
        -DSQLITE_CODEC=see-cccrypt
          ^
        fix: remove the line
      """
    )
  }

  @Test func `a profile does not set what the amalgamation has`() throws {
    try expectLint(
      ofProfile: "SQLITE_CORE\n",
      """
      Profiles/a.profile:1:1: error: [reserved-name] a profile does not set 'SQLITE_CORE': the \
      amalgamation has its own
        SQLITE_CORE
        ^
        fix: remove the line
      """
    )
  }

  @Test func `another build may need the reserved names`() throws {
    try expectLint(of: "-DSQLITE_CORE -DSQLITE_API=__declspec(dllexport)", "")
  }
}
