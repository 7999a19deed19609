import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// The whole way from a tree to a report, with shell scripts in place of SQLite's programs.
@Suite(.serialized)
struct UpstreamTestsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Results that a stand-in for `testfixture` prints in place of those in a database.
  private static let results = """
    printf 'source\\t2026-01-01 aaaa\\n'
    printf 'job\\ttest/json101.test\\tdone\\t12\\t0\\n'
    printf 'job\\ttest/json102.test\\trunning\\t-1\\t-1\\n'
    """

  /// Lays out a tree whose `testfixture` runs the test runner as the shell words `run` do.
  private func layOut(
    run: String,
    configure: String = "",
    make: String = "",
    results: String = Self.results
  ) throws {
    let fixture = """
      #!/bin/sh
      case $1 in
      */results.tcl) \(results.replacing("\n", with: "; ")) ;;
      *) echo "$@" > arguments; : > testrunner.db; : > testrunner.log; mkdir testdir0; \(run) ;;
      esac

      """
    try folder.write(fixture, to: "tree/fixture")
    for name in ["json101.test", "json102.test"] { try folder.write("", to: "tree/test/\(name)") }
    try folder.write(
      """
      \(configure)
      cat > Makefile <<'EOF'
      testfixture:
      \t\(make.isEmpty ? "@printf '%s|' $(OPTS) > options" : make)
      \tcp \(folder.path)/tree/fixture testfixture
      \tchmod +x testfixture
      EOF

      """,
      to: "tree/configure"
    )
    for name in ["bin/tclConfig.sh", "include/tcl.h"] { try folder.write("", to: name) }
  }

  private func report(seconds: Int = 60, tcl: String? = nil) throws -> Report {
    var profile = ResolvedProfile(name: "app", file: "app.profile")
    profile.options = [
      CompileOption("SQLITE_ENABLE_RTREE"), CompileOption("SQLITE_TEMP_FILE_PREFIX", "\"a $b\""),
    ]
    let release = Version(3, 53, 4)
    let plan = BuildPlan.example(
      profile,
      release: release,
      checkIn: String(repeating: "a", count: 64),
      toolchain: .gcc
    )
    let expectation = Expectation(
      variant: "app",
      profile: profile,
      release: release,
      checkIn: plan.checkIn,
      catalogue: try Tables().catalogue,
      promise: Promise(capabilities: [Capability(.module, "json_each"): "SQLite 3.53.4"])
    )
    return try UpstreamTests(
      files: SystemFiles(),
      commands: TclStandIn(
        answer: tcl ?? "library\t\(folder.path)/bin\ninclude\t\(folder.path)/include\n",
        folder: folder
      ),
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true),
      cache: "\(folder.path)/cache",
      jobs: 3,
      seconds: seconds,
      display: { $0.replacing(folder.path + "/", with: "") }
    ).report([UpstreamRequest(expectation, plan: plan, tree: "\(folder.path)/tree")])
  }

  private var kept: String { "cache/upstream/app-aaaaaaaa" }

  @Test func `the runner gets the files, and all that it leaves lies in the cache`() throws {
    try layOut(run: "true")
    let before = TemporaryFolder.contents(of: "\(folder.path)/tree")

    let report = try report()

    #expect(report.failures == [])
    #expect(report.findings.map(\.subject) == ["test/json102.test"])
    #expect(
      try folder.read("\(kept)/run/arguments") == """
        \(folder.path)/tree/test/testrunner.tcl --jobs 3 full json101.test json102.test

        """
    )
    #expect(
      try folder.read("\(kept)/options")
        == "-DSQLITE_ENABLE_RTREE=1|-DSQLITE_TEMP_FILE_PREFIX=\"a $b\"|"
    )
    #expect(TemporaryFolder.contents(of: "\(folder.path)/tree") == before)
    #expect(TemporaryFolder.contents(of: "\(folder.path)/cache/work") == [])
    #expect(!SystemFiles().isDirectory("\(folder.path)/\(kept)/run/testdir0"))
  }

  @Test func `a runner that hangs is stopped after its time, and what it was at is named`() throws {
    try layOut(run: "sleep 60")

    let report = try report(seconds: 1)

    expectFindings(
      report.findings,
      """
      app: error: [upstream] 'test/json102.test' was still running when the test runner stopped
        note: all that it printed is in '\(kept)/run/testrunner.log'
      app: error: [upstream] SQLite's test runner did not end in 1 s, so not all of its test files \
      were judged
        note: all that it printed is in '\(kept)/run/testrunner.log'
      """
    )
    #expect(report.exitStatus() == 1)
  }

  @Test func `a runner that is killed is told with its signal`() throws {
    try layOut(run: "kill -9 $$")

    let report = try report()

    #expect(
      report.findings.map(\.message) == [
        "'test/json102.test' was still running when the test runner stopped",
        "SQLite's test runner was ended by signal 9, so not all of its test files were judged",
      ]
    )
  }

  @Test func `a runner that leaves no results is a failure with what it printed`() throws {
    try layOut(run: "rm testrunner.db; echo no such permutation; exit 1")

    let report = try report()

    let failure = try #require(report.failures.first)
    #expect(report.exitStatus() == 2)
    #expect(failure.place == "app")
    #expect(failure.message == "'testfixture' exited with status 1")
    #expect(failure.notes.first == "no such permutation")
  }

  @Test func `results that cannot be read are a failure that names them`() throws {
    try layOut(run: "true", results: "echo nothing of the kind")

    let report = try report()

    let work = "cache/work/upstream-\(ProcessInfo.processInfo.processIdentifier)-app-aaaaaaaa"
    #expect(
      text(of: report.failures)
        == "app: error: cannot read what SQLite's test runner has noted, in "
        + "'\(work)/results.txt'"
    )
    #expect(try folder.read("\(work)/results.txt") == "nothing of the kind\n")
    #expect(report.exitStatus() == 2)
  }

  @Test func `a build that fails is a failure with the compiler's words`() throws {
    try layOut(run: "true", make: "@echo 'x.c:1: error: no such thing'; exit 1")

    let report = try report()

    let failure = try #require(report.failures.first)
    #expect(report.exitStatus() == 2)
    #expect(failure.message == "'make' exited with status 2")
    #expect(failure.notes.first == "x.c:1: error: no such thing")
  }

  @Test func `development files that are not there are named with their package`() throws {
    try layOut(run: "true")
    let places = "library\t/nowhere\nlibrary\trelative\ninclude\t\(folder.path)/include\n"

    expectFailure(
      """
      verify --upstream: error: needs Tcl's development files, and there is no 'tclConfig.sh'
        note: looked in '/nowhere'
        fix: install them, on Debian by 'apt-get install tcl-dev'
      """
    ) { try report(tcl: places) }
    expectFailure(
      """
      verify --upstream: error: needs Tcl's development files, and there is no 'tcl.h'
        fix: install them, on Debian by 'apt-get install tcl-dev'
      """
    ) { try report(tcl: "library\t\(folder.path)/bin\n") }
  }
}

/// The system's commands, with an answer of its own for `tclsh`.
private final class TclStandIn: CommandRunner, @unchecked Sendable {
  private let system = SystemCommands()
  private let answer: String
  private let folder: TemporaryFolder

  init(answer: String, folder: TemporaryFolder) {
    self.answer = answer
    self.folder = folder
  }

  func start(
    _ command: Command,
    log: String,
    output: String?,
    seconds: Double?
  ) throws(Failure) -> Int {
    var command = command
    if command.program == "tclsh" {
      let path = "\(folder.path)/tcl-answer"
      try SystemFiles().write(answer, to: path)
      command = Command(["cat", path])
    }
    return try system.start(command, log: log, output: output, seconds: seconds)
  }

  func wait() throws(Interrupted) -> (child: Int, status: AmalgamHost.ExitStatus)? {
    try system.wait()
  }

  func find(_ name: String) -> String? { system.find(name) }
}
