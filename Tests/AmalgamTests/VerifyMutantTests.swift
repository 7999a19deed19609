import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Libraries that are wrong on purpose, each judged by `verify --library` as a user runs it: each
/// must fail with a finding that names what is wrong.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct VerifyMutantTests {
  /// A variant that is built once and from whose sources the mutants are made.
  private struct Original: Sendable {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write(
        "optimize debug\nextension regexp\nSQLITE_ENABLE_FTS5\n",
        to: "m.profile"
      )
      let outcome = try run("build", [])
      guard outcome.status.isSuccess else { throw Failure("build", outcome.errors) }
    }

    func run(_ verb: String, _ arguments: [String]) throws -> BuiltTool.Outcome {
      try BuiltTool(in: folder.path).run(
        [verb, "./m.profile"] + arguments + [
          "--root", BuiltTool.root, "--build-dir", "build", "--sqlite", "3.46.1", "--quiet",
        ]
      )
    }

    /// Compiles the variant's sources after an edit of one of them and judges the archive.
    func verify(
      _ file: String,
      replacing old: String,
      with new: String,
      header: (String) -> String = { $0 }
    ) throws -> BuiltTool.Outcome {
      let sources = "\(folder.path)/build/m@3.46.1"
      let mutant = try TemporaryFolder()
      for name in [
        "sqlite3.c", "registration.c", "regexp.c", "sqlite3.h", "sqlite3ext.h", "registration.h",
      ] {
        let path = name == "regexp.c" ? "extensions/regexp.c" : name
        var text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
        if name == file {
          try #require(text.contains(old))
          text = text.replacing(old, with: new, maxReplacements: 1)
        }
        try mutant.write(text, to: name)
      }
      try compile(in: mutant)
      let original = try mutant.read("sqlite3.h")
      try mutant.write(header(original), to: "sqlite3.h")
      return try run("verify", ["--library", "\(mutant.path)/libmutant.a"])
    }

    private func compile(in mutant: TemporaryFolder) throws {
      let tools = try ToolchainProbe(
        files: SystemFiles(),
        commands: SystemCommands(),
        cache: BuiltTool.cache
      ).toolchain(asked: nil)
      let units = ["sqlite3", "registration", "regexp"]
      var commands = units.map { unit in
        tools.compiler + ["-O0", "-w", "-fPIC", "-DSQLITE_CORE", "-c", "\(unit).c"]
      }
      commands.append(tools.archiver + ["rcs", "libmutant.a"] + units.map { "\($0).o" })
      for words in commands {
        let status = try SystemCommands().run(
          Command(words, in: mutant.path),
          log: "\(mutant.path)/log"
        )
        guard status.isSuccess else { throw Failure(words[0], try mutant.read("log")) }
      }
    }
  }

  private static let shared = Result { try Original() }
  private let original: Original

  init() throws {
    original = try Self.shared.get()
  }

  private let fts5 = "#define SQLITE_ENABLE_FTS5 1\n"

  private func expectError(
    _ lines: String...,
    in outcome: BuiltTool.Outcome,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == .exited(1), "\(outcome.errors)", sourceLocation: sourceLocation)
    for line in lines {
      #expect(
        outcome.output.contains(line),
        "\(outcome.output.prefix(4000))",
        sourceLocation: sourceLocation
      )
    }
  }

  @Test func `the same sources, built by something else, pass`() throws {
    let outcome = try original.verify("sqlite3.c", replacing: fts5, with: fts5)

    #expect(outcome.status == .exited(0), "\(outcome.output.prefix(4000))")
    #expect(outcome.output.contains(", 0 failed, "))
  }

  @Test func `an option that never reached the compiler is named`() throws {
    let outcome = try original.verify("sqlite3.c", replacing: fts5, with: "")

    expectError(
      "[compile-options] profile sets 'SQLITE_ENABLE_FTS5=1', but the library does not report it",
      "[effective-options] profile sets 'SQLITE_ENABLE_FTS5=1', but it has no effect in the library",
      "capabilities promised by 'SQLITE_ENABLE_FTS5': 'function:bm25/-1'",
      "needs 'module:fts5', which 'SQLITE_ENABLE_FTS5' promises and the library does not have",
      "m.profile:3\n  fix: build the library with 'SQLITE_ENABLE_FTS5', or take the option out of the profile",
      in: outcome
    )
  }

  @Test func `an option that somebody added is named`() throws {
    let outcome = try original.verify(
      "sqlite3.c",
      replacing: fts5,
      with: fts5 + "#define SQLITE_OMIT_JSON 1\n"
    )

    expectError(
      "[compile-options] the library reports 'OMIT_JSON', which the profile does not set",
      "[effective-options] 'SQLITE_OMIT_JSON' is effective in the library",
      "capabilities promised by 'SQLite 3.46.1': 'file:json-index', 'function:->/2'",
      "note: 'SQLITE_OMIT_JSON' takes that away, and the profile does not set it",
      in: outcome
    )
  }

  @Test func `a library that hides its options is told by what it does`() throws {
    let outcome = try original.verify(
      "sqlite3.c",
      replacing: fts5,
      with: fts5 + "#define SQLITE_OMIT_COMPILEOPTION_DIAGS 1\n"
    )

    expectError(
      "[compile-options] the library reports no options, as under 'SQLITE_OMIT_COMPILEOPTION_DIAGS'",
      "does not define 2 names promised by 'SQLite 3.46.1': 'sqlite3_compileoption_get', "
        + "'sqlite3_compileoption_used'",
      in: outcome
    )
    #expect(!outcome.output.contains("SQLITE_ENABLE_FTS5=1"))
  }

  @Test func `a changed constant is found by the cases of its subject alone`() throws {
    let outcome = try original.verify(
      "sqlite3.c",
      replacing: "if( zPath[0]=='$' ){",
      with: "if( zPath[0]=='#' ){"
    )

    expectError("[conformance] expected ", "Suites/json-", in: outcome)
    // A table with an index over JSON takes no more rows, which is all that is missing.
    let missing = outcome.output.split(separator: "\n")
      .filter { $0.contains("[missing-capability]") }
    #expect(missing.allSatisfy { $0.contains("'file:json-index'") })
  }

  @Test func `an extension on the first connection only is named`() throws {
    let function = "int amalgam_m_autoext(sqlite3 *db) {\n"
    let outcome = try original.verify(
      "registration.c",
      replacing: function,
      with: function + "  static int opened;\n  if( opened++ ) return SQLITE_OK;\n"
    )

    expectError(
      "[registration] the second and third connection of 3 do not have what is registered: "
        + "no such function: regexp",
      in: outcome
    )
  }

  @Test func `an extension that only one thread's connections have is named`() throws {
    let function = "int amalgam_m_autoext(sqlite3 *db) {\n"
    let outcome = try original.verify(
      "registration.c",
      replacing: function,
      with: "static _Thread_local int isOwn;\n"
        + "__attribute__((constructor)) static void own(void) { isOwn = 1; }\n"
        + function + "  if( !isOwn ) return SQLITE_OK;\n"
    )

    expectError(
      "[registration] 200 of 200 connections that many threads open at once do not have what is "
        + "registered: no such function: regexp",
      in: outcome
    )
  }

  @Test func `the header of another release is named`() throws {
    let outcome = try original.verify("sqlite3.c", replacing: fts5, with: fts5) { header in
      header.replacing("\"3.46.1\"", with: "\"3.46.0\"")
    }

    expectError(
      "sqlite3.h' is the header of SQLite '3.46.0', but the library is '3.46.1'",
      in: outcome
    )
  }

  @Test func `a name that is not SQLite's is named`() throws {
    let outcome = try original.verify(
      "registration.c",
      replacing: "#include \"registration.h\"\n",
      with: "#include \"registration.h\"\nint sqlite3_api = 1;\n"
    )

    expectError("defines 'sqlite3_api', which nothing in the profile promises", in: outcome)
  }

  @Test func `a library that takes ':memory:' for a file's name leaves no file behind`() throws {
    let outcome = try original.verify(
      "sqlite3.c",
      replacing: fts5,
      with: fts5 + "#define SQLITE_OMIT_MEMORYDB 1\n"
    )

    expectError("[compile-options] the library reports 'OMIT_MEMORYDB'", in: outcome)
    let names = TemporaryFolder.contents(of: original.folder.path)
    #expect(!names.contains { $0.contains(":memory:") }, "\(names)")
  }
}
