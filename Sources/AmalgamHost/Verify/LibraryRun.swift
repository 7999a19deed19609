import AmalgamCore

/// The judging of one library of a variant: link a driver, ask what the library has, run the suites.
final class LibraryRun {
  private let request: VerifyRequest
  private let settings: VerifySettings
  private let files: any Files
  /// The driver in C; `nil` where another program stands in for it.
  let driver: LibraryDriver?
  /// The folder for databases, inputs and answers of this library alone.
  private let folder: String
  private let name: String

  private(set) var evidence: LibraryEvidence
  /// What became of the suites, by file, in this library's runs.
  var outcomes: [String: [RunOutcome]] { suites.outcomes }
  private var inquiries: [String: (Inquiry.Topic, DriverRun)] = [:]
  private let suites: SuiteRuns
  private let inquiry: Inquiry
  /// What writes the files that it opens; `nil` where it opens none.
  private let writer: KindFileWriter?
  /// Their folder, where they are there already and need no writer.
  private let writtenFiles: String?

  /// Makes the run of the library in the file `path`, which messages call `display`.
  ///
  /// `kinds` are the databases that each suite runs in with this library.
  convenience init(
    _ linkage: LibraryEvidence.Linkage,
    path: String,
    display: String,
    request: VerifyRequest,
    settings: VerifySettings,
    objects: DriverObjects,
    folder: String,
    files: any Files,
    writer: KindFileWriter? = nil,
    kinds: @escaping (Script) -> [Script.Database]
  ) throws(Failure) {
    let bytes = try files.read(path)
    let digest = SHA256.hexDigest(of: bytes)
    var evidence = LibraryEvidence(
      linkage: linkage,
      file: display,
      bytes: bytes.count,
      digest: digest
    )
    let isolation = Isolation(request.expectation.profile)
    bytes.withUnsafeBytes { evidence.readFile($0, isolation) }
    if request.expectation.profile.demands.contains(where: { $0.capability.kind.isOfFile }) {
      evidence.facts = bytes.withUnsafeBytes { try? FileFacts(file: display, bytes: $0) }
    }
    let driver = LibraryDriver(
      linkage,
      library: path,
      bytes: bytes,
      digest: digest,
      request: request,
      objects: objects,
      files: files
    )
    self.init(
      evidence,
      driver,
      request: request,
      settings: settings,
      folder: folder,
      files: files,
      writer: writer,
      kinds: kinds
    )
  }

  /// Makes the run of what `driver` is linked with, or the program that stands in for it.
  init(
    _ evidence: LibraryEvidence,
    _ driver: LibraryDriver?,
    request: VerifyRequest,
    settings: VerifySettings,
    folder: String,
    files: any Files,
    writer: KindFileWriter? = nil,
    writtenFiles: String? = nil,
    kinds: @escaping (Script) -> [Script.Database]
  ) {
    self.writer = writer
    self.writtenFiles = writtenFiles
    self.evidence = evidence
    self.driver = driver
    self.request = request
    self.settings = settings
    self.folder = folder
    self.files = files
    suites = SuiteRuns(
      evidence.linkage,
      request: request,
      settings: settings,
      folder: folder,
      files: files,
      kinds: kinds
    )
    name = "\(request.expectation.variant), \(evidence.linkage.rawValue)"
    let isOpening = writer != nil || writtenFiles != nil
    inquiry = Inquiry(
      request.expectation,
      folder: folder,
      kinds: isOpening ? request.fileKinds.all : []
    )
  }

  /// Makes the run of the library that the program of `request` is linked with.
  convenience init(
    standIn request: VerifyRequest,
    settings: VerifySettings,
    folder: String,
    files: any Files
  ) {
    let command = request.subject.driver.joined(separator: " ")
    var evidence = LibraryEvidence(linkage: .driver, file: command)
    evidence.symbols = .unknown("a driver command has no library file to read")
    let written = request.fullBuild.map {
      KindFileWriter.folder($0, request.fileKinds.all, cache: settings.cache)
    }
    let isWritten = written.map { files.isDirectory($0) } ?? false
    if !isWritten, !request.fileKinds.all.isEmpty {
      evidence.filesNotRun =
        "no 'full' of SQLite \(request.expectation.release) was there to write them"
    }
    self.init(
      evidence,
      nil,
      request: request,
      settings: settings,
      folder: folder,
      files: files,
      writtenFiles: isWritten ? written : nil
    ) { $0.databases }
  }

