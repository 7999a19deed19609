import AmalgamCore
import Testing

struct ValueCheckTests {
  @Test func `zero for an option that is only asked for is an error`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_FTS5=0\nSQLITE_OMIT_JSON=0\nSQLITE_ENABLE_STAT4=0\n",
      """
      Profiles/a.profile:1:1: error: [value-of-flag] 'SQLITE_ENABLE_FTS5=0' does not switch it \
      off: SQLite only asks whether 'SQLITE_ENABLE_FTS5' is set
        SQLITE_ENABLE_FTS5=0
        ^
        fix: remove the line to leave it off, or write 'SQLITE_ENABLE_FTS5=1' to switch it on
      Profiles/a.profile:2:1: error: [value-of-flag] 'SQLITE_OMIT_JSON=0' does not switch it off: \
      SQLite only asks whether 'SQLITE_OMIT_JSON' is set
        SQLITE_OMIT_JSON=0
        ^
        fix: remove the line to keep the feature, or write 'SQLITE_OMIT_JSON=1' to omit it
      """
    )
  }

  @Test func `a word for an option that is only asked for is a warning`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_FTS5=true",
      """
      flags.txt:1:3: warning: [value-of-flag] the value of 'SQLITE_ENABLE_FTS5=true' is ignored: \
      SQLite only asks whether 'SQLITE_ENABLE_FTS5' is set
        -DSQLITE_ENABLE_FTS5=true
          ^
        fix: write '-DSQLITE_ENABLE_FTS5=1'
      """
    )
  }

  @Test(arguments: ["=OFF", "=false", "=0L", "=(0)"])
  func `a value that means no is an error as zero is`(value: String) throws {
    let input = try LintSupport.input(text: "-DSQLITE_ENABLE_FTS5\(value)", file: "flags")

    #expect(Lint.run(on: input).findings.map(\.severity) == [.error])
  }

  @Test(arguments: ["", "=1", "=2", "=$(FTS)", "={fts}"])
  func `a value that may be one says nothing`(value: String) throws {
    try expectLint(of: "-DSQLITE_ENABLE_FTS5\(value)", "")
  }

  @Test func `a value out of range is an error with the nearest one`() throws {
    try expectLint(
      of: "-DSQLITE_THREADSAFE=3 -DHAVE_USLEEP=1\n-DSQLITE_MAX_ATTACHED=99999999999999999999",
      """
      flags.txt:1:3: error: [value-range] 'SQLITE_THREADSAFE=3' is set, but 'SQLITE_THREADSAFE' \
      may be 0 to 2
        -DSQLITE_THREADSAFE=3 -DHAVE_USLEEP=1
          ^
        fix: write '-DSQLITE_THREADSAFE=2', or remove '-DSQLITE_THREADSAFE=3'
      flags.txt:2:3: error: [value-range] 'SQLITE_MAX_ATTACHED=99999999999999999999' is set, but \
      'SQLITE_MAX_ATTACHED' may be 0 to 125
        -DSQLITE_MAX_ATTACHED=99999999999999999999
          ^
        fix: write '-DSQLITE_MAX_ATTACHED=125', or remove the line
      """
    )
  }

  @Test(arguments: ["=2", "=0x2", "=(1+1)", "=$(N)", "=2u"])
  func `a value in range, or one that only a compiler can read, says nothing`(
    value: String
  ) throws {
    try expectLint(of: "-DSQLITE_THREADSAFE\(value)", "")
  }

  @Test func `text where a number is wanted is an error, in profiles too`() throws {
    try expectLint(
      ofProfile: "SQLITE_MAX_ATTACHED=\"a\"\nSQLITE_DEFAULT_CACHE_SIZE=12kb\n",
      """
      Profiles/a.profile:1:1: error: [value-range] 'SQLITE_MAX_ATTACHED="a"' is set, but \
      'SQLITE_MAX_ATTACHED' may be 0 to 125
        SQLITE_MAX_ATTACHED="a"
        ^
        fix: write 'SQLITE_MAX_ATTACHED=0', or remove the line
      Profiles/a.profile:2:1: error: [value-range] 'SQLITE_DEFAULT_CACHE_SIZE=12kb' is set, but \
      'SQLITE_DEFAULT_CACHE_SIZE' may be any whole number
        SQLITE_DEFAULT_CACHE_SIZE=12kb
        ^
        fix: write 'SQLITE_DEFAULT_CACHE_SIZE=-2000', or remove the line
      """
    )
    try expectLint(
      of: "-DSQLITE_MAX_ATTACHED=\\\"5\\\"",
      """
      flags.txt:1:3: error: [value-range] 'SQLITE_MAX_ATTACHED="5"' is set, but \
      'SQLITE_MAX_ATTACHED' may be 0 to 125
        -DSQLITE_MAX_ATTACHED=\\"5\\"
          ^
        fix: write '-DSQLITE_MAX_ATTACHED=5', or remove the line
      """
    )
  }

  @Test func `a text without quotes is put into them where that is a line's own matter`() throws {
    try expectLint(
      ofProfile: "SQLITE_TEMP_FILE_PREFIX=tmp_\n",
      """
      Profiles/a.profile:1:1: error: [value-range] 'SQLITE_TEMP_FILE_PREFIX=tmp_' is set, but \
      'SQLITE_TEMP_FILE_PREFIX' may be text in double quotes
        SQLITE_TEMP_FILE_PREFIX=tmp_
        ^
        fix: write 'SQLITE_TEMP_FILE_PREFIX="tmp_"', or remove the line
      """
    )
    // How many backslashes a shell or a build file wants, nobody can tell.
    let input = try LintSupport.input(text: "-DSQLITE_TEMP_FILE_PREFIX=tmp_", file: "flags")
    #expect(Lint.run(on: input).findings.map(\.fix) == ["remove the line"])
  }

  @Test(arguments: [
    ("SQLITE_TRUSTED_SCHEMA=yes", "SQLITE_TRUSTED_SCHEMA=1"),
    ("SQLITE_TRUSTED_SCHEMA=True", "SQLITE_TRUSTED_SCHEMA=1"),
    ("SQLITE_TRUSTED_SCHEMA=no", "SQLITE_TRUSTED_SCHEMA=0"),
    ("SQLITE_DQS=off", "SQLITE_DQS=0"), ("SQLITE_DQS=ON", "SQLITE_DQS=3"),
    ("SQLITE_ENABLE_STAT4=yes", "SQLITE_ENABLE_STAT4=1"),
    ("SQLITE_THREADSAFE=on", "SQLITE_THREADSAFE=1"),
    ("SQLITE_THREADSAFE=false", "SQLITE_THREADSAFE=0"),
    ("SQLITE_DQS='0'", "SQLITE_DQS=0"), ("SQLITE_MAX_ATTACHED=no", "SQLITE_MAX_ATTACHED=0"),
    ("SQLITE_DEFAULT_CACHE_SIZE=yes", "SQLITE_DEFAULT_CACHE_SIZE=-2000"),
  ])
  func `yes and no are answered with what they mean`(text: String, meant: String) throws {
    let finding = try #require(
      Lint.run(on: try LintSupport.input(profile: text + "\n")).all.first
    )

    #expect(finding.finding.check == "value-range")
    #expect(finding.finding.fix == "write '\(meant)', or remove the line")
    for choice in finding.fix?.choices ?? [] {
      let mended = choice.applied(to: text + "\n", of: "Profiles/a.profile")
      #expect(Lint.run(on: try LintSupport.input(profile: mended)).all == [])
    }
  }

  @Test func `a define without a value breaks a condition on it`() throws {
    try expectLint(
      of: "#define SQLITE_DQS\n#define SQLITE_ENABLE_FTS5\n",
      file: "config.h",
      """
      config.h:1:9: error: [value-range] 'SQLITE_DQS' is set to nothing, which SQLite's '#if' \
      cannot read
        #define SQLITE_DQS
                ^
        fix: write '#define SQLITE_DQS 3'
      """
    )
  }

  @Test func `setting an option twice alike is a warning, unlike an error`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_FTS5 -DSQLITE_THREADSAFE=2 -DSQLITE_ENABLE_FTS5=1\n-DSQLITE_THREADSAFE",
      """
      flags.txt:1:46: warning: [duplicate-option] 'SQLITE_ENABLE_FTS5' is set twice
        -DSQLITE_ENABLE_FTS5 -DSQLITE_THREADSAFE=2 -DSQLITE_ENABLE_FTS5=1
                                                     ^
        note: 'SQLITE_ENABLE_FTS5' is first set at flags.txt:1
        fix: remove '-DSQLITE_ENABLE_FTS5=1'
      flags.txt:2:3: error: [duplicate-option] 'SQLITE_THREADSAFE=1' is set, and \
      'SQLITE_THREADSAFE=2' before it
        -DSQLITE_THREADSAFE
          ^
        note: 'SQLITE_THREADSAFE' is first set at flags.txt:1
        fix: remove the line for 'SQLITE_THREADSAFE=2', or remove '-DSQLITE_THREADSAFE=2' from \
      line 1 for 'SQLITE_THREADSAFE=1'
      """
    )
  }

  @Test func `commands beside each other on one line have flags of their own`() throws {
    try expectLint(
      of: "clang -DSQLITE_DQS=0 -c a.c && clang -DSQLITE_DQS=3 -c b.c; cc -DSQLITE_DQS=1 d.c",
      ""
    )
    let together = try LintSupport.input(text: "F=-DSQLITE_DQS=0;-DSQLITE_DQS=1", file: "flags")
    #expect(Lint.run(on: together).findings.count == 1)
  }

  @Test func `a mark of the byte order before the first flag is no part of it`() throws {
    let input = try LintSupport.input(text: "\u{FEFF}-DSQLITE_DQS=7\r\n", file: "flags")

    #expect(Lint.run(on: input).findings.map(\.check) == ["value-range"])
  }

  @Test func `a value on the next line is nobody's error`() throws {
    try expectLint(of: "#define SQLITE_DQS \\\n  1\n", file: "config.h", "")
  }

  @Test func `two lines of one profile for one option are told`() throws {
    try expectLint(
      ofProfile: "SQLITE_DQS=0\nSQLITE_DQS=1\n",
      """
      Profiles/a.profile:2:1: error: [duplicate-option] 'SQLITE_DQS=1' is set, and 'SQLITE_DQS=0' \
      before it
        SQLITE_DQS=1
        ^
        note: 'SQLITE_DQS' is first set at Profiles/a.profile:1
        fix: remove the line for 'SQLITE_DQS=0', or remove line 1 for 'SQLITE_DQS=1'
      """
    )
  }

  @Test func `an option that is set and then unset is an error`() throws {
    try expectLint(
      of: "-DSQLITE_DQS=0 -USQLITE_DQS",
      """
      flags.txt:1:18: error: [duplicate-option] 'SQLITE_DQS' is set, then unset
        -DSQLITE_DQS=0 -USQLITE_DQS
                         ^
        note: 'SQLITE_DQS' is first set at flags.txt:1
        fix: remove '-USQLITE_DQS' to keep it, or remove '-DSQLITE_DQS=0' and remove '-USQLITE_DQS'
      """
    )
    try expectLint(of: "-USQLITE_THREADSAFE -DSQLITE_THREADSAFE=0", "")
  }

  @Test func `two lines for one variable are together`() throws {
    let input = try LintSupport.input(
      text: "CFLAGS = -DSQLITE_DQS=0\nCFLAGS += -DSQLITE_DQS=1\n",
      file: "Makefile"
    )

    #expect(
      Lint.run(on: input).findings.map(\.message) == [
        "'SQLITE_DQS=1' is set, and 'SQLITE_DQS=0' before it"
      ]
    )
  }

  @Test func `values of two branches are no duplicates`() throws {
    try expectLint(
      of: """
        OSX = -DSQLITE_DQS=1
        IOS = -DSQLITE_DQS=0
        ifeq ($(DEBUG),1)
        OSX += -DSQLITE_DQS=2
        endif
        """,
      file: "Makefile",
      ""
    )
  }
}
