import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `inspect` as a user runs it, on what compilers and linkers make of a release.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct InspectVerbTests {
  private let workbench: InspectWorkbench

  init() throws { workbench = try InspectWorkbench() }

  @Test func `the text and the JSON have a copy's whole story`() throws {
    try workbench.compile("sqlite3.c", to: "a.o", "--target=x86_64-linux-gnu")
    try workbench.run("llvm-ar", "rcs", "a.a", "a.o")
    let options = try workbench.reportedOptions(of: "a.o")
    let names = try workbench.exportedNames(of: "a.o")
    let digest = try workbench.run("sha256sum", "a.a").prefix(64)

    let text = try workbench.verb("a.a")
    let json = try workbench.verb("a.a", "--format", "json")

    #expect(text.status == .exited(0))
    #expect(
      text.output.replacing("\n" + String(repeating: " ", count: 15), with: " ") == """
        a.a: elf, x86_64
          SQLite 3.46.1 in a.o: the release of 2024-08-13
            source id  \(InspectWorkbench.id)
            options    \(options.count): \(options.joined(separator: " "))
            names      \(names) exported

        0 errors, 0 warnings in 1 check

        """
    )
    #expect(json.status == .exited(0))
    #expect(
      json.output == """
        {
          "schema": 1,
          "command": "inspect",
          "findings": [],
          "failures": [],
          "summary": {
            "errors": 0,
            "warnings": 0,
            "notes": 0,
            "accepted": 0,
            "checks": 1,
            "skipped": 0
          },
          "copies": [
            {
              "file": "a.a",
              "sha256": "\(digest)",
              "member": "a.o",
              "architecture": "x86_64",
              "format": "elf",
              "version": "3.46.1",
              "sourceID": "\(InspectWorkbench.id)",
              "origin": "official",
              "linkage": "embedded",
              "options": [
                \(options.map { "\"\($0)\"" }.joined(separator: ",\n        "))
              ],
              "optionsComplete": true,
              "exported": \(names),
              "undefined": 0,
              "provider": null,
              "marks": []
            }
          ]
        }

        """
    )
  }

  @Test func `no copy is status 0 with an empty list`() throws {
    try workbench.write("int f(void) { return 1; }", to: "f.c")
    try workbench.compile("f.c", to: "f.o")

    let outcome = try workbench.verb("f.o", "--format", "json")

    #expect(outcome.status == .exited(0))
    #expect(outcome.output.contains("\n  \"copies\": []\n"))
    #expect(try workbench.verb("f.o").output.contains("\n  no SQLite is in it\n"))
  }

  /// Each is a file in which a copy could be that nobody can see.
  @Test func `what cannot be told is status 2, with the file, the reason and the way out`() throws {
    try workbench.write("int f(void) { return 1; } int main(void) { return f(); }", to: "f.c")
    try workbench.compile("f.c", to: "bitcode.o", "-flto")
    try workbench.run("clang", "f.c", "-o", "packed")
    // UPX leaves its mark behind the headers; the end of the first 16 bytes is free for any.
    try workbench.patch("packed") { $0.replaceSubrange(9..<13, with: Array("UPX!".utf8)) }
    try workbench.run("llvm-ar", "rcs", "empty.a")
    try workbench.write("text", to: "readme")

    for (name, message) in [
      (
        "bitcode.o",
        """
        bitcode.o: error: cannot be told to hold a SQLite or none: it is LLVM bitcode
          fix: give it the program that is linked from it, or compile without '-flto'
        """
      ),
      (
        "packed",
        """
        packed: error: cannot be told to hold a SQLite or none: it is a packed program, which \
        unpacks itself when it runs
          fix: give it the program as it was before it was packed
        """
      ),
      ("empty.a", "empty.a: error: holds no object, so nothing was judged"),
      (
        "readme",
        """
        readme: error: cannot be read: wanted an object file, a library or an archive, found text \
        at offset 0
        """
      ),
    ] {
      let outcome = try workbench.verb(name, "--quiet")

      #expect(outcome.status == .exited(2))
      #expect(outcome.errors == message + "\n")
      #expect(!outcome.output.contains("no SQLite is in it"))
    }
    // The fix of the first one.
    try workbench.compile("f.c", to: "bitcode.o")
    #expect(try workbench.verb("bitcode.o").status == .exited(0))
  }

  @Test(.enabled(if: SystemCommands().find("gcc") != nil, "not run: gcc is not installed"))
  func `an object that gcc left for the linker to compile is status 2`() throws {
    try workbench.write("int f(void) { return 1; }", to: "f.c")
    try workbench.run("gcc", "-flto", "-fno-fat-lto-objects", "-c", "f.c", "-o", "slim.o")

    let outcome = try workbench.verb("slim.o", "--quiet")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        slim.o: error: cannot be told to hold a SQLite or none: it is a slim LTO object
          fix: give it the program that is linked from it, or compile without '-flto'

        """
    )
    try workbench.run("gcc", "-flto", "-ffat-lto-objects", "-c", "f.c", "-o", "slim.o")
    #expect(try workbench.verb("slim.o").status == .exited(0))
  }

  /// The questions in the order in which a person would ask; after each fix comes the next answer.
  @Test func `what is required is answered step by step, and each fix leads on`() throws {
    try workbench.compile("sqlite3.c", to: "system.o", "-fPIC")
    let soname = "-Wl,-soname,libsqlite3.so.0"
    try workbench.run("clang", "-shared", "system.o", soname, "-o", "libsqlite3.so", "-lm")
    try workbench.compile("autolink.c", to: "main.o")
    try workbench.compile("sqlite3.c", to: "own.o", "-fPIC")
    let link = ["clang", "main.o"]
    let system = ["-L.", "-lsqlite3", "-lm", "-ldl", "-lpthread", "-o", "main"]
    try workbench.run(link + system)
    let first = try workbench.verb("main", "main.o", "--require", "module:fts5", "--quiet")
    try workbench.run(link + ["own.o"] + system)
    let second = try workbench.verb("main", "--require", "module:fts5", "--quiet")
    try workbench.compile("sqlite3.c", to: "own.o", "-fPIC", "-DSQLITE_ENABLE_FTS5")
    try workbench.run(link + ["own.o"] + system)
    let third = try workbench.verb("main", "--require", "module:fts5", "--quiet")

    #expect(first.status == .exited(1))
    #expect(
      first.output.contains(
        """
        main: error: [require] 'module:fts5' is required, but no SQLite is in it
          note: 'libsqlite3.so.0' answers: it takes 1 name of SQLite's API from there
          note: 'main.o' asks the linker for it by '-lsqlite3'
          note: Swift's 'import SQLite3' does that, in the name of the system's library
          fix: link a SQLite that has it before all that asks for another
        """
      )
    )
    #expect(second.status == .exited(1))
    #expect(
      second.output.contains(
        "main: error: [require] 'module:fts5' is required, but its SQLite 3.46.1 lacks it: "
          + "'SQLITE_ENABLE_FTS5' is not among its "
      )
    )
    #expect(second.output.contains("\n  fix: compile SQLite with '-DSQLITE_ENABLE_FTS5'\n"))
    #expect(third.status == .exited(0))
  }

  @Test func `what a file tells of itself is required of each file that can have it`() throws {
    try workbench.compile("sqlite3.c", to: "pic.o", "-fPIC")
    let soname = "-Wl,-soname,libacme.so.1"
    try workbench.run("clang", "-shared", "pic.o", soname, "-o", "libacme.so", "-lm")
    try workbench.run("llvm-ar", "rcs", "libacme.a", "pic.o")
    let required = { (demand: String, files: [String]) in
      try workbench.verb(files + ["--require", demand, "--quiet"])
    }

    for demand in [
      "export:sqlite3_open", "import:libm*", "copies:1", "install-name:libacme*", "alignment:4k",
    ] {
      let outcome = try required(demand, ["libacme.so", "libacme.a"])
      #expect(outcome.status == .exited(0), "\(demand): \(outcome.errors)\(outcome.output)")
    }
    let other = try required("install-name:@rpath/*", ["libacme.so", "libacme.a"])
    #expect(other.status == .exited(1))
    #expect(
      other.output.contains(
        """
        libacme.so: error: [require] 'install-name:@rpath/*' is required, and the file is without it
          note: its name is 'libacme.so.1'

        1 error, 0 warnings in 
        """
      ),
      "\(other.output)"
    )
    let untold = try required("alignment:16k", ["libacme.a"])
    #expect(untold.status == .exited(2))
    #expect(
      untold.errors
        == "libacme.a: error: cannot be told to have 'alignment:16k': it has no ELF segments\n"
    )
  }

  @Test func `a published fault can be required to be fixed`() throws {
    try workbench.compile("sqlite3.c", to: "wal.o")
    try workbench.compile("sqlite3.c", to: "no-wal.o", "-DSQLITE_OMIT_WAL")

    let met = try workbench.verb("no-wal.o", "--require", "fixed:wal-reset", "--quiet")
    let unmet = try workbench.verb("wal.o", "--require", "fixed:wal-reset", "--quiet")
    let unknown = try workbench.verb("wal.o", "--require", "fixed:wal-rest", "--quiet")

    #expect(met.status == .exited(0), "\(met.output)")
    #expect(unmet.status == .exited(1))
    #expect(
      unmet.output.contains(
        "wal.o: error: [require] 'fixed:wal-reset' is required, but its SQLite 3.46.1 lacks it: "
      )
    )
    #expect(unmet.output.contains("\n  fix: build SQLite 3.53.0 or later\n"))
    #expect(unknown.status == .exited(2))
    #expect(
      unknown.errors
        == "wal.o: error: cannot be told to have 'fixed:wal-rest': no published fault of "
        + "that name is known; did you mean 'wal-reset'?\n"
    )
  }

  @Test func `a demand that is none is a wrong command line`() throws {
    let outcome = try workbench.verb("main.c", "--require", "fts5")

    #expect(outcome.status == .exited(64))
    #expect(outcome.errors.contains("'--require' takes a capability such as 'module:fts5'"))
  }

  @Test func `folders, frameworks and zip files are walked`() throws {
    try workbench.compile("sqlite3.c", to: "a.o")
    for place in [
      "Payload/App.app/App.debug.dylib", "S.xcframework/ios-arm64/S.framework/S", "pkg/native/s.so",
    ] {
      try workbench.compile("main.c", to: place)
      try workbench.run("cp", "a.o", place)
    }
    try workbench.run("zip", "-qr", "app.ipa", "Payload")
    try workbench.run("zip", "-qr", "pkg.whl", "pkg")

    for (name, file) in [
      ("app.ipa", "app.ipa/Payload/App.app/App.debug.dylib"),
      ("Payload/App.app", "Payload/App.app/App.debug.dylib"),
      ("pkg.whl", "pkg.whl/pkg/native/s.so"),
      ("S.xcframework", "S.xcframework/ios-arm64/S.framework/S"),
    ] {
      let outcome = try workbench.verb(name, "--format", "json")
      let copies = try Parsed(outcome.output)["copies"].elements

      #expect(outcome.status == .exited(0))
      #expect(copies.map { $0["file"].string } == [file])
      #expect(copies.map { $0["version"].string } == ["3.46.1"])
    }
  }
}
