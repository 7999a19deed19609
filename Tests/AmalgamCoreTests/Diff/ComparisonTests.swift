import AmalgamCore
import AmalgamTestSupport
import Testing

struct ComparisonTests {
  private static let table = """
    stock
      measured 3.46.1 3.53.4
      adds function:abs/1 file:wal
      adds function:unistr/1 from 3.50.0
    SQLITE_DEFAULT_SYNCHRONOUS value
      reported name=value
      default 2
      effect durability
      probe file PRAGMA synchronous
      means how often a commit waits for the disk
    HAVE_USLEEP value
      reported never
      effect behaviour
      probe c usleep
      means short waits
    SQLITE_ENABLE_DEAD retired
      until 3.37.2
      builtin
      probe none gone
      means once needed
    SQLITE_ENABLE_FTS3 defined
      reported name
      adds module:fts3
      effect sql
      probe capability module:fts3
      means full-text search, version 3
    SQLITE_ENABLE_FTS4 defined
      reported name
      implies SQLITE_ENABLE_FTS3
      adds module:fts4
      effect sql
      probe capability module:fts4
      means full-text search, version 4
    SQLITE_ENABLE_SNAPSHOT defined
      reported name
      adds symbol:sqlite3_snapshot_get
      effect abi
      probe symbol sqlite3_snapshot_get
      means snapshots
    SQLITE_HAS_CODEC_RESTRICTED apple
      reported name
      probe none Apple's
      means limits encryption
    SQLITE_MAX_FUNCTION_ARG limit
      reported name=value
      default 127 until 3.47.2
      default 1000 from 3.48.0
      effect limits
      probe c limit-function-arg
      means arguments of a function
    SQLITE_MAX_PAGE_SIZE retired
      reported implied
      probe none always 65536
      means pages have a bound
    SQLITE_MAX_WORKER_THREADS limit
      reported name=value
      effect limits
      probe none nothing
      means helper threads
    SQLITE_SYSTEM_MALLOC defined
      reported implied
      effect behaviour
      probe none nothing
      means malloc()
    SQLITE_OMIT_AUTOVACUUM defined
      reported name
      removes pragma:auto_vacuum
      effect file-format
      probe none nothing
      means no auto-vacuum
    SQLITE_SECURE_DELETE defined
      reported name
      effect security
      probe file PRAGMA secure_delete
      means deleted content is overwritten
    SQLITE_STRICT_SUBTYPE defined
      reported name
      effect behaviour
      probe none nothing
      means checks of subtypes
    SQLITE_TRUSTED_SCHEMA value
      reported never
      default 1
      effect security
      probe sql PRAGMA trusted_schema
      means schemas are trusted
    SQLITE_X_HEADER defined
      reported name
      effect header
      probe none nothing
      means more is declared
    """

  private let catalogue: OptionCatalogue

  init() throws {
    catalogue = try OptionCatalogue(parsing: [(text: Self.table, file: "catalogue.txt")])
  }

  private func asked(_ options: [String], _ release: Version = Version(3, 53, 4)) -> DiffSide {
    let options = options.map { text in
      let parts = text.split(separator: "=").map(String.init)
      return CompileOption(parts[0], parts.count > 1 ? parts[1] : "1")
    }
    return DiffSide(
      name: "list",
      summary: "a list",
      release: release,
      asked: options,
      reported: .unknown("it was not run"),
      catalogue: catalogue
    )
  }

  private func reporting(
    _ rows: Set<String>,
    _ release: Version = Version(3, 53, 4),
    lastReported: String? = nil
  ) -> DiffSide {
    DiffSide(
      name: "rows",
      summary: "rows",
      release: release,
      reported: .known(rows),
      lastReported: lastReported,
      catalogue: catalogue
    )
  }

  /// `option kind left right: impact`, a line each.
  private func lines(_ left: DiffSide, _ right: DiffSide) -> [String] {
    Comparison(left, right, catalogue).differences.map {
      "\($0.option) \($0.kind.rawValue) \($0.leftValue) \($0.rightValue): \($0.impact)"
    }
  }

