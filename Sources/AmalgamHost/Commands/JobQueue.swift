import AmalgamCore

/// Work in phases, each of which yields commands that may run side by side.
package final class Job {
  /// A command, the file for what it prints, and how a person would call it.
  package struct Step {
    package let command: Command
    package let log: String
    package let label: String
    /// Where its standard output goes; `nil` for the log.
    package let output: String?
    package let seconds: Double?

    package init(
      _ command: Command,
      log: String,
      label: String,
      output: String? = nil,
      seconds: Double? = nil
    ) {
      self.command = command
      self.log = log
      self.label = label
      self.output = output
      self.seconds = seconds
    }
  }

  /// Called when the phase before has ended well; returns the commands of this one.
  package typealias Phase = () throws -> [Step]

  let phases: [Phase]
  let needs: [Job]
  /// Called with a step whose command did not succeed; its error fails the job.
  let failed: (Step, ExitStatus) -> any Error
  /// Whether a failing command stops the job; otherwise it is handed to `ended`.
  let ended: ((Step, ExitStatus) throws -> Void)?

  /// What ended the job early; `nil` while it is well.
  package fileprivate(set) var error: (any Error)?
  fileprivate var nextPhase = 0
  fileprivate var waiting: [Step] = []
  fileprivate var running = 0

  package init(
    needs: [Job] = [],
    phases: [Phase],
    failed: @escaping (Step, ExitStatus) -> any Error,
    ended: ((Step, ExitStatus) throws -> Void)? = nil
  ) {
    self.needs = needs
    self.phases = phases
    self.failed = failed
    self.ended = ended
  }

  fileprivate var isOver: Bool {
    error != nil || (nextPhase == phases.count && waiting.isEmpty && running == 0)
  }
}

/// Runs jobs, several commands at a time; the first jobs of the list go first.
package struct JobQueue {
  private let commands: any CommandRunner
  private let progress: Progress
  private let limit: Int

  package init(commands: any CommandRunner, progress: Progress, limit: Int) {
    self.commands = commands
    self.progress = progress
    self.limit = max(1, limit)
  }

  /// Runs `jobs` to their ends; what failed is in each job's `error`.
  package func run(_ jobs: [Job]) throws(Interrupted) {
    var started: [Int: (job: Job, step: Job.Step)] = [:]
    while true {
      for job in jobs { advance(job) }
      fill(jobs, &started)
      guard let ended = try commands.wait() else {
        if jobs.allSatisfy(\.isOver) { return }
        continue
      }
      progress.end(id: ended.child)
      guard let (job, step) = started.removeValue(forKey: ended.child) else { continue }
      job.running -= 1
      finish(step, of: job, ended.status)
    }
  }

  /// Runs `jobs` to their ends and throws all that failed.
  package func runToSuccess(_ jobs: [Job]) throws {
    try run(jobs)
    var failures: [Failure] = []
    for case let error? in jobs.map(\.error) {
      switch error {
      case let failure as Failure: failures.append(failure)
      case let several as Failures: failures += several.all
      default: throw error
      }
    }
    // A job that failed fails those that need it in the same words.
    var told: Set<Failure> = []
    failures.removeAll { !told.insert($0).inserted }
    guard failures.isEmpty else { throw Failures(failures) }
  }

  /// Enters the phases of `job` that can begin now.
  private func advance(_ job: Job) {
    if let broken = job.needs.first(where: { $0.error != nil }), job.error == nil {
      job.error = broken.error
    }
    while !job.isOver, job.waiting.isEmpty, job.running == 0, job.needs.allSatisfy(\.isOver) {
      let phase = job.phases[job.nextPhase]
      job.nextPhase += 1
      do {
        job.waiting = try phase()
        progress.expect(job.waiting.count)
      } catch {
        job.error = error
      }
    }
  }

  /// Starts waiting steps while there is room.
  private func fill(_ jobs: [Job], _ started: inout [Int: (job: Job, step: Job.Step)]) {
    for job in jobs {
      while started.count < limit, job.error == nil, !job.waiting.isEmpty {
        let step = job.waiting.removeFirst()
        do throws(Failure) {
          let child = try commands.start(
            step.command,
            log: step.log,
            output: step.output,
            seconds: step.seconds
          )
          started[child] = (job, step)
          job.running += 1
          progress.begin(step.label, id: child, command: step.command)
        } catch {
          job.error = error
        }
      }
    }
  }

  private func finish(_ step: Job.Step, of job: Job, _ status: ExitStatus) {
    do {
      if let ended = job.ended {
        try ended(step, status)
      } else if !status.isSuccess, job.error == nil {
        job.error = job.failed(step, status)
      }
    } catch {
      job.error = error
    }
  }
}
