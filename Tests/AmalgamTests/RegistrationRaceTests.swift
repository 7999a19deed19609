import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Whether what is registered is there for connections that many threads open first in a process.
///
/// Each of 10,000 rounds begins with the library shut down, because only first opens can race.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct RegistrationRaceTests {
  /// The folder with the variant and the driver's objects, made once.
  private static let shared = Result { try RaceFolder() }
  private let made: RaceFolder
  private let tree = "\(BuiltTool.root)/Vendor/sqlite-3.46.1"

  init() throws {
    made = try Self.shared.get()
  }

  @Test func `a variant registers before any thread can open`() throws {
    #expect(try failures(["\(made.variant)/libsqlite3-race.a"], rounds: 10_000) == 0)
  }

  /// Registration once in a process, behind the flag that says that SQLite is ready.
  @Test func `the same test fails where SQLITE_EXTRA_INIT registers`() throws {
    try made.folder.write(
      """
      #include "sqlite3.h"
      int sqlite3_regexp_init(sqlite3 *, char **, const void *);
      int once(const char *unused) {
        return sqlite3_auto_extension((void (*)(void))sqlite3_regexp_init);
      }

      """,
      to: "once.c"
    )
    let checkIn = try SystemFiles().readText("\(tree)/manifest.uuid").prefix(16)
    let stock = "\(BuiltTool.cache)/amalgamations/\(checkIn)/universal"
    let include = "-I\(stock)"
    try made.compile("sqlite3.o", "\(stock)/sqlite3.c", ["-DSQLITE_EXTRA_INIT=once"])
    try made.compile("regexp.o", "\(tree)/ext/misc/regexp.c", [include, "-DSQLITE_CORE"])
    try made.compile("once.o", "once.c", [include])

    // How the threads meet is chance: most find it within 2,000 rounds, a busy machine may not.
    var found: Int64 = 0
    for _ in 0..<50 where found == 0 {
      found = try failures(["sqlite3.o", "regexp.o", "once.o"], rounds: 1_000)
    }

    #expect(found > 0)
  }

  /// Returns how many opens of 8 threads did not have the function, in a program of `objects`.
  private func failures(_ objects: [String], rounds: Int) throws -> Int64 {
    let sql = "SELECT regexp('a', name) FROM sqlite_master WHERE 0"
    let request = Request.pool(threads: 8, opens: rounds, sql: sql)
    let link = made.tools.compiler + made.tools.linkerFlags + ["driver.o", "probes.o"] + objects
    try made.run(link + ["-lm", "-lpthread", "-ldl", "-o", "race"])
    let input = try made.folder.write(
      String(decoding: Request.encoded([request]), as: UTF8.self),
      to: "input"
    )
    let output = "\(made.folder.path)/output"
    try made.run(["\(made.folder.path)/race"], input: input, output: output)

    let transcript = Transcript(try SystemFiles().read(output), to: [request])
    return try #require(transcript.answers.first?.rows.first?.first?.integer)
  }
}

/// A variant at -O0, and the driver compiled with its header.
private struct RaceFolder: Sendable {
  let folder: TemporaryFolder
  let tools: Toolchain

  init() throws {
    folder = try TemporaryFolder()
    tools = try ToolchainProbe(
      files: SystemFiles(),
      commands: SystemCommands(),
      cache: BuiltTool.cache
    ).toolchain(asked: nil)
    try folder.write("optimize debug\nextension regexp\n", to: "race.profile")
    let outcome = try BuiltTool(in: folder.path).run("build", "./race.profile", release: "3.46.1")
    guard outcome.status.isSuccess else { throw Failure("build", outcome.errors) }
    for unit in ["driver", "probes"] {
      try compile("\(unit).o", "\(BuiltTool.root)/Sources/Driver/\(unit).c", ["-I\(variant)"])
    }
  }

  var variant: String { "\(folder.path)/build/race@3.46.1" }

  func compile(_ object: String, _ source: String, _ flags: [String]) throws {
    try run(tools.compiler + ["-O0", "-w", "-c", "-o", object, source] + flags)
  }

  func run(_ words: [String], input: String? = nil, output: String? = nil) throws {
    let status = try SystemCommands().run(
      Command(words, in: folder.path, input: input),
      log: "\(folder.path)/log",
      output: output
    )
    guard status.isSuccess else { throw Failure(words[0], try folder.read("log")) }
  }
}
