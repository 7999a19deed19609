import AmalgamCore
import Testing

struct OutsideSourceCheckTests {
  @Test func `an option whose source is elsewhere is a warning`() throws {
    try expectLint(
      of: "-DSQLITE_ENABLE_CEROD",
      """
      flags.txt:1:3: warning: [outside-source] 'SQLITE_ENABLE_CEROD' does not link without a source \
      that SQLite sells, which is not in the amalgamation
        -DSQLITE_ENABLE_CEROD
          ^
        fix: remove the line
      """
    )
  }

  @Test func `an option that needs libraries is a note in a text, and nothing in a profile`() throws
  {
    try expectLint(
      of: "-DSQLITE_ENABLE_ICU -O2",
      """
      flags.txt:1:3: note: [outside-source] 'SQLITE_ENABLE_ICU' needs the headers of, and a link \
      with, 'icui18n', 'icuuc'
        -DSQLITE_ENABLE_ICU -O2
          ^
        fix: remove '-DSQLITE_ENABLE_ICU'
      """
    )
    try expectLint(ofProfile: "SQLITE_ENABLE_ICU\n", "")
  }

  @Test func `what a library reports was built with all it needs`() throws {
    try expectLint(of: "ENABLE_CEROD\nENABLE_ICU\n", "")
  }
}

/// Fixes that would set an option twice take the mention away instead.
struct CorrectionTests {
  @Test func `a misspelt option beside the one meant is removed`() throws {
    try expectLint(
      of: #"{"defines": ["SQLITE_ENABLE_FTS5", "SQLITE_ENABLE_FT5"]}"#,
      file: "binding.gyp",
      """
      binding.gyp:1:37: error: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_FT5'; did \
      you mean 'SQLITE_ENABLE_FTS5'?
        {"defines": ["SQLITE_ENABLE_FTS5", "SQLITE_ENABLE_FT5"]}
                                            ^
        fix: remove '"SQLITE_ENABLE_FT5"'
      """
    )
  }

  @Test func `a value that is empty beside another one is removed`() throws {
    let input = try LintSupport.input(text: "-DSQLITE_DQS=0 -DSQLITE_DQS=", file: "flags.txt")

    let found = Lint.run(on: input).findings.first { $0.check == "value-range" }

    #expect(found?.fix == "remove '-DSQLITE_DQS='")
  }

  @Test func `a number that is none, and a text that is none, are refused`() throws {
    try expectLint(
      of: "-DSQLITE_DEFAULT_CACHE_SIZE=abc",
      """
      flags.txt:1:3: error: [value-range] 'SQLITE_DEFAULT_CACHE_SIZE=abc' is set, but \
      'SQLITE_DEFAULT_CACHE_SIZE' may be any whole number
        -DSQLITE_DEFAULT_CACHE_SIZE=abc
          ^
        fix: write '-DSQLITE_DEFAULT_CACHE_SIZE=-2000', or remove the line
      """
    )
    try expectLint(of: "-DSQLITE_DEFAULT_CACHE_SIZE=-64000", "")
    let input = try LintSupport.input(text: "-DSQLITE_TEMP_FILE_PREFIX=5", file: "flags.txt")
    #expect(
      Lint.run(on: input).findings.map(\.message)
        == [
          "'SQLITE_TEMP_FILE_PREFIX=5' is set, but 'SQLITE_TEMP_FILE_PREFIX' may be text in double quotes"
        ]
    )
  }

  @Test func `twenty thousand equal options are each told`() throws {
    let text = String(repeating: "-DSQLITE_ENABLE_FTS5 ", count: 20_000)

    let input = try LintSupport.input(text: text, file: "flags.txt")

    #expect(Lint.run(on: input).findings.count == 19_999)
  }
}
