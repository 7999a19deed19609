import AmalgamCore
import AmalgamTestSupport
import Testing

struct RegistrationCheckTests {
  private let check = Check.registration
  private let manifest =
    "{\"profile\":\"full\",\"release\":\"3.53.4\",\"sourceID\":\"\(exampleSourceID)\","
    + "\"extensions\":[\"regexp\"]}"

  private func findings(
    isOwnBuild: Bool = true,
    _ change: (inout LibraryEvidence) -> Void
  ) throws -> [Finding] {
    let expectation = try exampleExpectation(
      extensions: ["regexp"],
      hasManifest: true,
      isOwnBuild: isOwnBuild
    )
    let library = exampleLibrary {
      $0.manifest = .text(manifest)
      $0.registration.connections = [nil, nil, nil]
      $0.registration.pool = .init(failed: 0, opens: 2000, message: nil)
      change(&$0)
    }
    return check.judge(Evidence(libraries: [library]), expectation)?.findings ?? []
  }

  @Test func `a library that registers on every connection is silent`() throws {
    expectFindings(try findings { _ in }, "")
  }

  @Test func `threads that the driver does not have are not run, not passed`() throws {
    let expectation = try exampleExpectation(extensions: ["regexp"], isOwnBuild: false)
    let library = exampleLibrary {
      $0.registration.notRun = nil
      $0.registration.poolNotRun = "the driver cannot do it: no threads"
    }

    let result = check.judge(Evidence(libraries: [library]), expectation)

    #expect(
      result?.skipped.map { "\($0.subject): \($0.reason)" }
        == ["pool: the driver cannot do it: no threads"]
    )
  }

  @Test func `a pool that gives no message is told all the same`() throws {
    expectFindings(
      try findings {
        $0.registration.pool = .init(failed: 1, opens: 2000, message: nil)
      },
      """
      full: error: [registration] 1 of 2000 connections that many threads open at once do not have \
      what is registered: no message
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
  }

  @Test func `a function on the first connection only is an error`() throws {
    expectFindings(
      try findings {
        $0.registration.connections = [nil, "no such function: regexp", "no such function: regexp"]
        $0.registration.pool = .init(failed: 1999, opens: 2000, message: "no such function: regexp")
      },
      """
      full: error: [registration] the second and third connection of 3 do not have what is registered: \
      no such function: regexp
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
    expectFindings(
      try findings { $0.registration.connections = [nil, nil, "no such function: regexp"] },
      """
      full: error: [registration] the third connection of 3 does not have what is registered: no such \
      function: regexp
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
  }

  @Test func `a function on no connection is an error`() throws {
    let error = "no such function: regexp"
    expectFindings(
      try findings { $0.registration.connections = [error, error, error] },
      """
      full: error: [registration] no connection has what is registered: no such function: regexp
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
  }

  @Test func `a race of many threads is an error`() throws {
    expectFindings(
      try findings {
        $0.registration.pool = .init(failed: 4, opens: 2000, message: "no such function: regexp")
      },
      """
      full: error: [registration] 4 of 2000 connections that many threads open at once do not have \
      what is registered: no such function: regexp
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
  }

  @Test func `registration that reads the database is an error`() throws {
    expectFindings(
      try findings {
        $0.registration.lockedOpenError = "database is locked"
        $0.registration.strangeOpenError = "file is not a database"
      },
      """
      full: error: [registration] a file that another connection has locked cannot be opened: database \
      is locked
        note: the archive registers 'regexp', 'amalgam_manifest()'
      full: error: [registration] a file that is no database cannot be opened: file is not a database
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
  }

  @Test func `a manifest that is absent or of something else is an error`() throws {
    expectFindings(
      try findings { $0.manifest = .absent("no such function: amalgam_manifest") },
      """
      full: error: [registration] 'amalgam_manifest()' does not answer: no such function: \
      amalgam_manifest
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
    expectFindings(
      try findings { $0.manifest = .text("{\"profile\":\"other\"}") }
        .filter { $0.message.contains("profile\":\"full") },
      """
      full: error: [registration] 'amalgam_manifest()' does not have '"profile":"full"': \
      {"profile":"other"}
        note: the archive registers 'regexp', 'amalgam_manifest()'
      """
    )
  }

  @Test func `a library from elsewhere needs no manifest`() throws {
    expectFindings(
      try findings(isOwnBuild: false) {
        $0.manifest = .absent("no such function: amalgam_manifest")
      },
      ""
    )
  }

  @Test func `a profile that registers nothing is not judged, a process that died is skipped`()
    throws
  {
    let evidence = Evidence(libraries: [exampleLibrary()])
    #expect(check.judge(evidence, try exampleExpectation()) == nil)

    let dead = exampleLibrary { $0.registration.notRun = "the driver did not come to it" }
    let expectation = try exampleExpectation(extensions: ["regexp"])
    let result = check.judge(Evidence(libraries: [dead]), expectation)
    #expect(result?.skipped.map(\.reason) == ["the driver did not come to it"])
  }
}