  /// One sentence from a template for each class of effect.
  @Test(arguments: [
    (
      "SQLITE_ENABLE_FTS3", "added off 1",
      "SQL that needs module:fts3 runs on the right only: full-text search, version 3"
    ),
    (
      "SQLITE_ENABLE_SNAPSHOT", "added off 1",
      "a program that calls symbol:sqlite3_snapshot_get links with the right only: snapshots"
    ),
    (
      "SQLITE_OMIT_AUTOVACUUM", "added off 1",
      "files that one of the two writes may not be readable by the other: no auto-vacuum"
    ),
    (
      "SQLITE_SECURE_DELETE", "added off 1",
      "what hostile SQL or a hostile file can do differs: deleted content is overwritten"
    ),
    (
      "SQLITE_DEFAULT_SYNCHRONOUS=1", "changed 2 1",
      "what is kept after a crash or a power loss differs: how often a commit waits for the disk"
    ),
    (
      "SQLITE_MAX_FUNCTION_ARG=9", "changed 1000 9",
      "what is accepted differs, 1000 against 9: arguments of a function"
    ),
    (
      "SQLITE_STRICT_SUBTYPE", "added off 1",
      "the same program behaves otherwise: checks of subtypes"
    ),
    ("SQLITE_X_HEADER", "added off 1", "what sqlite3.h declares differs: more is declared"),
    (
      "SQLITE_NOBODY_KNOWS", "added off 1",
      "the catalogue does not know it, so nothing can be said of what it does"
    ),
  ])
  func `each class of effect has its sentence`(option: String, values: String, impact: String) {
    let name = option.prefix { $0 != "=" }

    #expect(lines(asked([]), asked([option])) == ["\(name) \(values): \(impact)"])
  }

