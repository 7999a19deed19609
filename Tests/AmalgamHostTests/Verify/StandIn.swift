import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation

/// A small library and a small driver in place of SQLite and the real one, so that all of the
/// way from a file to a report runs in a fraction of a second.
///
/// The driver speaks the protocol; SQL that reads `crash`, `hang`, `flood`, `nonsense` or `leak` does that,
/// and `row N` yields a number.
struct StandIn {
  static let driver = """
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    #include "sqlite3.h"
    static int leaked;
    static void run(const char *sql) {
      if (strncmp(sql, "crash", 5) == 0) abort();
      if (strncmp(sql, "hang", 4) == 0) for (;;) pause();
      if (strncmp(sql, "nonsense", 8) == 0) puts("what");
      if (strncmp(sql, "refuse", 6) == 0) { fputs("amalgam-driver: refused\\n", stderr); exit(70); }
      if (strncmp(sql, "leak", 4) == 0) leaked = 7;
      if (strncmp(sql, "flood", 5) == 0) for (;;) puts("row\\nvalue i 1");
      if (strncmp(sql, "row ", 4) == 0) printf("row\\nvalue i %d\\n", atoi(sql + 4));
      puts("ok");
    }
    int main(int count, char **arguments) {
      char line[1000], verb[100], word[100], rest[100], payload[1000];
      setvbuf(stdout, NULL, _IONBF, 0);
      printf("amalgam-driver 1 %s %s\\n", sqlite3_libversion(), sqlite3_sourceid());
      while (fgets(line, sizeof line, stdin)) {
        int size = 0;
        sscanf(line, "%s %s %s %d", verb, word, rest, &size);
        int named = strcmp(verb, "sql") == 0 || strcmp(verb, "plan") == 0 || strcmp(verb, "probe") == 0;
        printf("begin %s\\n", named ? word : verb);
        if (size > 0) { fread(payload, 1, size + 1, stdin); payload[size] = 0; run(payload); }
        else puts("ok");
        puts("end");
      }
      printf("bye %d\\n", count > 1 ? leaked : -1);
      return 0;
    }

    """

  private static let header = """
    #define SQLITE_VERSION "3.53.4"
    #define SQLITE_SOURCE_ID "\(exampleSourceID)"
    const char *sqlite3_libversion(void);
    const char *sqlite3_sourceid(void);

    """

  private static let library = """
    #include "sqlite3.h"
    #ifdef ENDS_AT_ONCE
    #include <stdlib.h>
    const char *sqlite3_libversion(void) { abort(); }
    #else
    const char *sqlite3_libversion(void) { return SQLITE_VERSION; }
    #endif
    #ifndef WITHOUT_SOURCE_ID
    const char *sqlite3_sourceid(void) { return SQLITE_SOURCE_ID; }
    #endif
    #ifdef WITH_ONE_MORE
    int sqlite3_one_more(void) { return 1; }
    #endif

    """

  let folder: TemporaryFolder
  let commands = CountingCommands()
  private let files = SystemFiles()

  init(flags: [String] = []) throws {
    folder = try TemporaryFolder()
    try files.write(Self.header, to: "\(folder.path)/sqlite3.h")
    try build(flags: flags)
  }

  var archive: String { "\(folder.path)/libstand.a" }
  var shared: String { "\(folder.path)/libstand.so" }

  /// Compiles and links the library, with a SONAME that is not its file's name unless `linking`
  /// says otherwise.
  func build(flags: [String], linking: [String] = ["-Wl,-soname,libstand.so.0"]) throws {
    try files.write(Self.library, to: "\(folder.path)/stand.c")
    let tools = try toolchain()
    let compile = tools.compiler + flags + ["-fPIC", "-c", "stand.c", "-o", "stand.o"]
    let link =
      tools.compiler + tools.linkerFlags
      + ["-shared", "stand.o", "-o", "libstand.so"] + linking
    for words in [
      compile, ["rm", "-f", "libstand.a"], tools.archiver + ["rcs", "libstand.a", "stand.o"], link,
    ] {
      let status = try SystemCommands().run(
        Command(words, in: folder.path),
        log: "\(folder.path)/build.log"
      )
      guard status.isSuccess else { throw Failure(words[0], "\(status)") }
    }
  }

  func toolchain() throws -> Toolchain {
    try ToolchainProbe(
      files: files,
      commands: SystemCommands(),
      cache: "\(folder.path)/cache"
    ).toolchain(asked: nil)
  }

  /// Judges the library with a script of strict records.
  func verify(
    _ script: String,
    subject: VerifySubject? = nil,
    driver: String = StandIn.driver,
    catalogue: String = "stock\n  adds symbol:sqlite3_libversion symbol:sqlite3_sourceid\n",
    seconds: Int = 30,
    largestFile: Int = 32 << 20
  ) throws -> Report {
    let toolchain = try toolchain()
    let verifier = Verifier(
      files: files,
      commands: commands,
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true),
      settings: VerifySettings(
        cache: "\(folder.path)/cache",
        jobs: 2,
        toolchain: toolchain,
        seconds: seconds,
        largestFile: largestFile
      ),
      sources: DriverSources(files: ["driver.c": Array(driver.utf8)]),
      display: { Path.relative($0, to: folder.path) }
    )
    let suite = try ScriptParser.parse("# amalgam 1\n\n\(script)\n", file: "stand.test")
    let request = VerifyRequest(
      subject ?? VerifySubject(archive: archive, shared: shared, headers: folder.path),
      try exampleExpectation(catalogue: catalogue),
      suites: [suite],
      target: toolchain.target
    )
    return try verifier.verify([request])
  }
}

/// Runs commands and keeps them.
final class CountingCommands: CommandRunner, @unchecked Sendable {
  private let system = SystemCommands()
  private(set) var commands: [Command] = []

  /// How many commands compiled or linked.
  var builds: Int { commands.count { $0.arguments.contains("-o") } }

  func start(
    _ command: Command,
    log: String,
    output: String?,
    seconds: Double?
  ) throws(Failure) -> Int {
    commands.append(command)
    return try system.start(command, log: log, output: output, seconds: seconds)
  }

  func wait() throws(Interrupted) -> (child: Int, status: ExitStatus)? { try system.wait() }

  func find(_ name: String) -> String? { system.find(name) }
}
