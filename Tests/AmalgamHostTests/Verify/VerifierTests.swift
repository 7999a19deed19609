import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// The whole way from a library file to a report, with a stand-in for SQLite.
@Suite(.serialized)
struct VerifierTests {
  private let standIn: StandIn

  init() throws {
    standIn = try StandIn()
  }

  private let oneCase = "query I\nrow 1\n----\n1\n"

  @Test func `a library that answers as it should passes`() throws {
    let report = try standIn.verify(oneCase)

    expectFindings(report.findings, "")
    #expect(report.failures.isEmpty)
    #expect(report.body == "full: 1 case in 1 suite, 1 passed, 0 failed, 0 omitted")
    #expect(report.exitStatus() == 0)
  }

  @Test func `it runs in memory and in a file with the archive, once with the shared library`()
    throws
  {
    let report = try standIn.verify(oneCase)

    let suite = "\"name\":\"stand\",\"cases\":1,\"passed\":1,\"failed\":0,\"omitted\":0,\"runs\":3"
    #expect(JSONReport().json(of: report).compact.contains(suite))
  }

  @Test func `a shared library alone runs in both`() throws {
    let subject = VerifySubject(shared: standIn.shared, headers: standIn.folder.path)

    let report = try standIn.verify("query I\nrow 2\n----\n1\n", subject: subject)

    expectFindings(
      report.findings,
      """
      stand.test:3:1: error: [conformance] expected 1 in row 1, column 1, got 2
        query I
        ^
        note: SQL: row 2
        note: variant 'full', shared library in memory, shared library in a file
      """
    )
    #expect(report.exitStatus() == 1)
  }

  @Test func `a crash is told with the record, and the other suites' cases are still judged`()
    throws
  {
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)

    let report = try standIn.verify(
      "database memory\n\(oneCase)\nquery I\ncrash\n----\n1\n",
      subject: subject
    )

