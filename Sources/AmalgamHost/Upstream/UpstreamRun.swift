import AmalgamCore

/// The building of `testfixture` for one variant and the run of its test files.
final class UpstreamRun {
  let selections: [UpstreamOutcome.Selection]
  private let request: UpstreamRequest
  private let jobs: Int
  private let seconds: Int
  private let files: any Files
  private let display: (String) -> String
  /// Where it is built and run.
  private let work: String
  /// Where the folder is kept once it is over, so that a failure can be looked at.
  private let kept: String

  private var buildJob: Job?
  private var testJob: Job?
  private var breakdown: String?
  private var results: UpstreamResults?

  init(
    _ request: UpstreamRequest,
    selections: [UpstreamOutcome.Selection],
    cache: String,
    jobs: Int,
    seconds: Int,
    files: any Files,
    display: @escaping (String) -> String
  ) {
    self.request = request
    self.selections = selections
    self.jobs = jobs
    self.seconds = seconds
    self.files = files
    self.display = display
    work = Path.join(cache, "work/upstream-\(getpid())-\(variant(request))")
    kept = Path.join(cache, "upstream/\(variant(request))")
  }

  /// What kept it from being judged; `nil` if it was.
  var failure: Failure? {
    guard let error = buildJob?.error ?? testJob?.error else { return nil }
    return error as? Failure ?? Failure(place, "could not be judged: \(error)")
  }

  var outcome: UpstreamOutcome {
    UpstreamOutcome(
      variant: place,
      release: request.plan.release,
      target: request.plan.target,
      compiler: request.plan.toolchain.summary,
      selections: selections,
      results: results,
      breakdown: breakdown,
      log: results == nil ? nil : display(Path.join(kept, "run/testrunner.log"))
    )
  }

  /// Returns the job that builds `testfixture`.
  func build(_ tcl: TclDevelopment) -> Job {
    let plan = request.plan
    let job = Job(
      phases: [
        {
          try self.files.remove(self.work)
          try self.files.makeDirectory(Path.join(self.work, "run"))
          let command = plan.configureTestFixture(
            tree: self.request.tree,
            tcl: tcl,
            in: self.work
          )
          return [self.step(command, log: "amalgam-configure.log", "configure for testfixture")]
        },
        {
          let command = plan.makeTestFixture(in: self.work)
          return [self.step(command, log: "amalgam-make.log", "build testfixture")]
        },
      ],
      failed: { step, status in
        Failure(command: step, status, place: self.place, files: self.files)
      }
    )
    buildJob = job
    return job
  }

  /// Returns the job that runs the test files, then reads what the runner has noted with the Tcl
  /// program `reader`.
  func test(_ reader: String) -> Job {
    let fixture = Path.join(work, "testfixture")
    let runner = Path.join(request.tree, "test/testrunner.tcl")
    let place = Path.join(work, "run")
    let job = Job(
      phases: [
        {
          // The last component of each name is what the runner compares; all files are in 'full'.
          let names = self.selections.flatMap(\.files).map { Path.name(of: $0) }
          let words = [fixture, runner, "--jobs", "\(self.jobs)", "full"] + names
          let command = Command(words, in: place, environment: Self.environment)
          return [
            self.step(
              command,
              log: "amalgam-run.log",
              "upstream's tests",
              seconds: Double(self.seconds)
            )
          ]
        },
        {
          let program = Path.join(self.work, "results.tcl")
          try self.files.write(reader, to: program)
          let database = Path.join(place, "testrunner.db")
          let command = Command([fixture, program, database], in: self.work)
          return [
            self.step(command, log: "amalgam-results.log", "results", output: "results.txt")
          ]
        },
        {
          try self.read()
          return []
        },
      ],
      failed: { step, status in
        Failure(command: step, status, place: self.place, files: self.files)
      },
      ended: { step, status in try self.ended(step, status) }
    )
    testJob = job
    return job
  }

  /// The tests hold text beyond ASCII, and Tcl reads its files by the locale.
  private static let environment = ["LC_ALL": "C.UTF-8"]

  private var place: String { request.expectation.variant }

  private func step(
    _ command: Command,
    log: String,
    _ what: String,
    output: String? = nil,
    seconds: Double? = nil
  ) -> Job.Step {
    Job.Step(
      command,
      log: Path.join(work, log),
      label: "\(place): \(what)",
      output: output.map { Path.join(work, $0) },
      seconds: seconds
    )
  }

  /// A runner that breaks down may have judged some files; only its results tell.
  private func ended(_ step: Job.Step, _ status: ExitStatus) throws {
    if status.isSuccess { return }
    guard step.output == nil else {
      throw Failure(command: step, status, place: place, files: files)
    }
    breakdown = status == .timedOut ? "did not end in \(seconds) s" : status.description
    if !files.isFile(Path.join(work, "run/testrunner.db")) {
      throw Failure(command: step, status, place: place, files: files)
    }
  }

  private func read() throws {
    let path = Path.join(work, "results.txt")
    guard let results = UpstreamResults(try files.readText(path)) else {
      throw Failure(
        place,
        "cannot read what SQLite's test runner has noted, in '\(display(path))'"
      )
    }
    self.results = results
    for name in try files.list(Path.join(work, "run")) where name.hasPrefix("testdir") {
      try files.remove(Path.join(work, "run/\(name)"))
    }
    try files.remove(kept)
    try files.move(work, to: kept)
  }
}

/// The variant as the name of a folder.
private func variant(_ request: UpstreamRequest) -> String {
  "\(request.expectation.variant)-\(request.plan.checkIn.prefix(8))"
}
