import AmalgamCore
import AmalgamTestSupport
import Testing

struct IsolationCheckTests {
  /// Judges an archive that defines `symbols`, of which `unprefixed` lack the prefix, and exports
  /// `exported`.
  private func result(
    profile: String,
    unprefixed: Set<String> = [],
    exported: Set<String> = [],
    symbols: Listing<String> = .known(["sqlite3_open"])
  ) throws -> Check.Result? {
    var resolver = ProfileResolver { _, _ in nil }
    let resolved = try resolver.resolve(.init(file: "p.profile", text: profile), host: "any")
    let expectation = Expectation(
      variant: "p",
      profile: resolved.profile,
      release: Version(3, 53, 4),
      checkIn: "",
      catalogue: try exampleExpectation([]).catalogue
    )
    let library = exampleLibrary {
      $0.symbols = symbols
      $0.unprefixed = unprefixed
      $0.exportedNames = .known(exported)
    }
    return Check.isolation.judge(Evidence(libraries: [library]), expectation)
  }

  @Test func `names without the prefix are an error of its line`() throws {
    expectFindings(
      try result(profile: "prefix acme_\n", unprefixed: ["sqlite3_open"])?.findings ?? [],
      """
      p.profile:1:1: error: [isolation] the profile asks for the prefix 'acme_', but \
      'build/full/libsqlite3-full.a' defines 'sqlite3_open' without it
        prefix acme_
        ^
      """
    )
    expectFindings(
      try result(profile: "prefix acme_\n", unprefixed: ["sqlite3_b", "sqlite3_a"])?.findings ?? [],
      """
      p.profile:1:1: error: [isolation] the profile asks for the prefix 'acme_', but \
      'build/full/libsqlite3-full.a' defines 2 names without it: 'sqlite3_a', 'sqlite3_b'
        prefix acme_
        ^
      """
    )
  }

  @Test func `exported names are an error where they were to be hidden`() throws {
    expectFindings(
      try result(profile: "visibility hidden\n", exported: ["sqlite3_open", "_init"])?.findings
        ?? [],
      """
      p.profile:1:1: error: [isolation] the profile asks for hidden names, but \
      'build/full/libsqlite3-full.a' exports 'sqlite3_open'
        visibility hidden
        ^
      """
    )
    expectFindings(
      try result(profile: "visibility hidden\n", exported: ["a", "b"])?.findings ?? [],
      """
      p.profile:1:1: error: [isolation] the profile asks for hidden names, but \
      'build/full/libsqlite3-full.a' exports 2: 'a', 'b'
        visibility hidden
        ^
      """
    )
  }

  @Test func `a library as asked is silent, and no isolation asks for nothing`() throws {
    #expect(try result(profile: "prefix acme_\nvisibility hidden\n")?.findings == [])
    #expect(try result(profile: "", exported: ["sqlite3_open"]) == nil)
    #expect(try result(profile: "visibility default\n", exported: ["sqlite3_open"]) == nil)
  }

  @Test func `a file that cannot be read is not judged`() throws {
    let result = try result(profile: "prefix acme_\n", symbols: .unknown("it is packed"))

    #expect(result?.findings == [])
    #expect(result?.skipped.map(\.reason) == ["it is packed"])
  }
}
