import AmalgamCore

/// Runs commands with `posix_spawn`, each in a process group of its own.
///
/// `Foundation.Process` costs 50 ms a child, `posix_spawn` 2 ms. The end of a child is seen on a
/// pipe that it holds open and that closes with it, so waiting for several, with a limit in time,
/// needs neither a signal handler for SIGCHLD nor a thread. Used from one thread only.
package final class SystemCommands: CommandRunner, @unchecked Sendable {
  private struct Child {
    let process: pid_t
    /// The end of the pipe that reads as closed when the child is gone.
    let alive: Int32
    /// Seconds on the monotonic clock.
    let deadline: Double?
  }

  private var children: [Child] = []

  package init() {}

  package func start(
    _ command: Command,
    log: String,
    output: String? = nil,
    seconds: Double? = nil
  ) throws(Failure) -> Int {
    guard let program = find(command.program) else {
      throw Failure(command.program, "is not installed", fix: Packages.fix(for: command.program))
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(command.program, "cannot be started: \(lastSystemError())")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    let spawned = Spawn(command, program: program, log: log, output: output, alive: ends[1]).start()
    guard case .success(let process) = spawned else {
      close(ends[0])
      if case .failure(let failure) = spawned { throw failure }
      return -1
    }
    let deadline = seconds.map { monotonicSeconds() + $0 }
    children.append(Child(process: process, alive: ends[0], deadline: deadline))
    return Int(process)
  }

  package func wait() throws(Interrupted) -> (child: Int, status: ExitStatus)? {
    while !children.isEmpty {
      if let signal = Interruption.signal {
        killAll()
        throw Interrupted(signal: signal)
      }
      let now = monotonicSeconds()
      if let late = children.firstIndex(where: { $0.deadline.map { $0 <= now } ?? false }) {
        kill(-children[late].process, SIGKILL)
        return (Int(children[late].process), reap(late, timedOut: true))
      }
      if let ended = firstEnded(until: children.compactMap(\.deadline).min(), now: now) {
        return (Int(children[ended].process), reap(ended, timedOut: false))
      }
    }
    return nil
  }

  package func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first {
      var info = stat()
      return stat($0, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access($0, X_OK) == 0
    }
  }

  /// Returns the index of a child whose pipe has closed, or `nil` after the wait or an interrupt.
  private func firstEnded(until deadline: Double?, now: Double) -> Int? {
    var polls = children.map { pollfd(fd: $0.alive, events: Int16(POLLIN), revents: 0) }
    let milliseconds = deadline.map { Int32(min(max(0, ($0 - now) * 1000) + 1, 60_000)) } ?? 60_000
    guard poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return nil }
    return polls.firstIndex { $0.revents != 0 }
  }

  private func reap(_ index: Int, timedOut: Bool) -> ExitStatus {
    let child = children.remove(at: index)
    close(child.alive)
    var status: Int32 = 0
    while waitpid(child.process, &status, 0) < 0, errno == EINTR {}
    if timedOut { return .timedOut }
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
  }

  private func killAll() {
    for child in children { kill(-child.process, SIGKILL) }
    while !children.isEmpty { _ = reap(0, timedOut: true) }
  }
}

/// Returns seconds on a clock that never goes back.
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
