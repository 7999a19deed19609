import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// What lint says of lines for other systems, and of options that another line sets too.
struct OtherSystemTests {
  private func findings(_ text: String) throws -> [String] {
    var resolver = ProfileResolver { _, _ in nil }
    let profile = try resolver.resolve(
      .init(file: "a.profile", text: text),
      host: "x86_64-unknown-linux-gnu"
    ).profile
    let findings = Lint.findings(
      ofOtherSystemsIn: profile,
      release: LintSupport.release,
      names: try OptionNames(parsing: LintSupport.names, file: "option-names.txt"),
      catalogue: try LintSupport.catalogue()
    )
    return findings.map { TextReport(colour: false).text(of: $0) }
  }

  @Test func `a line for another system is judged as if the profile were built for it`() throws {
    let found = try findings(
      """
      SQLITE_ENABLE_SESSION
      on *-apple-* SQLITE_ENABLE_FTS6
      on *-apple-* SQLITE_WIN32_MALLOC
      on *windows* SQLITE_WIN32_MALLOC
      on *windows* SQLITE_DQS=9
      on *-linux-* SQLITE_DQS=9
      """
    )
    #expect(
      found == [
        """
        a.profile:2:14: error: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_FTS6'; \
        did you mean 'SQLITE_ENABLE_FTS3'?
          on *-apple-* SQLITE_ENABLE_FTS6
                       ^
          fix: write 'SQLITE_ENABLE_FTS3'
        """,
        """
        a.profile:3:14: warning: [platform] 'SQLITE_WIN32_MALLOC=1' has code for Windows only, and \
        the profile is built for '*-apple-*'
          on *-apple-* SQLITE_WIN32_MALLOC
                       ^
          fix: remove the line
        """,
        """
        a.profile:5:14: error: [value-range] 'SQLITE_DQS=9' is set, but 'SQLITE_DQS' may be 0 to 3
          on *windows* SQLITE_DQS=9
                       ^
          fix: write 'SQLITE_DQS=3', or remove the line
        """,
      ]
    )
    #expect(try findings("SQLITE_DQS=0\non *-apple-* SQLITE_ENABLE_FTS5\n") == [])
    // With the line of all systems it would be set twice for none.
    #expect(try findings("SQLITE_DQS=0\non *-apple-* SQLITE_DQS=1\n") == [])
  }

  @Test func `lines of a wider pattern hold for a narrower one`() throws {
    #expect(
      try findings(
        "on *-apple-* SQLITE_ENABLE_PREUPDATE_HOOK\non *-apple-ios* SQLITE_ENABLE_SESSION\n"
      )
        == []
    )
    let found = try findings(
      "on *-apple-ios* SQLITE_ENABLE_PREUPDATE_HOOK\non *-apple-* SQLITE_ENABLE_SESSION\n"
    )
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("a.profile:2:14: error: [missing-partner]") == true)
  }

  @Test func `what is wrong for two systems is told at the line of each`() throws {
    let found = try findings("on *-apple-ios* SQLITE_DQS=9\non *-apple-tvos* SQLITE_DQS=9\n")
    #expect(found.map { $0.prefix(17) } == ["a.profile:1:17: e", "a.profile:2:18: e"])
  }

  @Test func `a text is judged for the target that is asked for`() throws {
    let input = LintInput(
      text: OptionText("-DSQLITE_WIN32_MALLOC", file: "flags.txt"),
      release: LintSupport.release,
      names: OptionNames(),
      catalogue: try LintSupport.catalogue(),
      target: "arm64-apple-ios18.0"
    )
    expectFindings(
      Lint.run(on: input).findings,
      """
      flags.txt:1:3: warning: [platform] 'SQLITE_WIN32_MALLOC=1' has code for Windows only, and the \
      target is 'arm64-apple-ios18.0'
        -DSQLITE_WIN32_MALLOC
          ^
        fix: remove the line
      """
    )
  }

  @Test func `what another line sets is off only when both are gone`() throws {
    try expectLint(
      ofProfile: "SQLITE_ENABLE_FTS5\non *-linux-* SQLITE_ENABLE_FTS5=0\n",
      """
      Profiles/a.profile:2:14: error: [value-of-flag] 'SQLITE_ENABLE_FTS5=0' does not switch it off: \
      SQLite only asks whether 'SQLITE_ENABLE_FTS5' is set
        on *-linux-* SQLITE_ENABLE_FTS5=0
                     ^
        note: 'SQLITE_ENABLE_FTS5' is set at Profiles/a.profile:1 too
        fix: remove the line and remove line 1 to leave it off, or write 'SQLITE_ENABLE_FTS5=1' to \
      switch it on
      """
    )
  }

  @Test func `what is inherited is left off by unset`() throws {
    let base = "abstract\nSQLITE_ENABLE_FTS5\n"
    func resolve(_ text: String) throws -> ResolvedProfile {
      var resolver = ProfileResolver { _, _ in .init(file: "base.profile", text: base) }
      return try resolver.resolve(
        .init(file: "a.profile", text: text),
        host: "x86_64-unknown-linux-gnu"
      ).profile
    }
    let text = "inherit base\non *-linux-* SQLITE_ENABLE_FTS5=no   # off\n"
    let input = LintInput(
      profile: try resolve(text),
      release: LintSupport.release,
      names: OptionNames(),
      catalogue: try LintSupport.catalogue()
    )
    let found = try #require(Lint.run(on: input).all.first)
    let choice = try #require(found.fix?.choices.first)

    #expect(
      found.finding.fix?.hasPrefix("write 'unset SQLITE_ENABLE_FTS5' to leave it off") == true
    )
    let mended = choice.applied(to: text, of: "a.profile")
    #expect(mended == "inherit base\nunset SQLITE_ENABLE_FTS5   # off\n")
    #expect(try resolve(mended).options == [])
  }

  @Test func `a name that asks for off is taken away, since any value would switch it on`() throws {
    try expectLint(
      of: "-DSQLITE_SNAPSHOT_ENABLE=0 -DSQLITE_DQS=0",
      """
      flags.txt:1:3: error: [word-order] 'SQLITE_SNAPSHOT_ENABLE' has the words of \
      'SQLITE_ENABLE_SNAPSHOT' in another order, and no effect
        -DSQLITE_SNAPSHOT_ENABLE=0 -DSQLITE_DQS=0
          ^
        fix: remove '-DSQLITE_SNAPSHOT_ENABLE=0'
      """
    )
    try expectLint(
      of: "-DENABLE_FTS5=0 -DSQLITE_DQS=0",
      """
      flags.txt:1:3: error: [missing-prefix] 'ENABLE_FTS5' has no effect without its prefix; \
      did you mean 'SQLITE_ENABLE_FTS5'?
        -DENABLE_FTS5=0 -DSQLITE_DQS=0
          ^
        fix: remove '-DENABLE_FTS5=0'
      """
    )
  }

  @Test func `a flag that is an item of its own goes with its name`() throws {
    try expectLint(
      of: #"flags: ["-D", "SQLITE_ENABLE_JSON1", "-DSQLITE_DQS=0"]"#,
      file: "a.json",
      #"""
      a.json:1:16: warning: [no-effect] 'SQLITE_ENABLE_JSON1' has no effect: SQLite 3.46.1 has it \#
      built in
        flags: ["-D", "SQLITE_ENABLE_JSON1", "-DSQLITE_DQS=0"]
                       ^
        note: 'SQLITE_OMIT_JSON' is what removes it
        fix: remove '"-D", "SQLITE_ENABLE_JSON1"'
      """#
    )
  }

  @Test func `a variable that is set to the name of an option is none`() throws {
    let names = OptionText("NAME=\"SQLITE_DQS\"\n", file: "x").mentions.map(\.option.name)
    #expect(names == ["SQLITE_DQS"])
    #expect(
      OptionText("SQLITE_DQS=\"1\"\n", file: "x").mentions.map(\.option.description)
        == ["SQLITE_DQS=1"]
    )
  }

  @Test func `a number of more than 64 bits is told as that`() throws {
    try expectLint(
      of: "-DSQLITE_DEFAULT_CACHE_SIZE=-99999999999999999999",
      """
      flags.txt:1:3: error: [value-range] 'SQLITE_DEFAULT_CACHE_SIZE=-99999999999999999999' is set, \
      but 'SQLITE_DEFAULT_CACHE_SIZE' may be any whole number of 64 bits
        -DSQLITE_DEFAULT_CACHE_SIZE=-99999999999999999999
          ^
        fix: write '-DSQLITE_DEFAULT_CACHE_SIZE=-2000', or remove the line
      """
    )
    let size = try #require(
      try EmbeddedTables.catalogue()["SQLITE_DEFAULT_CACHE_SIZE"]?.values.last
    )
    #expect(size.value.verdict(on: "-99999999999") == .refused)
    #expect(size.value.verdict(on: "-64000") == .allowed)
  }
}

/// Options that do not link at every level of the compiler.
struct UnlinkedOptionTests {
  @Test func `what links only optimised is an error where the profile says debug`() throws {
    try expectLint(
      ofProfile: "optimize debug # for now\nSQLITE_OMIT_ALTERTABLE\n",
      """
      Profiles/a.profile:2:1: error: [broken-omit] SQLite 3.46.1 links with \
      'SQLITE_OMIT_ALTERTABLE' only where the compiler optimises
        SQLITE_OMIT_ALTERTABLE
        ^
        note: 'optimize debug' is set at Profiles/a.profile:1
        fix: write 'optimize size' in line 1, or remove the line
      Profiles/a.profile:2:1: note: [needs-regeneration] SQLite 3.46.1 is generated anew for \
      'SQLITE_OMIT_ALTERTABLE'
        SQLITE_OMIT_ALTERTABLE
        ^
      """
    )
    for text in ["SQLITE_OMIT_ALTERTABLE\n", "optimize size\nSQLITE_OMIT_ALTERTABLE\n"] {
      let found = Lint.run(on: try LintSupport.input(profile: text)).findings
      #expect(!found.contains { $0.check == "broken-omit" })
    }
    let older = try LintSupport.input(
      profile: "optimize debug\nSQLITE_OMIT_ALTERTABLE\n",
      release: Version(3, 40, 1)
    )
    #expect(!Lint.run(on: older).findings.contains { $0.check == "broken-omit" })
  }
}

/// What the table says of releases that nobody tried, and of those before an option.
struct UntriedReleaseTests {
  @Test func `what was tried with another release is told of that one`() throws {
    let table = "stock\n  measured 3.46.1 3.53.4\nSQLITE_OMIT_ATTACH grammar\n  broken link\n"
    let catalogue = try OptionCatalogue(parsing: [(table, "catalogue.txt")])
    func message(_ release: Version) -> String? {
      let text = OptionText("-DSQLITE_OMIT_ATTACH", file: "flags.txt")
      let names = OptionNames()
      let input = LintInput(text: text, release: release, names: names, catalogue: catalogue)
      return Lint.run(on: input).findings.first { $0.check == "broken-omit" }?.message
    }
    let head = "does not build with 'SQLITE_OMIT_ATTACH', not even generated anew (link)"

    #expect(message(Version(3, 53, 4)) == "SQLite 3.53.4 \(head)")
    #expect(message(Version(3, 60, 0)) == "SQLite 3.53.4 \(head), and SQLite 3.60.0 was not tried")
    #expect(message(Version(3, 50, 0)) == "SQLite 3.46.1 \(head), and SQLite 3.50.0 was not tried")
    #expect(message(Version(3, 22, 0)) == "SQLite 3.46.1 \(head), and SQLite 3.22.0 was not tried")
  }

  @Test func `an option is not built in before there was what it asks for`() throws {
    let input = LintInput(
      text: OptionText("-DSQLITE_ENABLE_DESERIALIZE", file: "flags.txt"),
      release: Version(3, 22, 0),
      names: try EmbeddedTables.names(),
      catalogue: try EmbeddedTables.catalogue()
    )
    #expect(
      Lint.run(on: input).findings.map(\.message)
        == ["SQLite 3.22.0 does not know 'SQLITE_ENABLE_DESERIALIZE', which 3.23.0 has"]
    )
  }

  @Test func `JSON is there by an option before 3.38, and always from there on`() throws {
    let catalogue = try EmbeddedTables.catalogue()
    var profile = ResolvedProfile(name: "a", file: "a.profile")
    func hasJSON(_ release: Version) -> Bool {
      catalogue.promise(of: profile, release: release).includes(Capability(.function, "json/1"))
    }

    #expect(!hasJSON(Version(3, 37, 2)))
    #expect(hasJSON(Version(3, 38, 0)))
    profile.options = [CompileOption("SQLITE_ENABLE_JSON1")]
    #expect(hasJSON(Version(3, 37, 2)))
  }

  @Test func `an option beside one that leaves out what it is for is a warning`() throws {
    let input = LintInput(
      text: OptionText("-DSQLITE_DEFAULT_WAL_SYNCHRONOUS=1 -DSQLITE_OMIT_WAL", file: "flags.txt"),
      release: LintSupport.release,
      names: try EmbeddedTables.names(),
      catalogue: try EmbeddedTables.catalogue()
    )
    expectFindings(
      Lint.run(on: input).findings,
      """
      flags.txt:1:3: warning: [no-effect] 'SQLITE_DEFAULT_WAL_SYNCHRONOUS' has no effect beside \
      'SQLITE_OMIT_WAL', which leaves out what it is for
        -DSQLITE_DEFAULT_WAL_SYNCHRONOUS=1 -DSQLITE_OMIT_WAL
          ^
        fix: remove '-DSQLITE_DEFAULT_WAL_SYNCHRONOUS=1'
      """
    )
  }
}

/// Demands of what SQLite alone gives its name.
struct UnknownDemandTests {
  private func findings(_ text: String) throws -> [Finding] {
    var resolver = ProfileResolver { _, _ in nil }
    let profile = try resolver.resolve(.init(file: "a.profile", text: text), host: "").profile
    return try EmbeddedTables.catalogue().unknownDemands(of: profile)
  }

  @Test func `a kind of file, syntax or pragma that is none is refused`() throws {
    expectFindings(
      try findings(
        "forbid syntax:upsrt\nrequire pragma:foreign_key\nrequire file:nothing-like-it\n"
      )
      .filter { $0.subject != "file:nothing-like-it" },
      """
      a.profile:1:1: error: [unknown-capability] no release has 'syntax:upsrt'; did you mean \
      'syntax:upsert'?
        forbid syntax:upsrt
        ^
        note: known are cast, compound-select, explain, reindex, returning, update-limit, upsert
        fix: write 'forbid syntax:upsert'
      a.profile:2:1: error: [unknown-capability] no release has 'pragma:foreign_key'; did you mean \
      'pragma:foreign_keys'?
        require pragma:foreign_key
        ^
        fix: write 'require pragma:foreign_keys'
      """
    )
    let file = try #require(try findings("require file:nothing-like-it\n").first)
    #expect(file.message == "no release has 'file:nothing-like-it'")
    #expect(file.fix == "remove the line")
  }

  @Test func `what is known, and what anybody may name, is not`() throws {
    #expect(
      try findings(
        """
        require file:wal
        forbid pragma:auto_vacuum
        require syntax:update-limit
        require function:acme/1
        require module:acme
        forbid symbol:acme
        """
      ) == []
    )
  }

  @Test func `every kind of file that is opened can be demanded`() throws {
    let text = try ProjectFiles.text("Sources/Embedded/file-kinds.txt")
    let kinds = try FileKinds(parsing: text, file: "file-kinds.txt").all
    #expect(kinds.count > 20)
    for kind in kinds { #expect(try findings("require \(kind.capability)\n") == []) }
  }
}
