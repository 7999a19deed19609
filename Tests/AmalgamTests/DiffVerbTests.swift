import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `amalgam diff` between real builds at -O0, run and read.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct DiffVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ words: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(
      ["diff"] + words + [
        "--root", BuiltTool.root, "--build-dir", "\(folder.path)/build", "--quiet",
      ]
    )
  }

  @Test func `sides of twenty thousand options are compared`()
    throws
  {
    let numbers = 0..<20_000
    try folder.write(numbers.map { "-DSQLITE_FOO_\($0)=1\n" }.joined(), to: "left.txt")
    try folder.write(numbers.map { "ENABLE_FOO_\($0)=1\n" }.joined(), to: "right.txt")

    let outcome = try run("left.txt", "right.txt", "--format", "json")

    #expect(outcome.status == .exited(1))
  }

  private var other: OtherBuild { OtherBuild(folder: folder, release: "3.46.1") }

  @Test func `a lost module, a silent option and an inert one are all told`() throws {
    let left = try other.library(
      ["-DSQLITE_ENABLE_RTREE", "-DSQLITE_TRUSTED_SCHEMA=0", "-DSQLITE_ENABLE_SESSION"],
      name: "left"
    )
    let right = try other.library([], name: "right")

    let outcome = try run(left, right, "--format", "json")

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    let found = report["differences"].elements.map { difference in
      [
        difference["option"], difference["kind"], difference["left"]["reported"],
        difference["left"]["effective"], difference["right"]["effective"],
      ].map { $0.string ?? "null" }.joined(separator: " ")
    }
    #expect(
      found == [
        "SQLITE_ENABLE_RTREE removed 1 1 off",
        // Reported, with no code behind it: the two libraries do the same.
        "SQLITE_ENABLE_SESSION removed 1 off off",
        // Never reported.
        "SQLITE_TRUSTED_SCHEMA changed null 0 1",
      ]
    )
    let lost = report["capabilities"].elements.compactMap { $0["name"].string }
    #expect(lost.contains("module:rtree"))
    #expect(lost.contains("symbol:sqlite3_rtree_query_callback"))
    #expect(report["differences"].elements.allSatisfy { ($0["impact"].string ?? "").count > 20 })
  }

  @Test func `only the environment differs between two compilers`() throws {
    let left = try other.library([], name: "left")
    let right = try other.library([], name: "right", compiler: "gcc")

    #expect(try run(left, right).status == .exited(0))
    #expect(try run(left, right, "--strict").status == .exited(1))
    #expect(try run(left, right, "--strict", "--ignore", "environment").status == .exited(0))
  }

  @Test func `a profile and the folder that was built from it are the same`() throws {
    try folder.write("optimize debug\nSQLITE_ENABLE_FTS5\n", to: "app.profile")
    let profile = "\(folder.path)/app.profile"

    let first = try run(profile, profile, "--sqlite", "3.46.1")
    let second = try run(profile, "\(folder.path)/build/app@3.46.1", "--sqlite", "3.46.1")

    #expect(first.status == .exited(0), "\(first.output)\(first.errors)")
    #expect(second.status == .exited(0), "\(second.output)\(second.errors)")
    #expect(second.output.contains("no option differs"))
  }

  @Test func `a manifest is of the release that it names`() throws {
    try folder.write("optimize debug\nmanifest off\nSQLITE_ENABLE_FTS5\n", to: "app.profile")
    let profile = "\(folder.path)/app.profile"
    _ = try run(profile, profile, "--sqlite", "3.46.1")

    let variant = "build/app@3.46.1"
    let outcome = try run(
      variant,
      "\(variant)/manifest.json",
      "--strict",
      "--ignore",
      "environment"
    )

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("a list of options, taken as of SQLite 3.46.1"))
  }

  @Test func `a library and what it reports are the same, also of what is never reported`() throws {
    let library = try other.library(
      ["-DSQLITE_ENABLE_SESSION", "-DSQLITE_ENABLE_GEOPOLY", "-DSQLITE_OMIT_TRACE"],
      name: "odd"
    )
    try folder.write(
      """
      #include <stdio.h>
      const char *sqlite3_compileoption_get(int);
      int main(void) {
        const char *row;
        for (int i = 0; (row = sqlite3_compileoption_get(i)); i++) puts(row);
      }
      """,
      to: "rows.c"
    )
    let link = ["clang", "rows.c", "odd.o", "-lm", "-lpthread", "-ldl", "-o", "rows"]
    for words in [link, ["sh", "-c", "./rows > rows.txt"]] {
      let command = Command(words, in: folder.path)
      #expect(try SystemCommands().run(command, log: "\(folder.path)/log").isSuccess)
    }

    let outcome = try run(library, "rows.txt", "--sqlite", "3.46.1", "--ignore", "environment")

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("SQLITE_OMIT_TRACE  SQLite never reports it"))
  }

  @Test func `a profile and a text of its options are the same, whichever comes first`() throws {
    try folder.write(
      "optimize debug\nmanifest off\nSQLITE_ENABLE_FTS5\nSQLITE_THREADSAFE=2\n",
      to: "app.profile"
    )
    try folder.write("-DSQLITE_ENABLE_FTS5 -DSQLITE_THREADSAFE=2\n", to: "flags.txt")
    let operands = ["\(folder.path)/app.profile", "\(folder.path)/flags.txt"]

    for (left, right) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      let outcome = try run(left, right, "--sqlite", "3.46.1", "--ignore", "environment")
      #expect(outcome.status == .exited(0), "\(outcome.errors)")
      #expect(outcome.output.contains("no option differs"), "\(outcome.output)")
    }
  }

  @Test func `two lists of a device are the same where one was cut off`() throws {
    let rows = "COMPILER=clang-21.0.0\nENABLE_FTS5\nENABLE_RTREE\nSECURE_DELETE\nTHREADSAFE=2\n"
    try folder.write(rows, to: "whole.txt")
    try folder.write(String(rows.prefix(50)), to: "cut.txt")

    let outcome = try run("\(folder.path)/whole.txt", "\(folder.path)/cut.txt")

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("the list is cut off after ENABLE_RTREE"))
  }

  @Test func `a program is read where it cannot be asked, an object is run`() throws {
    _ = try other.library(["-DSQLITE_ENABLE_FTS5", "-DSQLITE_TRUSTED_SCHEMA=0"], name: "left")
    try folder.write(
      "int sqlite3_initialize(void);int main(){return sqlite3_initialize();}",
      to: "m.c"
    )
    let link = ["clang", "m.c", "left.o", "-lm", "-lpthread", "-ldl", "-o", "program"]
    let status = try SystemCommands().run(
      Command(link, in: folder.path),
      log: "\(folder.path)/log"
    )
    #expect(status.isSuccess)

    let outcome = try run("\(folder.path)/program", "\(folder.path)/left.o", "--format", "json")

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(report["left"]["summary"] == "program, SQLite 3.46.1, read, not run")
    #expect(report["right"]["summary"] == "library, SQLite 3.46.1, run")
    #expect(report["differences"].count == 0)
  }

  /// What it needs is nowhere, as with a library that has its own encryption.
  @Test func `a library that cannot be linked with is not found equal, and is told`() throws {
    let codec = "-Dmemmove=own_codec_move"
    let left = try other.library([codec], name: "left")
    let right = try other.library([codec, "-DSQLITE_TRUSTED_SCHEMA=0"], name: "right")

    let outcome = try run(left, right)
    let markdown = try run(left, right, "--format", "markdown")
    let json = try Parsed(try run(left, right, "--format", "json").output)

    #expect(outcome.status == .exited(2), "\(outcome.output)")
    for name in ["left", "right"] {
      let told = "not compared is what '\(folder.path)/lib\(name).a' does, since it was not run: "
      #expect(outcome.output.contains(told), "\(outcome.output)")
      #expect(markdown.output.contains(told))
    }
    #expect(json["summary"]["skipped"] == 2)
  }

  @Test func `a text is a list of what was asked, or of what was reported`() throws {
    try folder.write("SQLITE_ENABLE_FTS5\nSQLITE_TRUSTED_SCHEMA=0\n", to: "asked.txt")
    try folder.write("COMPILER=clang-17.0.0\nENABLE_FTS5\nTHREADSAFE=1\n", to: "rows.txt")

    let outcome = try run(
      "\(folder.path)/asked.txt",
      "\(folder.path)/rows.txt",
      "--sqlite",
      "3.46.1"
    )

    #expect(outcome.status == .exited(0), "\(outcome.output)")
    #expect(outcome.output.contains("SQLITE_TRUSTED_SCHEMA  SQLite never reports it"))
  }

  @Test func `recorded lists are compared, and others are not known`() throws {
    let outcome = try run("apple:ios-18", "apple:ios-26", "--format", "markdown")
    let unknown = try run("apple:ios-12", "system")

    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    #expect(outcome.output.contains("| `SQLITE_CODEC` | added | off | see-cccrypt |"))
    #expect(unknown.status == .exited(2))
    #expect(
      unknown.errors == """
        apple:ios-12: error: what this system's SQLite was built with is not known: no list of it \
        is recorded
          note: recorded are apple:ios-26, apple:ios-18
          fix: give what the system prints for PRAGMA compile_options, as a file

        """
    )
  }

  @Test func `a name that can mean two things is status 64, and a word before it settles that`()
    throws
  {
    try folder.write("SQLITE_DQS=0\n", to: "minimal")

    let outcome = try run("minimal", "minimal")
    let settled = try run("file:minimal", "file:minimal")

    #expect(outcome.status == .exited(64))
    #expect(
      outcome.errors.hasPrefix(
        "amalgam: error: 'minimal' can be 'profile:minimal' or 'file:minimal': write which is meant\n"
      )
    )
    #expect(settled.status == .exited(0), "\(settled.errors)")
  }

  @Test(arguments: [
    (
      ["nobody", "system"],
      "nobody: error: is neither a profile, a file, 'system' nor a recorded list"
    ),
    (["./nobody.txt", "system"], "./nobody.txt: error: no such file or folder"),
    (["./empty", "system"], "./empty: error: is a folder, but none that 'amalgam build' made"),
    (["./hello.txt", "system"], "./hello.txt: error: sets no compile-time option of SQLite"),
    (["./zeros", "system"], "./zeros: error: cannot be read: wanted an object file"),
  ])
  func `what cannot be compared is status 2`(operands: [String], message: String) throws {
    try SystemFiles().makeDirectory("\(folder.path)/empty")
    try folder.write("hello\n", to: "hello.txt")
    try SystemFiles().write([UInt8](repeating: 0, count: 5_000), to: "\(folder.path)/zeros")

    let outcome = try run(operands[0], operands[1])

    #expect(outcome.status == .exited(2))
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
  }
}
