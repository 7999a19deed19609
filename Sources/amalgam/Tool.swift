import AmalgamCore
import AmalgamHost

/// The command line: arguments in, exit status out.
struct Tool {
  private let terminal: any Terminal
  private let files: any Files
  private let commands: any CommandRunner

  init(terminal: any Terminal, files: any Files, commands: any CommandRunner) {
    self.terminal = terminal
    self.files = files
    self.commands = commands
  }

  /// Runs what `words` ask for and returns the exit status.
  func run(_ words: [String]) -> Int32 {
    do {
      return try status(of: words)
    } catch let error as UsageError {
      let fix = error.fix.map { "  fix: \($0.printable)\n" } ?? ""
      terminal.writeError(
        "amalgam: error: \(error.message.printable)\n  usage: \(error.usage)\n\(fix)"
      )
      return 64
    } catch let error as Interrupted {
      return 128 + error.signal
    } catch {
      show(Report(command: "amalgam", failures: Self.failures(of: error), checks: 0))
      return 2
    }
  }

  private func status(of words: [String]) throws -> Int32 {
    guard let first = words.first else {
      terminal.writeOutput(Help.start)
      return 0
    }
    switch first {
    case "--help", "-h", "help": return help(words.dropFirst().first)
    case "--version": return version()
    default: break
    }
    guard let verb = Verb.all.first(where: { $0.name == first }) else {
      throw Help.unknownVerb(first)
    }
    let arguments = try Arguments(Array(words.dropFirst()), verb: verb)
    if arguments.has(.help) { return help(first) }
    if arguments.has(.version) { return version() }
    return try run(verb, arguments)
  }

  private func help(_ word: String?) -> Int32 {
    let verb = Verb.all.first { $0.name == word }
    terminal.writeOutput(verb?.help ?? Help.start)
    return 0
  }

  private func version() -> Int32 {
    terminal.writeOutput("amalgam \(Help.version)\n")
    return 0
  }

  private func run(_ verb: Verb, _ arguments: Arguments) throws -> Int32 {
    let invocation = Invocation(
      verb: verb,
      arguments: arguments,
      terminal: terminal,
      files: files,
      commands: commands
    )
    let output = try Output(invocation)
    var report: Report
    do {
      report = try verb.run(invocation)
    } catch let error where !(error is UsageError) && !(error is Interrupted) {
      report = Report(
        command: verb.name,
        failures: Self.failures(of: error).map {
          $0.helped(byAnotherCache: try? invocation.cache())
        },
        checks: 0,
        details: verb.emptyDetails
      )
    }
    invocation.progress.clear()
    if let signal = Interruption.signal { throw Interrupted(signal: signal) }
    if try output.write(report) != nil { return 2 }
    return report.exitStatus(allowSkip: arguments.has(.allowSkip))
  }

  private func show(_ report: Report) {
    let text = TextReport(colour: false)
    for failure in report.failures { terminal.writeError(text.text(of: failure) + "\n") }
  }

  /// Returns what is known of `error` as failures.
  static func failures(of error: any Error) -> [Failure] {
    switch error {
    case let failure as Failure: [failure]
    case let failures as Failures: failures.all
    default: [Failure("amalgam", "\(error)")]
    }
  }
}

extension Failure {
  /// Returns the failure with the way out where it is `cache` that cannot be used.
  fileprivate func helped(byAnotherCache cache: CacheDirectory?) -> Failure {
    guard let path = cache?.path, fix == nil, place == path || place.hasPrefix(path + "/") else {
      return self
    }
    return Failure(
      place,
      message,
      notes: notes,
      fix: "set 'AMALGAM_CACHE' to a folder that can be read and written"
    )
  }
}
