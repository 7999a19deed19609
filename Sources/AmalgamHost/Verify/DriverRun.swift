import AmalgamCore

/// One driver process: its input in a file, its answers in another.
struct DriverRun {
  let requests: [Request]
  /// The files' path without their endings.
  let path: String
  let label: String
  /// How long it may run, how much it may write and what watches it.
  private let settings: VerifySettings
  private let files: any Files

  init(
    _ requests: [Request],
    path: String,
    label: String,
    _ settings: VerifySettings,
    _ files: any Files
  ) {
    self.requests = requests
    self.path = path
    self.label = label
    self.settings = settings
    self.files = files
  }

  /// Writes the input and returns the command.
  ///
  /// It runs in `folder` where `isOurs` says that `program` is the C driver alone: a library that
  /// takes `:memory:` for a file's name would write that file where the user stands. Another
  /// program may name its own files from there.
  func step(
    program: [String],
    arguments: [String] = [],
    folder: String,
    isOurs: Bool
  ) throws -> Job.Step {
    try files.write(Request.encoded(requests), to: path + ".in")
    let environment = (settings.sanitizer?.environment ?? [:]).merging(["TMPDIR": folder]) { $1 }
    return Job.Step(
      Command(
        program + arguments,
        in: isOurs ? folder : nil,
        environment: environment,
        input: path + ".in",
        largestFile: settings.largestFile
      ),
      log: path + ".log",
      label: label,
      output: path + ".out",
      seconds: Double(settings.seconds)
    )
  }

  /// Reads the answers, and what kept the process from its end.
  func result(_ status: ExitStatus) -> (transcript: Transcript, breakdown: Breakdown?) {
    let bytes = (try? files.read(path + ".out")) ?? []
    let transcript = Transcript(bytes, to: requests)
    try? files.remove(path + ".out")
    try? files.remove(path + ".in")
    // One that cannot be stopped by a signal, as Python, gets errors instead and fills the file.
    let isFull = status == .signalled(SIGXFSZ) || bytes.count >= settings.largestFile
    return (transcript, breakdown(transcript, status, isFull: isFull))
  }

  private func breakdown(
    _ transcript: Transcript,
    _ status: ExitStatus,
    isFull: Bool
  ) -> Breakdown? {
    if isFull { return Breakdown(.flood(bytes: settings.largestFile), during: subject(transcript)) }
    if settings.sanitizer != nil, !status.isSuccess, let report = SanitizerReport(log) {
      return Breakdown(.memory(report), during: subject(transcript))
    }
    if status == .timedOut {
      return Breakdown(.hang(seconds: settings.seconds), during: subject(transcript))
    }
    switch transcript.ending {
    case .malformed(let offset, let what) where status.isSuccess:
      return Breakdown(.nonsense(offset: offset, what), during: subject(transcript))
    case .complete where status.isSuccess: return nil
    case .complete, .cut, .malformed:
      return Breakdown(.crash(status.description + said), during: subject(transcript))
    }
  }

  private func subject(_ transcript: Transcript) -> String {
    switch transcript.ending {
    case .cut(let request?): requests[request].subject
    case .cut(nil), .malformed:
      transcript.answers.count < requests.count
        ? "before \(requests[transcript.answers.count].subject)" : "after the last request"
    case .complete: "after the last request"
    }
  }

  /// Returns what the system's loader said where it did not start the program, as without a library
  /// that it needs: nothing of the program has run then.
  func loaderWords(_ status: ExitStatus) -> String? {
    let words = log.split(whereSeparator: \.isNewline)
    guard let first = words.first, files.status(of: path + ".out")?.size ?? 0 == 0 else {
      return nil
    }
    // Linux's end with 127, Apple's 'dyld' aborts.
    guard status == .exited(127) || (status == .signalled(SIGABRT) && first.hasPrefix("dyld"))
    else { return nil }
    let line = status == .exited(127) ? words.last ?? first : first
    return String(line).cut(to: 200)
  }

  /// The last line the process wrote to its error stream, for the message.
  private var said: String {
    let lines = log.split(whereSeparator: \.isNewline)
    return lines.last.map { ": \(String($0).cut(to: 200))" } ?? ""
  }

  /// What the process wrote to its error stream.
  private var log: String {
    (try? files.read(path + ".log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
