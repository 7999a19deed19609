import AmalgamCore
import AmalgamHost
import AmalgamTestSupport

/// Variants at -O0 that are kept apart in the ways a profile can ask for, and programs to use them.
struct IsolationFolder: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let profiles = [
      "one": "inherit full\nsqlite 3.46.1\nprefix one_\nextension closure\n",
      "two": "inherit full\nsqlite 3.53.4\nprefix two_\nextension closure\n",
      "plain": "inherit full\nsqlite 3.53.4\n",
      "hidden": "inherit search-only\nsqlite 3.46.1\nvisibility hidden\n",
    ]
    for (name, text) in profiles {
      try folder.write(text + "optimize debug\n", to: "\(name).profile")
    }
    let outcome = try tool("build", profiles.keys.sorted().map { "./\($0).profile" })
    guard outcome.status.isSuccess else {
      throw Failure("build", outcome.output + outcome.errors)
    }
  }

  func tool(_ verb: String, _ operands: [String]) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(
      [verb] + operands + ["--root", BuiltTool.root, "--build-dir", "build", "--quiet"]
    )
  }

  /// Runs a command in the folder and returns what it printed; one that fails is an error.
  @discardableResult
  func run(_ words: [String]) throws -> String {
    let status = try SystemCommands().run(
      Command(words, in: folder.path),
      log: "\(folder.path)/log",
      output: "\(folder.path)/out"
    )
    guard status.isSuccess else {
      throw Failure(words.joined(separator: " "), try folder.read("log"))
    }
    return try folder.read("out")
  }

  func outcome(_ words: [String]) throws -> (ExitStatus, String) {
    let log = "\(folder.path)/log"
    let status = try SystemCommands().run(Command(words, in: folder.path), log: log)
    return (status, try folder.read("log"))
  }

  /// The same C file for each copy, with that copy's header; and a program that runs them all.
  func writeClient() throws {
    try folder.write(
      """
      #include "sqlite3.h"
      #include <stdio.h>
      #include <string.h>
      #define PASTE(a, b) a##b
      #define NAME(a, b) PASTE(a, b)
      #define TEXT(a) #a
      #define QUOTED(a) TEXT(a)

      static void who(sqlite3_context *context, int count, sqlite3_value **values) {
        (void)count;
        (void)values;
        sqlite3_result_text(context, QUOTED(COPY), -1, SQLITE_STATIC);
      }
      static int keep(void *text, int count, char **values, char **names) {
        (void)names;
        return snprintf(text, 64, "%s", count == 1 ? values[0] : "") < 0;
      }
      const char *NAME(COPY, _version)(void) { return sqlite3_libversion(); }

      /* One round: a function of the application's own, one compiled in, a full text search. */
      int NAME(COPY, _faults)(void) {
        char text[64] = "";
        char expected[64];
        sqlite3 *db;
        int faults = sqlite3_open(":memory:", &db) != SQLITE_OK;
        faults += sqlite3_create_function(db, "who", 0, SQLITE_UTF8, 0, who, 0, 0) != SQLITE_OK;
        faults += sqlite3_exec(db,
            "CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES ('red fox');"
            "SELECT who() || ' ' || sqlite_version() || ' ' || a FROM t"
            " WHERE t MATCH 'fox' AND a REGEXP '^red'", keep, text, 0) != SQLITE_OK;
        snprintf(expected, sizeof expected, "%s %s red fox", QUOTED(COPY), SQLITE_VERSION);
        faults += strcmp(text, expected) != 0;
        faults += sqlite3_close(db) != SQLITE_OK;
        return faults;
      }

      """,
      to: "client.c"
    )
    try folder.write(
      """
      #include <dlfcn.h>
      #include <pthread.h>
      #include <stdio.h>
      #include <string.h>
      int one_faults(void), two_faults(void), plain_faults(void);
      const char *one_version(void), *two_version(void), *plain_version(void);

      /* The system's library, reached as a plugin or the system's own frameworks reach it. */
      static void *library;
      static const char *system_version(void) {
        return ((const char *(*)(void))dlsym(library, "sqlite3_libversion"))();
      }
      static int keep(void *text, int count, char **values, char **names) {
        (void)names;
        return snprintf(text, 64, "%s", count == 1 ? values[0] : "") < 0;
      }
      static int system_faults(void) {
        typedef int (*callback)(void *, int, char **, char **);
        int (*open)(const char *, void **) =
            (int (*)(const char *, void **))dlsym(library, "sqlite3_open");
        int (*exec)(void *, const char *, callback, void *, char **) =
            (int (*)(void *, const char *, callback, void *, char **))dlsym(library, "sqlite3_exec");
        int (*close)(void *) = (int (*)(void *))dlsym(library, "sqlite3_close");
        char text[64] = "";
        void *db;
        int faults = open(":memory:", &db) != 0;
        faults += exec(db, "SELECT sqlite_version()", keep, text, 0) != 0;
        faults += strcmp(text, system_version()) != 0;
        faults += exec(db, "SELECT amalgam_manifest()", keep, text, 0) == 0;
        return faults + (close(db) != 0);
      }

      struct copy { const char *name; const char *(*version)(void); int (*faults)(void); };
      static void *work(void *copy) {
        long faults = 0;
        for (int round = 0; round < 50; round++) faults += ((struct copy *)copy)->faults();
        return (void *)faults;
      }
      int main(void) {
        struct copy copies[] = {
          {"one", one_version, one_faults}, {"two", two_version, two_faults},
          {"plain", plain_version, plain_faults}, {"system", system_version, system_faults},
        };
        pthread_t threads[4][4];
        library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
        if (!library) return 2;
        for (int i = 0; i < 4; i++) {
          for (int t = 0; t < 4; t++) pthread_create(&threads[i][t], 0, work, &copies[i]);
        }
        for (int i = 0; i < 4; i++) {
          long faults = 0;
          for (int t = 0; t < 4; t++) {
            void *result;
            pthread_join(threads[i][t], &result);
            faults += (long)result;
          }
          printf("%s: %s, 4 threads, %ld faults\\n", copies[i].name, copies[i].version(), faults);
        }
        return 0;
      }

      """,
      to: "main.c"
    )
  }

  /// A module that uses one copy, and a program that uses all of them in one module.
  func writeSwiftClients() throws {
    try folder.write(
      """
      import CSQLiteOne

      public func readerVersion() -> String { String(cString: CSQLiteOne.sqlite3_libversion()) }

      """,
      to: "reader.swift"
    )
    let names = ["One", "Two", "Plain"]
    try folder.write(
      """
      import CSQLiteOne
      import CSQLiteTwo
      import CSQLitePlain
      import Dispatch
      import Glibc
      import Reader

      """ + names.map(swiftFunction).joined() + """

        typealias Version = @convention(c) () -> UnsafePointer<CChar>
        typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>)
          -> Int32
        typealias Close = @convention(c) (OpaquePointer?) -> Int32
        nonisolated(unsafe) let library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL)!
        func faultsOfSystem() -> Int {
          var db: OpaquePointer?
          let open = unsafeBitCast(dlsym(library, "sqlite3_open"), to: Open.self)
          let close = unsafeBitCast(dlsym(library, "sqlite3_close"), to: Close.self)
          let opened = open(":memory:", &db)
          return (opened == 0 ? 0 : 1) + (close(db) == 0 ? 0 : 1)
        }
        func run(_ name: String, _ version: String, _ faults: @Sendable () -> Int) {
          nonisolated(unsafe) let counts = UnsafeMutablePointer<Int>.allocate(capacity: 4)
          DispatchQueue.concurrentPerform(iterations: 4) { index in
            counts[index] = (0..<50).reduce(0) { sum, _ in sum + faults() }
          }
          let sum = (0..<4).reduce(0) { $0 + counts[$1] }
          print("\\(name): \\(version), 4 threads, \\(sum) faults")
        }
        let version = unsafeBitCast(dlsym(library, "sqlite3_libversion"), to: Version.self)
        run("one", String(cString: CSQLiteOne.sqlite3_libversion()), faultsOfOne)
        run("two", String(cString: CSQLiteTwo.sqlite3_libversion()), faultsOfTwo)
        run("plain", String(cString: CSQLitePlain.sqlite3_libversion()), faultsOfPlain)
        run("system", String(cString: version()), faultsOfSystem)
        precondition(readerVersion() == "3.46.1")

        """,
      to: "main.swift"
    )
  }

  /// The same Swift text for each copy, but for the module's name.
  private func swiftFunction(_ name: String) -> String {
    let module = "CSQLite\(name)"
    return """
      func faultsOf\(name)() -> Int {
        var db: OpaquePointer?
        var faults = \(module).sqlite3_open(":memory:", &db) == SQLITE_OK ? 0 : 1
        \(module).sqlite3_create_function(
          db, "who", 0, SQLITE_UTF8, nil,
          { context, _, _ in
            let copied = unsafeBitCast(-1, to: \(module).sqlite3_destructor_type.self)
            \(module).sqlite3_result_text(context, "\(name)", -1, copied)
          }, nil, nil)
        var statement: OpaquePointer?
        \(module).sqlite3_prepare_v2(
          db, "SELECT who() || sqlite_version() || ('red' REGEXP '^r')", -1, &statement, nil)
        faults += \(module).sqlite3_step(statement) == SQLITE_ROW ? 0 : 1
        let text = \(module).sqlite3_column_text(statement, 0).map { String(cString: $0) }
        let version = String(cString: \(module).sqlite3_libversion())
        faults += text == "\(name)\\(version)1" ? 0 : 1
        \(module).sqlite3_finalize(statement)
        faults += \(module).sqlite3_changes(db) == 0 ? 0 : 1
        return faults + (\(module).sqlite3_close(db) == SQLITE_OK ? 0 : 1)
      }

      """
  }

  func writeSystemModule() throws {
    try folder.write(
      "module SQLite3 [system] {\n  header \"/usr/include/sqlite3.h\"\n  link \"sqlite3\"\n"
        + "  export *\n}\n",
      to: "system/module.modulemap"
    )
  }
}
