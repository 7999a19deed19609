import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// A folder in which a test makes small stand-ins for SQLite, links them with a real linker, and asks
/// what `symbols` would say of the same files.
struct LinkShop {
  let folder: TemporaryFolder
  static let catalogue: OptionCatalogue? = try? Tables().catalogue

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Runs a command in the folder and returns its status and all that it wrote.
  @discardableResult
  func run(_ words: [String]) throws -> (isSuccess: Bool, output: String) {
    let status = try SystemCommands().run(
      Command(words, in: folder.path, environment: ["LD_LIBRARY_PATH": folder.path]),
      log: path("log")
    )
    return (status.isSuccess, try folder.read("log"))
  }

  /// Runs a command that has to succeed and returns what it wrote.
  @discardableResult
  func must(
    _ words: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let (isSuccess, output) = try run(words)
    try #require(
      isSuccess,
      "\(words.joined(separator: " "))\n\(output)",
      sourceLocation: sourceLocation
    )
    return output
  }

  /// Compiles C source to `name`, position-independent.
  func compile(_ source: String, to name: String, _ flags: [String] = []) throws {
    try folder.write(source, to: "\(name).c")
    // On Windows there is no other code.
    let isForWindows = flags.contains { $0.contains("windows") }
    let position = isForWindows ? [] : ["-fPIC"]
    try must(["clang", "-O0", "-w"] + position + flags + ["-c", "\(name).c", "-o", name])
  }

  /// Makes an archive with one member, the copy of that version.
  func archive(
    _ name: String,
    version: String,
    more: [String] = [],
    flags: [String] = []
  ) throws {
    let object = "\(name)-objects/sqlite3.o"
    try folder.write("", to: "\(name)-objects/empty")
    try compile(Self.copy(version, more), to: object, flags)
    try must(["llvm-ar", "rcs", name, object])
  }

  /// Makes a library with a copy inside and one function that uses it.
  func library(
    _ name: String,
    version: String,
    flags: [String] = [],
    linking: [String] = []
  ) throws {
    let user = "const char *user_of_\(version.cName)(void) { return sqlite3_libversion(); }"
    try compile(Self.copy(version) + user, to: "\(name).o", flags)
    try must(
      ["clang", "-shared", "-fuse-ld=lld", "-Wl,-soname,\(name)", "\(name).o", "-o", name] + linking
    )
  }

  /// Makes `main.o`, which prints what the functions it calls answer.
  func program(
    _ name: String = "main.o",
    printing calls: [String] = ["sqlite3_libversion"],
    flags: [String] = []
  ) throws {
    let declarations = calls.map { "const char *\($0)(void);" }
    let prints = calls.map { "puts(\($0)());" }
    let source =
      "int puts(const char *); const char *sqlite3_open(void);\n" + declarations.joined()
      + "int main(void) { sqlite3_open();"
      + prints.joined() + "return 0; }"
    try compile(source, to: name, flags)
  }

  /// Links with `linker` and returns what the program prints, or what the linker says.
  func link(
    _ linker: String,
    _ inputs: [String],
    flags: [String] = []
  ) throws -> (isLinked: Bool, output: String) {
    let (isLinked, output) = try run(
      ["clang", "-fuse-ld=\(linker)"] + flags + inputs + ["-o", "prog"]
    )
    guard isLinked else { return (false, output) }
    return (true, try must([path("prog")]))
  }

  /// What `symbols` finds out about files of the folder.
  func evidence(
    _ names: [String],
    isLinkOrder: Bool = true,
    takesAll: Bool = false,
    names pattern: String? = nil,
    forbidding: [String] = []
  ) throws -> (evidence: SymbolEvidence, request: SymbolsRequest) {
    let request = SymbolsRequest(
      pattern: NamePattern(pattern),
      isLinkOrder: isLinkOrder,
      takesAll: takesAll,
      forbidden: forbidding,
      catalogue: try #require(Self.catalogue)
    )
    var observer = SymbolObserver(request)
    let contents = try names.map { name in
      (name, try SystemFiles().contents(of: path(name), named: name))
    }
    for (name, contents) in contents {
      observer.add(SymbolFile(name: name, bytes: contents.bytes))
    }
    return withExtendedLifetime(contents) { (observer.evidence(), request) }
  }

  /// The groups of conflicts of the files on a link line, read as a linker reads it.
  func groups(line words: [String]) throws -> [SymbolGroup] {
    try evidence(line: words).groups
  }

  /// What `symbols` finds out about a link line.
  func evidence(line words: [String]) throws -> SymbolEvidence { try judged(line: words).evidence }

  /// The findings and failures of a link line as text.
  func text(line words: [String]) throws -> String {
    let (evidence, request) = try judged(line: words)
    let report = SymbolsReport(evidence, request).report()
    let text = TextReport(colour: false)
    return (report.findings.map(text.text) + report.failures.map(text.text))
      .joined(separator: "\n")
  }

  private func judged(
    line words: [String]
  ) throws -> (evidence: SymbolEvidence, request: SymbolsRequest) {
    let line = LinkLine(words, .of(SystemFiles(), in: folder.path))
    let request = SymbolsRequest(
      isLinkOrder: true,
      line: line.settings,
      catalogue: try #require(Self.catalogue)
    )
    var observer = SymbolObserver(request)
    var numbers: [String: Int] = [:]
    let contents = try line.inputs.map {
      try SystemFiles().contents(of: path($0.path), named: $0.path)
    }
    for (input, contents) in zip(line.inputs, contents) {
      let file = SymbolFile(
        name: input.path,
        bytes: contents.bytes,
        takesAll: input.takesAll
      )
      let number = numbers[input.path] ?? observer.add(file)
      numbers[input.path] = number
      observer.place(number, isAsNeeded: input.isAsNeeded, group: input.group)
    }
    return withExtendedLifetime(contents) { (observer.evidence(), request) }
  }

  /// The groups of conflicts of files of the folder.
  func groups(
    _ names: [String],
    isLinkOrder: Bool = true,
    takesAll: Bool = false,
    names pattern: String? = nil
  ) throws -> [SymbolGroup] {
    try evidence(names, isLinkOrder: isLinkOrder, takesAll: takesAll, names: pattern)
      .evidence.groups
  }

  /// The findings and failures as text, as a user sees them.
  func text(
    _ names: [String],
    isLinkOrder: Bool = true,
    takesAll: Bool = false,
    forbidding: [String] = []
  ) throws -> String {
    let (evidence, request) = try evidence(
      names,
      isLinkOrder: isLinkOrder,
      takesAll: takesAll,
      forbidding: forbidding
    )
    let report = SymbolsReport(evidence, request).report()
    let text = TextReport(colour: false)
    return (report.findings.map(text.text) + report.failures.map(text.text))
      .joined(separator: "\n")
  }

  /// C source of a stand-in: each function calls another one of the API, as SQLite's do.
  static func copy(_ version: String, _ more: [String] = []) -> String {
    let users = ["sqlite3_open", "sqlite3_step"].map {
      "const char *\($0)(void) { return sqlite3_libversion(); }\n"
    }
    let others = more.map { "const char *\($0)(void) { return sqlite3_libversion(); }\n" }
    return "const char *sqlite3_libversion(void) { return \"\(version)\"; }\n"
      + (users + others).joined()
  }

  /// How many external names a copy without more has.
  static let namesOfCopy = 3
}

extension String {
  var cName: String { String(map { $0 == "." ? "_" : $0 }) }
}
