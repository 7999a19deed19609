import AmalgamCore
import AmalgamTestSupport
import Testing

private let catalogue = """
  stock
    measured 3.53.4
    adds symbol:sqlite3_open symbol:sqlite3_trace symbol:sqlite3_profile
  SQLITE_ENABLE_SNAPSHOT defined
    adds symbol:sqlite3_snapshot_get
  SQLITE_OMIT_DEPRECATED defined
    removes symbol:sqlite3_trace symbol:sqlite3_profile
    probe symbol sqlite3_trace

  """

private let stock: Set<String> = ["sqlite3_open", "sqlite3_trace", "sqlite3_profile"]

private func findings(
  _ check: Check,
  _ symbols: Set<String>,
  _ options: [String] = [],
  extensions: [String] = [],
  shared: Set<String>? = nil
) throws -> [Finding] {
  let expectation = try exampleExpectation(options, extensions: extensions, catalogue: catalogue)
  let archive = exampleLibrary { $0.symbols = .known(symbols) }
  let other = shared.map { names in exampleLibrary(.shared) { $0.symbols = .known(names) } }
  let evidence = Evidence(libraries: [archive] + (other.map { [$0] } ?? []))
  return check.judge(evidence, expectation)?.findings ?? []
}

struct MissingSymbolCheckTests {
  private let check = Check.missingSymbol

  @Test func `a function that an option promises and the library lacks is an error`() throws {
    expectFindings(
      try findings(check, stock, ["SQLITE_ENABLE_SNAPSHOT"]),
      """
      full: error: [missing-symbol] 'build/full/libsqlite3-full.a' does not define \
      'sqlite3_snapshot_get', promised by 'SQLITE_ENABLE_SNAPSHOT'
        note: 'SQLITE_ENABLE_SNAPSHOT' stands at Profiles/full.profile:1
        fix: build the library with 'SQLITE_ENABLE_SNAPSHOT', or take the option out of the profile
      """
    )
    expectFindings(try findings(check, stock, []), "")
  }

  @Test func `many that one option takes away are one error`() throws {
    expectFindings(
      try findings(check, ["sqlite3_open"]),
      """
      full: error: [missing-symbol] 'build/full/libsqlite3-full.a' does not define 2 names promised \
      by 'SQLite 3.53.4': 'sqlite3_profile', 'sqlite3_trace'
        note: 'SQLITE_OMIT_DEPRECATED' takes that away, and the profile does not set it
      """
    )
  }

  @Test func `what both libraries lack is told once, what one lacks of that one`() throws {
    let same: Set<String> = ["sqlite3_open", "sqlite3_trace"]
    expectFindings(
      try findings(check, same, shared: same),
      """
      full: error: [missing-symbol] 'build/full/libsqlite3-full.a' does not define \
      'sqlite3_profile', promised by 'SQLite 3.53.4'
      """
    )
    expectFindings(
      try findings(check, stock, shared: ["sqlite3_trace", "sqlite3_profile"]),
      """
      full: error: [missing-symbol] 'build/full/libsqlite3-full.so' does not define 'sqlite3_open', \
      promised by 'SQLite 3.53.4'
      """
    )
  }

  @Test func `names that no program links without are told as such`() throws {
    let archive = exampleLibrary {
      $0.unresolved = ["sqlite3_open", "sqlite3_close"]
      $0.symbols = .known(stock.subtracting(["sqlite3_open"]))
    }
    let expectation = try exampleExpectation(catalogue: catalogue)

    expectFindings(
      check.judge(Evidence(libraries: [archive]), expectation)?.findings ?? [],
      """
      full: error: [missing-symbol] 2 names are not defined in 'build/full/libsqlite3-full.a', so no \
      program can be linked with it: 'sqlite3_close', 'sqlite3_open'
      """
    )
    let one = exampleLibrary {
      $0.unresolved = ["sqlite3_open"]
      $0.symbols = .known(stock.subtracting(["sqlite3_open"]))
    }
    expectFindings(
      check.judge(Evidence(libraries: [one]), expectation)?.findings ?? [],
      """
      full: error: [missing-symbol] 'sqlite3_open' is not defined in 'build/full/libsqlite3-full.a', \
      so no program can be linked with it
      """
    )
  }

  @Test func `a complete library is silent, one that cannot be read is skipped`() throws {
    expectFindings(try findings(check, stock), "")

    let bitcode = exampleLibrary { $0.symbols = .unknown("'a.o' is LLVM bitcode") }
    let expectation = try exampleExpectation(catalogue: catalogue)
    let result = try #require(check.judge(Evidence(libraries: [bitcode]), expectation))
    #expect(result.skipped.map(\.reason) == ["'a.o' is LLVM bitcode"])
    #expect(check.judge(Evidence(libraries: []), expectation) == nil)
  }
}

struct SurplusSymbolCheckTests {
  private let check = Check.surplusSymbol

  @Test func `a function of an option that is not set is an error`() throws {
    expectFindings(
      try findings(check, stock.union(["sqlite3_snapshot_get"])),
      """
      full: error: [surplus-symbol] the profile does not set 'SQLITE_ENABLE_SNAPSHOT', but \
      'build/full/libsqlite3-full.a' defines 'sqlite3_snapshot_get'
      """
    )
  }

  @Test func `functions that an option should have taken away are an error`() throws {
    expectFindings(
      try findings(check, stock, ["SQLITE_OMIT_DEPRECATED"]),
      """
      full: error: [surplus-symbol] the profile sets 'SQLITE_OMIT_DEPRECATED', but \
      'build/full/libsqlite3-full.a' still defines 2 names: 'sqlite3_profile', 'sqlite3_trace'
        note: 'SQLITE_OMIT_DEPRECATED' is set at Profiles/full.profile:1
      """
    )
  }

  @Test func `names that are not SQLite's are an error`() throws {
    expectFindings(
      try findings(check, stock.union(["sqlite3IoTrace"])),
      """
      full: error: [surplus-symbol] 'build/full/libsqlite3-full.a' defines the global name \
      'sqlite3IoTrace', which is not of SQLite's API
      """
    )
    expectFindings(
      try findings(check, stock.union(["helper", "closureAvlNext"])),
      """
      full: error: [surplus-symbol] 'build/full/libsqlite3-full.a' defines 2 global names that are \
      not of SQLite's API: 'closureAvlNext', 'helper'
      """
    )
  }

  @Test func `names of SQLite's kind that nobody promises are an error`() throws {
    expectFindings(
      try findings(check, stock.union(["sqlite3_new"])),
      """
      full: error: [surplus-symbol] 'build/full/libsqlite3-full.a' defines 'sqlite3_new', which \
      nothing in the profile promises
      """
    )
    expectFindings(
      try findings(check, stock.union(["sqlite3_new", "sqlite3session_new"])),
      """
      full: error: [surplus-symbol] 'build/full/libsqlite3-full.a' defines 2 names of SQLite's that \
      nothing in the profile promises: 'sqlite3_new', 'sqlite3session_new'
      """
    )
  }

  @Test func `names of linkers, of the registration and of extensions are silent`() throws {
    let own: Set<String> = [
      "_edata", "__bss_start", "_end", "amalgam_full_autoext", "sqlite3_regexp_init",
    ]

    expectFindings(try findings(check, stock.union(own), extensions: ["regexp"]), "")
    #expect(try !findings(check, stock.union(own)).isEmpty)
  }
}
