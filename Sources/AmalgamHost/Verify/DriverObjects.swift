import AmalgamCore

/// The driver's objects, compiled against one header: in the cache, under the digest of all that
/// decides them.
final class DriverObjects {
  /// Their folder.
  let folder: String
  /// What compiles and links the driver.
  let toolchain: Toolchain
  /// What a link of them needs beside the toolchain's flags.
  let linkFlags: [String]
  /// The folder for what is being made.
  let work: String
  private let command: [String]
  private let sources: DriverSources
  private let header: [UInt8]
  private let files: any Files

  /// `registerFunction` is what the library is asked for extensions by.
  init(
    headers: String,
    prefix: NamePrefix? = nil,
    registerFunction: String? = nil,
    target: String,
    targetFlags: [String],
    settings: VerifySettings,
    sources: DriverSources,
    files: any Files
  ) throws(Failure) {
    guard let toolchain = settings.toolchain else {
      throw Failure("conformance driver", "needs a compiler, and none was looked for")
    }
    self.toolchain = toolchain
    linkFlags = settings.sanitizer?.linkFlags ?? []
    header = try Self.header(in: headers, prefix: prefix, files: files)
    command =
      toolchain.compiler + targetFlags + (settings.sanitizer?.compileFlags ?? ["-O1"]) + [
        "-w", "-c",
      ] + (registerFunction.map { ["-DAMALGAM_REGISTER=\($0)"] } ?? [])
    self.sources = sources
    self.files = files
    let parts = [
      sources.digest, SHA256.hexDigest(of: header), toolchain.digest, target,
      command.joined(separator: " "),
    ]
    let key = SHA256.hexDigest(of: Array(parts.joined(separator: "\n").utf8))
    folder = Path.join(settings.cache, "drivers/\(key.prefix(32))")
    work = Path.join(settings.cache, "work")
  }

  /// Reads the header; `prefix` is for one that does not have it yet, beside its `sqlite3.c`.
  private static func header(
    in folder: String,
    prefix: NamePrefix?,
    files: any Files
  ) throws(Failure) -> [UInt8] {
    let header = try files.read(Path.join(folder, "sqlite3.h"))
    guard let prefix else { return header }
    let source = try files.read(Path.join(folder, "sqlite3.c"))
    let (bytes, block) = Isolation(prefix: prefix)
      .isolated(header: header, APINames(source: source, header: header))
    return Array(block.utf8) + bytes
  }

  /// The object files, in the order of their units.
  var paths: [String] { sources.units.map(object(of:)) }

  /// Makes the job that compiles those that are missing.
  func job() -> Job {
    Job(
      phases: [
        { try self.compiles() },
        {
          try self.publish()
          return []
        },
      ],
      failed: { step, status in
        Failure(command: step, status, place: "conformance driver", files: self.files)
      }
    )
  }

  private func compiles() throws -> [Job.Step] {
    let missing = sources.units.filter { !files.isFile(object(of: $0)) }
    if missing.isEmpty { return [] }
    for (name, bytes) in sources.files { try files.write(bytes, to: Path.join(folder, name)) }
    try files.write(header, to: Path.join(folder, "sqlite3.h"))
    try files.makeDirectory(work)
    return missing.map { unit in
      Job.Step(
        Command(command + [unit, "-o", Path.name(of: unfinished(unit))], in: folder),
        log: log(of: unit),
        label: "driver: \(unit)"
      )
    }
  }

  /// Puts what was compiled in place, whole.
  private func publish() throws {
    for unit in sources.units where files.isFile(unfinished(unit)) {
      try files.move(unfinished(unit), to: object(of: unit))
      try files.remove(log(of: unit))
    }
  }

  private func object(of unit: String) -> String { Path.join(folder, unit.dropLast(2) + ".o") }

  private func unfinished(_ unit: String) -> String {
    "\(object(of: unit)).\(RunToken.current).tmp"
  }

  /// Of this run alone: another one on the same cache may be compiling the same unit.
  private func log(of unit: String) -> String {
    Path.join(work, "driver.\(RunToken.current).\(unit).log")
  }
}
