import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Shared libraries that the loader finds otherwise than by a SONAME, or not at all.
@Suite(.serialized)
struct UnnamedLibraryTests {
  private let standIn: StandIn

  init() throws {
    standIn = try StandIn()
  }

  private let oneCase = "query I\nrow 1\n----\n1\n"

  private var subject: VerifySubject {
    VerifySubject(shared: standIn.shared, headers: standIn.folder.path)
  }

  @Test func `a library without a SONAME runs`() throws {
    try standIn.build(flags: [], linking: [])

    let report = try standIn.verify(oneCase, subject: subject)

    expectFindings(report.findings, "")
    #expect(report.body == "full: 1 case in 1 suite, 1 passed, 0 failed, 0 omitted")
    #expect(report.exitStatus() == 0)
  }

  @Test func `a library that lacks another one is a failure in the loader's words, no crash`()
    throws
  {
    let other = "\(standIn.folder.path)/libgone.so"
    let link = try standIn.toolchain().compiler + ["-shared", "stand.o", "-o", other]
    let status = try SystemCommands().run(
      Command(link, in: standIn.folder.path),
      log: "\(standIn.folder.path)/build.log"
    )
    #expect(status.isSuccess)
    try standIn.build(
      flags: [],
      linking: ["-Wl,-soname,libstand.so.0", "-Wl,--no-as-needed", "-L.", "-l:libgone.so"]
    )
    try SystemFiles().remove(other)

    let report = try standIn.verify(oneCase, subject: subject)

    expectFindings(report.findings, "")
    let said = text(of: report.failures)
    #expect(said.hasPrefix("full: error: the driver does not start with 'libstand.so': "))
    #expect(said.contains("libgone.so"))
    #expect(report.exitStatus() == 2)
  }
}
