import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Files that `diff` and `init --from` cannot take options from, and what they say of each.
@Suite(.serialized)
struct UnsuitableFileTests {
  private let folder: TemporaryFolder

  /// Makes small objects that look like SQLite, and some that do not.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.copy + Self.table, to: "whole.c")
    try folder.write(Self.copy, to: "silent.c")
    try folder.write("int x;\n", to: "other.c")
    try run(["clang", "-c", "whole.c", "silent.c", "other.c"])
    try run(["clang", "-c", "-flto", "-o", "lto.o", "other.c"])
    try run(["cp", "whole.o", "again.o"])
    try run(["ar", "rcs", "two.a", "whole.o", "again.o"])
    try folder.write("int x;\n", to: "unbaked/sqlite3.c")
    try folder.write("{}\n", to: "unbaked/manifest.json")
    try folder.write(Self.baked, to: "unended/sqlite3.c")
    try folder.write("{}\n", to: "unended/manifest.json")
    try folder.write("hello\n", to: "empty/hello.txt")
  }

  private static let copy = """
    const char sqlite3_version[] = "3.46.1";
    const char *sqlite3_sourceid(void) {
      return "2026-01-02 03:04:05 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    }
    const char *corrupt(void) { return "malformed database schema (%s)"; }

    """

  private static let table = """
    static const char *const options[] = {"COMPILER=clang-1.2.3", "ENABLE_FTS5", "THREADSAFE=1"};
    const char *sqlite3_compileoption_get(int i) { return options[i]; }

    """

  private static let baked = """
    /* amalgam: begin options of 'app', SQLite 3.46.1 */
    #define SQLITE_DQS 0
    /* amalgam: end options */

    """

  private func run(_ words: [String]) throws {
    let log = "\(folder.path)/log"
    let status = try SystemCommands().run(Command(words, in: folder.path), log: log)
    let said = try folder.read("log")
    try #require(status.isSuccess, "\(said)")
  }

  private func errors(_ words: String...) throws -> String {
    let outcome = try BuiltTool(in: folder.path).run(words + ["--root", BuiltTool.root, "--quiet"])
    #expect(outcome.status == .exited(2))
    return outcome.errors
  }

  @Test(arguments: [
    (
      "nobody",
      """
      is neither a profile, a file, 'system' nor a recorded list
        fix: name a profile such as 'builtin:full', or a file that is there
      """
    ),
    (
      "./empty",
      """
      is a folder, but none that 'amalgam build' made: it has no 'manifest.json'
        fix: name the library in it
      """
    ),
    ("./unbaked", "its 'sqlite3.c' has no options of a profile baked in"),
    ("./unended", "has no library: it was not built to its end"),
    (
      "empty/hello.txt",
      """
      sets no compile-time option of SQLite, so there is nothing to compare
        fix: give it text with options, such as '-DSQLITE_ENABLE_FTS5'
      """
    ),
    ("./lto.o", "cannot tell what it holds: LLVM bitcode"),
    (
      "./other.o",
      """
      holds no SQLite
        fix: name the library that SQLite is in
      """
    ),
    (
      "./two.a",
      """
      holds 2 copies of SQLite, and one is compared
        fix: name the archive, library or object of one of them
      """
    ),
  ])
  func `what cannot be compared is told, with what can`(operand: String, message: String) throws {
    #expect(try errors("diff", operand, "apple:ios-26") == "\(operand): error: \(message)\n")
  }

  @Test func `a compiler that finds no system library is told`() throws {
    let compiler = try #require(SystemCommands().find("clang"))
    try folder.write(
      """
      #!/bin/sh
      case $1 in -print-file-name=*) echo "${1#*=}" ;; *) exec \(compiler) "$@" ;; esac

      """,
      to: "bare-cc"
    )
    try run(["chmod", "+x", "bare-cc"])

    #expect(
      try errors("diff", "system", "apple:ios-26", "--cc", "\(folder.path)/bare-cc") == """
        system: error: has no SQLite: '\(folder.path)/bare-cc' finds no library for -lsqlite3
          fix: name the library itself, or install it, on Debian by 'apt-get install libsqlite3-dev'

        """
    )
  }

  @Test(arguments: [
    ("lto.o", "cannot tell its options: it holds LLVM bitcode"),
    (
      "other.o",
      """
      holds no SQLite: its options cannot be read from it
        fix: name the library that SQLite is in, or a text with its options
      """
    ),
    (
      "two.a",
      """
      holds 2 copies of SQLite, so one list of options does not describe it
        fix: name the archive, library or object of one of them
      """
    ),
    (
      "silent.o", "holds an SQLite that reports no option (SQLITE_OMIT_COMPILEOPTION_DIAGS)"
    ),
  ])
  func `what no profile can be made of is told`(origin: String, message: String) throws {
    let outcome = try BuiltTool(in: folder.path).run("init", "app", "--from", origin)

    #expect(outcome.status == .exited(2))
    #expect(outcome.errors == "\(origin): error: \(message)\n")
    #expect(!TemporaryFolder.contents(of: folder.path).contains("Profiles"))
  }

  @Test func `of an archive the member that cannot be read is named`() throws {
    try run(["cp", "other.o", "bad.o"])
    // Where the table of sections begins: behind the end.
    try run(["sh", "-c", #"printf '\377\377\377\177' | dd of=bad.o bs=1 seek=40 conv=notrunc"#])
    try run(["ar", "rcSs", "bad.a", "other.o", "bad.o"])
    try run(["ar", "rcSs", "lto.a", "lto.o"])

    for words in [["init", "app", "--from"], ["diff", "apple:ios-26"]] {
      func errors(_ file: String) throws -> String {
        let outcome = try BuiltTool(in: folder.path).run(
          words + [file, "--root", BuiltTool.root, "--quiet"]
        )
        #expect(outcome.status == .exited(2))
        return outcome.errors
      }
      #expect(try errors("./bad.a").hasPrefix("./bad.a(bad.o): error: cannot be read: wanted "))
      #expect(try errors("./lto.a").hasPrefix("./lto.a(lto.o): error: cannot tell "))
    }
  }

  @Test func `what each fix says to name is taken`() throws {
    let compared = try BuiltTool(in: folder.path).run(
      "diff",
      "builtin:base",
      "./whole.o",
      "--root",
      BuiltTool.root,
      "--quiet"
    )
    let started = try BuiltTool(in: folder.path).run("init", "app", "--from", "whole.o")

    #expect(compared.errors == "")
    #expect(started.status == .exited(0), "\(started.errors)")
  }

  @Test func `a demand of no form is a usage error, one that nothing answers is not judged`() throws
  {
    let wrong = try BuiltTool(in: folder.path).run("inspect", "whole.o", "--require", "fts5")
    let untold = try BuiltTool(in: folder.path).run(
      "inspect",
      "whole.o",
      "--require",
      "SQLITE_TRUSTED_SCHEMA=0"
    )

    #expect(wrong.status == .exited(64))
    #expect(
      wrong.errors.hasPrefix(
        "amalgam: error: '--require' takes a capability such as 'module:fts5', 'version>=3.45' or "
          + "an option such as 'SQLITE_THREADSAFE=2', not 'fts5'\n"
      )
    )
    #expect(untold.status == .exited(2))
    #expect(
      untold.errors == """
        whole.o: error: cannot be told to have 'SQLITE_TRUSTED_SCHEMA=0': SQLite never reports \
        'SQLITE_TRUSTED_SCHEMA'

        """
    )
  }
}
