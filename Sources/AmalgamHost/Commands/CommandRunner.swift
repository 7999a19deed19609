import AmalgamCore

/// How a child process ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// Killed by us because its time was over.
  case timedOut
}

extension ExitStatus: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal)"
    case .timedOut: "did not end in its time"
    }
  }

  package var isSuccess: Bool { self == .exited(0) }
}

/// Runs planned commands; abstract so that tests can watch a build without running one.
package protocol CommandRunner: Sendable {
  /// Starts `command` with both output streams in the file `log`, so that a failure can name a
  /// file to read and no pipe can fill up. Returns what ``wait()`` knows the child by.
  ///
  /// Where `output` is given, standard output goes there and only errors to `log`. After `seconds`
  /// the child and all it started are killed.
  func start(
    _ command: Command,
    log: String,
    output: String?,
    seconds: Double?
  ) throws(Failure) -> Int

  /// Waits until one started command ends; `nil` if none is running.
  func wait() throws(Interrupted) -> (child: Int, status: ExitStatus)?

  /// Returns where the program `name` is found, in PATH or by its own path; `nil` if nowhere.
  func find(_ name: String) -> String?
}

/// Thrown when a signal asks the tool to stop; the children are gone by then.
package struct Interrupted: Error, Hashable, Sendable {
  package let signal: Int32

  package init(signal: Int32) {
    self.signal = signal
  }
}

extension CommandRunner {
  /// Returns every program `name` in PATH, the first first.
  package func findAll(_ name: String) -> [String] {
    let path = Environment.value(of: "PATH") ?? "/usr/bin:/bin"
    return path.split(separator: ":").compactMap { find("\($0)/\(name)") }
  }

  /// Runs `command` to its end, alone.
  package func run(
    _ command: Command,
    log: String,
    output: String? = nil,
    seconds: Double? = nil
  ) throws -> ExitStatus {
    let child = try start(command, log: log, output: output, seconds: seconds)
    while let ended = try wait() { if ended.child == child { return ended.status } }
    throw Failure(command.program, "was lost by the tool that started it")
  }
}
