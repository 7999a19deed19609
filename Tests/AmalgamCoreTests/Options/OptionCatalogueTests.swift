import AmalgamCore
import Testing

struct OptionCatalogueTests {
  private func catalogue(_ text: String) throws -> OptionCatalogue {
    try OptionCatalogue(parsing: [(text, "catalogue.txt")])
  }

  @Test func `a row holds what its lines say`() throws {
    let table = """
      # comment
      SQLITE_A value    # comment
        reported name=value until 3.50
        reported name from 3.51
        values 0..2,FAST
        default 1 from 3.46
        since 3.9
        until 3.50
        needs SQLITE_B SQLITE_C|SQLITE_D=0
        implies SQLITE_E
        conflicts SQLITE_F=1
        adds function:f/1 module:m if 2
        removes symbol:sqlite3_x
        links m
        effect sql
        probe sql SELECT 'it''s # one' FROM t
        means a line of words # comment
      """
    let row = try #require(try catalogue(table)["SQLITE_A"])

    #expect(row.kind == .value)
    #expect(row.reports.map(\.value) == [.nameAndValue, .name])
    #expect(row.values.first?.value.inWords == "0 to 2 or FAST")
    #expect(row.defaults.first?.value == "1")
    #expect(row.releases.contains(Version(3, 50, 9)))
    #expect(!row.releases.contains(Version(3, 51)))
    #expect(!row.releases.contains(Version(3, 8, 9)))
    #expect(row.needs.map { $0.value.map(\.name) } == [["SQLITE_B"], ["SQLITE_C", "SQLITE_D"]])
    #expect(row.implies.map(\.value) == ["SQLITE_E"])
    #expect(row.conflicts.map(\.value.name) == ["SQLITE_F"])
    #expect(row.adds.map(\.value.description) == ["function:f/1", "module:m"])
    #expect(row.adds.allSatisfy { $0.condition?.text == "2" })
    #expect(row.removes.map(\.value.description) == ["symbol:sqlite3_x"])
    #expect(row.links == ["m"])
    #expect(row.effects == [.sql])
    #expect(row.probe == .sql("SELECT 'it''s"))
    #expect(row.meaning == "a line of words")
  }

  @Test func `every fault of a table is told at once, with its place`() {
    let table = """
        adds function:f/1
      SQLITE_A sometimes
      SQLITE_B defined
        adds what
        since soon
        until later
        values 3..1
        frobnicate
        effect nice
        needs sqlite_b
        adds function:f/1 from never
      SQLITE_B defined
      stock
        measured x
        means y
      SQLITE_C defined
        means "open
      """

    let failures = #expect(throws: Failures.self) { try catalogue(table) }

    #expect(
      failures?.all.map { "\($0.place): \($0.message)" } == [
        "catalogue.txt:1:3: 'adds' is neither an option with its kind, 'stock', 'extension NAME', "
          + "nor a line of one",
        "catalogue.txt:2:1: 'SQLITE_A sometimes' is neither an option with its kind, 'stock', "
          + "'extension NAME', nor a line of one",
        "catalogue.txt:4:3: 'what' is no capability",
        "catalogue.txt:5:3: 'soon' is no version",
        "catalogue.txt:6:3: 'later' is no version",
        "catalogue.txt:7:3: 'values' has no value that can be read",
        "catalogue.txt:8:3: unknown word 'frobnicate'",
        "catalogue.txt:9:3: 'nice' has no value that can be read",
        "catalogue.txt:10:3: 'sqlite_b' is no option's name",
        "catalogue.txt:11:3: 'never' is no version",
        "catalogue.txt:12:1: 'SQLITE_B' has two rows",
        "catalogue.txt:14:3: 'x' is no version",
        "catalogue.txt:15:3: unknown word 'means'",
        "catalogue.txt:17:9: a quote that is never closed",
      ]
    )
  }

  @Test(arguments: [
    ("SQLITE_ENABLE_FTS5", "1", "ENABLE_FTS5"), ("SQLITE_ENABLE_FTS5", "0", "ENABLE_FTS5"),
    ("SQLITE_THREADSAFE", "2", "THREADSAFE=2"), ("HAVE_ISNAN", "1", "HAVE_ISNAN"),
    ("SQLITE_OMIT_TRACE", "1", nil), ("SQLITE_IMPLIED", "1", nil), ("SQLITE_NO_ROW", "1", nil),
  ])
  func `the reported form is the pragma's, or none`(
    name: String,
    value: String,
    expected: String?
  ) throws {
    let catalogue = try catalogue(
      """
      HAVE_ISNAN platform
        reported name
      SQLITE_ENABLE_FTS5 defined
        reported name
      SQLITE_IMPLIED defined
        reported implied
      SQLITE_OMIT_TRACE defined
        reported never
      SQLITE_THREADSAFE value
        reported name=value
      """
    )

    #expect(catalogue.reportedForm(of: CompileOption(name, value)) == expected)
  }

  @Test func `the reported form may change between releases`() throws {
    let catalogue = try catalogue(
      """
      SQLITE_A value
        reported never until 3.45
        reported name=value from 3.46
      """
    )

    #expect(catalogue.reportedForm(of: CompileOption("SQLITE_A"), in: Version(3, 40, 1)) == nil)
    #expect(catalogue.reportedForm(of: CompileOption("SQLITE_A"), in: Version(3, 46, 1)) == "A=1")
    #expect(catalogue.reportedForm(of: CompileOption("SQLITE_A")) == "A=1")
  }

  @Test func `libraries are those of the options that take effect and of the extensions`() throws {
    let catalogue = try catalogue(
      """
      SQLITE_ENABLE_FTS5 defined
        links m
      SQLITE_ENABLE_ICU defined
        needs SQLITE_B
        links icuuc
      extension geo
        links z m
      """
    )
    var profile = ResolvedProfile(name: "a", file: "a.profile")
    profile.options = [CompileOption("SQLITE_ENABLE_FTS5"), CompileOption("SQLITE_ENABLE_ICU")]

    #expect(catalogue.libraries(for: profile, release: Version(3, 46, 1)) == ["m"])

    let place = SourceLocation(file: "a.profile", line: 1, column: 1, excerpt: "extension geo")
    profile.extensions = [ExtensionReference(name: "geo", at: place)]

    #expect(catalogue.libraries(for: profile, release: Version(3, 46, 1)) == ["m", "z"])
  }
}
