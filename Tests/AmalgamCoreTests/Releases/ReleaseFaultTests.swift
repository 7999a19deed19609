import AmalgamCore
import Testing

struct ReleaseFaultTests {
  private static let table = """
    stock
      adds file:wal
    SQLITE_ENABLE_FTS5 defined
      adds module:fts5
    SQLITE_OMIT_WAL defined
      removes file:wal
    fault wal-reset
      from 3.7.0
      before 3.51.3
      fixed 3.44.6 3.50.7 3.51.3 3.53.0
      needs file:wal
      source https://sqlite.org/wal.html#walresetbug
      means a commit can damage the file
    fault CVE-2025-7709
      before 3.50.3
      fixed 3.50.3
      needs module:fts5
      source https://sqlite.org/cves.html
      means a damaged index reaches too far
    """

  private let pinned = [Version(3, 40, 1), Version(3, 53, 3), Version(3, 46, 1), Version(3, 53, 4)]

  private func catalogue() throws -> OptionCatalogue {
    try OptionCatalogue(parsing: [(text: Self.table, file: "table")])
  }

  @Test(arguments: [
    ("3.6.23", false), ("3.7.0", true), ("3.44.5", true), ("3.44.6", false), ("3.46.1", true),
    ("3.50.6", true), ("3.50.7", false), ("3.51.2", true), ("3.51.3", false), ("3.52.0", false),
    ("3.53.4", false),
  ])
  func `a release has a fault until its own branch or the main line is mended`(
    version: String,
    isAffected: Bool
  ) throws {
    let fault = try #require(try catalogue().fault(named: "wal-reset"))
    let release = try #require(Version(version))

    #expect(fault.affects(release) == isAffected)
  }

  @Test func `no release is accused of what it cannot have`() throws {
    let text = try ProjectFiles.text("Sources/Embedded/faults.txt")
    let catalogue = try OptionCatalogue(parsing: [(text: text, file: "faults.txt")])
    func affected(_ name: String) throws -> [String] {
      let fault = try #require(catalogue.fault(named: name))
      return [
        "3.22.0", "3.39.1", "3.39.2", "3.40.1", "3.41.1", "3.41.2", "3.42.0", "3.43.1", "3.43.2",
      ]
      .filter { Version($0).map(fault.affects) ?? false }
    }

    #expect(try affected("CVE-2025-7458") == ["3.39.2", "3.40.1", "3.41.1"])
    #expect(try affected("CVE-2024-0232") == ["3.41.1", "3.41.2", "3.42.0", "3.43.1"])
  }

