import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `verify --driver`, with the example over Python's `sqlite3` module.
struct DriverCommandTests {
  private let python = "python3 Sources/Driver/python-driver.py"

  private func verify(_ driver: String) throws -> BuiltTool.Outcome {
    try BuiltTool(in: BuiltTool.root).run(
      "verify",
      "builtin:minimal",
      "--driver",
      driver,
      "--quiet",
      "--format",
      "json"
    )
  }

  @Test(
    .enabled(if: SystemCommands().find("python3") != nil, "not run: python3 is not there")
  )
  func `what Python's SQLite is, is told, and what its module cannot do is not run`() throws {
    let outcome = try verify(python)

    let report = try Parsed(outcome.output)
    let variant = report["variants"][0]
    let version = try #require(variant["sourceID"].string)
    let messages = report["findings"].elements.compactMap { $0["message"].string }
    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    #expect(version == (try sourceIDOfPython()))
    #expect(variant["library"]["path"].string == python)
    #expect(variant["suites"].elements.reduce(0) { $0 + ($1["passed"].integer ?? 0) } > 500)
    #expect(report["failures"].count == 0)
    #expect(
      messages.contains("profile sets 'SQLITE_OMIT_JSON=1', but it has no effect in the library")
    )
    for reason in [
      "the driver cannot do it: it has no 'probe'",
      "the driver cannot do it: it has no 'list tokenizers'",
      "a driver command has no library file to read",
    ] {
      #expect(messages.contains { $0.hasSuffix(" could not be judged: \(reason)") }, "\(reason)")
    }
  }

  @Test func `the example is 40 lines long`() throws {
    let text = try String(
      contentsOfFile: "\(BuiltTool.root)/Sources/Driver/python-driver.py",
      encoding: .utf8
    )
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count == 40)
  }

  private func sourceIDOfPython() throws -> String {
    let folder = try TemporaryFolder()
    let program = """
      import sqlite3
      print(sqlite3.connect(':memory:').execute('SELECT sqlite_source_id()').fetchone()[0], end='')
      """
    _ = try SystemCommands().run(
      Command(["python3", "-c", program]),
      log: "\(folder.path)/log",
      output: "\(folder.path)/out"
    )
    return try folder.read("out")
  }

  @Test func `a command that is not there is a failure, and no shell looks at its words`() throws {
    let missing = try verify("no-such-driver $HOME")
    let other = try verify("echo $HOME ; exit 0")

    #expect(missing.status == .exited(2))
    let failure = try Parsed(missing.output)["failures"][0]
    #expect(failure["where"] == "no-such-driver")
    #expect(failure["message"] == "is not installed")
    // `echo` prints the words as they are, which is no answer.
    #expect(other.status == .exited(2))
    let silent = try Parsed(other.output)["failures"][0]
    #expect(
      silent["message"] == "is no driver: nothing that it wrote begins with 'amalgam-driver 1'"
    )
    #expect(silent["fix"] == "let it answer as 'Sources/Driver/PROTOCOL.md' says")
    #expect(
      try Parsed(other.output)["findings"].elements.contains { $0["check"] == "crash" }
    )
  }
}
