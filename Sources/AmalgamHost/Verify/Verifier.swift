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
  ///
  /// `listsOptions` puts every option of a profile into the text.
  package func verify(
    _ requests: [VerifyRequest],
    failures: [Failure] = [],
    listsOptions: Bool = false
  ) throws -> Report {
    let (verdicts, failures) = try judge(requests, failures: failures)
    return VerifyReport(verdicts, failures: failures, listsOptions: listsOptions).report
  }

  /// The same, as verdicts that something else makes a report of.
  package func judge(
    _ requests: [VerifyRequest],
    failures: [Failure] = []
  ) throws -> (verdicts: [VariantVerdict], failures: [Failure]) {
    let root = try PrivateFolder(files: files)
    defer { root.remove() }
    var failures = failures
    var compiles: [String: Job] = [:]
    var works: [Work] = []
    for (index, request) in requests.enumerated() {
      do throws(Failure) {
        let folder = Path.join(root.path, "\(index)")
        works.append(try work(on: request, folder: folder, compiles: &compiles))
      } catch {
        failures.append(error)
      }
    }
    let jobs = compiles.sorted { $0.key < $1.key }.map(\.value) + works.flatMap(\.jobs)
    try JobQueue(commands: commands, progress: progress, limit: settings.jobs).run(jobs)
    var verdicts: [VariantVerdict] = []
    for work in works {
      let broken = work.jobs.compactMap(\.error)
      for error in broken {
        let failure = Failure(of: error, place: work.request.expectation.variant)
        if !failures.contains(failure) { failures.append(failure) }
      }
      guard broken.isEmpty else { continue }
      let verdict = try verdict(work)
      verdicts.append(verdict)
      if let failure = Self.noDriver(work.request, verdict) { failures.append(failure) }
    }
    return (verdicts, failures + noCases(verdicts))
  }

  /// Returns what is to say of a program that was named as a driver and never spoke as one.
  private static func noDriver(_ request: VerifyRequest, _ verdict: VariantVerdict) -> Failure? {
    let words = request.subject.driver
    guard !words.isEmpty, verdict.evidence.libraries.allSatisfy(\.version.isEmpty) else {
      return nil
    }
    return Failure(
      words.joined(separator: " "),
      "is no driver: nothing that it wrote begins with 'amalgam-driver 1'",
      fix: "let it answer as 'Sources/Driver/PROTOCOL.md' says"
    )
  }

  /// Why nothing was observed of a library.
  package enum Unobserved: Error {
    /// No program can be linked with it here, as with one for another system.
    case notLinked(Failure)
    /// A program is linked with it, and did not come to answer.
    case notRun(Failure)

    package var failure: Failure {
      switch self {
      case .notLinked(let failure), .notRun(let failure): failure
      }
    }
  }

  /// Asks finished libraries what they have, without running a suite; what could not be asked has
  /// the reason in place of evidence.
  package func observe(
    _ requests: [VerifyRequest]
  ) throws -> [Result<LibraryEvidence, Unobserved>] {
    let root = try PrivateFolder(files: files)
    defer { root.remove() }
    var compiles: [String: Job] = [:]
    let works = requests.enumerated().map { index, request -> Result<Work, Unobserved> in
      do throws(Failure) {
        let folder = Path.join(root.path, "\(index)")
        return .success(try work(on: request, folder: folder, compiles: &compiles))
      } catch {
        return .failure(.notLinked(error))
      }
    }
    let own = works.flatMap { (try? $0.get().jobs) ?? [] }
    let jobs = compiles.sorted { $0.key < $1.key }.map(\.value) + own
    try JobQueue(commands: commands, progress: progress, limit: settings.jobs).run(jobs)
    return works.map { work in work.flatMap(observed) }
  }

  private func observed(_ work: Work) -> Result<LibraryEvidence, Unobserved> {
    let place = work.request.expectation.variant
    if let error = work.jobs.compactMap(\.error).first {
      let failure = Failure(of: error, place: place)
      return .failure(work.runs.allSatisfy(\.isLinked) ? .notRun(failure) : .notLinked(failure))
    }
    guard let evidence = work.runs.first?.evidence else {
      return .failure(.notLinked(Failure(place, "has no library to judge")))
    }
    if let name = evidence.unresolved.min() {
      return .failure(.notLinked(Failure(place, "cannot be linked with: it lacks '\(name)'")))
    }
    if evidence.version.isEmpty {
      return .failure(
        .notRun(Failure(place, "does not run: a program linked with it \(evidence.ending)"))
      )
    }
    return .success(evidence)
  }

  /// What is done for one request.
  private struct Work {
    let request: VerifyRequest
    let runs: [LibraryRun]
    let jobs: [Job]
  }

  private func work(
    on request: VerifyRequest,
    folder: String,
    compiles: inout [String: Job]
  ) throws(Failure) -> Work {
    if !request.subject.driver.isEmpty {
      let run = LibraryRun(standIn: request, settings: settings, folder: folder, files: files)
      return Work(request: request, runs: [run], jobs: [run.job()])
    }
    let objects = try DriverObjects(
      headers: request.subject.headers,
      prefix: request.subject.hasOwnHeader
        ? nil : Isolation(request.expectation.profile).prefix,
      registerFunction: request.expectation.profile.registerFunction,
      target: request.target,
      targetFlags: request.targetFlags,
      settings: settings,
      sources: sources,
      files: files
    )
    let compile = compiles[objects.folder] ?? objects.job()
    compiles[objects.folder] = compile
    let made = writing(request, objects, after: compile, &compiles)
    let runs = try runs(of: request, objects: objects, folder: folder, writer: made?.writer)
    return Work(
      request: request,
      runs: runs,
      jobs: runs.map { $0.job(after: compile, $0.opensFiles ? made?.job : nil) }
    )
  }

  /// Returns what writes the files that the library opens; `nil` where nothing does.
  private func writing(
    _ request: VerifyRequest,
    _ objects: DriverObjects,
    after compile: Job,
    _ compiles: inout [String: Job]
  ) -> (writer: KindFileWriter, job: Job)? {
    guard let build = request.fullBuild, !request.fileKinds.all.isEmpty else { return nil }
    let writer = KindFileWriter(
      build,
      request.fileKinds.all,
      objects: objects,
      cache: settings.cache,
      files: files
    )
    // What is compiled for another machine does not run here by itself.
    if !request.subject.runner.isEmpty { return (writer, compile) }
    let job = compiles[writer.folder] ?? writer.job(after: compile)
    compiles[writer.folder] = job
    return (writer, job)
  }

  private func runs(
    of request: VerifyRequest,
    objects: DriverObjects,
    folder: String,
    writer: KindFileWriter?
  ) throws(Failure) -> [LibraryRun] {
    let subject = request.subject
    var runs: [LibraryRun] = []
    func add(
      _ linkage: LibraryEvidence.Linkage,
      _ path: String,
      kinds: @escaping (Script) -> [Script.Database]
    ) throws(Failure) {
      runs.append(
        try LibraryRun(
          linkage,
          path: path,
          display: display(path),
          request: request,
          settings: settings,
          objects: objects,
          folder: Path.join(folder, linkage == .archive ? "archive" : "shared"),
          files: files,
          // The library that speaks for the variant opens the files; the other is the same code.
          writer: runs.isEmpty ? writer : nil,
          kinds: kinds
        )
      )
    }
    if let archive = subject.archive { try add(.archive, archive) { $0.databases } }
    if let shared = subject.shared {
      // With an archive beside it, one kind of database shows whether the two are the same.
      let isAlone = subject.archive == nil
      try add(.shared, shared) { isAlone ? $0.databases : Array($0.databases.prefix(1)) }
    }
    if runs.isEmpty { throw Failure(request.expectation.variant, "has no library to judge") }
    return runs
  }

  private func verdict(_ work: Work) throws(Failure) -> VariantVerdict {
    let (request, runs) = (work.request, work.runs)
    let evidence = Evidence(
      libraries: runs.map(\.evidence),
      header: request.subject.hasOwnHeader ? try header(in: request.subject.headers) : nil,
      suites: request.suites.map { script in
        SuiteOutcome(script: script, runs: runs.flatMap { $0.outcomes[script.file] ?? [] })
      }
    )
    return VariantVerdict(
      evidence: evidence,
      expectation: request.expectation,
      target: request.target,
      compiler: request.subject.isOwnBuild ? settings.toolchain?.summary : nil
    )
  }

  private func header(in folder: String) throws(Failure) -> HeaderEvidence {
    let path = Path.join(folder, "sqlite3.h")
    let text = String(decoding: try files.read(path), as: UTF8.self)
    return HeaderEvidence(file: display(path), text: text)
  }

  /// A verification in which no case ran says nothing.
  private func noCases(_ verdicts: [VariantVerdict]) -> [Failure] {
    verdicts.filter { verdict in
      !verdict.evidence.libraries.contains(where: \.isSilent)
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

extension LibraryEvidence {
  /// How the first process with it ended.
  fileprivate var ending: String {
    if case .crash(let ending)? = breakdowns.first?.kind { return ending }
    return "does not say its version"
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
