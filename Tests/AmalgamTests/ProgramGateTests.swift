import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `gate PROFILE --program`: finished programs, linked with a variant or with something else.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct ProgramGateTests {
  private let gate: GateFolder
  private var variant: String { "\(GateFolder.build.path)/app@3.46.1" }

  init() throws {
    gate = try GateFolder()
    try gate.folder.write(
      """
      #include "sqlite3.h"
      int main(void) { sqlite3 *db; return sqlite3_open(":memory:", &db); }

      """,
      to: "main.c"
    )
    #expect(try gate.run("--record", "--today", "2026-11-30").status == .exited(0))
  }

  private func link(_ name: String, _ words: String...) throws {
    let status = try SystemCommands().run(
      Command(
        ["clang", "main.c", "-I", variant, "-o", name] + words + ["-lm", "-ldl", "-lpthread"],
        in: gate.path
      ),
      log: "\(gate.path)/link.log"
    )
    let log = try gate.folder.read("link.log")
    #expect(status.isSuccess, "\(log)")
  }

  private func judge(_ options: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: gate.path).run(
      ["gate", "./app.profile", "--root", BuiltTool.root, "--sqlite", "3.46.1", "--quiet"]
        + ["--today", "2026-11-30"] + options
    )
  }

  @Test func `a program with the variant in it passes, and its digest is told`() throws {
    try link("app", "\(variant)/libsqlite3-app.a")
    let digest = SHA256.hexDigest(of: try SystemFiles().read("\(gate.path)/app"))

    let outcome = try judge("--program", "app")

    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.contains("sha256 \(digest) \(gate.path)/app"))
    #expect(!TemporaryFolder.contents(of: gate.path).contains("build"))
  }

  @Test func `another build of the release, and the system's copy, are named`() throws {
    let other = try OtherBuild(folder: gate.folder, release: "3.46.1").library([
      "-DSQLITE_ENABLE_RTREE"
    ])
    try link("other", other)
    try link("shared", "\(variant)/libsqlite3-app.so")

    let plain = try judge("--program", "other")
    let outside = try judge("--program", "shared")
    let both = try judge("--program", "shared", "\(variant)/libsqlite3-app.so")

    #expect(plain.status == .exited(1))
    #expect(
      plain.output.contains("[program-options] the profile sets 'SQLITE_ENABLE_FTS5=1', and the")
    )
    #expect(plain.output.contains("[program-options] the SQLite in "))
    #expect(outside.status == .exited(1))
    #expect(outside.output.contains("[program-copy] holds no SQLite, so the variant does not"))
    #expect(both.status == .exited(0), "\(both.errors)\(both.output)")
  }

  @Test func `evidence of a run is judged beside the files`() throws {
    try link("app", "\(variant)/libsqlite3-app.a")
    let lines = try gate.folder.read("app.baseline").split(separator: "\n").map {
      $0.drop { $0 == " " }
    }
    let kinds = [
      "module ", "function ", "collation ", "tokenizer ", "pragma ", "release ", "source-id ",
    ]
    var evidence = lines.filter { line in kinds.contains { line.hasPrefix($0) } }.map { line in
      line.hasPrefix("function ")
        ? line.split(separator: " ").prefix(2).joined(separator: " ") : String(line)
    }
    evidence += ["reported ENABLE_FTS5", "reported SOUNDEX", "reported COMPILER=x"]
    let text =
      (["amalgam-evidence 1"] + evidence + ["suite a passed 9 failed 0 omitted 0", "end", ""])
      .joined(separator: "\n")
    try gate.folder.write(text, to: "good.txt")
    try gate.folder.write(text.replacing("module fts5\n", with: ""), to: "bad.txt")
    try gate.folder.write(String(text.dropLast(4)), to: "cut.txt")

    let good = try judge("--program", "app", "--evidence", "good.txt")
    let bad = try judge("--evidence", "bad.txt")
    let cut = try judge("--evidence", "cut.txt")

    #expect(good.status == .exited(0), "\(good.errors)\(good.output)")
    #expect(bad.status == .exited(1), "\(bad.errors)\(bad.output)")
    #expect(bad.output.contains("[missing-capability] "))
    #expect(cut.status == .exited(2))
    #expect(cut.errors.contains("cut.txt: error: has no line 'end', so it was cut off"))
  }

  @Test func `reports of other runs are put together`() throws {
    #expect(try gate.run("--report", "json=\(gate.path)/runs/a/gate.json").status == .exited(0))
    let merge = [
      "gate", "--merge", "runs", "--root", BuiltTool.root, "--quiet", "--sqlite", "3.46.1",
    ]

    let outcome = try BuiltTool(in: gate.path).run(merge)
    let expected = try BuiltTool(in: gate.path).run(merge + ["./app.profile", "builtin:full"])

    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("app@3.46.1: passed, by "))
    #expect(expected.status == .exited(2))
    #expect(
      expected.errors == "full@3.46.1: error: has no report among those that were merged\n"
    )
    try gate.folder.write("", to: "none/x")
    let none = try BuiltTool(in: gate.path)
      .run("gate", "--merge", "none", "--root", BuiltTool.root, "--quiet")
    #expect(none.status == .exited(2))
    #expect(
      none.errors == """
        \(gate.path)/none: error: holds no report: no file that ends in '.json'
          fix: let each run write one there, by '--report json=FILE'

        """
    )
  }
}
