import AmalgamCore

/// Gets the archive of a release from one of its origins.
struct OriginDownload {
  private let tool: ReleaseTool
  private let files: any Files
  /// The folder of apt's configuration.
  private let aptFolder: String

  init(tool: ReleaseTool, files: any Files, aptFolder: String) {
    self.tool = tool
    self.files = files
    self.aptFolder = aptFolder
  }

  /// Returns the path of the archive that `origin` serves for `version`.
  func archive(_ version: Version, from origin: Origin, in staging: Staging) throws -> String {
    switch origin {
    case .zip(let url): try download(url, in: staging)
    case .debian(let suite, let package):
      try sourcePackage(package, suite: suite, version: version, in: staging)
    }
  }

  private func download(_ url: String, in staging: Staging) throws -> String {
    let archive = staging.path("archive")
    let limits = [
      "--max-filesize", String(ArchiveListing.maximumBytes), "--connect-timeout", "20",
      "--max-time", "600",
    ]
    try tool.run(
      Command(
        ["curl", "--fail", "--location", "--silent", "--show-error", "--proto"]
          + ["=https,http,file"] + limits + ["--output", archive, url]
      ),
      in: staging,
      label: "download \(url)",
      seconds: 660
    )
    return archive
  }

  /// Asks apt, with lists and caches of its own, for the package's upstream archive.
  private func sourcePackage(
    _ package: String,
    suite: String,
    version: Version,
    in staging: Staging
  ) throws -> String {
    let folder = try staging.emptyDirectory("apt")
    for name in ["lists/partial", "archives/partial"] {
      try files.makeDirectory(Path.join(folder, name))
    }
    guard let sources = AptSources.privateSources(from: try aptSources(), suite: suite) else {
      throw Failure(aptFolder, "names no archive of Debian")
    }
    try files.write(sources, to: Path.join(folder, "src.sources"))

    let apt = Self.apt(in: folder)
    let (update, get) = ("ask Debian \(suite)", "download \(package) from Debian \(suite)")
    try tool.run(apt(["update"]), in: staging, label: update, seconds: 300)
    let offer = try tool.run(
      apt(["source", "--print-uris", package]),
      in: staging,
      label: "look for \(package) \(version)",
      seconds: 60
    )
    let archive = try Self.archive(of: package, version: version, in: offer)
    try tool.run(
      apt(["source", "--download-only", package]),
      in: staging,
      label: get,
      seconds: 600
    )
    return Path.join(folder, archive)
  }

  /// Returns the files of the machine's own sources that can be read.
  private func aptSources() throws(Failure) -> [(name: String, text: String)] {
    let parts = Path.join(aptFolder, "sources.list.d")
    let names = ((try? files.list(parts)) ?? [])
      .filter { $0.hasSuffix(".sources") || $0.hasSuffix(".list") }
    return ([Path.join(aptFolder, "sources.list")] + names.map { Path.join(parts, $0) })
      .compactMap { path in (try? files.readText(path)).map { (path, $0) } }
  }

  /// Returns apt-get with everything private in `folder`, so that nothing of the machine's changes.
  private static func apt(in folder: String) -> ([String]) -> Command {
    let options = [
      "Dir::Etc::sourcelist=\(folder)/src.sources", "Dir::Etc::sourceparts=/dev/null",
      "Dir::State::lists=\(folder)/lists", "Dir::Cache=\(folder)",
      "Dir::Cache::archives=\(folder)/archives", "Dir::Cache::pkgcache=",
      "Dir::Cache::srcpkgcache=", "APT::Get::List-Cleanup=0", "Acquire::Languages=none",
    ].flatMap { ["-o", $0] }
    return { Command(["apt-get"] + options + $0, in: folder, environment: ["LC_ALL": "C"]) }
  }

  /// Returns the name of the upstream archive of `version` among the files apt offers, each on a
  /// line `'ADDRESS' NAME SIZE DIGEST`.
  private static func archive(
    of package: String,
    version: Version,
    in offer: String
  ) throws(Failure) -> String {
    let names = offer.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("'") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
      .filter { $0.hasPrefix("\(package)_") && $0.contains(".orig.tar.") && !$0.hasSuffix(".asc") }
    if let name = names.first(where: { $0.hasPrefix("\(package)_\(version).orig.tar.") }),
      !name.contains("/")
    {
      return name
    }
    let served = names.first.flatMap { name in
      name.dropFirst(package.count + 1).firstRange(of: ".orig.tar.").map {
        String(name.dropFirst(package.count + 1)[..<$0.lowerBound])
      }
    }
    throw Failure(
      package,
      served.map { "has version \($0) there, not \(version)" } ?? "is not there"
    )
  }
}
