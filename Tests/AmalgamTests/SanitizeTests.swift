import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `verify --sanitize address`, on an extension with an error of each kind.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct SanitizeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "inherit minimal\nlimit archive 2m\nextension ./broken.c init=sqlite3_broken_init\n",
      to: "watched.profile"
    )
    try folder.write(
      """
      #include "sqlite3ext.h"
      SQLITE_EXTENSION_INIT1
      #include <stdlib.h>
      /* overrun(N) writes behind a block of four bytes when N is 4. */
      static void overrun(sqlite3_context *context, int count, sqlite3_value **values) {
        char *block = malloc(4);
        (void)count;
        block[sqlite3_value_int(values[0])] = 1;
        sqlite3_result_int(context, 1);
        free(block);
      }
      static void late(sqlite3_context *context, int count, sqlite3_value **values) {
        int *number = malloc(sizeof *number);
        *number = count + (values == 0);
        free(number);
        sqlite3_result_int(context, *number);
      }
      static void lose(sqlite3_context *context, int count, sqlite3_value **values) {
        char *volatile block = malloc(100);
        block[0] = (char)(count + (values == 0));
        block = 0;
        sqlite3_result_int(context, 1);
      }
      int sqlite3_broken_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
        SQLITE_EXTENSION_INIT2(api);
        (void)message;
        sqlite3_create_function(db, "overrun", 1, SQLITE_UTF8, 0, overrun, 0, 0);
        sqlite3_create_function(db, "late", 0, SQLITE_UTF8, 0, late, 0, 0);
        return sqlite3_create_function(db, "lose", 0, SQLITE_UTF8, 0, lose, 0, 0);
      }

      """,
      to: "broken.c"
    )
  }

  private func write(_ name: String, _ queries: String...) throws {
    let records = queries.map { "query I\n\($0)\n----\n1\n" }
    try folder.write(
      "# amalgam 1\ndatabase memory\n\n" + records.joined(separator: "\n"),
      to: "own/\(name).test"
    )
  }

  private func verify(
    _ options: [String] = [],
    environment: [String: String] = [:]
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path, environment: environment).run(
      ["verify", "./watched.profile", "--sanitize", "address"] + options,
      release: "3.46.1"
    )
  }

  /// With gcc: `Tests/Soak/run sanitize-gcc`.
  @Test
  func `an overrun, a use after free and a leak are told with their SQL; what is right is not`()
    throws
  {
    try write("overrun", "SELECT overrun(3)", "SELECT overrun(4)")
    try write("late", "SELECT late()")
    try write("lose", "SELECT lose()")

    let outcome = try verify(
      ["--suite", "own", "--format", "json"],
      // What would hide an error in a program of the user's own.
      environment: ["ASAN_OPTIONS": "detect_leaks=0:halt_on_error=0:exitcode=0"]
    )

    let report = try Parsed(outcome.output)
    let findings = report["findings"].elements.filter { $0["severity"] == "error" }
    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    #expect(findings.allSatisfy { $0["check"] == "memory" }, "\(outcome.output.prefix(6000))")
    #expect(findings.count == 6)
    for (suite, error, line, sql) in [
      ("overrun", "heap-buffer-overflow", 9, "SELECT overrun(4)"),
      ("late", "heap-use-after-free", 4, "SELECT late()"),
      ("lose", "100 byte(s) leaked in 1 allocation(s).", 4, "SELECT lose()"),
    ] {
      for library in ["archive", "shared library"] {
        let finding = findings.first {
          $0["subject"].string == "\(suite):\(line)"
            && ($0["message"].string ?? "").hasSuffix("(\(library) in memory)")
        }
        let notes = finding?["notes"].elements.compactMap(\.string) ?? []
        #expect(
          finding?["message"].string?.hasPrefix("AddressSanitizer ended the driver: \(error)")
            == true,
          "\(suite) \(library): \(outcome.output.prefix(6000))"
        )
        #expect(finding?["line"].integer == line)
        #expect(notes.first == "SQL: \(sql)")
        #expect(notes.contains { $0.hasPrefix("in ") && $0.contains("/broken.c:") }, "\(notes)")
      }
    }
    #expect(
      TemporaryFolder.contents(of: "\(folder.path)/build").filter { !$0.contains("/") }
        == ["watched@3.46.1~address"]
    )
  }

  /// A resource folder of clang's without the sanitizer's runtime.
  @Test func `a compiler without the runtime is told, and another one is the way out`() throws {
    let clang = try #require(SystemCommands().find("clang"))
    let own = try folder.write("", to: "out")
    _ = try SystemCommands().run(
      Command([clang, "-print-resource-dir"]),
      log: "\(folder.path)/log",
      output: own
    )
    let resources = try folder.read("out").trimmingCharacters(in: .newlines)
    let files = FileManager.default
    let bare = "\(folder.path)/bare"
    try files.createDirectory(atPath: bare, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(bare)/include",
      withDestinationPath: "\(resources)/include"
    )

    let outcome = try verify(["--cc", "clang -resource-dir \(bare)", "--format", "json"])

    let failure = try Parsed(outcome.output)["failures"][0]
    #expect(outcome.status == .exited(2), "\(outcome.output.prefix(2000))")
    #expect(failure["where"] == "clang")
    #expect(
      failure["message"].string?.hasPrefix("links no program for ") == true
        && failure["message"].string?.hasSuffix(" with '-fsanitize=address'") == true
    )
    #expect(failure["notes"][0].string?.contains("libclang_rt.asan") == true)
    #expect(
      failure["fix"]
        == "install the compiler's sanitizer runtime, of Debian's clang 'libclang-rt-dev', or name another compiler with --cc"
    )
    #expect(!files.fileExists(atPath: "\(folder.path)/build"))
  }
}
