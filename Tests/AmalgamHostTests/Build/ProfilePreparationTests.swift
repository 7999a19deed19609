import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ProfilePreparationTests {
  private let checkIn = String(repeating: "a", count: 64)

  private func prepare(
    _ files: [String: String],
    _ operands: [String] = [],
    request: BuildRequest = BuildRequest(),
    pinning more: [Release] = []
  ) throws -> [PreparedProfile] {
    let files = FakeFiles(files)
    let lock = ReleaseLock(
      more + [
        Release(Version(3, 46, 1), checkIn: checkIn, year: 2024, sha3: nil),
        Release(Version(3, 53, 4), checkIn: checkIn, year: 2026, sha3: nil, isDefault: true),
      ],
      file: "Vendor/releases.lock"
    )
    return try ProfilePreparation(
      project: Project(asked: nil, workingDirectory: "/app", files: files),
      files: files,
      tables: Tables(),
      lock: lock,
      request: request
    ).profiles(operands)
  }

  @Test func `without an operand every profile that is not abstract is prepared`() throws {
    let prepared = try prepare([
      "/app/Profiles/base.profile": "abstract\nSQLITE_THREADSAFE=2",
      "/app/Profiles/a.profile": "inherit base", "/app/Profiles/b.profile": "inherit base",
    ])

    #expect(prepared.map(\.variant.description) == ["a", "b"])
    #expect(prepared.map(\.release.version) == [Version(3, 53, 4), Version(3, 53, 4)])
    #expect(prepared.allSatisfy { $0.isBuildable })
  }

  @Test func `an extension that the release has in its core is told with the option`() throws {
    let text = "extension percentile\nset more: carray\n"
    let prepared = try prepare(["/app/Profiles/a.profile": text], ["a"])[0]

    expectFindings(
      prepared.findings.filter { $0.check == "extension-in-core" },
      """
      Profiles/a.profile:1:11: error: [extension-in-core] SQLite 3.53.4 has 'percentile' in its core, \
      behind 'SQLITE_ENABLE_PERCENTILE', so it is no extension there
        extension percentile
                  ^
        fix: write the line as 'SQLITE_ENABLE_PERCENTILE'
      Profiles/a.profile:2:11: error: [extension-in-core] SQLite 3.53.4 has 'carray' in its core, \
      behind 'SQLITE_ENABLE_CARRAY', so it is no extension there
        set more: carray
                  ^
        fix: take it out of the set, and set 'SQLITE_ENABLE_CARRAY'
      """
    )
    #expect(!prepared.isBuildable)
    let found = try #require(prepared.findings.first { $0.subject == "percentile" })
    let place = try #require(found.location)
    let mended = try #require(FixApplication.apply(found.fix ?? "", to: text, at: place))
    let again = try prepare(["/app/Profiles/a.profile": mended], ["a"])[0]
    #expect(!again.findings.contains { $0.subject == "percentile" })
    let older = try prepare(["/app/Profiles/a.profile": "sqlite 3.46.1\n" + text], ["a"])[0]
    #expect(!older.findings.contains { $0.check == "extension-in-core" })
  }

  @Test func `a profile that is named twice is prepared once`() throws {
    let files = ["/app/Profiles/a.profile": "", "/app/Profiles/b.profile": ""]

    let prepared = try prepare(files, ["a", "b", "Profiles/a.profile", "a"])

    #expect(prepared.map(\.variant.description) == ["a", "b"])
  }

  @Test func `what differs from the profile's own is in the variant's name`() throws {
    let files = ["/app/Profiles/a.profile": "sqlite 3.46.1\ntarget aarch64-linux-gnu"]

    let plain = try prepare(files, ["a"])
    let other = try prepare(
      files,
      ["a"],
      request: BuildRequest(
        release: Version(3, 53, 4),
        target: "arm64-apple-ios15",
        compiler: "gcc"
      )
    )

    #expect(plain.map(\.variant.description) == ["a"])
    #expect(plain.map(\.target) == ["aarch64-linux-gnu"])
    #expect(other.map(\.variant.description) == ["a@3.53.4+arm64-apple-ios15~gcc"])
  }

  @Test func `an abstract profile is not built`() {
    #expect(
      throws: Failures([
        Failure(
          "Profiles/base.profile",
          "is abstract: it is only there to be inherited",
          fix: "write a profile with 'inherit base'"
        )
      ])
    ) { try prepare(["/app/Profiles/base.profile": "abstract"], ["base"]) }
  }

  @Test func `a project without a profile to build is told so`() {
    #expect(
      throws: Failure(
        "/app",
        "has no profile to build: 'Profiles' holds none that is not abstract",
        fix: "run 'amalgam init', or name a profile such as 'builtin:minimal'"
      )
    ) { try prepare(["/app/Profiles/base.profile": "abstract"]) }
  }

  @Test func `all operands that cannot be read are told at once`() {
    let failures = #expect(throws: Failures.self) {
      try prepare([:], ["./a.profile", "./b.profile"])
    }

    #expect(failures?.all.map(\.place) == ["a.profile", "b.profile"])
  }

  @Test func `a release that is not pinned is told with all else that is wrong`() throws {
    let prepared = try prepare(["/app/Profiles/a.profile": "sqlite 3.1.2\nSQLITE_ENABLE_FT5\n"])

    expectFindings(
      prepared.flatMap(\.findings).filter { $0.check != "release-fault" },
      """
      Profiles/a.profile:1:1: error: [unknown-release] 'Vendor/releases.lock' pins no release \
      '3.1.2'; it pins 3.46.1, 3.53.4
        sqlite 3.1.2
        ^
        fix: pin it: 'amalgam releases add --from sqlite-src-3010200.zip'
      Profiles/a.profile:2:1: error: [unknown-option] unknown compile-time option \
      'SQLITE_ENABLE_FT5'; did you mean 'SQLITE_ENABLE_FTS5'?
        SQLITE_ENABLE_FT5
        ^
        fix: write 'SQLITE_ENABLE_FTS5'
      """
    )
  }

  @Test func `a release that cannot register is told, and a later one is the way out`() throws {
    let old = Release(Version(3, 40, 1), checkIn: checkIn, year: 2022, sha3: nil)
    func findings(_ text: String) throws -> [Finding] {
      try prepare(["/app/Profiles/a.profile": text], pinning: [old]).flatMap(\.findings)
        .filter { $0.check != "release-fault" }
    }

    expectFindings(
      try findings("sqlite 3.40.1\n"),
      """
      Profiles/a.profile:1:1: error: [unsupported-release] SQLite 3.40.1 has no \
      'SQLITE_EXTRA_AUTOEXT', by which a variant registers its extensions and amalgam_manifest()
        sqlite 3.40.1
        ^
        fix: choose 3.46 or later
      """
    )
    expectFindings(try findings("sqlite 3.46.1\n"), "")
  }

  @Test func `an accepted finding no longer stops a build`() throws {
    let option = "SQLITE_ENABLE_FT5\n"
    let line = "accept unknown-option SQLITE_ENABLE_FT5 because \"ours\"\n"
    let expired = "accept unknown-option SQLITE_ENABLE_FT5 until 2020-01-01 because \"ours\"\n"

    func isBuildable(_ text: String) throws -> Bool {
      try prepare(["/app/Profiles/a.profile": text]).allSatisfy(\.isBuildable)
    }

    #expect(try !isBuildable(option))
    #expect(try isBuildable(option + line))
    #expect(try !isBuildable(option + expired))
  }
}
