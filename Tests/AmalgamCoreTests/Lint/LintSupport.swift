import AmalgamCore
import AmalgamTestSupport
import Testing

/// Lint with a table small enough to read.
enum LintSupport {
  static let release = Version(3, 46, 1)

  static let table = """
    stock
      adds function:abs/1
    SQLITE_ALLOW_COVERING_INDEX_SCAN value
      values 0..1
      default 1
      refused SQLITE_ALLOW_COVERING_INDEX_SCAN=0
    SQLITE_CODEC apple
    SQLITE_DEFAULT_CACHE_SIZE value
      values integer
      default -2000
    SQLITE_DEFAULT_WAL_SYNCHRONOUS value
      values 0..3
      default 2
    SQLITE_DQS value
      values 0..3
      default 3
    SQLITE_ENABLE_CEROD defined
      outside a source that SQLite sells
    SQLITE_ENABLE_COLUMN_METADATA defined
      conflicts SQLITE_OMIT_DECLTYPE
    SQLITE_ENABLE_DESERIALIZE retired
      until 3.35
      builtin
      instead SQLITE_OMIT_DESERIALIZE
    SQLITE_ENABLE_FTS3 defined
    SQLITE_ENABLE_FTS3_PARENTHESIS defined
      needs SQLITE_ENABLE_FTS3
    SQLITE_ENABLE_FTS3_TOKENIZER defined
    SQLITE_ENABLE_FTS4 defined
      implies SQLITE_ENABLE_FTS3
    SQLITE_ENABLE_FTS5 defined
      adds function:bm25/-1 function:fts5/1 function:snippet/-1
      unsafe function:bm25/-1 function:fts5/1
      unsafe function:snippet/-1 until 3.46.1
    SQLITE_ENABLE_GEOPOLY defined
      needs SQLITE_ENABLE_RTREE
    SQLITE_ENABLE_ICU defined
      links icui18n icuuc m
    SQLITE_ENABLE_JSON1 retired
      until 3.37.2
      builtin
      instead SQLITE_OMIT_JSON
    SQLITE_ENABLE_LOAD_EXTENSION defined
    SQLITE_ENABLE_LOCKING_STYLE platform
      values 0..1
      only apple
    SQLITE_ENABLE_ORDERED_SET_AGGREGATES grammar
      since 3.47
      needs SQLITE_ENABLE_PERCENTILE
    SQLITE_ENABLE_PERCENTILE defined
      since 3.47
    SQLITE_ENABLE_PREUPDATE_HOOK defined
    SQLITE_ENABLE_RTREE defined
    SQLITE_ENABLE_SESSION defined
      needs SQLITE_ENABLE_PREUPDATE_HOOK
    SQLITE_ENABLE_SNAPSHOT defined
    SQLITE_ENABLE_STAT3 retired
      until 3.29
      instead SQLITE_ENABLE_STAT4
      means statistics of an older kind
    SQLITE_ENABLE_STAT4 value
      values 0..1
    SQLITE_ENABLE_UNLOCK_NOTIFY defined
      needs SQLITE_THREADSAFE=1..2
    SQLITE_ENABLE_UPDATE_DELETE_LIMIT grammar
    SQLITE_FAST_SECURE_DELETE defined
    SQLITE_MAX_ATTACHED limit
      values 0..125
    SQLITE_MAX_LENGTH limit
      values 100..2147483645
      default 1000000000
    SQLITE_MAX_SQL_LENGTH limit
      values 100..2147482624
      default 1000000000
    SQLITE_MEMDEBUG defined
      refused SQLITE_ZERO_MALLOC
    SQLITE_OMIT_ALTERTABLE grammar
      optimised from 3.46.1
    SQLITE_OMIT_ATTACH grammar
      broken link
    SQLITE_OMIT_BUILTIN_TEST retired
      until 3.15.2
      renamed SQLITE_UNTESTABLE
    SQLITE_OMIT_DECLTYPE defined
      conflicts SQLITE_ENABLE_COLUMN_METADATA
    SQLITE_OMIT_JSON defined
    SQLITE_OMIT_LOAD_EXTENSION defined
    SQLITE_OMIT_REINDEX grammar
    SQLITE_OMIT_TEMPDB grammar
      broken run: a query of sqlite_master ends the process
    SQLITE_SECURE_DELETE defined
    SQLITE_TEMP_FILE_PREFIX value
      values text
    SQLITE_THREADSAFE value
      values 0..2
      default 1
    SQLITE_TRUSTED_SCHEMA value
      values 0..1
      default 1
    SQLITE_UNTESTABLE defined
    SQLITE_WIN32_MALLOC defined
      only windows
    SQLITE_ZERO_MALLOC defined
    extension regexp
      adds function:regexp/2
    """

