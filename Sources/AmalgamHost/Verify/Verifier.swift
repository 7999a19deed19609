import AmalgamCore

/// Judges finished libraries: runs the driver against each and lets the checks say what is wrong.
///
/// Nothing of it is cached but the driver itself.
package struct Verifier {
  private let files: any Files
  private let commands: any CommandRunner
  private let progress: Progress
  private let settings: VerifySettings
  private let sources: DriverSources
  /// How messages name a path.
  private let display: (String) -> String

  package init(
    files: any Files,
    commands: any CommandRunner,
    progress: Progress,
    settings: VerifySettings,
    sources: DriverSources = .embedded,
    display: @escaping (String) -> String = { $0 }
  ) {
    self.files = files
    self.commands = commands
    self.progress = progress
    self.settings = settings
    self.sources = sources
    self.display = display
  }

  /// Judges all of `requests`, their processes side by side.
  ///
  /// `failures` are what the caller could not judge itself, such as variants that did not build.
  package func verify(
    _ requests: [VerifyRequest],
    failures: [Failure] = []
  ) throws -> Report {
    let root = try PrivateFolder(files: files)
    defer { root.remove() }
    var failures = failures
    var prepared: [(VerifyRequest, [LibraryRun])] = []
    for (index, request) in requests.enumerated() {
      do throws(Failure) {
        prepared.append((request, try runs(of: request, folder: "\(root.path)/\(index)")))
      } catch {
        failures.append(error)
      }
    }
    let jobs = prepared.map { $0.1.map { ($0, $0.job) } }
    try JobQueue(commands: commands, progress: progress, limit: settings.jobs)
      .run(jobs.flatMap { $0.map(\.1) })
    var verdicts: [VariantVerdict] = []
    for ((request, runs), jobs) in zip(prepared, jobs) {
      let broken = jobs.compactMap { $0.1.error }
      failures += broken.map { Failure(of: $0, place: request.expectation.variant) }
      if broken.isEmpty { verdicts.append(try verdict(request, runs)) }
    }
    return VerifyReport(verdicts, failures: failures + noCases(verdicts)).report
  }

  private func runs(of request: VerifyRequest, folder: String) throws(Failure) -> [LibraryRun] {
    let subject = request.subject
    var runs: [LibraryRun] = []
    if let archive = subject.archive {
      runs.append(try run(.archive, archive, request, folder: folder) { $0.databases })
    }
    if let shared = subject.shared {
      // With an archive beside it, one kind of database shows whether the two are the same.
      let isAlone = subject.archive == nil
      runs.append(
        try run(.shared, shared, request, folder: folder) {
          isAlone ? $0.databases : Array($0.databases.prefix(1))
        }
      )
    }
    if runs.isEmpty { throw Failure(request.expectation.variant, "has no library to judge") }
    return runs
  }

  private func run(
    _ linkage: LibraryEvidence.Linkage,
    _ path: String,
    _ request: VerifyRequest,
    folder: String,
    kinds: @escaping (Script) -> [Script.Database]
  ) throws(Failure) -> LibraryRun {
    try LibraryRun(
      linkage,
      path: path,
      display: display(path),
      request: request,
      settings: settings,
      sources: sources,
      folder: Path.join(folder, linkage == .archive ? "archive" : "shared"),
      files: files,
      kinds: kinds
    )
  }

  private func verdict(
    _ request: VerifyRequest,
    _ runs: [LibraryRun]
  ) throws(Failure) -> VariantVerdict {
    let header = Path.join(request.subject.headers, "sqlite3.h")
    let text = String(decoding: try files.read(header), as: UTF8.self)
    let evidence = Evidence(
      libraries: runs.map(\.evidence),
      header: HeaderEvidence(file: display(header), text: text),
      suites: request.suites.map { script in
        SuiteOutcome(script: script, runs: runs.flatMap { $0.outcomes[script.file] ?? [] })
      }
    )
    return VariantVerdict(
      evidence: evidence,
      expectation: request.expectation,
      target: request.target,
      compiler: request.subject.isOwnBuild ? settings.toolchain.summary : nil
    )
  }

  /// A verification in which no case ran says nothing.
  private func noCases(_ verdicts: [VariantVerdict]) -> [Failure] {
    verdicts.filter { verdict in
      verdict.evidence.libraries.allSatisfy(\.unresolved.isEmpty)
        && verdict.evidence.suites.allSatisfy { $0.passed + $0.failed == 0 }
    }
    .map {
      Failure(
        $0.expectation.variant,
        "no conformance case was run",
        fix: "add a suite with --suite, or promise what the suites need"
      )
    }
  }
}

extension Failure {
  /// What ended a job early.
  fileprivate init(of error: any Error, place: String) {
    if let failure = error as? Failure {
      self = failure
    } else {
      self.init(place, "could not be judged: \(error)")
    }
  }
}
