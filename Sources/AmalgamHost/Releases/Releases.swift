import AmalgamCore

/// The verbs of `amalgam releases`: each is a function that returns what there is to report.
///
/// They throw only ``Interrupted`` and ``UsageError``; everything else is in the report.
package struct Releases {
  /// The absolute path of the root; `nil` where there is none.
  let root: String?
  let files: any Files
  let trees: SourceTrees
  let progress: Progress
  let generator: any StockGenerator
  private let cache: String
  private let commands: any CommandRunner
  private let aptFolder: String

  package init(
    root: String?,
    workingDirectory: String? = nil,
    cache: CacheDirectory,
    files: any Files,
    commands: any CommandRunner,
    progress: Progress,
    generator: any StockGenerator,
    aptFolder: String = "/etc/apt"
  ) {
    self.root = root
    self.cache = cache.path
    self.files = files
    self.commands = commands
    self.progress = progress
    self.generator = generator
    self.aptFolder = aptFolder
    trees = SourceTrees(
      root: root,
      cache: cache.path,
      workingDirectory: workingDirectory,
      files: files
    )
  }

  func lock() throws -> ReleaseLock { try ReleaseLock.load(root: root, files: files) }

  func stockProof(lockFile: String) -> StockProof {
    StockProof(generator: generator, files: files, cache: cache, lockFile: lockFile)
  }

  private var tool: ReleaseTool {
    ReleaseTool(commands: commands, files: files, progress: progress)
  }

  var unpacker: Unpacker { Unpacker(tool: tool, files: files) }

  var download: OriginDownload {
    OriginDownload(tool: tool, files: files, aptFolder: aptFolder)
  }
}

/// What a verb has to say, gathered release by release.
struct ReleasesOutcome {
  var lines: [String] = []
  var failures: [Failure] = []
  var releases: [Release] = []
  /// How many trees were judged; `nil` for a verb that judges none.
  var checks: Int?

  /// Runs `body`; what it throws becomes failures, but for an interrupt or a wrong command line.
  mutating func gather(_ body: (inout ReleasesOutcome) throws -> Void) throws {
    do {
      try body(&self)
    } catch let failure as Failure {
      failures.append(failure)
    } catch let unserved as NotServed {
      failures.append(unserved.failure)
    } catch let several as Failures {
      failures += several.all
    }
  }
}

extension Releases {
  /// Returns the report of `outcome`, with what is known of each release in it.
  func report(_ outcome: ReleasesOutcome, findings: [Finding] = []) -> Report {
    progress.clear()
    return Report(
      command: "releases",
      findings: findings,
      failures: outcome.failures,
      checks: outcome.checks,
      details: [.init(key: "releases", value: .array(outcome.releases.map(json(of:))))],
      body: outcome.lines.map { $0 + "\n" }.joined()
    )
  }

  private func json(of release: Release) -> JSON {
    let isFetched = trees.isFetched(release.version)
    return .object([
      "version": .string(release.version.description),
      "default": .bool(release.isDefault),
      "confirmed": .bool(release.isConfirmed),
      "checkin": .string(release.checkIn),
      "year": .integer(release.year),
      "sha3": .optional(release.sha3),
      "fetched": .bool(isFetched),
      "path": isFetched ? .string(trees.display(release.version)) : .null,
      "origins": .strings(release.origins.map(\.description)),
    ])
  }
}
