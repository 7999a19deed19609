import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct JobQueueTests {
  private func step(_ name: String) -> Job.Step {
    Job.Step(Command([name]), log: "log", label: name)
  }

  private func job(_ phases: [[String]], needs: [Job] = []) -> Job {
    Job(
      needs: needs,
      phases: phases.map { names in { names.map(step) } },
      failed: { step, status in Failure(step.label, status.description) }
    )
  }

  private func run(_ jobs: [Job], _ commands: FakeCommands) throws {
    let progress = Progress(terminal: RecordingTerminal(), isQuiet: true)
    try JobQueue(commands: commands, progress: progress, limit: 2).run(jobs)
  }

  @Test func `phases follow each other and jobs wait for those they need`() throws {
    let commands = FakeCommands()
    let first = job([["a"], [], ["b", "c"]])
    let second = job([["d"]], needs: [first])

    try run([second, first], commands)

    #expect(commands.commands.map(\.program) == ["a", "b", "c", "d"])
    #expect(first.error == nil && second.error == nil)
  }

  @Test func `a failed step ends its job and those that need it, not others`() throws {
    let commands = FakeCommands(failing: "a")
    let broken = job([["a"], ["b"]])
    let dependent = job([["c"]], needs: [broken])
    let other = job([["d"]])

    try run([broken, dependent, other], commands)

    #expect(commands.commands.map(\.program) == ["a", "d"])
    #expect(broken.error as? Failure == Failure("a", "exited with status 1"))
    #expect(dependent.error as? Failure == Failure("a", "exited with status 1"))
    #expect(other.error == nil)
  }

  @Test func `progress is a line a step where there is no terminal`() throws {
    let terminal = RecordingTerminal()
    let progress = Progress(terminal: terminal)

    try JobQueue(commands: FakeCommands(), progress: progress, limit: 1).run([job([["a"], ["b"]])])

    #expect(terminal.errors == "a 0.0 s\nb 0.0 s\n")
  }

  @Test func `a terminal gets a bar that is taken away`() throws {
    let terminal = RecordingTerminal(showsProgressBar: true)
    let progress = Progress(terminal: terminal)

    try JobQueue(commands: FakeCommands(), progress: progress, limit: 1).run([job([["a"]])])
    progress.clear()

    #expect(terminal.errors.contains("[--------------------] 0/1 a"))
    #expect(terminal.errors.hasSuffix("\r\u{1B}[K"))
  }
}
