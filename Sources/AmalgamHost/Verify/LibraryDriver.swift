import AmalgamCore

/// The conformance driver of one library, linked as a user links it.
///
/// The program lies beside the driver's objects, in a folder that is named by the library's path and
/// digest, and that appears whole: runs that judge the same library at once share it.
final class LibraryDriver {
  private let request: VerifyRequest
  private let objects: DriverObjects
  private let files: any Files
  private let linkage: LibraryEvidence.Linkage
  private let library: String
  /// What programs ask the loader for, from the SONAME of a shared library; `nil` without one.
  private let libraryName: String?

  /// The program; there once it is linked.
  let program: String
  /// How the names of the folders begin that are this library's at any time.
  private let placeName: String
  /// The folder it lies in.
  private let place: String
  /// The folder it is linked in.
  private let work: String
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
    libraryName =
      linkage == .archive ? nil : bytes.withUnsafeBytes(LibraryFile.name).map(Path.name(of:))
    self.request = request
    self.objects = objects
    self.files = files
    let path = SHA256.hexDigest(of: Array(library.utf8)).prefix(16)
    let kind = linkage == .archive ? "archive" : libraryName == nil ? "unnamed" : "shared"
    placeName = "\(kind)-\(path)-"
    place = Path.join(objects.folder, placeName + digest.prefix(16))
    program = Path.join(place, "driver")
    work = Path.join(objects.work, "link.\(RunToken.current).\(placeName)\(digest.prefix(16))")
  }

  /// Returns the link, or nothing where the program is in the cache and the library unchanged.
  func links() throws -> [Job.Step] {
    if files.isFile(program) { return [] }
    try files.remove(work)
    let input = try linkInput(work)
    let words =
      objects.toolchain.compiler + request.targetFlags + objects.toolchain.linkerFlags
      + objects.linkFlags + objects.paths + input + systemLibraries
      + ["-o", Path.name(of: program)]
    let log = Path.join(work, "link.log")
    try files.write("", to: log)
    let label = "\(request.expectation.variant): link driver with \(linkage.rawValue)"
    return [Job.Step(Command(words, in: work), log: log, label: label)]
  }

  /// A shared library is linked as a copy under the name programs look for, beside the program.
  ///
  /// Without a SONAME they look for it as the linker was given it: by a name alone, since the
  /// folder is another one in the end.
  private func linkInput(_ folder: String) throws -> [String] {
    if linkage == .archive { return [library] }
    let copy = Path.join(folder, libraryName ?? Self.unnamed)
    try files.write(try files.read(library), to: copy)
    let origin = Toolchain.isApple(request.target) ? "@loader_path" : "$ORIGIN"
    return [libraryName == nil ? Self.unnamed : copy, "-Wl,-rpath,\(origin)"]
  }

  private static let unnamed = "library.so"

  private var systemLibraries: [String] {
    if Toolchain.isApple(request.target) {
      return ["-Wl,-undefined,dynamic_lookup"]
    }
    // What an extension is linked with, as zlib.
    let own = request.libraries.filter { $0 != "m" }.map { "-l\($0)" }
    return own + ["-lm", "-lpthread", "-ldl"]
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
    try files.remove(work)
  }

  /// Puts the folder in place, unless another run was faster, and takes away those of what the
  /// library was a day ago and earlier.
  private func takeProgram() throws {
    try files.place(work, at: place) { files.isFile(program) }
    for other in try files.list(objects.folder) where other.hasPrefix(placeName) {
      let path = Path.join(objects.folder, other)
      guard path != place, let status = files.status(of: path), RunToken.isOld(status.changed)
      else { continue }
      try files.remove(path)
    }
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
