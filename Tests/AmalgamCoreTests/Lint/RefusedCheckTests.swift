import AmalgamCore
import Testing

struct RefusedCheckTests {
  @Test func `a value at which the source stops is an error`() throws {
    try expectLint(
      of: "-DSQLITE_ALLOW_COVERING_INDEX_SCAN=0",
      """
      flags.txt:1:3: error: [refused] the source of SQLite 3.46.1 stops with #error at \
      'SQLITE_ALLOW_COVERING_INDEX_SCAN=0'
        -DSQLITE_ALLOW_COVERING_INDEX_SCAN=0
          ^
        fix: remove the line
      """
    )
  }

  @Test func `two options beside which the source stops are one error`() throws {
    try expectLint(
      ofProfile: "SQLITE_MEMDEBUG\nSQLITE_ZERO_MALLOC\n",
      """
      Profiles/a.profile:1:1: error: [refused] the source of SQLite 3.46.1 stops with #error at \
      'SQLITE_MEMDEBUG' together with 'SQLITE_ZERO_MALLOC'
        SQLITE_MEMDEBUG
        ^
        fix: remove the line for 'SQLITE_ZERO_MALLOC', or remove line 2 for 'SQLITE_MEMDEBUG'
      """
    )
  }

  @Test(arguments: [
    (
      "-DSQLITE_MAX_LENGTH=1000000", "1000000000", "1000000",
      "add '-DSQLITE_MAX_SQL_LENGTH=1000000'"
    ),
    (
      "-DSQLITE_MAX_SQL_LENGTH=2000000000", "2000000000", "1000000000",
      "write '-DSQLITE_MAX_SQL_LENGTH=1000000000'"
    ),
  ])
  func `a statement that may be longer than a text is an error`(
    text: String,
    statement: String,
    longest: String,
    fix: String
  ) throws {
    try expectLint(
      of: text,
      """
      flags.txt:1:3: error: [refused] the source of SQLite 3.46.1 stops with #error at \
      'SQLITE_MAX_SQL_LENGTH' \(statement), which is more than 'SQLITE_MAX_LENGTH' \(longest)
        \(text)
          ^
        fix: \(fix)
      """
    )
  }

  @Test func `lengths in their order are none`() throws {
    try expectLint(of: "-DSQLITE_MAX_LENGTH=1000000 -DSQLITE_MAX_SQL_LENGTH=1000000", "")
    try expectLint(of: "-DSQLITE_MAX_LENGTH=2000000000", "")
    try expectLint(of: "MAX_LENGTH=1000000\n", "")
  }

  @Test func `another value, or one of the two alone, is none`() throws {
    try expectLint(of: "-DSQLITE_ALLOW_COVERING_INDEX_SCAN=1 -DSQLITE_MEMDEBUG", "")
    try expectLint(of: "-DSQLITE_ZERO_MALLOC", "")
  }

  @Test func `it does not apply to what a library reports`() throws {
    try expectLint(of: "ALLOW_COVERING_INDEX_SCAN=0\nMEMDEBUG\nZERO_MALLOC\n", "")
  }
}

struct PlatformCheckTests {
  @Test func `an option of other systems is a note in a text`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_LOCKING_STYLE=1",
      """
      flags.txt:1:3: note: [platform] 'SQLITE_ENABLE_LOCKING_STYLE=1' has code for Apple's systems \
      only
        -DSQLITE_ENABLE_LOCKING_STYLE=1
          ^
        fix: remove the line
      """
    )
  }

  @Test func `it is a warning in a profile that is built for another`() throws {
    try expectLint(
      ofProfile: "SQLITE_WIN32_MALLOC\n",
      """
      Profiles/a.profile:1:1: warning: [platform] 'SQLITE_WIN32_MALLOC=1' has code for Windows only, \
      and the profile is built for 'x86_64-unknown-linux-gnu'
        SQLITE_WIN32_MALLOC
        ^
        fix: remove the line
      """
    )
  }

  @Test func `it is silent where the system has the code or the option is off`() throws {
    let profile = "SQLITE_ENABLE_LOCKING_STYLE=1\n"
    try expectLint(ofProfile: profile, target: "arm64-apple-macosx14.0", "")
    try expectLint(of: "-DSQLITE_ENABLE_LOCKING_STYLE=0", "")
  }

  @Test func `it does not apply to what a library reports`() throws {
    try expectLint(of: "ENABLE_LOCKING_STYLE=1\nWIN32_MALLOC\n", "")
  }
}
