import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// The forms of a report that others define, judged by their own validators.
@Suite(
  .enabled(
    if: SystemFiles().isFile("\(Validators.folder)/complete"),
    "not run: the validators are not installed; run 'Tests/Validators/install'"
  )
)
struct ReportValidationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A report of the built tool, of a profile whose every word may be hostile.
  private func write(_ form: String, hostile: Bool) throws -> String {
    let text =
      hostile
      ? "SQLITE_ENABLE_FTS5\nSQLITE_ENABLE_JSON1\nSQLITE_\(HostileText.all)\nforbid \(HostileText.all)\n"
      : "SQLITE_ENABLE_FTS5\n"
    _ = try folder.write(text, to: "Profiles/app.profile")
    _ = try folder.write("release 3.53.4", to: "none")
    let outcome = try BuiltTool(in: folder.path)
      .run(["lint", "--quiet", "--sqlite", "3.53.4", "--report", "\(form)=report"])
    #expect(outcome.status == .exited(hostile ? 1 : 0), "\(outcome.errors)\(outcome.output)")
    return "\(folder.path)/report"
  }

  private func judge(
    _ form: String,
    _ path: String
  ) throws -> (status: AmalgamHost.ExitStatus, log: String) {
    let status = try SystemCommands().run(
      Command([
        "\(Validators.folder)/bin/python", "\(BuiltTool.root)/Tests/Validators/validate.py", form,
        path,
      ]),
      log: "\(folder.path)/log",
      seconds: 120
    )
    return (status, try folder.read("log"))
  }

  @Test(arguments: ["junit", "sarif"], [false, true])
  func `a report of the tool is valid, whatever is in it`(form: String, isHostile: Bool) throws {
    let (status, log) = try judge(form, try write(form, hostile: isHostile))

    #expect(status == .exited(0), "\(log)")
  }

  @Test(.enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"))
  func `a bill of materials is valid, beside the variant and as a report`() throws {
    let gate = try GateFolder()
    _ = try gate.run("--record", "--report", "spdx=\(gate.path)/bill.json")
    let own = "\(GateFolder.build.path)/app@3.46.1/sbom.spdx.json"
    let copy = try folder.write(try SystemFiles().readText(own), to: "own.json")
    // What is found in a finished file, here the variant's own library.
    _ = try gate.run(
      "--program",
      "\(GateFolder.build.path)/app@3.46.1/libsqlite3-app.a",
      "--report",
      "spdx=\(gate.path)/found.json"
    )

    for path in ["\(gate.path)/bill.json", copy, "\(gate.path)/found.json"] {
      let (status, log) = try judge("spdx", path)
      #expect(status == .exited(0), "\(log)")
    }
    #expect(try SystemFiles().readText(copy) == gate.folder.read("bill.json"))
  }

  @Test(arguments: ["junit", "sarif", "spdx"])
  func `a validator tells what is not valid`(form: String) throws {
    let path = try folder.write(form == "junit" ? "<testsuite/>" : "{\"runs\": 1}", to: "bad")

    #expect(try judge(form, path).status == .exited(1))
  }
}

private enum Validators {
  static let folder = "\(BuiltTool.root)/.build/validators"
}
