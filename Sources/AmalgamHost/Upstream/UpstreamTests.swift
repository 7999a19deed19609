import AmalgamCore

/// Runs SQLite's own tests on the source of variants, with their options.
///
/// `testfixture`, SQLite's Tcl shell for tests, is built from the proved tree by the release's own
/// `configure` and `make`, in a folder of the cache; nothing is written into the tree.
package struct UpstreamTests {
  private let files: any Files
  private let commands: any CommandRunner
  private let progress: Progress
  private let cache: String
  private let jobs: Int
  /// How long the test files of one variant may take together.
  private let seconds: Int
  /// How messages name a path.
  private let display: (String) -> String

  package init(
    files: any Files,
    commands: any CommandRunner,
    progress: Progress,
    cache: String,
    jobs: Int,
    seconds: Int = 3600,
    display: @escaping (String) -> String = { $0 }
  ) {
    self.files = files
    self.commands = commands
    self.progress = progress
    self.cache = cache
    self.jobs = jobs
    self.seconds = seconds
    self.display = display
  }

  /// Judges all of `requests`: builds side by side, then the tests of one after the other, since
  /// the test runner takes all jobs itself.
  package func report(_ requests: [UpstreamRequest]) throws -> Report {
    let known = try KnownFailures(
      parsing: try Self.embedded("Suites/upstream-known.txt"),
      file: "Sources/Suites/upstream-known.txt"
    )
    let runs = try requests.map { try run(of: $0) }
    let needed = runs.filter { !$0.selections.isEmpty }
    if !needed.isEmpty { try buildAndRun(needed) }
    let failures = needed.compactMap(\.failure)
    let verdicts = runs.filter { $0.failure == nil }.map { UpstreamVerdict($0.outcome, known) }
    return UpstreamReport(verdicts, failures: failures).report
  }

  private func buildAndRun(_ runs: [UpstreamRun]) throws {
    Generator(files: files, cache: cache).removeLeftovers()
    let folder = Path.join(cache, "work/upstream-\(getpid())-tcl")
    let tcl = try TclDevelopment.find(in: folder, files: files, commands: commands)
    try files.remove(folder)
    do {
      try JobQueue(commands: commands, progress: progress, limit: jobs)
        .run(runs.map { $0.build(tcl) })
      for run in runs where run.failure == nil {
        try JobQueue(commands: commands, progress: progress, limit: 1)
          .run([run.test(try Self.embedded("Upstream/results.tcl"))])
      }
    } catch let interrupted as Interrupted {
      Generator(files: files, cache: cache).removeLeftovers()
      throw interrupted
    }
  }

  private func run(of request: UpstreamRequest) throws -> UpstreamRun {
    let promise = request.expectation.promise
    let selections = try UpstreamGroup.all.filter { promise.includes($0.capability) }
      .map { group in
        let names = try files.list(Path.join(request.tree, group.folder))
        return UpstreamOutcome.Selection(group, files: group.files(among: names))
      }
      .filter { !$0.files.isEmpty }
    return UpstreamRun(
      request,
      selections: selections,
      cache: cache,
      jobs: jobs,
      seconds: seconds,
      files: files,
      display: display
    )
  }

  private static func embedded(_ name: String) throws(Failure) -> String {
    guard let text = EmbeddedFiles.text(of: name) else {
      throw Failure("amalgam", "was built without '\(name)'")
    }
    return text
  }
}
