import AmalgamCore

/// One building of a variant, in a folder beside the place where it will stand.
final class VariantRun {
  let plan: BuildPlan
  private let amalgamation: String
  private let staging: String
  private let files: any Files
  /// What the profile promises; asked only when a variant is made.
  private let capabilities: () -> [Capability]
  /// Nanoseconds since 1970 when the run began; what changed later was not what was compiled.
  private var start = 0
  private var knownNames: APINames?

  /// The headers that were read, as they were before they were.
  private(set) var inputs: [StatRecord.Entry] = []
  /// What the folder holds in the end, but for the manifest's own line in itself; the logs, which
  /// the manifest leaves out, are among it, since warnings are read from them.
  private(set) var outputs: [VariantManifest.File] = []

  init(
    plan: BuildPlan,
    amalgamation: String,
    staging: String,
    files: any Files,
    capabilities: @escaping () -> [Capability]
  ) {
    self.capabilities = capabilities
    self.plan = plan
    self.amalgamation = amalgamation
    self.staging = staging
    self.files = files
  }

  /// Writes the sources and returns the compiles.
  func write() throws -> [Job.Step] {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    start = Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
    try files.remove(staging)
    for write in plan.writes where !write.contents.needsCompiles {
      try files.write(try bytes(of: write), to: Path.join(staging, write.path))
    }
    try files.write("", to: Path.join(staging, "objects/.keep"))
    try files.write("", to: Path.join(staging, "logs/.keep"))
    return plan.compiles.map(step)
  }

  /// Writes what is made of what was compiled, and returns the commands that make the archive and
  /// the shared library of the objects.
  func products() throws -> [Job.Step] {
    for write in plan.writes where write.contents.needsCompiles {
      try files.write(try bytes(of: write), to: Path.join(staging, write.path))
    }
    return plan.products.map(step)
  }

  /// Notes what was read, takes the objects away and writes the manifest.
  func finish() throws {
    inputs = try headers().map(entry(ofHeader:))
    try files.remove(Path.join(staging, "objects"))
    try files.remove(Path.join(staging, "logs/.keep"))
    let products = plan.writes.map(\.path) + plan.products.map(\.output)
    var outputs = try products.sorted().map(file)
    let manifest = VariantManifest(
      plan: plan,
      capabilities: capabilities(),
      inputs: try Generator.products.map { name in
        try file(Path.join(amalgamation, name), as: name)
      }
        + plan.extensions.map {
          .init(path: $0.origin, bytes: $0.contents.count, digest: $0.digest)
        }
        + plan.extensions.flatMap(\.companions).map {
          .init(
            path: $0.origin,
            bytes: $0.contents.count,
            digest: SHA256.hexDigest(of: $0.contents)
          )
        },
      outputs: outputs
    )
    try files.write(manifest.json.description, to: Path.join(staging, "manifest.json"))
    outputs.append(try file("manifest.json"))
    try files.write(try bill().text, to: Path.join(staging, "sbom.spdx.json"))
    outputs.append(try file("sbom.spdx.json"))
    let logs = try files.list(Path.join(staging, "logs")).map { "logs/\($0)" }
    self.outputs = outputs + (try logs.map(file))
  }

  /// What the variant is made of.
  private func bill() throws -> SoftwareBill {
    SoftwareBill(
      plan,
      sourceDigest: try file("sqlite3.c").digest,
      header: String(
        decoding: try files.read(Path.join(staging, "sqlite3.h")),
        as: UTF8.self
      ),
      tool: ToolVersion.text
    )
  }

  private func step(_ compile: BuildPlan.Compile) -> Job.Step {
    let words = compile.command.arguments + debugFlags(compile)
    return Job.Step(
      Command(words, in: staging, environment: compile.command.environment),
      log: Path.join(staging, "logs/\(Path.name(of: compile.output)).log"),
      label: "\(plan.variant): \(Path.name(of: compile.output))"
    )
  }

  /// Keeps the folder's name, which differs from run to run, out of debugging information.
  private func debugFlags(_ compile: BuildPlan.Compile) -> [String] {
    compile.command.arguments.contains("-c")
      && (plan.profile.optimize?.value == .debug || plan.sanitizer != nil)
      ? ["-ffile-prefix-map=\(staging)=."] : []
  }

  private func bytes(of write: BuildPlan.Write) throws -> [UInt8] {
    switch write.contents {
    case .text(let text): return Array(text.utf8)
    case .bytes(let bytes, _): return bytes
    case .extensionHeader(let prefix):
      let header = try files.read(Path.join(amalgamation, "sqlite3ext.h"))
      return try prefix?.undefining(in: header, apiNames(), numbered: false) ?? header
    case .swiftOverlay(let prefix, let module):
      let header = try files.read(Path.join(staging, BuildPlan.preprocessedHeader))
      let overlay = SwiftOverlay(
        module: module,
        prefix: prefix,
        preprocessed: header,
        header: try files.read(Path.join(amalgamation, "sqlite3.h"))
      )
      return Array(overlay.text.utf8)
    case .source(let options, let isolation):
      let source = try files.read(Path.join(amalgamation, "sqlite3.c"))
      let (bytes, block) = isolation.isolated(source: source, try apiNames(for: isolation))
      guard let baked = options.baked(intoSource: bytes, followedBy: block) else {
        throw unknownShape("sqlite3.c", "#define SQLITE_CORE")
      }
      return baked
    case .header(let options, let isolation):
      let header = try files.read(Path.join(amalgamation, "sqlite3.h"))
      let (bytes, block) = isolation.isolated(header: header, try apiNames(for: isolation))
      guard let baked = options.baked(intoHeader: bytes, followedBy: block) else {
        throw unknownShape("sqlite3.h", "#define SQLITE3_H")
      }
      return baked
    }
  }

  /// The names of the amalgamation's API, read when they are first asked for.
  private func apiNames() throws -> APINames {
    if let known = knownNames { return known }
    let names = APINames(
      source: try files.read(Path.join(amalgamation, "sqlite3.c")),
      header: try files.read(Path.join(amalgamation, "sqlite3.h"))
    )
    knownNames = names
    return names
  }

  /// Nothing is read where no name is renamed.
  private func apiNames(for isolation: Isolation) throws -> APINames {
    isolation.prefix == nil ? APINames(source: [], header: []) : try apiNames()
  }

  private func unknownShape(_ name: String, _ line: String) -> Failure {
    Failure(
      plan.variant.description,
      "'\(name)' of SQLite \(plan.release) has no line '\(line)' to put the options before"
    )
  }

  private func file(_ path: String) throws -> VariantManifest.File {
    try file(Path.join(staging, path), as: path)
  }

  private func file(_ path: String, as name: String) throws -> VariantManifest.File {
    let bytes = try files.read(path)
    return .init(path: name, bytes: bytes.count, digest: SHA256.hexDigest(of: bytes))
  }

  /// The headers outside the variant that the compiler read, each once.
  private func headers() throws -> [String] {
    var paths: Set<String> = []
    for compile in plan.compiles {
      let depfile = Path.join(staging, compile.output.dropLast(1) + "d")
      let names = Depfile.prerequisites(in: try files.readText(depfile))
      paths.formUnion(names.filter { $0.hasPrefix("/") })
    }
    return paths.sorted()
  }

  /// A header that changed while the compiler ran gets an entry that no file matches.
  private func entry(ofHeader path: String) throws -> StatRecord.Entry {
    let changed = files.status(of: path)?.changed ?? Int.max
    guard changed < start else { return .init(path: path, status: "changed", digest: "") }
    return try StatRecord.entry(path, files: files)
  }
}