  @Test
  func `what every library reports unasked is no difference from a list that leaves it alone`() {
    let library = reporting([
      "ENABLE_FTS3", "MAX_PAGE_SIZE=65536", "MAX_WORKER_THREADS=8", "SYSTEM_MALLOC",
    ])

    for list in [
      asked(["SQLITE_ENABLE_FTS3"]), asked(["SQLITE_ENABLE_FTS3", "SQLITE_SYSTEM_MALLOC"]),
    ] {
      #expect(lines(library, list) == [])
      #expect(lines(list, library) == [])
      #expect(!Comparison(list, library, catalogue).differs(strictly: true))
    }
    #expect(
      lines(asked(["SQLITE_MAX_WORKER_THREADS=4"]), library) == [
        "SQLITE_ENABLE_FTS3 added off 1: SQL that needs module:fts3 runs on the right only: "
          + "full-text search, version 3",
        "SQLITE_MAX_WORKER_THREADS changed 4 8: what is accepted differs, 4 against 8: helper threads",
      ]
    )
    #expect(
      lines(asked(["HAVE_USLEEP"]), asked([])) == [
        "HAVE_USLEEP removed 1 off: the same program behaves otherwise: short waits"
      ]
    )
  }

  @Test func `a list of a device that was cut off is known by the rows that it lacks`() {
    func rows(_ text: String) -> ReportedRows {
      ReportedRows(OptionText(text, file: "rows.txt"), isEnded: text.hasSuffix("\n"))
    }
    let whole = rows("COMPILER=clang-21.0.0\nENABLE_FTS3\nSECURE_DELETE\nTHREADSAFE=2\n")
    let cut = rows("COMPILER=clang-21.0.0\nENABLE_FTS3\nSECURE_D")
    let unsorted = rows("ENABLE_FTS3\nENABLE_FTS4\nCOMPILER=gcc-12\nDEFAULT_SYNCHRONOUS=1\n")

    #expect(
      whole.rows == ["COMPILER=clang-21.0.0", "ENABLE_FTS3", "SECURE_DELETE", "THREADSAFE=2"]
    )
    #expect(whole.lastName == nil)
    #expect(cut.rows == ["COMPILER=clang-21.0.0", "ENABLE_FTS3"])
    #expect(cut.lastName == "ENABLE_FTS3")
    #expect(rows("COMPILER=gcc-12\nENABLE_FTS3\n").lastName == "ENABLE_FTS3")
    #expect(unsorted.lastName == nil)
    let comparison = Comparison(
      reporting(Set(whole.rows)),
      reporting(Set(cut.rows), lastReported: cut.lastName),
      catalogue
    )
    #expect(!comparison.differs(strictly: true))
    #expect(comparison.unknown.map(\.option) == ["SQLITE_SECURE_DELETE", "SQLITE_THREADSAFE"])
  }

  @Test func `what is removed is told from the other side`() {
    #expect(
      lines(reporting(["ENABLE_FTS3", "HAS_CODEC_RESTRICTED", "ENABLE_DEAD"]), reporting([])) == [
        "SQLITE_ENABLE_DEAD removed 1 off: it has no effect: once needed",
        "SQLITE_ENABLE_FTS3 removed 1 off: SQL that needs module:fts3 runs on the left only: "
          + "full-text search, version 3",
        "SQLITE_HAS_CODEC_RESTRICTED removed 1 off: a name of Apple's own source, whose effect is "
          + "not documented: limits encryption",
      ]
    )
  }

  @Test func `an option that another one brings is implied`() {
    #expect(
      lines(asked([]), asked(["SQLITE_ENABLE_FTS4"])).first
        == "SQLITE_ENABLE_FTS3 implied off 1: 'SQLITE_ENABLE_FTS4' of the right brings it: SQL that "
        + "needs module:fts3 runs on the right only: full-text search, version 3"
    )
  }

  @Test func `defaults that SQLite itself changed and the environment are no loss`() {
    let left = reporting(["COMPILER=gcc-12.2.0", "MAX_FUNCTION_ARG=127"], Version(3, 46, 1))
    let right = reporting(["COMPILER=clang-21.0.0", "MAX_FUNCTION_ARG=1000"])
    let comparison = Comparison(left, right, catalogue)

    #expect(
      lines(left, right) == [
        "SQLITE_COMPILER environment gcc-12.2.0 clang-21.0.0: it says how the library was compiled, "
          + "not what it does",
        "SQLITE_MAX_FUNCTION_ARG default-changed 127 1000: nobody set it: SQLite's own default "
          + "differs between 3.46.1 and 3.53.4",
      ]
    )
    #expect(!comparison.differs(strictly: false))
    #expect(comparison.differs(strictly: true))
    #expect(comparison.ignoringEnvironment().differences.map(\.kind) == [.defaultChanged])
    #expect(comparison.capabilities.map(\.capability.description) == ["function:unistr/1"])
    #expect(comparison.capabilities.map(\.isUpstream) == [true])
  }

  /// What only the left has and what only the right has, of SQLite's own functions.
  private func functions(_ left: Version, _ right: Version) throws -> [[String]] {
    let table = """
      stock
        measured 3.40.1 3.46.1 3.53.4
        adds function:coalesce/-1 symbol:old until 3.46.1
        adds function:coalesce/-4 function:new/2 from 3.53.4
        adds function:iif/3 until 3.47.2
        adds function:iif/-4 from 3.49.0
      """
    let catalogue = try OptionCatalogue(parsing: [(text: table, file: "catalogue.txt")])
    let sides = [left, right].map { release in
      DiffSide(
        name: "rows",
        summary: "rows",
        release: release,
        reported: .known([]),
        catalogue: catalogue
      )
    }
    let all = Comparison(sides[0], sides[1], catalogue).capabilities
    return [
      all.filter { $0.left == .present }.map(\.capability.description),
      all.filter { $0.right == .present }.map(\.capability.description),
    ]
  }

  @Test func `a function that is listed with another number of arguments is not lost`() throws {
    #expect(
      try functions(Version(3, 46, 1), Version(3, 53, 4))
        == [["symbol:old"], ["function:iif/-4", "function:new/2"]]
    )
  }

  @Test func `what changed at a release that nobody knows is not told of one between`() throws {
    // With 3.49.0 iif() takes more, which is documented; of the rest 3.51.0 may have either.
    #expect(try functions(Version(3, 43, 2), Version(3, 51, 0)) == [[], ["function:iif/-4"]])
    #expect(try functions(Version(3, 51, 0), Version(3, 53, 4)) == [[], []])
  }

  @Test func `two builds that are the same have no difference`() {
    let side = reporting(["ENABLE_FTS3", "THREADSAFE=1"])
    let comparison = Comparison(side, side, catalogue)

    #expect(!comparison.differs(strictly: true))
    #expect(comparison.compared > 10)
    #expect(ComparisonReport(comparison).text.contains("no option differs"))
  }

  @Test func `what nothing can be said of is no difference, and is told`() {
    let cut = reporting(["ENABLE_FTS3"], lastReported: "ENABLE_ZZZ")
    let comparison = Comparison(
      asked(["SQLITE_TRUSTED_SCHEMA=0", "SQLITE_SECURE_DELETE", "SQLITE_ENABLE_FTS3"]),
      cut,
      catalogue
    )

    #expect(comparison.differences.isEmpty)
    #expect(
      comparison.unknown.map { "\($0.option): \($0.reason)" } == [
        "SQLITE_SECURE_DELETE: the list is cut off after ENABLE_ZZZ",
        "SQLITE_TRUSTED_SCHEMA: SQLite never reports it",
      ]
    )
  }

  @Test func `the text is a table within 100 columns`() {
    let text = ComparisonReport(
      Comparison(
        asked([]),
        asked(["SQLITE_ENABLE_FTS3", "SQLITE_DEFAULT_SYNCHRONOUS=1"]),
        catalogue
      )
    ).text

    #expect(
      text == """
        left   list: a list
        right  list: a list

          option                      kind     left  right
          SQLITE_DEFAULT_SYNCHRONOUS  changed  2     1
              what is kept after a crash or a power loss differs: how often a commit waits for the disk
          SQLITE_ENABLE_FTS3          added    off   1
              SQL that needs module:fts3 runs on the right only: full-text search, version 3

        only the right has (1):
          module:fts3
        """
    )
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `Markdown has a table that a hostile name cannot leave`() {
    let right = reporting(["MAX_FUNCTION_ARG=1|<b>\n2"])
    let text = ComparisonReport(Comparison(asked([]), right, catalogue)).markdown

    #expect(
      text == """
        * left: `list`, a list
        * right: `rows`, rows

        | option | kind | left | right | what it means |
        | --- | --- | --- | --- | --- |
        | `SQLITE_MAX_FUNCTION_ARG` | changed | 1000 | 1\\|&lt;b>\\x0A2 | what is accepted differs, 1000 \
        against 1\\|&lt;b>\\x0A2: arguments of a function |
        """
    )
  }

  @Test func `the JSON holds the three states of both sides apart`() throws {
    let report = ComparisonReport(
      Comparison(asked(["SQLITE_ENABLE_FTS3"]), reporting([]), catalogue)
    )
    let parsed = try Parsed(JSON.object(report.members).description)
    let difference = parsed["differences"][0]

    #expect(parsed["differences"].count == 1)
    #expect(difference["option"] == "SQLITE_ENABLE_FTS3")
    #expect(difference["left"]["asked"] == "1")
    #expect(difference["left"]["reported"].isNull)
    #expect(difference["right"]["asked"].isNull)
    #expect(difference["right"]["reported"] == "off")
    #expect(difference["right"]["effective"].isNull)
    #expect(difference["kind"] == "removed")
    #expect(parsed["capabilities"][0]["name"] == "module:fts3")
    #expect(parsed["capabilities"][0]["left"] == "present")
    #expect(parsed["capabilities"][0]["right"] == "absent")
  }
}