  @Test func `a build is told only of faults that it can meet`() throws {
    let catalogue = try catalogue()
    var profile = ResolvedProfile(name: "small", file: "small.profile")

    #expect(catalogue.faults(of: Version(3, 46, 1), in: profile).map(\.name) == ["wal-reset"])

    profile.options = [CompileOption("SQLITE_ENABLE_FTS5"), CompileOption("SQLITE_OMIT_WAL")]
    #expect(catalogue.faults(of: Version(3, 46, 1), in: profile).map(\.name) == ["CVE-2025-7709"])
    #expect(
      catalogue.faultFindings(of: profile, release: Version(3, 53, 4), pinned: pinned).isEmpty
    )
  }

  @Test func `a fault that the profile requires to be fixed is an error`() throws {
    var profile = ResolvedProfile(name: "small", file: "small.profile")
    let place = SourceLocation(
      file: "small.profile",
      line: 2,
      column: 1,
      excerpt: "require fixed:wal-reset"
    )
    profile.demands = [Demand(Capability(.fixed, "wal-reset"), isRequired: true, at: place)]

    let finding = try #require(
      try catalogue().faultFindings(of: profile, release: Version(3, 46, 1), pinned: pinned).first
    )

    #expect(finding.severity == .error)
    #expect(
      TextReport(colour: false).text(of: finding) == """
        small.profile:2:1: error: [release-fault] the profile requires 'fixed:wal-reset', \
        but SQLite 3.46.1 has that fault
          require fixed:wal-reset
          ^
          note: wal-reset: a commit can damage the file; fixed in 3.44.6, 3.50.7, 3.51.3, 3.53.0 \
        (https://sqlite.org/wal.html#walresetbug)
          fix: build from a release with the fix, with the line 'sqlite 3.53.4', or remove the line
        """
    )
    #expect(
      try catalogue().faultFindings(of: profile, release: Version(3, 53, 4), pinned: pinned).isEmpty
    )
  }

  @Test func `where no pinned release has the fix, one to pin is named`() throws {
    var profile = ResolvedProfile(name: "small", file: "small.profile")
    let place = SourceLocation(file: "small.profile", line: 1, column: 1, excerpt: "")
    profile.demands = [Demand(Capability(.fixed, "wal-reset"), isRequired: true, at: place)]

    let finding = try #require(
      try catalogue().faultFindings(
        of: profile,
        release: Version(3, 46, 1),
        pinned: [Version(3, 40, 1), Version(3, 46, 1)]
      ).first
    )
    #expect(
      finding.fix == "pin a release with the fix by 'amalgam releases add --from "
        + "sqlite-src-3510300.zip' and name it in a 'sqlite' line, or remove the line"
    )
  }

  @Test func `a fault that the build cannot meet needs no fix`() throws {
    var profile = ResolvedProfile(name: "small", file: "small.profile")
    let place = SourceLocation(file: "small.profile", line: 1, column: 1, excerpt: "")
    profile.demands = [Demand(Capability(.fixed, "wal-reset"), isRequired: true, at: place)]
    profile.options = [CompileOption("SQLITE_OMIT_WAL")]

    #expect(
      try catalogue().faultFindings(of: profile, release: Version(3, 46, 1), pinned: pinned) == []
    )
  }

  @Test func `faults that a build can meet are one note`() throws {
    var profile = ResolvedProfile(name: "small", file: "small.profile")
    let one = try #require(
      try catalogue().faultFindings(of: profile, release: Version(3, 46, 1), pinned: pinned).first
    )
    #expect(
      TextReport(colour: false).text(of: one) == """
        small.profile:1:1: note: [release-fault] SQLite 3.46.1 has a published fault that this \
        build can meet: 'wal-reset' (see 'amalgam explain NAME')
        """
    )

    profile.options = [CompileOption("SQLITE_ENABLE_FTS5")]
    let two = try catalogue().faultFindings(of: profile, release: Version(3, 46, 1), pinned: pinned)
    #expect(
      two.map(\.message) == [
        "SQLite 3.46.1 has 2 published faults that this build can meet: 'wal-reset', "
          + "'CVE-2025-7709' (see 'amalgam explain NAME')"
      ]
    )
  }

  @Test func `a fault that nobody published is an error with the nearest name`() throws {
    var profile = ResolvedProfile(name: "small", file: "small.profile")
    let place = SourceLocation(
      file: "small.profile",
      line: 1,
      column: 1,
      excerpt: "require fixed:wal-rest"
    )
    profile.demands = [Demand(Capability(.fixed, "wal-rest"), isRequired: true, at: place)]

    let finding = try #require(
      try catalogue().faultFindings(of: profile, release: Version(3, 53, 4), pinned: pinned).first
    )

    #expect(
      TextReport(colour: false).text(of: finding) == """
        small.profile:1:1: error: [release-fault] no published fault is called 'wal-rest'; did you \
        mean 'wal-reset'?
          require fixed:wal-rest
          ^
          fix: write 'require fixed:wal-reset'
        """
    )
  }

  /// What is said of a text that is no profile.
  private func note(on text: String, _ release: Version) throws -> [String] {
    let catalogue = try catalogue()
    let input = LintInput(
      text: OptionText(text, file: "flags.txt"),
      release: release,
      names: OptionNames(),
      catalogue: catalogue
    )
    return catalogue.faultFindings(of: input).map { TextReport(colour: false).text(of: $0) }
  }

  @Test func `options in a text are told the faults that a build with them can meet`() throws {
    let release = Version(3, 46, 1)

    #expect(
      try note(on: "-DSQLITE_ENABLE_FTS5 -DSQLITE_OMIT_WAL", release) == [
        "flags.txt:1:1: note: [release-fault] SQLite 3.46.1 has a published fault that this build "
          + "can meet: 'CVE-2025-7709' (see 'amalgam explain NAME')"
      ]
    )
    #expect(try note(on: "-USQLITE_ENABLE_FTS5 -DSQLITE_OMIT_WAL", release) == [])
    #expect(try note(on: "-DSQLITE_ENABLE_FTS5", Version(3, 53, 4)) == [])
    #expect(try note(on: "int main(void);", release) == [])
  }
}