    expectFindings(
      report.findings,
      """
      stand.test:9:1: error: [crash] the driver was ended by signal 6 (archive in memory)
        query I
        ^
        note: SQL: crash
        note: variant 'full', suite 'stand'
      """
    )
    #expect(report.body == "full: 2 cases in 1 suite, 1 passed, 1 failed, 0 omitted")
  }

  @Test func `a hang is told after the time a suite may take`() throws {
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)

    let report = try standIn.verify(
      "database memory\nquery I\nhang\n----\n1\n",
      subject: subject,
      seconds: 1
    )

    expectFindings(
      report.findings,
      """
      stand.test:4:1: error: [hang] the driver did not end within 1 s (archive in memory)
        query I
        ^
        note: SQL: hang
        note: variant 'full', suite 'stand'
      """
    )
  }

  @Test func `a result without end is told at once, with the record`() throws {
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)

    let report = try standIn.verify(
      "database memory\n\(oneCase)\nquery I\nflood\n----\n1\n",
      subject: subject,
      largestFile: 100_000
    )

    expectFindings(
      report.findings,
      """
      stand.test:9:1: error: [hang] the driver was stopped: it wrote 100000 bytes into one file and \
      had not ended (archive in memory)
        query I
        ^
        note: SQL: flood
        note: variant 'full', suite 'stand'
      """
    )
    #expect(report.body == "full: 2 cases in 1 suite, 1 passed, 1 failed, 0 omitted")
  }

  @Test func `a driver that fails after its last answer is told`() throws {
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)
    let driver = StandIn.driver.replacingOccurrences(of: "return 0;", with: "return 3;")

    let report = try standIn.verify(
      "database memory\n\(oneCase)",
      subject: subject,
      driver: driver
    )

    let finding = report.findings.last { $0.subject == "stand:0" }
    #expect(finding?.message == "the driver exited with status 3 (archive in memory)")
    #expect(finding?.notes.first == "after the last request")
  }

  @Test func `answers that make no sense and memory that is kept are told`() throws {
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)

    let report = try standIn.verify(
      "database memory\n\(oneCase)\nstatement ok\nleak\n",
      subject: subject
    )
    expectFindings(
      report.findings,
      """
      full: error: [leak] suite 'stand' leaves 7 bytes allocated after the library is shut down \
      (archive in memory)
      """
    )

    let nonsense = try standIn.verify(
      "database memory\n\(oneCase)\nquery I\nnonsense\n----\n1\n",
      subject: subject
    )
    expectFindings(
      nonsense.findings,
      """
      full: error: [crash] the driver's answers make no sense from byte 164 on: a row, a value, 'ok' \
      or 'error' was to come (archive in memory)
        note: before SQL: nonsense
        note: variant 'full', suite 'stand'
        note: 1 record after it was not reached
      """
    )
  }

  @Test func `a request that the driver refuses is no verdict on the library`() throws {
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)

    let report = try standIn.verify(
      "database memory\nstatement ok\nrefuse\n",
      subject: subject
    )

    #expect(report.failures.count == 1)
    #expect(report.failures.first?.message == "'driver' exited with status 70")
    #expect(report.failures.first?.notes.first == "amalgam-driver: refused")
    #expect(report.exitStatus() == 2)
  }

  @Test func `a name that no program links without is a finding`() throws {
    let standIn = try StandIn(flags: ["-DWITHOUT_SOURCE_ID"])
    let subject = VerifySubject(archive: standIn.archive, headers: standIn.folder.path)

    let report = try standIn.verify(oneCase, subject: subject)

    #expect(report.failures.isEmpty)
    #expect(
      report.findings.first { $0.check == "missing-symbol" }?.message
        == "'sqlite3_sourceid' is not defined in 'libstand.a', so no program can be linked with it"
    )
    #expect(report.skipped > 0)
    #expect(report.exitStatus() == 1)
  }

  @Test func `a library that was built again is linked again, an unchanged one is not`() throws {
    _ = try standIn.verify(oneCase)
    // One compile and two links.
    #expect(standIn.commands.builds == 3)

    _ = try standIn.verify(oneCase)
    #expect(standIn.commands.builds == 3)

    try standIn.build(flags: ["-DWITH_ONE_MORE"])
    let report = try standIn.verify(oneCase)
    #expect(standIn.commands.builds == 5)
    #expect(report.findings.contains { $0.subject == "sqlite3_one_more" })
  }

  @Test func `a driver that does not compile is a failure with the log`() throws {
    let report = try standIn.verify(oneCase, driver: "int main(void) { return missing; }\n")

    #expect(report.failures.map(\.place) == ["conformance driver"])
    #expect(report.failures.first?.message == "'clang' exited with status 1")
    #expect(
      report.failures.first?.notes.first?.contains("use of undeclared identifier 'missing'")
        ?? false
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `a verification without any case is no pass`() throws {
    let report = try standIn.verify("statement ok\nSELECT 1\n")

    #expect(
      text(of: report.failures) == """
        full: error: no conformance case was run
          fix: add a suite with --suite, or promise what the suites need
        """
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `a library that is not there is a failure`() throws {
    let subject = VerifySubject(archive: "/no/such.a", headers: standIn.folder.path)

    let report = try standIn.verify(oneCase, subject: subject)

    #expect(
      text(of: report.failures) == "/no/such.a: error: cannot be read: No such file or directory"
    )
    #expect(
      text(
        of: try standIn.verify(oneCase, subject: VerifySubject(headers: standIn.folder.path))
          .failures
      )
        == "full: error: has no library to judge"
    )
  }

  @Test func `nothing is left in the place for database files`() throws {
    _ = try standIn.verify(oneCase)

    let inputs = standIn.commands.commands.compactMap(\.input)
    #expect(!inputs.isEmpty)
    #expect(inputs.allSatisfy { !FileManager.default.fileExists(atPath: Path.directory(of: $0)) })
  }

  @Test func `a file from elsewhere is what its contents say`() throws {
    let files = SystemFiles()
    let folder = standIn.folder.path
    func subject(_ path: String) throws -> VerifySubject {
      try VerifySubject.library(path, releaseHeaders: "/release", files: files)
    }

    #expect(
      try subject(standIn.archive)
        == VerifySubject(archive: standIn.archive, headers: folder, isOwnBuild: false)
    )
    #expect(try subject(standIn.shared).shared == standIn.shared)
    try FileManager.default.removeItem(atPath: "\(folder)/sqlite3.h")
    #expect(
      try subject(standIn.shared)
        == VerifySubject(
          shared: standIn.shared,
          headers: "/release",
          hasOwnHeader: false,
          isOwnBuild: false
        )
    )
    expectFailure(
      """
      \(folder)/stand.c: error: is neither an archive nor a shared library
        fix: name a '.a', '.so' or '.dylib' file
      """
    ) { try subject("\(folder)/stand.c") }
    try files.write("!<arch>\n", to: "\(folder)/empty.a")
    expectFailure(
      """
      \(folder)/empty.a: error: holds no SQLite: it defines no name that begins with 'sqlite3_'
        fix: name the library that the program is linked with
      """
    ) { try subject("\(folder)/empty.a") }
  }

  @Test func `what cannot be asked, or not be linked with, is a reason in place of evidence`()
    throws
  {
    let toolchain = try standIn.toolchain()
    let verifier = Verifier(
      files: SystemFiles(),
      commands: SystemCommands(),
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true),
      settings: VerifySettings(
        cache: "\(standIn.folder.path)/cache",
        jobs: 1,
        toolchain: toolchain
      ),
      sources: DriverSources(files: ["driver.c": Array(StandIn.driver.utf8)])
    ) { $0 }
    func reason(_ subject: VerifySubject) throws -> String {
      let request = VerifyRequest(
        subject,
        try exampleExpectation(),
        suites: [],
        target: toolchain.target
      )
      switch try verifier.observe([request])[0] {
      case .success: return "none"
      case .failure(let reason): return text(of: [reason.failure])
      }
    }
    try standIn.build(flags: ["-DENDS_AT_ONCE"])
    let mute = try reason(
      VerifySubject(archive: standIn.archive, headers: standIn.folder.path)
    )
    try standIn.build(flags: ["-DWITHOUT_SOURCE_ID"])

    let nothing = try reason(VerifySubject(headers: standIn.folder.path))
    let lacking = try reason(
      VerifySubject(archive: standIn.archive, headers: standIn.folder.path)
    )

    #expect(
      mute == "full: error: does not run: a program linked with it was ended by signal 6"
    )
    #expect(nothing == "full: error: has no library to judge")
    #expect(lacking == "full: error: cannot be linked with: it lacks 'sqlite3_sourceid'")
  }
}
