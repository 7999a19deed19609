import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Several SQLites in one process: two prefixed variants, an unprefixed one and the system's.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.all.count == 2, "not run: a release is not fetched")
)
struct IsolationTests {
  /// The folder with the variants, made once.
  private static let shared = Result { try IsolationFolder() }
  private let made: IsolationFolder

  init() throws {
    made = try Self.shared.get()
  }

  /// The version of the system's SQLite, asked without any of ours; `nil` where there is none.
  private static let systemVersion: String? = {
    guard let library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(library, "sqlite3_libversion")
    else { return nil }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>
    return String(cString: unsafeBitCast(symbol, to: Version.self)())
  }()
  private static let noSystem: Comment = "not run: no libsqlite3.so.0 (Debian: libsqlite3-0)"
  private static let header = "/usr/include/sqlite3.h"
  private static let noHeader: Comment = "not run: no sqlite3.h (Debian: libsqlite3-dev)"

  private func expectOwnAnswers(_ output: String, _ names: [String]) {
    let versions = [
      "one": "3.46.1", "two": "3.53.4", "plain": "3.53.4", "system": Self.systemVersion ?? "",
    ]
    let expected = names.map { "\($0): \(versions[$0] ?? ""), 4 threads, 0 faults\n" }
    #expect(output == expected.joined())
  }

  @Test(.enabled(if: systemVersion != nil, noSystem), arguments: [false, true])
  func `in C each copy answers for itself on four threads`(isWholeArchive: Bool) throws {
    try made.writeClient()
    for name in ["one", "two", "plain"] {
      try made.run(
        ["clang", "-c", "-Wall", "-Werror", "-Ibuild/\(name)", "-DCOPY=\(name)", "client.c"]
          + ["-o", "\(name).o"]
      )
    }
    let archives = ["one", "two", "plain"].map { "build/\($0)/libsqlite3-\($0).a" }
    let link =
      isWholeArchive
      ? ["-Wl,--whole-archive"] + archives + ["-Wl,--no-whole-archive"] : archives
    try made.run(
      ["clang", "-fuse-ld=lld", "-I\(made.folder.path)", "main.c", "one.o", "two.o", "plain.o"]
        + link + ["-lm", "-lpthread", "-ldl", "-o", "copies"]
    )

    let output = try made.run(["\(made.folder.path)/copies"])

    expectOwnAnswers(output, ["one", "two", "plain", "system"])
  }

  @Test(
    .enabled(if: systemVersion != nil, noSystem),
    arguments: [
      (["-Onone"], false), (["-O"], false), (["-O"], true),
      (["-O", "-cross-module-optimization"], false),
    ]
  )
  func `in one Swift module each copy answers for itself`(
    flags: [String],
    isWholeArchive: Bool
  ) throws {
    try made.writeSwiftClients()
    let imports = ["one", "two", "plain"].flatMap { ["-I", "build/\($0)"] }
    // A module of its own, whose calls the optimiser may copy into its clients.
    try made.run(
      ["swiftc"] + flags + imports + ["-parse-as-library", "-emit-module", "-c", "reader.swift"]
        + ["-module-name", "Reader", "-o", "reader.o"]
    )
    let archives = ["one", "two", "plain"].map { "build/\($0)/libsqlite3-\($0).a" }
    let link =
      isWholeArchive
      ? ["-Xlinker", "--whole-archive"] + archives + ["-Xlinker", "--no-whole-archive"] : archives
    try made.run(
      ["swiftc"] + flags + imports + ["-I", ".", "main.swift", "reader.o"] + link
        + ["-lm", "-o", "swift-copies"]
    )

    let output = try made.run(["\(made.folder.path)/swift-copies"])

    expectOwnAnswers(output, ["one", "two", "plain", "system"])
  }

