import AmalgamCore

/// Unpacks an archive of a source tree, after a look at all it would unpack to.
struct Unpacker {
  private enum Kind {
    case zip
    /// A tar file and the option that names its compression.
    case tar(String)
  }

  private let tool: ReleaseTool
  private let files: any Files

  init(tool: ReleaseTool, files: any Files) {
    self.tool = tool
    self.files = files
  }

  /// Unpacks or copies `source`, a file or folder called `name`, into `staging`; returns the path
  /// of the source tree in it.
  func unpack(_ source: String, named name: String, in staging: Staging) throws -> String {
    let target = try staging.emptyDirectory("tree")
    // With the dot, a link to a folder is the folder.
    if files.isDirectory(source + "/.") {
      try copy(source, named: name, to: target, in: staging)
    } else {
      try unpackArchive(source, named: name, to: target, in: staging)
    }
    return try top(of: target, named: name)
  }

  private func copy(
    _ source: String,
    named name: String,
    to target: String,
    in staging: Staging
  ) throws {
    let entries = try files.walk(source, limit: TreeProof.limit).inByteOrder.map { entry in
      switch entry.status.kind {
      case .file: ArchiveEntry(.file, entry.path, size: entry.status.size)
      case .directory: ArchiveEntry(.directory, entry.path)
      case .link: ArchiveEntry(.link(to: nil), entry.path)
      case .other: ArchiveEntry(.special, entry.path)
      }
    }
    try ArchiveListing(entries).check(archive: name)
    try tool.run(
      Command(["cp", "-RPp", Self.safe(source) + "/.", target]),
      in: staging,
      label: "copy \(name)",
      seconds: 120
    )
  }

  private func unpackArchive(
    _ source: String,
    named name: String,
    to target: String,
    in staging: Staging
  ) throws {
    switch try kind(of: source, named: name) {
    case .zip:
      let list = Command(["unzip", "-Z", "-s", Self.safe(source)], environment: Self.environment)
      let text = try run(list, on: name, in: staging, label: "list \(name)")
      let listing = try ArchiveListing(zip: text, archive: name)
      try listing.check(archive: name)
      let unzip = ["unzip", "-q", "-o", Self.safe(source), "-d", target]
      let unpack = Command(
        unzip,
        environment: Self.environment,
        largestFile: listing.largestFile
      )
      try run(unpack, on: name, in: staging, label: "unpack \(name)")
    case .tar(let option):
      let list = Command(
        ["tar", "--numeric-owner", "-tv\(option)f", "-"],
        environment: Self.environment,
        input: source
      )
      let text = try run(list, on: name, in: staging, label: "list \(name)")
      let listing = try ArchiveListing(tar: text, archive: name)
      try listing.check(archive: name)
      let unpack = Command(
        ["tar", "--no-same-owner", "--no-same-permissions", "-C", target, "-x\(option)f", "-"],
        environment: Self.environment,
        input: source,
        largestFile: listing.largestFile
      )
      try run(unpack, on: name, in: staging, label: "unpack \(name)")
    }
  }

  /// Runs a tool on the archive; what goes wrong is said of the archive.
  @discardableResult
  private func run(
    _ command: Command,
    on name: String,
    in staging: Staging,
    label: String
  ) throws -> String {
    do {
      return try tool.run(command, in: staging, label: label, seconds: 120)
    } catch let failure as Failure where failure.fix == nil {
      // GNU tar calls the packer's program; bsdtar, as on macOS, needs none.
      let packer = command.arguments.contains { $0.hasSuffix("Jf") } ? "xz" : "gzip"
      throw Failure(
        name,
        "cannot be unpacked: \(failure.message)",
        fix: command.program == "tar" ? tool.fix(forMissing: packer) : nil
      )
    }
  }

  /// Tells the archive's kind by its first bytes, whatever its name is.
  private func kind(of source: String, named name: String) throws(Failure) -> Kind {
    if let status = files.status(of: source), status.size > ArchiveListing.maximumBytes {
      throw Failure(name, "is larger than 512 MiB")
    }
    let bytes = try files.read(source)
    if bytes.starts(with: "PK".utf8) { return .zip }
    if bytes.starts(with: [0x1F, 0x8B]) { return .tar("z") }
    if bytes.starts(with: [0xFD] + Array("7zXZ".utf8)) { return .tar("J") }
    if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) { return .tar("") }
    throw Failure(name, "is neither a zip nor a tar file, plain or packed by gzip or xz")
  }

  /// Returns the folder itself, or the one folder in it, whichever has a manifest.
  private func top(of target: String, named name: String) throws(Failure) -> String {
    if files.isFile(Path.join(target, "manifest")) { return target }
    let names = try files.list(target)
    if names.count == 1, files.isFile(Path.join(target, "\(names[0])/manifest")) {
      return Path.join(target, names[0])
    }
    throw Failure(
      name,
      "holds no source tree: no 'manifest' is in it or in its one folder",
      fix: "take the archive named sqlite-src, not sqlite-amalgamation or sqlite-autoconf"
    )
  }

  /// Variables by which a user could change what the tools print or do.
  private static let environment = [
    "LC_ALL": "C", "TAR_OPTIONS": "", "UNZIP": "", "UNZIPOPT": "", "ZIPINFO": "", "ZIPINFOOPT": "",
  ]

  /// Returns the path so that no program takes it for an option.
  private static func safe(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}