  /// Makes the job that does all of it once `compile` has made the driver's objects.
  ///
  /// `written` is what makes the files that it opens.
  func job(after compile: Job? = nil, _ written: Job? = nil) -> Job {
    let place = request.expectation.variant
    return Job(
      needs: (compile.map { [$0] } ?? []) + (written.map { [$0] } ?? []),
      phases: [
        { try self.driver?.links() ?? [] }, { try self.ask() }, { try self.run() },
        { try self.suites.apart(program: self.program) },
      ],
      failed: { step, status in
        Failure(command: step, status, place: place, files: self.files)
      },
      ended: { step, status in try self.ended(step, status) }
    )
  }

  /// Whether it opens files that are written for it.
  var opensFiles: Bool { writer != nil }

  /// Whether a program was linked with it.
  var isLinked: Bool { driver.map { files.isFile($0.program) } ?? true }

  private var program: [String] {
    driver.map { request.subject.runner + [$0.program] } ?? request.subject.driver
  }

  /// Returns the processes that ask what the library has.
  func ask() throws -> [Job.Step] {
    evidence.unresolved = driver?.unresolved ?? []
    guard evidence.unresolved.isEmpty else {
      evidence.hasNoAnswers("no program can be linked with the library")
      return []
    }
    // A page's worth of bytes that are no database header.
    try files.write(String(repeating: "no database\n", count: 400), to: inquiry.strangeFile)
    let hasFiles = copyFiles()
    return try Inquiry.Topic.allCases.compactMap { topic in
      if topic == .files, !hasFiles { return nil }
      let requests = inquiry.requests(topic)
      if requests.isEmpty { return nil }
      let run = driverRun(requests, "\(topic)", "\(name): \(topic.rawValue)")
      inquiries[run.label] = (topic, run)
      return try run.step(
        program: program,
        folder: folder,
        isOurs: request.subject.runsAlone
      )
    }
  }

  /// Copies the files that it is to open, since it writes to them; returns whether they are there.
  private func copyFiles() -> Bool {
    guard let from = writer?.folder ?? writtenFiles else { return false }
    if !files.isDirectory(from) {
      evidence.filesNotRun = writer?.problem ?? "nothing has written them"
      return false
    }
    do {
      for kind in request.fileKinds.all {
        let bytes = try files.read(Path.join(from, "\(kind.name).db"))
        try files.write(bytes, to: inquiry.path(of: kind))
      }
      return true
    } catch {
      evidence.filesNotRun = error.message
      return false
    }
  }

  /// Returns the processes of the suites.
  private func run() throws -> [Job.Step] {
    guard evidence.unresolved.isEmpty else { return [] }
    if let error = evidence.registration.openError {
      // Every question has the same answer then, and every case would fail of it.
      evidence.hasNoAnswers("no connection can be opened: \(error)")
      return []
    }
    return try suites.together(Circumstances(request.expectation, evidence), program: program)
  }

  private func driverRun(_ requests: [Request], _ file: String, _ label: String) -> DriverRun {
    DriverRun(requests, path: Path.join(folder, file), label: label, settings, files)
  }

  func ended(_ step: Job.Step, _ status: ExitStatus) throws {
    if let (topic, run) = inquiries.removeValue(forKey: step.label) {
      try refuseMalformedRequest(step, status)
      if let words = run.loaderWords(status), driver != nil {
        throw Failure(
          request.expectation.variant,
          "the driver does not start with '\(evidence.file)': \(words)"
        )
      }
      let (transcript, breakdown) = run.result(status)
      inquiry.read(topic, transcript, breakdown: breakdown, into: &evidence)
    } else if step.output != nil {
      try refuseMalformedRequest(step, status)
      suites.ended(step, status)
    } else {
      try driver?.ended(step, status, place: request.expectation.variant)
    }
  }

  /// Statuses by which the driver says that the host, not the library, is at fault.
  private func refuseMalformedRequest(_ step: Job.Step, _ status: ExitStatus) throws {
    if status == .exited(70) || status == .exited(64) || status == .exited(74) {
      throw Failure(command: step, status, place: request.expectation.variant, files: files)
    }
  }
}

extension LibraryEvidence {
  /// Says of everything that the driver would have told that it could not, and why.
  mutating func hasNoAnswers(_ reason: String) {
    reported = .unknown(reason)
    functions = .unknown(reason)
    modules = .unknown(reason)
    collations = .unknown(reason)
    tokenizers = .unknown(reason)
    pragmas = .unknown(reason)
    manifest = .unknown(reason)
    probes = [:]
    capabilityProbes = [:]
    files = [:]
    filesNotRun = reason
    if registration.openError == nil { registration.notRun = reason }
  }
}
