import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `verify --upstream` on a real tree, built and run by SQLite's own make and test runner.
@Suite(.serialized)
struct UpstreamVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func verify(
    _ profile: String,
    environment: [String: String] = [:]
  ) throws -> BuiltTool.Outcome {
    try folder.write("inherit base\noptimize debug\n\(profile)\n", to: "app.profile")
    return try BuiltTool(in: folder.path, environment: environment).run(
      "verify",
      "./app.profile",
      "--upstream",
      "--root",
      BuiltTool.root,
      "--sqlite",
      "3.46.1",
      "--quiet",
      "--format",
      "json"
    )
  }

  private static var hasTcl: Bool {
    ["/usr/include/tcl.h", "/usr/include/tcl/tcl.h", "/usr/include/tcl8.6/tcl.h"].contains {
      (try? SystemFiles().read($0)) != nil
    }
  }

  /// The limit is one that SQLite's tests go beyond, so that some must fail and all others pass.
  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"),
    .enabled(if: hasTcl, "not run: Tcl's development files are not there")
  )
  func `SQLite's JSON tests tell a limit that a profile lowers, and pass otherwise`() throws {
    let tree = "\(BuiltTool.root)/Vendor/sqlite-3.46.1"
    let before = TemporaryFolder.contents(of: tree)

    let outcome = try verify("SQLITE_JSON_MAX_DEPTH=500")

    let report = try Parsed(outcome.output)
    let upstream = report["variants"][0]["upstream"]
    let files = upstream["files"].elements
    let failing = files.filter { !($0["state"] == "passed") }.compactMap { $0["name"].string }
    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    #expect(report["failures"].count == 0)
    #expect(files.count == 11)
    #expect((upstream["tests"].integer ?? 0) > 40_000)
    #expect(failing == ["test/json101.test"])
    let findings = report["findings"].elements.filter { $0["severity"] == "error" }
    #expect(findings.map { $0["subject"].string } == ["test/json101.test"])
    #expect(report["variants"][0]["sourceID"].string?.contains("c9c2ab54ba1f5f46") == true)
    #expect(TemporaryFolder.contents(of: tree) == before)
  }

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
  )
  func `a tclsh without development files is told with the package, and nothing is built`() throws {
    let program = try folder.write("#!/bin/sh\nprintf 'library\\t/nowhere\\n'\n", to: "bin/tclsh")
    _ = try SystemCommands().run(
      Command(["chmod", "+x", program]),
      log: "\(folder.path)/log"
    )
    let path = Environment.value(of: "PATH") ?? ""

    let outcome = try verify("", environment: ["PATH": "\(folder.path)/bin:\(path)"])

    let failure = try Parsed(outcome.output)["failures"][0]
    #expect(outcome.status == .exited(2))
    #expect(failure["message"] == "needs Tcl's development files, and there is no 'tclConfig.sh'")
    #expect(failure["fix"] == "install them, on Debian by 'apt-get install tcl-dev'")
  }

  @Test(
    .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
  )
  func `a profile that promises nothing of it is no pass`() throws {
    let outcome = try verify("SQLITE_OMIT_JSON")

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(2))
    #expect(report["failures"][0]["message"] == "none of SQLite's own tests was run")
    #expect(report["findings"][0]["severity"] == "note")
  }

  @Test(.enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"))
  func `a target whose programs cannot run here is refused`() throws {
    let outcome = try BuiltTool(in: folder.path).run(
      "verify",
      "builtin:full",
      "--upstream",
      "--root",
      BuiltTool.root,
      "--sqlite",
      "3.46.1",
      "--target",
      "armv7-unknown-linux-gnueabihf",
      "--quiet"
    )

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        full@3.46.1+armv7-unknown-linux-gnueabihf: error: is for armv7-unknown-linux-gnueabihf, and \
        SQLite's own tests run where they are built
          fix: leave --upstream out for this target

        """
    )
  }

  @Test(arguments: [["--library", "x.a"], ["--driver", "python3"], ["--suite", "x.test"]])
  func `it takes no library, no driver and no suite`(others: [String]) throws {
    let outcome = try BuiltTool(in: folder.path).run(
      ["verify", "builtin:full", "--upstream"] + others
    )

    let message =
      "'--upstream' and '\(others[0])' exclude each other: it judges source, not a library"
    #expect(outcome.status == .exited(64))
    #expect(outcome.errors.hasPrefix("amalgam: error: \(message)\n"), "\(outcome.errors)")
  }
}
