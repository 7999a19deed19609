import AmalgamCore
import AmalgamTestSupport
import Testing

struct ProfileResolverTests {
  private func resolve(
    _ text: String,
    others: [String: String] = [:],
    target: String? = nil
  ) throws -> (profile: ResolvedProfile, findings: [Finding]) {
    var resolver = ProfileResolver(names: { others.keys.sorted() }) { name, _ in
      others[name].map { .init(file: "\(name).profile", text: $0) }
    }
    let resolved = try resolver.resolve(
      .init(file: "app.profile", text: text),
      target: target,
      host: "x86_64-unknown-linux-gnu"
    )
    return (resolved.profile, resolved.findings)
  }

  @Test func `what is counted is inherited, can be taken back, and needs virtual tables`() throws {
    let others = ["base": "abstract\ninstrument calls\n"]

    #expect(try resolve("inherit base\n", others: others).profile.countsCalls)
    #expect(try !resolve("inherit base\ninstrument off\n", others: others).profile.countsCalls)
    expectFindings(
      try resolve("instrument calls\nSQLITE_OMIT_VIRTUALTABLE\n").findings,
      """
      app.profile:1:1: error: [profile-instrument] 'instrument calls' brings the virtual table \
      'amalgam_calls', and 'SQLITE_OMIT_VIRTUALTABLE' at app.profile:2 leaves virtual tables out
        instrument calls
        ^
        fix: remove one of the two lines
      """
    )
    #expect(try resolve("instrument off\nSQLITE_OMIT_VIRTUALTABLE\n").findings.isEmpty)
    #expect(try resolve("instrument calls\n").findings.isEmpty)
  }

  @Test func `single values override and lists append`() throws {
    let (profile, findings) = try resolve(
      "inherit base\noptimize size\nSQLITE_DQS=0\nextension geo\ncflag -b",
      others: [
        "base": "abstract\noptimize speed\nSQLITE_DQS=3\nSQLITE_X\nextension regexp\ncflag -a"
      ]
    )

    expectFindings(findings, "")
    #expect(profile.optimize?.value == .size)
    #expect(profile.options.map(\.description) == ["SQLITE_DQS=0", "SQLITE_X=1"])
    #expect(profile.option("SQLITE_DQS")?.location?.fileAndLine == "app.profile:3")
    #expect(profile.option("SQLITE_X")?.location?.fileAndLine == "base.profile:4")
    #expect(profile.extensions.map(\.name) == ["regexp", "geo"])
    #expect(profile.compilerFlags.map(\.value) == ["-a", "-b"])
    #expect(profile.library == "sqlite3-app")
  }

  @Test func `unset takes back what was inherited and warns of nothing to take`() throws {
    let (profile, findings) = try resolve(
      "inherit base\nunset SQLITE_X\nunset SQLITE_Y",
      others: ["base": "SQLITE_X"]
    )

    #expect(profile.options.isEmpty)
    expectFindings(
      findings,
      """
      app.profile:3:1: warning: [profile-unset] 'unset SQLITE_Y' has nothing to unset: the profile does not inherit it
        unset SQLITE_Y
        ^
        fix: remove the line
      """
    )
  }

  @Test func `an option on a target counts there alone and wins over a plain one`() throws {
    let text = "SQLITE_ENABLE_LOCKING_STYLE=1\non *-apple-ios* SQLITE_ENABLE_LOCKING_STYLE=0"

    let here = try resolve(text).profile
    let phone = try resolve(text, target: "arm64-apple-ios15").profile

    #expect(here.options.map(\.value) == ["1"])
    #expect(phone.options.map(\.value) == ["0"])
  }

  @Test func `the profile's own target decides which options count`() throws {
    let (profile, _) = try resolve("target arm64-apple-ios15\non *-apple-ios* SQLITE_X")

    #expect(profile.options.map(\.name) == ["SQLITE_X"])
  }

  @Test func `an option twice in one file is kept twice for lint`() throws {
    let (profile, _) = try resolve("SQLITE_DQS=0\nSQLITE_DQS=3")

    #expect(profile.options.map(\.value) == ["0", "3"])
  }

  @Test func `what is inherited and is nowhere is told`() throws {
    let others = ["base": "abstract\nSQLITE_X"]
    expectFindings(
      try resolve("inherit nosuch", others: others).findings,
      """
      app.profile:1:1: error: [profile-inherit] no profile 'nosuch' is beside this file, in Profiles or built in
        inherit nosuch
        ^
        fix: remove the line
      """
    )
    expectFindings(
      try resolve("inherit bse", others: others).findings,
      """
      app.profile:1:1: error: [profile-inherit] no profile 'bse' is beside this file, in Profiles or built in; did you mean 'base'?
        inherit bse
        ^
        fix: write the line as 'inherit base'
      """
    )
    for text in ["inherit nosuch", "inherit bse"] {
      let finding = try #require(resolve(text, others: others).findings.first)
      let mended = try mended(text, by: finding)
      #expect(try resolve(mended, others: others).findings == [])
    }
  }

  /// The text after what a finding says to do.
  private func mended(_ text: String, by finding: Finding) throws -> String {
    let (fix, place) = (try #require(finding.fix), try #require(finding.location))
    return try #require(FixApplication.apply(fix, to: text, at: place))
  }

  @Test(arguments: [
    ("extension sqlite3", "remove the line"),
    ("extension geo\nset map: geo", "remove the line"),
    ("extension geo\nextension series on-demand\nset map: geo series", "remove 'geo'"),
    ("extension geo on-demand\nset geo: series", "write 'geo-set:'"),
    ("inherit app", "remove the line"),
    ("extension geo\nextension geo", "remove the line"),
  ])
  func `a fix of what lines say together makes the finding go away`(
    text: String,
    fix: String
  ) throws {
    let others = ["app": text]
    let finding = try #require(resolve(text, others: others).findings.first)

    #expect(finding.fix == fix)
    let mended = try mended(text, by: finding)
    #expect(try resolve(mended, others: ["app": mended]).findings == [])
  }

  @Test func `a cycle is told and ends`() throws {
    expectFindings(
      try resolve("inherit a", others: ["a": "inherit b", "b": "inherit a"]).findings,
      """
      b.profile:1:1: error: [profile-inherit] inheriting 'a' makes a cycle: app.profile, a.profile, b.profile, a.profile
        inherit a
        ^
        fix: remove the line
      """
    )
  }

  @Test func `an extension twice and a contradicting demand are told`() throws {
    expectFindings(
      try resolve(
        "inherit base\nextension regexp\nforbid module:fts5",
        others: ["base": "extension regexp\nrequire module:fts5"]
      ).findings,
      """
      app.profile:2:11: warning: [duplicate-extension] extension 'regexp' is already added at base.profile:1
        extension regexp
                  ^
        fix: remove the line
      app.profile:3:1: error: [profile-demand] 'module:fts5' is forbidden, but required at base.profile:2
        forbid module:fts5
        ^
        fix: remove one of the two lines
      """
    )
  }

  @Test func `names for C and for Clang follow from the profile's`() {
    let profile = ResolvedProfile(name: "search-only", file: "x")

    #expect(profile.cName == "search_only")
    #expect(profile.moduleName == "CSQLiteSearchOnly")
  }

  @Test func `the digest follows every file that was inherited`() throws {
    let one = try resolve("inherit base", others: ["base": "SQLITE_X"]).profile
    let other = try resolve("inherit base", others: ["base": "SQLITE_X # why"]).profile

    #expect(one.digest != other.digest)
    #expect(one.options.map(\.name) == other.options.map(\.name))
  }
}
