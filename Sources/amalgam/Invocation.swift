import AmalgamCore
import AmalgamHost

/// A verb, its arguments, and the machine it runs on.
struct Invocation {
  let verb: Verb
  let arguments: Arguments
  let terminal: any Terminal
  let files: any Files
  let commands: any CommandRunner
  let progress: Progress

  init(
    verb: Verb,
    arguments: Arguments,
    terminal: any Terminal,
    files: any Files,
    commands: any CommandRunner
  ) {
    self.verb = verb
    self.arguments = arguments
    self.terminal = terminal
    self.files = files
    self.commands = commands
    progress = Progress(
      terminal: terminal,
      isQuiet: arguments.has(.quiet),
      isVerbose: arguments.has(.verbose)
    )
  }

  /// The project of `--root`, else of the current folder.
  func project() throws -> Project {
    try Project(
      asked: arguments.value(.root),
      workingDirectory: currentDirectory(),
      files: files
    )
  }

  /// The cache that the environment names.
  func cache() throws -> CacheDirectory {
    try CacheDirectory(environment: Environment.all, workingDirectory: currentDirectory())
  }

  /// Returns the operands, which must be as many as `count` says.
  func operands(_ count: ClosedRange<Int>) throws(UsageError) -> [String] {
    let operands = arguments.operands
    if operands.count > count.upperBound {
      throw UsageError(
        "unexpected operand '\(operands[count.upperBound])'",
        usage: verb.usage
      )
    }
    guard operands.count >= count.lowerBound else {
      throw UsageError("an operand is missing: \(verb.operands)", usage: verb.usage)
    }
    return operands
  }

  /// `--jobs`, else one for each core.
  func jobs() throws -> Int {
    try arguments.number(.jobs, usage: verb.usage) ?? processorCount()
  }

  /// What the options say of how profiles are built.
  func buildRequest() throws -> BuildRequest {
    if let command = arguments.value(.compiler), command.allSatisfy({ $0 == " " }) {
      throw UsageError("'--cc' is given without a COMMAND", usage: verb.usage)
    }
    if let target = arguments.value(.target), !target.isTargetTriple {
      throw UsageError(
        "'--target' takes a triple such as aarch64-linux-gnu, not '\(target)'",
        usage: verb.usage
      )
    }
    if arguments.value(.buildDirectory) == "" {
      throw UsageError("'--build-dir' is given without a DIR", usage: verb.usage)
    }
    return BuildRequest(
      release: try release(),
      target: arguments.value(.target),
      compiler: arguments.value(.compiler),
      buildDirectory: arguments.value(.buildDirectory),
      jobs: try jobs(),
      sanitizer: arguments.value(.sanitize).flatMap { Sanitizer(rawValue: $0) },
      today: Clock.today(asked: try today())
    )
  }

  private func today() throws -> CalendarDate? {
    guard let text = arguments.value(.today) else { return nil }
    guard let date = CalendarDate(text) else {
      throw UsageError(
        "'--today' takes a day such as 2027-06-30, not '\(text)'",
        usage: verb.usage
      )
    }
    return date
  }

  private func release() throws -> Version? {
    guard let text = arguments.value(.release) else { return nil }
    guard let version = Version(text) else {
      throw UsageError(
        "'--sqlite' takes a version such as 3.53.4, not '\(text)'",
        usage: verb.usage
      )
    }
    return version
  }
}
