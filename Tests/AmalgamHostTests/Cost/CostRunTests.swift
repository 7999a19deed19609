import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct CostRunTests {
  private let files = FakeFiles()

  private func run(failing: String? = nil, printing: String = "") -> CostRun {
    let commands = FakeCommands(failing: failing) { _, output in
      try? files.write(printing, to: output)
    }
    let setting = CostRun.Setting(
      plan: .example(toolchain: .gcc),
      catalogue: OptionCatalogue(),
      folder: "/cost",
      jobs: 1
    ) { _ in "/amalgamation" }
    return CostRun(
      setting,
      files: files,
      commands: commands,
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true)
    )
  }

  @Test func `an extension that is not compiled in cannot be taken out`() {
    expectFailure("acme: error: is no extension of the plan") {
      try run().compile([CostGroup(.extension, ["acme"])])
    }
  }

  @Test func `a program that opens connections and fails, or prints nothing, is a failure`() {
    expectFailure("cost: error: the program that opens connections failed") {
      _ = try run(failing: "/cost/opens").opening(library: "/l.a", headers: "/h", name: "opens")
    }
    expectFailure("cost: error: the program that opens connections printed no figures") {
      _ = try run(printing: "heap many\n").opening(library: "/l.a", headers: "/h", name: "opens")
    }
  }
}
