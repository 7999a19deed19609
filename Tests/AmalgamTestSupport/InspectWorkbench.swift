import AmalgamCore
import AmalgamHost
import Foundation
import Testing

/// A folder with stock SQLite and small programs around it, the tools that compile and link them,
/// and the inspector that looks at what comes of it.
package struct InspectWorkbench {
  package let folder: TemporaryFolder
  private let inspector: Inspector

  package init() throws {
    folder = try TemporaryFolder()
    inspector = try Inspector()
    let stock = try SystemFiles().readText(FetchedRelease.stockSource("3.46.1"))
    try write(stock, to: "sqlite3.c")
    try write(stock.replacing("f69a1e33", with: "f69aalt1"), to: "altered.c")
    try write(
      stock.replacing("\"3.46.1\"", with: "\"3.40.1\"").replacing(Self.id, with: Self.otherID),
      to: "other.c"
    )
    for (name, text) in Self.programs { try write(text, to: name) }
  }

  package static let id =
    "2024-08-13 09:16:08 c9c2ab54ba1f5f46360f1b4f35d849cd3f080e6fc2b6c60e91b16c63f69a1e33"
  package static let otherID =
    "2022-12-28 14:03:47 df5c253c0b3dd24916e4ec7cf77d3db5294cc9fd45ae7b9c5e82ad8197f38a24"

  private static let programs = [
    "main.c": """
    extern int sqlite3_open(const char *, void **);
    int main(void) { void *db; return sqlite3_open(":memory:", &db); }
    """,
    "autolink.c": """
    extern int sqlite3_open(const char *, void **);
    int main(void) { void *db; return sqlite3_open(":memory:", &db); }
    __attribute__((section(".swift1_autolink_entries"), used)) static const char link[] =
      "-lsqlite3";
    """,
    "snapshot.c": """
    extern int sqlite3_open(const char *, void **), sqlite3_snapshot_get(void *, char *, void *);
    int main(void) { void *db; sqlite3_open("", &db); return sqlite3_snapshot_get(db, 0, 0); }
    """,
    "module.c": """
    extern int sqlite3_open(const char *, void **);
    int PyInit_module(void) { void *db; return sqlite3_open(":memory:", &db); }
    """,
    "extension.c": """
    extern int sqlite3_exec(void *, const char *, void *, void *, void *);
    int sqlite3_acme_init(void *db) { return sqlite3_exec(db, "select 1", 0, 0, 0); }
    """,
    "list.c": """
    extern const char *sqlite3_compileoption_get(int);
    extern int puts(const char *);
    int main(void) {
      for (int i = 0; sqlite3_compileoption_get(i); i++) puts(sqlite3_compileoption_get(i));
    }
    """,
  ]

  package func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  /// Makes `libsqlite3.so`, named as Linux systems name theirs.
  package func linkSystemLibrary(from object: String) throws {
    let name = "-Wl,-soname,libsqlite3.so.0"
    try run("clang", "-shared", object, name, "-o", "libsqlite3.so", "-lm")
  }

  package func compile(_ source: String, to name: String, _ options: String...) throws {
    try compile(source, to: name, options)
  }

  package func compile(_ source: String, to name: String, _ options: [String]) throws {
    try SystemFiles().makeDirectory(Path.directory(of: "\(folder.path)/\(name)"))
    try run(["clang", "-c", "-O0", "-w"] + options + [source, "-o", name])
  }

  /// Runs a program that has to succeed and returns what it printed.
  @discardableResult
  package func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  package func run(_ arguments: [String]) throws -> String {
    let log = "\(folder.path)/log"
    let status = try SystemCommands().run(Command(arguments, in: folder.path), log: log)
    let said = try folder.read("log")
    try #require(status == .exited(0), "\(arguments): \(said)")
    return said
  }

  /// What a program in the folder prints.
  package func output(_ program: String) throws -> String {
    try run("\(folder.path)/\(program)")
  }

  /// What `inspect` says of files in the folder, run as a user runs it.
  package func verb(_ arguments: String...) throws -> BuiltTool.Outcome {
    try verb(arguments)
  }

  package func verb(_ arguments: [String]) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(["inspect"] + arguments)
  }

  /// The options that the SQLite in an object lists when it runs.
  package func reportedOptions(of object: String) throws -> [String] {
    try compile("list.c", to: "list.o")
    try run("clang", object, "list.o", "-o", "list", "-lm", "-ldl", "-lpthread")
    return try output("list").split(separator: "\n").map(String.init)
  }

  /// Replaces bytes of a file.
  package func patch(_ name: String, _ edit: (inout [UInt8]) throws -> Void) throws {
    var bytes = try SystemFiles().read("\(folder.path)/\(name)")
    try edit(&bytes)
    try SystemFiles().write(bytes, to: "\(folder.path)/\(name)")
  }

  /// Renames all external definitions of an object, as a build without our `prefix` does.
  package func prefix(
    _ object: String,
    to name: String,
    _ prefix: String,
    where isRenamed: (String) -> Bool = { _ in true }
  ) throws {
    try run("llvm-objcopy", object, name)
    let names = try definedNames(of: object).filter(isRenamed)
    try write(names.map { "\($0) \(prefix)\($0)\n" }.joined(), to: "names.txt")
    try run("llvm-objcopy", "--redefine-syms=names.txt", name)
  }

  /// The external names that an object defines, as a second tool lists them.
  package func definedNames(of object: String, _ options: String...) throws -> [String] {
    try run(["nm", "-g", "--defined-only"] + options + [object]).split(separator: "\n").compactMap {
      $0.split(separator: " ").last.map(String.init)
    }
  }

  package func exportedNames(of object: String) throws -> Int { try definedNames(of: object).count }

  package func inspection(_ names: [String], require: [String] = []) throws -> Inspection {
    let program = try ProgramLoader(
      files: SystemFiles(),
      commands: SystemCommands(),
      progress: Progress(terminal: RecordingTerminal())
    )
    .load(names.map { ("\(folder.path)/\($0)", $0) })
    let requirements = try require.map { try #require(Requirement($0)) }
    return inspector.inspect(program, requirements: requirements, hashing: false)
  }

  package func inspect(_ names: String..., require: String...) throws -> Report {
    try inspection(names, require: require).report
  }

  package func copies(_ name: String) throws -> [InspectedCopy] {
    try inspection([name]).copies.filter { $0.linkage == .embedded }
  }
}
