import AmalgamCore
import Testing

struct EffectCheckTests {
  @Test func `an option that is built in is a warning`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_JSON1",
      """
      flags.txt:1:3: warning: [no-effect] 'SQLITE_ENABLE_JSON1' has no effect: SQLite 3.46.1 has \
      it built in
        -DSQLITE_ENABLE_JSON1
          ^
        note: 'SQLITE_OMIT_JSON' is what removes it
        fix: remove the line
      """
    )
  }

  @Test func `an option is not dead in a release that still had it`() throws {
    try expectLint(of: "-DSQLITE_ENABLE_JSON1", release: Version(3, 37, 2), "")
    try expectLint(of: "-DSQLITE_ENABLE_DESERIALIZE", release: Version(3, 35, 5), "")
  }

  @Test func `asking for what another option removes is an error`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_JSON1\nSQLITE_OMIT_JSON\n",
      """
      Profiles/a.profile:1:1: error: [no-effect] 'SQLITE_ENABLE_JSON1' has no effect, and \
      'SQLITE_OMIT_JSON' removes what it asks for
        SQLITE_ENABLE_JSON1
        ^
        fix: remove the line to be without it, or remove the line and remove line 2 to have it
      """
    )
  }

  @Test func `a retired option is an error with what to use`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_STAT3 -DSQLITE_DQS=0",
      """
      flags.txt:1:3: error: [no-effect] 'SQLITE_ENABLE_STAT3' has no effect in SQLite 3.46.1; 3.29 \
      was the last release with it
        -DSQLITE_ENABLE_STAT3 -DSQLITE_DQS=0
          ^
        note: statistics of an older kind
        fix: write '-DSQLITE_ENABLE_STAT4', or remove '-DSQLITE_ENABLE_STAT3'
      """
    )
  }

  @Test func `an option without its partner is an error`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_SESSION \\\n-DSQLITE_ENABLE_GEOPOLY\n",
      """
      flags.txt:1:3: error: [missing-partner] 'SQLITE_ENABLE_SESSION' has no effect without \
      'SQLITE_ENABLE_PREUPDATE_HOOK'
        -DSQLITE_ENABLE_SESSION \\
          ^
        fix: add '-DSQLITE_ENABLE_PREUPDATE_HOOK', or remove the line
      flags.txt:2:3: error: [missing-partner] 'SQLITE_ENABLE_GEOPOLY' has no effect without \
      'SQLITE_ENABLE_RTREE'
        -DSQLITE_ENABLE_GEOPOLY
          ^
        fix: add '-DSQLITE_ENABLE_RTREE', or remove the line
      """
    )
    try expectLint(of: "-DSQLITE_ENABLE_SESSION -DSQLITE_ENABLE_PREUPDATE_HOOK", "")
    try expectLint(of: "-USQLITE_ENABLE_SESSION", "")
  }

  @Test func `a partner that another option switches on is there`() throws {
    try expectLint(of: "-DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS3_PARENTHESIS", "")
  }

  @Test func `a partner with another value is an error, its default value none`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_UNLOCK_NOTIFY\nSQLITE_THREADSAFE=0\n",
      """
      Profiles/a.profile:1:1: error: [missing-partner] 'SQLITE_ENABLE_UNLOCK_NOTIFY' has no effect \
      without 'SQLITE_THREADSAFE=1..2'
        SQLITE_ENABLE_UNLOCK_NOTIFY
        ^
        fix: write 'SQLITE_THREADSAFE=1' in line 2, or remove the line
      """
    )
    try expectLint(ofProfile: "SQLITE_ENABLE_UNLOCK_NOTIFY\n", "")
  }

  @Test(arguments: [
    ("gypi", "  'SQLITE_ENABLE_SESSION'\n", "add 'SQLITE_ENABLE_PREUPDATE_HOOK'"),
    (
      "swift", "  .define(\"SQLITE_ENABLE_SESSION\"),\n",
      "add '.define(\"SQLITE_ENABLE_PREUPDATE_HOOK\")'"
    ),
    (
      "rs", "  .flag(\"-DSQLITE_ENABLE_SESSION\")\n",
      "add '.flag(\"-DSQLITE_ENABLE_PREUPDATE_HOOK\")'"
    ),
    (
      "h", "#define SQLITE_ENABLE_SESSION 1\n",
      "add the line '#define SQLITE_ENABLE_PREUPDATE_HOOK 1'"
    ),
    ("txt", "  SQLITE_ENABLE_SESSION\n", "add the line 'SQLITE_ENABLE_PREUPDATE_HOOK'"),
  ])
  func `a partner is added as the text writes options`(
    ending: String,
    text: String,
    fix: String
  ) throws {
    let file = "a.\(ending)"
    let all = Lint.run(on: try LintSupport.input(text: text, file: file)).all
    let choice = try #require(all.first?.fix?.choices.first)
    let mended = choice.applied(to: text, of: file)

    #expect(choice.edits.map { $0.sentence(seenFrom: $0.location) } == [fix])
    #expect(Lint.run(on: try LintSupport.input(text: mended, file: file)).all.isEmpty, "\(mended)")
  }

  @Test func `two options that exclude each other are one error`() throws {
    try expectLint(
      ofProfile: "SQLITE_OMIT_DECLTYPE\nSQLITE_ENABLE_COLUMN_METADATA\n",
      """
      Profiles/a.profile:2:1: error: [conflict] 'SQLITE_ENABLE_COLUMN_METADATA' and \
      'SQLITE_OMIT_DECLTYPE' exclude each other
        SQLITE_ENABLE_COLUMN_METADATA
        ^
        note: 'SQLITE_OMIT_DECLTYPE' is set at Profiles/a.profile:1
        fix: remove the line for 'SQLITE_OMIT_DECLTYPE', or remove line 1 for \
      'SQLITE_ENABLE_COLUMN_METADATA'
      """
    )
    try expectLint(ofProfile: "SQLITE_OMIT_DECLTYPE\n", "")
  }

  @Test func `switching on and omitting one thing needs no row to be a conflict`() throws {
    let input = try LintSupport.input(
      text: "-DSQLITE_ENABLE_LOAD_EXTENSION=1 -DSQLITE_OMIT_LOAD_EXTENSION",
      file: "flags"
    )

    #expect(
      Lint.run(on: input).findings.map(\.message) == [
        "'SQLITE_ENABLE_LOAD_EXTENSION' and 'SQLITE_OMIT_LOAD_EXTENSION' exclude each other",
        "'SQLITE_ENABLE_LOAD_EXTENSION', whatever its value, lets every connection load extensions",
      ]
    )
  }

  @Test func `a profile is told for which option SQLite is generated anew`() throws {
    try expectLint(
      ofProfile: "SQLITE_OMIT_REINDEX\nSQLITE_ENABLE_UPDATE_DELETE_LIMIT\n",
      """
      Profiles/a.profile:1:1: note: [needs-regeneration] SQLite 3.46.1 is generated anew for \
      'SQLITE_OMIT_REINDEX'
        SQLITE_OMIT_REINDEX
        ^
      """
    )
  }

  @Test func `a grammar option is a warning where the amalgamation is not known`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_UPDATE_DELETE_LIMIT",
      """
      flags.txt:1:3: warning: [needs-regeneration] 'SQLITE_ENABLE_UPDATE_DELETE_LIMIT' works only \
      in an amalgamation generated with it, not in the one of the download page
        -DSQLITE_ENABLE_UPDATE_DELETE_LIMIT
          ^
        note: a profile with 'sqlite 3.46.1' and this option is generated with it
        fix: remove the line
      """
    )
  }

  @Test func `a grammar option is an error for the stock amalgamation`() throws {
    let input = try LintSupport.input(
      text: "-DSQLITE_OMIT_REINDEX",
      file: "flags",
      amalgamation: .stock
    )

    #expect(Lint.run(on: input).findings.map(\.severity) == [.error])
  }

  @Test func `an option that never builds is an error`() throws {
    try expectLint(
      ofProfile: "SQLITE_OMIT_ATTACH\n",
      """
      Profiles/a.profile:1:1: error: [broken-omit] SQLite 3.46.1 does not build with \
      'SQLITE_OMIT_ATTACH', not even generated anew (link)
        SQLITE_OMIT_ATTACH
        ^
        fix: remove the line
      """
    )
  }

  @Test func `options that open a way in are warnings`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_FTS3_TOKENIZER\n-DSQLITE_ENABLE_LOAD_EXTENSION\n",
      """
      flags.txt:1:3: warning: [security-advice] 'SQLITE_ENABLE_FTS3_TOKENIZER' lets SQL hand a \
      pointer to 'fts3_tokenizer'
        -DSQLITE_ENABLE_FTS3_TOKENIZER
          ^
        fix: remove the line
      flags.txt:2:3: warning: [security-advice] 'SQLITE_ENABLE_LOAD_EXTENSION', whatever its value, \
      lets every connection load extensions
        -DSQLITE_ENABLE_LOAD_EXTENSION
          ^
        fix: remove the line
      """
    )
  }

  @Test func `a fast secure delete that is none is an error`() throws {
    try expectLint(
      of: "-DSQLITE_SECURE_DELETE=FAST",
      """
      flags.txt:1:3: error: [security-advice] 'SQLITE_SECURE_DELETE=FAST' gives the full mode: \
      SQLite only asks whether it is set
        -DSQLITE_SECURE_DELETE=FAST
          ^
        fix: write '-DSQLITE_FAST_SECURE_DELETE=1' for the fast mode, or write \
      '-DSQLITE_SECURE_DELETE=1' for the full one
      """
    )
    try expectLint(of: "-DSQLITE_SECURE_DELETE", "")
  }

  @Test func `an option under its old name is told the new one`() throws {
    try expectLint(
      of: "-DSQLITE_OMIT_BUILTIN_TEST",
      """
      flags.txt:1:3: error: [no-effect] 'SQLITE_OMIT_BUILTIN_TEST' has no effect in SQLite 3.46.1: \
      it is called 'SQLITE_UNTESTABLE' now
        -DSQLITE_OMIT_BUILTIN_TEST
          ^
        fix: write '-DSQLITE_UNTESTABLE', or remove the line
      """
    )
    try expectLint(of: "-DSQLITE_UNTESTABLE", "")
  }

  @Test func `an option with which SQLite breaks down even generated anew is an error`() throws {
    try expectLint(
      ofProfile: "SQLITE_OMIT_TEMPDB",
      """
      Profiles/a.profile:1:1: error: [broken-omit] SQLite 3.46.1 breaks down with \
      'SQLITE_OMIT_TEMPDB', even generated anew: a query of sqlite_master ends the process
        SQLITE_OMIT_TEMPDB
        ^
        fix: remove the line
      """
    )
  }

  @Test func `a schema that is not trusted is told which functions it cannot call`() throws {
    try expectLint(
      of: "-DSQLITE_TRUSTED_SCHEMA=0 -DSQLITE_ENABLE_FTS5",
      """
      flags.txt:1:3: note: [security-advice] under 'SQLITE_TRUSTED_SCHEMA=0' no view, trigger or \
      index may call what is not declared innocuous: 'bm25', 'fts5', 'snippet'
        -DSQLITE_TRUSTED_SCHEMA=0 -DSQLITE_ENABLE_FTS5
          ^
      """
    )
    try expectLint(
      of: "-DSQLITE_TRUSTED_SCHEMA=1 -DSQLITE_ENABLE_FTS5",
      release: Version(3, 53, 4),
      """
      flags.txt:1:3: note: [security-advice] 'SQLITE_TRUSTED_SCHEMA=1' lets views, triggers and \
      indexes of any file call what is not declared innocuous: 'bm25', 'fts5'
        -DSQLITE_TRUSTED_SCHEMA=1 -DSQLITE_ENABLE_FTS5
          ^
      """
    )
    try expectLint(of: "-DSQLITE_TRUSTED_SCHEMA=0", "")
    try expectLint(of: "-DSQLITE_ENABLE_FTS5", "")
  }
}
