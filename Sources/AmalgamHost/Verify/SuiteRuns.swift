import AmalgamCore

/// The runs of all suites with one library: several in a process, then those that went wrong there
/// once more, each in a process of its own.
final class SuiteRuns {
  private let request: VerifyRequest
  private let settings: VerifySettings
  private let files: any Files
  /// The folder for databases, inputs and answers of this library alone.
  private let folder: String
  private let linkage: LibraryEvidence.Linkage
  private let kinds: (Script) -> [Script.Database]

  /// What became of the suites, by file.
  private(set) var outcomes: [String: [RunOutcome]] = [:]
  private var circumstances: Circumstances?
  private var batches: [String: (Batch, DriverRun)] = [:]
  /// What needs a process of its own.
  private var waiting: [(script: Script, database: Script.Database)] = []
  private var alone: [String: (Conversation, DriverRun)] = [:]

  init(
    _ linkage: LibraryEvidence.Linkage,
    request: VerifyRequest,
    settings: VerifySettings,
    folder: String,
    files: any Files,
    kinds: @escaping (Script) -> [Script.Database]
  ) {
    self.linkage = linkage
    self.request = request
    self.settings = settings
    self.folder = folder
    self.files = files
    self.kinds = kinds
  }

  /// Returns the processes of all suites; with a sanitizer none, since that watches each alone.
  func together(_ circumstances: Circumstances, program: [String]) throws -> [Job.Step] {
    self.circumstances = circumstances
    var (counted, others): ([Conversation], [Conversation]) = ([], [])
    let hasLog = circumstances.answer(to: .capability(Capability(.file, "wal"))) != .fails
    for (index, script) in request.suites.enumerated() {
      for database in kinds(script) where database != .wal || hasLog {
        let conversation = conversation(script, database, "\(index)", circumstances)
        if conversation.requests.isEmpty {
          noteNothing(of: conversation)
        } else if settings.sanitizer != nil {
          waiting.append((script, database))
        } else if countsLeaks(database) {
          counted.append(conversation)
        } else {
          others.append(conversation)
        }
      }
    }
    return try steps(of: counted, "leaks", program) + steps(of: others, "plain", program)
  }

  private func steps(
    of conversations: [Conversation],
    _ name: String,
    _ program: [String]
  ) throws -> [Job.Step] {
    try Batch.divided(conversations, into: settings.jobs).enumerated().map { index, batch in
      let label =
        "\(request.expectation.variant): suites, \(linkage.rawValue), \(name) \(index + 1)"
      let run = driverRun(batch.requests, "\(name)-\(index)", label)
      batches[run.path] = (batch, run)
      let arguments = name == "leaks" ? ["--leaks"] : []
      return try run.step(
        program: program,
        arguments: arguments,
        folder: folder,
        isOurs: request.subject.runsAlone
      )
    }
  }

  /// Returns the processes of what must be told from a process of its own.
  func apart(program: [String]) throws -> [Job.Step] {
    guard let circumstances else { return [] }
    return try waiting.enumerated().map { index, suite in
      let name = "alone-\(index)"
      let conversation = conversation(suite.script, suite.database, name, circumstances)
      let kind = RunKind(linkage, suite.database)
      let label = "\(request.expectation.variant): \(suite.script.name), \(kind)"
      let run = driverRun(conversation.requests, name, label)
      alone[run.path] = (conversation, run)
      let arguments = countsLeaks(suite.database) ? ["--leaks"] : []
      return try run.step(
        program: program,
        arguments: arguments,
        folder: folder,
        isOurs: request.subject.runsAlone
      )
    }
  }

  /// Takes how a process ended.
  func ended(_ step: Job.Step, _ status: ExitStatus) {
    guard let path = step.output.map({ String($0.dropLast(4)) }) else { return }
    if let (batch, run) = batches.removeValue(forKey: path) {
      let (whole, breakdown) = run.result(status)
      let transcripts =
        breakdown == nil ? batch.transcripts(from: whole) : batch.conversations.map { _ in nil }
      for (conversation, transcript) in zip(batch.conversations, transcripts) {
        note(conversation, transcript)
      }
      return
    }
    guard let (conversation, run) = alone.removeValue(forKey: path) else { return }
    let (transcript, breakdown) = run.result(status)
    let kind = RunKind(linkage, conversation.database)
    note(RunOutcome(kind, conversation, transcript, breakdown: breakdown), of: conversation)
  }

  /// Notes what became of a conversation of a batch, or that it is to be had again.
  private func note(_ conversation: Conversation, _ transcript: Transcript?) {
    let kind = RunKind(linkage, conversation.database)
    let outcome = transcript.map { RunOutcome(kind, conversation, $0, breakdown: nil) }
    if let outcome, !outcome.isWrong {
      note(outcome, of: conversation)
    } else {
      waiting.append((conversation.script, conversation.database))
    }
  }

  private func noteNothing(of conversation: Conversation) {
    let nothing = Transcript(version: "", sourceID: "", answers: [], ending: .cut(request: nil))
    let kind = RunKind(linkage, conversation.database)
    note(RunOutcome(kind, conversation, nothing, breakdown: nil), of: conversation)
  }

  private func note(_ outcome: RunOutcome, of conversation: Conversation) {
    outcomes[conversation.script.file, default: []].append(outcome)
  }

  private func conversation(
    _ script: Script,
    _ database: Script.Database,
    _ name: String,
    _ circumstances: Circumstances
  ) -> Conversation {
    let path = Path.join(folder, "\(name)-\(database.rawValue).db")
    return Conversation(script, in: database, path: path, circumstances)
  }

  private func driverRun(_ requests: [Request], _ file: String, _ label: String) -> DriverRun {
    DriverRun(requests, path: Path.join(folder, file), label: label, settings, files)
  }

  /// Whether runs in such a database count what is still allocated in the end; the others run with
  /// the library's own default.
  private func countsLeaks(_ database: Script.Database) -> Bool {
    database == .memory
      && (linkage == .archive || (linkage == .shared && request.subject.archive == nil))
  }
}
