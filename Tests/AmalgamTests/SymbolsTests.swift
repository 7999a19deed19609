import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `symbols` as a user runs it, on small files and on real copies of SQLite.
@Suite(.serialized)
struct SymbolsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("int sqlite3_open(void) { return 1; }\n", to: "a.c")
    try folder.write("int sqlite3_open(void) { return 2; }\n", to: "b.c")
    for name in ["a", "b"] { try must(["clang", "-c", "\(name).c"]) }
  }

  @discardableResult
  private func must(_ words: [String]) throws -> String {
    let status = try SystemCommands().run(
      Command(words, in: folder.path),
      log: "\(folder.path)/log"
    )
    let output = try folder.read("log")
    try #require(status.isSuccess, "\(words)\n\(output)")
    return output
  }

  private func run(_ words: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(["symbols"] + words)
  }

  @Test func `two definitions are status 1, and the JSON says so`() throws {
    let outcome = try run("a.o", "b.o", "--format", "json")

    #expect(outcome.status == .exited(1))
    let json = try Parsed(outcome.output)
    #expect(json["groups"].count == 1)
    #expect(json["groups"][0]["verdict"] == "duplicate-error")
    #expect(json["summary"]["errors"] == 1)
  }

  @Test func `the same file twice, by a link or by a hard link, is no conflict`() throws {
    try must(["ln", "-s", "a.o", "link.o"])
    try must(["ln", "a.o", "hard.o"])

    let outcome = try run("a.o", "./a.o", "link.o", "hard.o")

    #expect(outcome.status == .exited(0))
    #expect(
      outcome.output == "0 errors, 0 warnings in 12 checks\n1 file, 1 object, 1 name looked at\n"
    )
  }

  @Test func `a link line is read behind two dashes, and what it lacks is said`() throws {
    try must(["mkdir", "lib"])
    try must(["ar", "rcs", "lib/libone.a", "a.o"])
    try must(["ar", "rcs", "lib/libtwo.a", "b.o"])
    try folder.write(
      "int sqlite3_open(void); int main(void) { return sqlite3_open(); }\n",
      to: "m.c"
    )
    try must(["clang", "-c", "m.c"])

    let outcome = try run("--link-order", "--", "m.o", "-Llib", "-ltwo", "-lone", "-lno", "-o", "m")

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output.hasPrefix(
        "lib/libtwo.a, lib/libone.a: error: [duplicate-symbols] 'sqlite3_open' is defined in both; "
          + "the linker takes 'lib/libtwo.a', which comes first, and says nothing\n"
      ),
      "\(outcome.output)"
    )
    #expect(
      outcome.output.hasSuffix("\nnot looked at, since they were not found: '-lno'\n")
    )
    try folder.write("-Llib -ltwo -lone -Wl,--wrap=free", to: "line.rsp")
    let read = try run(
      "--link-order",
      "--format",
      "json",
      "--",
      "clang",
      "m.o",
      "@line.rsp",
      "-lno"
    )
    let json = try Parsed(read.output)
    #expect(json["groups"][0]["winner"] == "lib/libtwo.a")
    #expect(json["absent"].elements.map(\.string) == ["-lno"])
    #expect(json["unread"].elements.map(\.string) == ["--wrap=free"])
    #expect(
      try run("--link-order", "--", "m.o", "@line.rsp").output
        .hasSuffix("\nnot read, though it can decide on names: '--wrap=free'\n")
    )
    let empty = try run("--link-order", "--", "-lno")
    #expect(empty.status == .exited(2))
    #expect(
      empty.errors == "the link line: error: has no file that is there, so nothing was judged\n"
    )
  }

  @Test(arguments: [
    (
      ["--link-order", "m.o", "-Llib", "-lone"],
      "'-Llib' is no option of amalgam; a link line stands behind '--'"
    ),
    (["--names", "", "a.o"], "'--names' is given without a PATTERN"),
    (["--forbid-exports", "", "a.o"], "'--forbid-exports' is given without a PATTERN"),
  ])
  func `a command line that would judge nothing is refused`(
    words: [String],
    message: String
  ) throws {
    let outcome = try BuiltTool(in: folder.path).run(["symbols"] + words)

    #expect(outcome.status == .exited(64))
    #expect(
      outcome.errors == """
        amalgam: error: \(message)
          usage: amalgam symbols FILE… [OPTION…]

        """
    )
  }

  @Test func `an archive without members and a text are status 2`() throws {
    try must(["llvm-ar", "rcs", "empty.a"])

    for name in ["empty.a", "a.c", "nothing.a"] {
      let outcome = try run(name)
      #expect(outcome.status == .exited(2))
      #expect(outcome.errors.hasPrefix("\(name): error: "))
    }
  }

  @Test func `other names are looked at with a pattern`() throws {
    try folder.write("int png_read(void) { return 1; }\n", to: "c.c")
    try must(["clang", "-c", "c.c"])
    try must(["cp", "c.o", "d.o"])

    #expect(try run("c.o", "d.o").status == .exited(0))
    let outcome = try run("c.o", "d.o", "--names", "png_*")
    #expect(outcome.status == .exited(1))
    #expect(outcome.output.hasPrefix("c.o, d.o: error: [duplicate-symbols] 'png_read' is defined"))
  }

  /// The count does not depend on the order of the files, and is nm's.
  @Test(
    .enabled(
      if: FetchedRelease.all.count == 2,
      "not run: SQLite 3.46.1 and 3.53.4 are not both fetched"
    )
  )
  func `real copies have as many names in common as nm says`() throws {
    var exported: [Set<Substring>] = []
    for (name, version, flags) in [
      ("old", "3.46.1", [String]()),
      ("new", "3.53.4", ["-DSQLITE_ENABLE_SESSION", "-DSQLITE_ENABLE_PREUPDATE_HOOK"]),
    ] {
      let source = try FetchedRelease.stockSource(version)
      try must(["clang", "-O0", "-w", "-c", source, "-o", "\(name).o"] + flags)
      try must(["llvm-ar", "rcs", "\(name).a", "\(name).o"])
      let names = try must(["nm", "-g", "--defined-only", "\(name).o"]).split(separator: "\n")
        .compactMap { $0.split(separator: " ").last }.filter { $0.hasPrefix("sqlite3") }
      exported.append(Set(names))
    }
    let common = exported[0].intersection(exported[1]).count
    try folder.write(
      """
      const char *sqlite3_libversion(void); int sqlite3session_create(void); int puts(const char *);
      int main(int n, char **v) { if (n > 9) sqlite3session_create();
      puts(sqlite3_libversion()); return 0; }
      """,
      to: "main.c"
    )
    try must(["clang", "-c", "main.c"])

    for (order, verdict) in [
      (["old.a", "new.a"], "duplicate-error"), (["new.a", "old.a"], "silent"),
    ] {
      let outcome = try BuiltTool(in: folder.path)
        .run(["symbols", "--link-order", "main.o"] + order + ["--format", "json"])
      let json = try Parsed(outcome.output)
      #expect(json["groups"][0]["count"] == common)
      #expect(json["groups"][0]["verdict"] == verdict)
      #expect(json["conflicts"].count == common)
      #expect(
        json["findings"][0]["notes"].elements.contains {
          $0.string?.contains("SQLite 3.46.1") ?? false
        }
      )
    }
    let libraries = ["-lm", "-lpthread", "-ldl"]
    try must(["clang", "-fuse-ld=lld", "main.o", "new.a", "old.a", "-o", "prog"] + libraries)
    #expect(try must(["\(folder.path)/prog"]) == "3.53.4\n")
    let stopped = try SystemCommands().run(
      Command(
        ["clang", "-fuse-ld=bfd", "main.o", "old.a", "new.a", "-o", "no"] + libraries,
        in: folder.path
      ),
      log: "\(folder.path)/log"
    )
    #expect(!stopped.isSuccess)
    #expect(try folder.read("log").contains("multiple definition of"))
  }
}