  static let names = """
    HAVE_LOCALTIME_R 3.40.1 3.46.1 3.53.4
    HAVE_USLEEP 3.40.1 3.46.1 3.53.4
    NDEBUG 3.40.1 3.46.1 3.53.4
    SQLITE_64BIT_STATS 3.40.1
    SQLITE_DEBUG 3.40.1 3.46.1 3.53.4
    SQLITE_DEFAULT_DEFENSIVE 3.40.1 3.46.1 3.53.4
    SQLITE_ENABLE_CARRAY 3.53.4
    SQLITE_MAX_VARIABLE_NUMBER 3.40.1 3.46.1 3.53.4
    """

  static func catalogue() throws -> OptionCatalogue {
    try OptionCatalogue(parsing: [(table, "catalogue.txt")])
  }

  static func input(
    text: String,
    file: String,
    release: Version = release,
    amalgamation: LintInput.Amalgamation = .unknown
  ) throws -> LintInput {
    LintInput(
      text: OptionText(text, file: file),
      release: release,
      names: try OptionNames(parsing: names, file: "option-names.txt"),
      catalogue: try catalogue(),
      amalgamation: amalgamation
    )
  }

  static func input(
    profile text: String,
    release: Version = release,
    target: String? = nil
  ) throws -> LintInput {
    var resolver = ProfileResolver { _, _ in nil }
    let resolved = try resolver.resolve(
      .init(file: "Profiles/a.profile", text: text),
      target: target,
      host: "x86_64-unknown-linux-gnu"
    )
    return LintInput(
      profile: resolved.profile,
      release: release,
      names: try OptionNames(parsing: names, file: "option-names.txt"),
      catalogue: try catalogue()
    )
  }
}

/// Expects exactly the findings of a text, as a user sees them, and that each way out of each works.
func expectLint(
  of text: String,
  file: String = "flags.txt",
  release: Version = LintSupport.release,
  _ expected: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  try expectFindings(in: text, of: file, expected, sourceLocation: sourceLocation) { text in
    try LintSupport.input(text: text, file: file, release: release)
  }
}

/// Expects exactly the findings of a profile, as a user sees them, and that each way out works.
func expectLint(
  ofProfile text: String,
  release: Version = LintSupport.release,
  target: String? = nil,
  _ expected: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let file = "Profiles/a.profile"
  try expectFindings(in: text, of: file, expected, sourceLocation: sourceLocation) { text in
    try LintSupport.input(profile: text, release: release, target: target)
  }
}

private func expectFindings(
  in text: String,
  of file: String,
  _ expected: String,
  sourceLocation: Testing.SourceLocation,
  read: (String) throws -> LintInput
) throws {
  let result = Lint.run(on: try read(text))

  AmalgamTestSupport.expectFindings(result.findings, expected, sourceLocation: sourceLocation)
  for finding in result.all {
    for choice in finding.fix?.choices ?? [] {
      let mended = choice.applied(to: text, of: file)
      let rest = Lint.run(on: try read(mended)).findings
      #expect(
        rest.count(like: finding.finding) < result.findings.count(like: finding.finding),
        "still there: \(mended)",
        sourceLocation: sourceLocation
      )
      let new = rest.filter { $0.severity == .error && result.findings.count(like: $0) == 0 }
      #expect(new.map(\.message) == [], "from: \(mended)", sourceLocation: sourceLocation)
    }
  }
}

extension [Finding] {
  fileprivate func count(like other: Finding) -> Int {
    count { $0.check == other.check && $0.subject == other.subject }
  }
}