  @Test(
    .enabled(if: systemVersion != nil && SystemFiles().isFile(header), noHeader),
    arguments: [["-Onone"], ["-O"]]
  )
  func `two prefixed variants and the system's module work in one Swift module`(
    flags: [String]
  ) throws {
    try made.writeSystemModule()
    try made.folder.write(
      """
      import CSQLiteOne
      import CSQLiteTwo
      import SQLite3
      let one: CSQLiteOne.sqlite3_vfs? = CSQLiteOne.sqlite3_vfs_find(nil)?.pointee
      let two: CSQLiteTwo.sqlite3_vfs? = CSQLiteTwo.sqlite3_vfs_find(nil)?.pointee
      let system: SQLite3.sqlite3_vfs? = SQLite3.sqlite3_vfs_find(nil)?.pointee
      print(one == nil || two == nil || system == nil)
      print(CSQLiteOne.SQLITE_VERSION, CSQLiteTwo.SQLITE_VERSION)
      print(String(cString: CSQLiteOne.sqlite3_libversion()))
      print(String(cString: CSQLiteTwo.sqlite3_libversion()))
      print(String(cString: SQLite3.sqlite3_libversion()))

      """,
      to: "three.swift"
    )
    try made.run(
      ["swiftc"] + flags + ["-I", "system", "-I", "build/one", "-I", "build/two", "three.swift"]
        + ["build/one/libsqlite3-one.a", "build/two/libsqlite3-two.a", "-lm", "-o", "three"]
    )

    let output = try made.run(["\(made.folder.path)/three"])

    #expect(
      output == "false\n3.46.1 3.53.4\n3.46.1\n3.53.4\n\(Self.systemVersion ?? "")\n"
    )
  }

  /// What README says does not work, with the compiler's own words.
  @Test(
    .enabled(if: systemVersion != nil && SystemFiles().isFile(header), noHeader),
    arguments: [
      (
        "let a: CSQLitePlain.sqlite3_module? = nil; let b: SQLite3.sqlite3_module? = nil; "
          + "print(a as Any, b as Any)",
        "'sqlite3_module' has different definitions in different modules"
      ),
      (
        "print(CSQLitePlain.SQLITE_VERSION, SQLite3.SQLITE_VERSION)",
        "multiple definitions of symbol '$sSC14SQLITE_VERSIONSSvg'"
      ),
    ]
  )
  func `two unprefixed releases do not work in one Swift module`(
    code: String,
    message: String
  ) throws {
    try made.writeSystemModule()
    try made.folder.write("import CSQLitePlain\nimport SQLite3\n\(code)\n", to: "unprefixed.swift")

    let (status, log) = try made.outcome(
      ["swiftc", "-O", "-I", "system", "-I", "build/plain", "-c", "unprefixed.swift"]
    )

    #expect(!status.isSuccess)
    #expect(log.contains(message), "\(log)")
  }

  @Test(arguments: ["one", "two"])
  func `no global name is left without the prefix`(name: String) throws {
    let library = "build/\(name)/libsqlite3-\(name)"
    let lists = [
      try made.run(["nm", "-g", "\(library).a"]), try made.run(["nm", "-D", "\(library).so"]),
    ]
    for list in lists {
      let names = list.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        .map { $0.prefix { $0 != "@" } }
      // With the session extension, the full text search and the R*Tree there are more than 300.
      #expect(names.count(where: { $0.hasPrefix("\(name)_sqlite3") }) > 300)
      #expect(names.filter { $0.hasPrefix("sqlite3") && !$0.hasSuffix(".o:") } == [])
      #expect(names.filter { $0.hasPrefix("closureAvl") || $0.hasPrefix("amalgam") } == [])
    }
  }

  @Test func `a loadable extension compiles against a prefixed header without a warning`() throws {
    let source = "\(BuiltTool.root)/Vendor/sqlite-3.53.4/ext/misc/uint.c"
    try made.run(["clang", "-c", "-Wall", "-Werror", "-Ibuild/two", source, "-o", "uint.o"])

    let names = try made.run(["nm", "-g", "uint.o"])

    #expect(names.contains("sqlite3_uint_init"))
    #expect(!names.contains("sqlite3_create_collation"))
  }

  @Test func `options that make macros of functions are silent under a prefix`() throws {
    try made.folder.write(
      """
      optimize debug
      sqlite 3.53.4
      prefix odd_
      SQLITE_THREADSAFE=0
      SQLITE_OMIT_COMPILEOPTION_DIAGS
      SQLITE_OMIT_LOAD_EXTENSION
      SQLITE_OMIT_UTF16
      SQLITE_OMIT_DEPRECATED
      """,
      to: "odd.profile"
    )

    let outcome = try made.tool("build", ["./odd.profile"])

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.contains("compiler-warning"), "\(outcome.output)")
  }

  @Test func `hidden names are exported by nothing that links them`() throws {
    try made.folder.write(
      """
      #include "sqlite3.h"
      const char *version(void) { return sqlite3_libversion(); }
      int open_one(void) { sqlite3 *db; return sqlite3_open(":memory:", &db); }

      """,
      to: "user.c"
    )
    let archive = "build/hidden/libsqlite3-hidden.a"
    for linker in ["bfd", "gold", "lld"] where SystemCommands().find("ld.\(linker)") != nil {
      let library = "user-\(linker).so"
      try made.run(
        ["clang", "-shared", "-fPIC", "-fuse-ld=\(linker)", "-Ibuild/hidden", "user.c"]
          + ["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive", "-lm", "-o", library]
      )
      let symbols = try made.run(["readelf", "-W", "--dyn-syms", library])
      let relocations = try made.run(["readelf", "-W", "-r", library])
      #expect(symbols.contains(" open_one"))
      #expect(!symbols.contains("sqlite3"), "\(linker)")
      #expect(!relocations.contains("sqlite3_"), "\(linker)")
    }
    #expect(
      TemporaryFolder.contents(of: "\(made.folder.path)/build/hidden")
        .filter { $0.hasPrefix("lib") } == ["libsqlite3-hidden.a"]
    )
  }

  @Test(arguments: [("one", "one: "), ("hidden", "hidden (archive only): ")])
  func `all suites pass on an isolated variant`(name: String, line: String) throws {
    let outcome = try made.tool("verify", ["./\(name).profile"])

    #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix(line))
    #expect(outcome.output.contains(" 0 failed"))
  }

  @Test func `a library without the prefix is judged and named`() throws {
    let outcome = try made.tool(
      "verify",
      ["./two.profile", "--library", "build/plain/libsqlite3-plain.a", "--format", "json"]
    )

    let findings = try Parsed(outcome.output)["findings"].elements.filter {
      $0["check"] == "isolation"
    }
    #expect(outcome.status == .exited(1), "\(outcome.errors)\(outcome.output)")
    #expect(findings.count == 1)
    let message = findings.first?["message"].string ?? ""
    #expect(message.hasPrefix("the profile asks for the prefix 'two_', but '"))
    #expect(message.contains("/libsqlite3-plain.a' defines "))
    #expect(message.contains(" names without it: 'amalgam_plain_check', "))
    #expect(message.contains(", 'sqlite3_aggregate_context', "))
  }

  @Test func `another prefix, or none, is another variant`() throws {
    try made.folder.write("optimize debug\nsqlite 3.46.1\nprefix a_\n", to: "turn.profile")
    _ = try made.tool("build", ["./turn.profile"])
    let same = try made.tool("build", ["./turn.profile"])
    try made.folder.write("optimize debug\nsqlite 3.46.1\nprefix b_\n", to: "turn.profile")

    let other = try made.tool("build", ["./turn.profile"])
    let resolved = try made.tool("resolve", ["./turn.profile", "--format", "json"])
    let manifest = try Parsed(made.folder.read("build/turn/manifest.json"))

    #expect(same.output.contains("up to date"))
    #expect(other.output.contains("built, since"))
    #expect(try Parsed(resolved.output)["profile"]["prefix"] == "b_")
    #expect(try Parsed(resolved.output)["profile"]["visibility"] == "default")
    #expect(manifest["prefix"] == "b_")
    #expect(manifest["visibility"] == "default")
    #expect(try made.run(["nm", "build/turn/libsqlite3-turn.a"]).contains(" b_sqlite3_open\n"))
  }
}
