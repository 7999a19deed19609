import AmalgamCore

/// The conformance driver of one library, linked as a user links it.
///
/// The program lies beside the driver's objects under the library's path, with the digest of the
/// library it was linked with.
final class LibraryDriver {
  private let request: VerifyRequest
  private let objects: DriverObjects
  private let files: any Files
  private let linkage: LibraryEvidence.Linkage
  private let library: String
  private let libraryDigest: String
  /// The SONAME of a shared library; programs find it under that name.
  private let libraryName: String

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
    objects: DriverObjects,
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
    self.objects = objects
    self.files = files
  }

  /// Returns the link, or nothing where the program is in the cache and the library unchanged.
  func links() throws -> [Job.Step] {
    let place = SHA256.hexDigest(of: Array(library.utf8)).prefix(16)
    let folder = Path.join(objects.folder, "\(linkage == .archive ? "archive" : "shared")-\(place)")
    program = Path.join(folder, "driver")
    if files.isFile(program), (try? files.readText(recordPath)) == libraryDigest { return [] }
    try files.remove(folder)
    let input = try linkInput(folder)
    let words =
      objects.toolchain.compiler + request.targetFlags + objects.toolchain.linkerFlags
      + objects.linkFlags + objects.paths + input + systemLibraries
      + ["-o", Path.name(of: temporary(program))]
    let log = Path.join(folder, "link.log")
    try files.write("", to: log)
    let label = "\(request.expectation.variant): link driver with \(linkage.rawValue)"
    return [Job.Step(Command(words, in: folder), log: log, label: label)]
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
    if status.isSuccess { return try takeProgram() }
    let log = (try? files.read(step.log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let prefix = Isolation(request.expectation.profile).prefix
    let names = Set(LinkerLog.undefined(in: log).map { prefix?.stripped($0) ?? $0 })
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

  private func temporary(_ path: String) -> String { "\(path).\(getpid()).tmp" }
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
