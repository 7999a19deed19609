import AmalgamCore
import AmalgamHost

/// Records commands in place of running them.
package final class FakeCommands: CommandRunner, @unchecked Sendable {
  /// All that was started, in order.
  package private(set) var commands: [Command] = []
  private var ended: [(child: Int, status: ExitStatus)] = []
  private let failing: String?
  private let missing: Set<String>
  private let act: (Command, String) -> Void

  /// Makes a runner whose commands all succeed at once but for those named.
  ///
  /// Commands of the program `failing` end with status 1; those of `missing` are not found. `act`
  /// is called with each command and its output file and can stand in for what it would do.
  package init(
    failing: String? = nil,
    missing: Set<String> = [],
    act: @escaping (_ command: Command, _ output: String) -> Void = { _, _ in }
  ) {
    self.failing = failing
    self.missing = missing
    self.act = act
  }

  package func start(
    _ command: Command,
    log: String,
    output: String?,
    seconds: Double?
  ) throws(Failure) -> Int {
    guard !missing.contains(command.program) else {
      throw Failure(
        command.program,
        "is not installed",
        fix: Packages.fix(for: command.program)
      )
    }
    commands.append(command)
    act(command, output ?? log)
    ended.append((commands.count, .exited(command.program == failing ? 1 : 0)))
    return commands.count
  }

  package func wait() throws(Interrupted) -> (child: Int, status: ExitStatus)? {
    ended.isEmpty ? nil : ended.removeFirst()
  }

  package func find(_ name: String) -> String? {
    missing.contains(name) ? nil : "/usr/bin/\(name)"
  }
}
