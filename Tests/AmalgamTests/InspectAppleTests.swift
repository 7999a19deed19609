import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

private let appleLinker = (19...30).reversed().map { "ld64.lld-\($0)" }
  .first { SystemCommands().find($0) != nil }

/// `inspect` on real SQLite in objects and images for iOS, which cannot run here.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"),
  .enabled(if: appleLinker != nil, "not run: ld64.lld-19 is not installed")
)
struct InspectAppleTests {
  private let workbench: InspectWorkbench

  init() throws { workbench = try InspectWorkbench() }

  /// Compiles for iOS what the headers here make of the source: there are none of Apple's.
  private func compile(_ source: String, to name: String, _ options: String...) throws {
    try workbench.run(["clang", "-E", "-w", source, "-o", "expanded.i"] + options)
    try workbench.compile(
      "expanded.i",
      to: name,
      ["-target", "arm64-apple-ios14", "-x", "cpp-output"] + options
    )
  }

  /// Links against stubs of the system: all that `objects` lack, SQLite's from SQLite's library.
  private func link(_ objects: [String], to name: String, _ options: String...) throws {
    let listed = try workbench.run(["llvm-nm", "-u", "--format=just-symbols"] + objects)
    // The C library's headers here give some functions a name without the underscore.
    let lacking = Set(
      listed.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.hasSuffix(":") }
    )
    let sqlite = lacking.filter { $0.hasPrefix("_sqlite3") }
    for (stub, install, names) in [
      ("libSystem.tbd", "/usr/lib/libSystem.B.dylib", lacking.subtracting(sqlite)),
      ("libsqlite3.tbd", "/usr/lib/libsqlite3.dylib", sqlite),
    ] {
      try workbench.write(
        """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-ios ]
        install-name:    '\(install)'
        exports:
          - targets:     [ arm64-ios ]
            symbols:     [ \((["dyld_stub_binder"] + names.sorted()).joined(separator: ", ")) ]
        ...

        """,
        to: stub
      )
    }
    try workbench.run(
      [
        try #require(appleLinker), "-arch", "arm64", "-platform_version", "ios", "14.0", "14.0",
      ] + options + objects + ["libsqlite3.tbd", "libSystem.tbd", "-o", name]
    )
  }

  private func copy(in name: String) throws -> Parsed {
    let copies = try Parsed(try workbench.verb(name, "--format", "json").output)["copies"]
    try #require(copies.count == 1)
    return copies[0]
  }

  /// A plain listing of names shows hidden ones of Mach-O as if they were global.
  @Test func `a copy is told whole, and hidden names are not taken for exported ones`() throws {
    try compile("sqlite3.c", to: "plain.o")
    try compile("sqlite3.c", to: "hidden.o", "-fvisibility=hidden")
    try compile("main.c", to: "main.o")
    try link(["plain.o"], to: "plain.dylib", "-dylib", "-install_name", "@rpath/plain.dylib")
    try link(["main.o", "hidden.o"], to: "hidden")
    try workbench.run("llvm-objcopy", "-x", "hidden", "stripped")
    let shown = try workbench.run("llvm-nm", "-g", "--defined-only", "hidden.o")
    #expect(shown.contains(" T _sqlite3_open\n"))

    let (plain, object) = (try copy(in: "plain.dylib"), try copy(in: "hidden.o"))
    let (hidden, stripped) = (try copy(in: "hidden"), try copy(in: "stripped"))

    for copy in [plain, object, hidden, stripped] {
      #expect(copy["version"] == "3.46.1")
      #expect(copy["sourceID"] == InspectWorkbench.id)
      #expect(copy["origin"] == "official")
      #expect(copy["format"] == "machO")
      #expect(copy["architecture"] == "arm64")
      #expect(copy["options"].elements.contains { $0 == "THREADSAFE=1" })
    }
    let exported = try workbench.run("llvm-nm", "-g", "--defined-only", "plain.dylib")
      .split(separator: "\n").filter { $0.contains(" _sqlite3") }
    #expect(plain["exported"] == exported.count)
    for copy in [object, hidden, stripped] { #expect(copy["exported"] == 0) }
    #expect(hidden["marks"].elements.map(\.string) == ["hidden"])
    #expect(stripped["marks"].elements.map(\.string) == ["stripped"])
  }

  @Test func `an install name by which no program finds the library is an error`() throws {
    try compile("sqlite3.c", to: "a.o")
    for (name, message) in [
      (
        "libsqlite3.0.dylib",
        """
        a.dylib: error: [install-name] its install name 'libsqlite3.0.dylib' is neither absolute \
        nor begins with '@rpath/', so programs linked with it find it only by chance
          fix: link it with '-install_name @rpath/libsqlite3.0.dylib'
        """
      ),
      (
        "/usr/lib/libsqlite3.dylib",
        """
        a.dylib: error: [install-name] its install name is '/usr/lib/libsqlite3.dylib', the \
        system library's own
          fix: link it with '-install_name @rpath/libNAME.dylib'
        """
      ),
    ] {
      try link(["a.o"], to: "a.dylib", "-dylib", "-install_name", name)
      let outcome = try workbench.verb("a.dylib")

      #expect(outcome.status == .exited(1))
      #expect(outcome.output.contains("\n\n\(message)\n\n"))
    }
    for name in ["@rpath/libsqlite3.0.dylib", "@rpath/libNAME.dylib"] {
      try link(["a.o"], to: "a.dylib", "-dylib", "-install_name", name)
      #expect(try workbench.verb("a.dylib").status == .exited(0))
    }
  }

  @Test func `a program that the system's library answers is told so`() throws {
    try compile("main.c", to: "main.o")
    try compile("sqlite3.c", to: "own.o", "-DSQLITE_ENABLE_FTS5")
    try link(["main.o"], to: "main")

    let outcome = try workbench.verb("main", "--require", "module:fts5")

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output == """
        main: machO, arm64
          no SQLite is in it; 1 name of the API from /usr/lib/libsqlite3.dylib

        main: error: [require] 'module:fts5' is required, but no SQLite is in it
          note: '/usr/lib/libsqlite3.dylib' answers: it takes 1 name of SQLite's API from there
          fix: link a SQLite that has it into 'main'

        1 error, 0 warnings in 2 checks

        """
    )
    try link(["main.o", "own.o"], to: "main")
    #expect(try workbench.verb("main", "--require", "module:fts5").status == .exited(0))
  }

  @Test func `a program that a store encrypted cannot be told, and as it was before it can`() throws
  {
    try compile("sqlite3.c", to: "a.o")
    try compile("main.c", to: "main.o")
    try link(["main.o", "a.o"], to: "main", "-encryptable")
    #expect(try copy(in: "main")["version"] == "3.46.1")
    try workbench.patch("main") { bytes in
      // LC_ENCRYPTION_INFO_64 of 24 bytes; its last number but one says whether it is encrypted.
      let command = try #require(bytes.firstRange(of: [0x2C, 0, 0, 0, 24, 0, 0, 0]))
      bytes[command.lowerBound + 16] = 1
    }

    let outcome = try workbench.verb("main", "--quiet")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        main: error: cannot be told to hold a SQLite or none: it is an encrypted segment
          fix: give it the program as it was before the store encrypted it

        """
    )
  }
}
