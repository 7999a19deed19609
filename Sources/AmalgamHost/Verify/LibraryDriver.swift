import AmalgamCore

/// The conformance driver of one library: compiled against its header, linked as a user links it.
///
/// Objects lie in the cache under the digest of all that decides them, the linked program under
/// the library's path, with the digest of the library it was linked with beside it.
final class LibraryDriver {
  private let request: VerifyRequest
  private let settings: VerifySettings
  private let sources: DriverSources
  private let files: any Files
  private let linkage: LibraryEvidence.Linkage
  private let library: String
  private let libraryDigest: String
  /// The SONAME of a shared library; programs find it under that name.
  private let libraryName: String
  private var objects = ""

  /// The program, once it is linked.
  private(set) var program = ""
  /// Names that the linker did not find though every SQLite has them.
  private(set) var unresolved: Set<String> = []

  init(
    _ linkage: LibraryEvidence.Linkage,
    library: String,
    bytes: [UInt8],
    digest: String,
    request: VerifyRequest,
    settings: VerifySettings,
    sources: DriverSources,
    files: any Files
  ) {
    self.linkage = linkage
    self.library = library
    libraryDigest = digest
    libraryName =
      linkage == .archive
      ? ""
      : bytes.withUnsafeBytes(LibraryFile.name).map(Path.name(of:)) ?? Path.name(of: library)
    self.request = request
    self.settings = settings
    self.sources = sources
    self.files = files
  }

  // MARK: Compile

  /// Writes the sources where they are not in the cache and returns the compiles that are missing.
  func compiles() throws -> [Job.Step] {
    let header = try files.read(Path.join(request.subject.headers, "sqlite3.h"))
    let parts = [
      sources.digest, SHA256.hexDigest(of: header), settings.toolchain.digest,
      settings.toolchain.compiler.joined(separator: " "), request.target,
      request.targetFlags.joined(separator: " "),
    ]
    let key = SHA256.hexDigest(of: Array(parts.joined(separator: "\n").utf8))
    objects = Path.join(settings.cache, "drivers/\(key.prefix(32))")
    let missing = sources.units.filter { !files.isFile(object(of: $0)) }
    if missing.isEmpty { return [] }
    for (name, bytes) in sources.files { try files.write(bytes, to: Path.join(objects, name)) }
    try files.write(header, to: Path.join(objects, "sqlite3.h"))
    return missing.map { unit in
      let words =
        settings.toolchain.compiler + request.targetFlags
        + ["-O1", "-w", "-c", unit, "-o", Path.name(of: temporary(object(of: unit)))]
      return step(Command(words, in: objects), log: "\(unit).log", label: "driver \(unit)")
    }
  }

  /// Puts the compiled objects in place.
  private func takeObjects() throws {
    for unit in sources.units {
      let made = temporary(object(of: unit))
      if files.isFile(made) { try files.move(made, to: object(of: unit)) }
    }
  }

  // MARK: Link

  /// Returns the link, or nothing where the program is in the cache and the library unchanged.
  func links() throws -> [Job.Step] {
    try takeObjects()
    let place = SHA256.hexDigest(of: Array(library.utf8)).prefix(16)
    let folder = Path.join(objects, "\(linkage == .archive ? "archive" : "shared")-\(place)")
    program = Path.join(folder, "driver")
    if files.isFile(program), (try? files.readText(recordPath)) == libraryDigest { return [] }
    try files.remove(folder)
    let input = try linkInput(folder)
    let words =
      settings.toolchain.compiler + request.targetFlags + settings.toolchain.linkerFlags
      + sources.units.map(object(of:)) + input + systemLibraries
      + ["-o", Path.name(of: temporary(program))]
    let log = Path.join(folder, "link.log")
    try files.write("", to: log)
    return [step(Command(words, in: folder), log: log, label: "link driver")]
  }

  /// A shared library is linked as a copy under the name programs look for, beside the program.
  private func linkInput(_ folder: String) throws -> [String] {
    if linkage == .archive { return [library] }
    let copy = Path.join(folder, libraryName)
    try files.write(try files.read(library), to: copy)
    let origin = Toolchain.isApple(request.target) ? "@loader_path" : "$ORIGIN"
    return [copy, "-Wl,-rpath,\(origin)"]
  }

  private var systemLibraries: [String] {
    if Toolchain.isApple(request.target) {
      return ["-Wl,-undefined,dynamic_lookup"]
    }
    return ["-lm", "-lpthread", "-ldl"]
  }

  /// Takes how the link ended; throws unless the library itself is at fault.
  func ended(_ step: Job.Step, _ status: ExitStatus, place: String) throws {
    if status.isSuccess {
      if step.label == "link driver" { try takeProgram() }
      return
    }
    let log = (try? files.read(step.log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let names = step.label == "link driver" ? LinkerLog.undefined(in: log) : []
    guard !names.isEmpty, names.allSatisfy({ $0.hasPrefix("sqlite3_") }) else {
      throw Failure(command: step, status, place: place, files: files)
    }
    unresolved = names
  }

  private func takeProgram() throws {
    try files.move(temporary(program), to: program)
    try files.write(libraryDigest, to: recordPath)
  }

  private var recordPath: String { program + ".library" }

  private func object(of unit: String) -> String {
    Path.join(objects, String(unit.dropLast(2)) + ".o")
  }

  private func temporary(_ path: String) -> String { "\(path).\(getpid()).tmp" }

  private func step(_ command: Command, log: String, label: String) -> Job.Step {
    Job.Step(command, log: Path.join(command.directory ?? "", log), label: label)
  }
}

/// What linkers say of names that nothing defines.
enum LinkerLog {
  /// Returns the names, as C spells them.
  static func undefined(in log: String) -> Set<String> {
    var names: Set<String> = []
    for line in log.split(whereSeparator: \.isNewline) {
      if let name = name(after: "undefined symbol: ", in: line) {
        names.insert(name)
      } else if let name = name(after: "undefined reference to ", in: line) {
        names.insert(name)
      } else if line.hasPrefix("  \"_"), line.contains("\", referenced from:") {
        names.insert(String(line.dropFirst(4).prefix { $0 != "\"" }))
      }
    }
    return names
  }

  private static func name(after phrase: String, in line: Substring) -> String? {
    guard let range = line.firstRange(of: phrase) else { return nil }
    let rest = line[range.upperBound...].drop { "`'\"".contains($0) }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
