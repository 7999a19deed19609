import AmalgamCore
import AmalgamHost
import Foundation

/// The tool as `make tool` builds it, run as a user runs it.
package struct BuiltTool {
  package struct Outcome: Sendable {
    package let status: ExitStatus
    package let output: String
    package let errors: String
  }

  /// The project's root.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .standardizedFileURL.path

  /// The binary; `make test` builds it first.
  package static let path = "\(root)/.build/release/amalgam"

  /// A cache that the tests share and keep, so that amalgamations are generated once.
  package static let cache = "\(root)/.build/test-cache"

  private let directory: String
  private let environment: [String: String]

  /// A tool that runs in `directory` with `environment` set beside what the test has.
  package init(in directory: String, environment: [String: String] = [:]) {
    self.directory = directory
    self.environment = ["AMALGAM_CACHE": Self.cache, "NO_COLOR": "1", "CC": ""]
      .merging(environment) { $1 }
  }

  /// Runs the tool and returns how it ended and what it printed.
  package func run(_ arguments: String..., input: String? = nil) throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the tool on the project's tree of `release`; what it builds is in the folder `build`.
  package func run(_ arguments: String..., release: String) throws -> Outcome {
    try run(arguments, release: release)
  }

  package func run(
    _ arguments: [String],
    input: String? = nil,
    release: String
  ) throws -> Outcome {
    let place = ["--root", Self.root, "--build-dir", "build", "--sqlite", release, "--quiet"]
    return try run(arguments + place, input: input)
  }

  package func run(_ arguments: [String], input: String? = nil) throws -> Outcome {
    let folder = try TemporaryFolder()
    let inputPath = try input.map { try folder.write($0, to: "in") }
    let command = Command(
      [Self.path] + arguments,
      in: directory,
      environment: environment,
      input: inputPath
    )
    let status = try SystemCommands().run(
      command,
      log: "\(folder.path)/err",
      output: "\(folder.path)/out",
      seconds: 600
    )
    return Outcome(
      status: status,
      output: try folder.read("out"),
      errors: try folder.read("err")
    )
  }
}

/// The source trees in the checkout that tests can build from.
package enum FetchedRelease {
  /// Whether the tree of `version` is there, or must be: CI names one that may not be missing.
  package static func isAvailable(_ version: String) -> Bool {
    Environment.value(of: "AMALGAM_REQUIRED_RELEASE") == version
      || SystemFiles().isDirectory("\(BuiltTool.root)/Vendor/sqlite-\(version)")
  }

  /// Those of the lock that are there and can be built from, oldest first.
  package static var all: [String] { ["3.46.1", "3.53.4"].filter(isAvailable) }

  /// Returns the path of the stock `sqlite3.c` of `version`, generated if the tests' cache lacks it.
  package static func stockSource(_ version: String) throws -> String {
    let outcome = try BuiltTool(in: BuiltTool.root)
      .run("releases", "fetch", version, "--root", BuiltTool.root, "--quiet")
    guard outcome.status.isSuccess else { throw Failure("SQLite \(version)", outcome.errors) }
    let identifier = "\(BuiltTool.root)/Vendor/sqlite-\(version)/manifest.uuid"
    let checkIn = try SystemFiles().readText(identifier).prefix(16)
    return "\(BuiltTool.cache)/amalgamations/\(checkIn)/stock/sqlite3.c"
  }

  /// What a skipped test says.
  package static func notRun(_ version: String) -> String {
    "not run: SQLite \(version) is not fetched; run 'amalgam releases fetch \(version)'"
  }
}
