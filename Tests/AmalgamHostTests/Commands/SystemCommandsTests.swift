import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

struct SystemCommandsTests {
  private let commands = SystemCommands()
  private let folder: TemporaryFolder
  private var log: String { "\(folder.path)/log" }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `output past any pipe's buffer ends in the log`() throws {
    let script =
      "i=0; while [ $i -lt 20000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done"

    let status = try commands.run(Command(["sh", "-c", script]), log: log)

    #expect(status.isSuccess)
    #expect(try folder.read("log").utf8.count == 820_000)
  }

  @Test func `arguments reach the program as they are`() throws {
    let words = ["$HOME", "a b", "'", "*", "\\", "", "\n;"]

    _ = try commands.run(Command(["printf", "%s|"] + words), log: log)

    #expect(try folder.read("log") == words.map { $0 + "|" }.joined())
  }

  @Test func `folder, environment and input are the command's own`() throws {
    try folder.write("input", to: "in")
    let command = Command(
      ["sh", "-c", "pwd; echo $X; cat; echo oops >&2"],
      in: folder.path,
      environment: ["X": "y"],
      input: "\(folder.path)/in"
    )

    _ = try commands.run(command, log: log, output: "\(folder.path)/out")

    #expect(try folder.read("out") == "\(folder.path)\ny\ninput")
    #expect(try folder.read("log") == "oops\n")
  }

  @Test func `how a child ended is told apart`() throws {
    #expect(try commands.run(Command(["sh", "-c", "exit 3"]), log: log) == .exited(3))
    #expect(try commands.run(Command(["sh", "-c", "kill -9 $$"]), log: log) == .signalled(9))
    #expect(
      try commands.run(Command(["sh", "-c", "sleep 60 & wait"]), log: log, seconds: 0.2)
        == .timedOut
    )
  }

  @Test func `several children run side by side and each is told when it ends`() throws {
    let slow = try commands.start(Command(["sleep", "0.4"]), log: log)
    let fast = try commands.start(Command(["true"]), log: log)

    #expect(try commands.wait()?.child == fast)
    #expect(try commands.wait()?.child == slow)
    #expect(try commands.wait() == nil)
  }

  @Test func `a program that is not there is named with the package that brings it`() {
    #expect(
      throws: Failure(
        "no-such-program",
        "is not installed",
        fix: nil
      )
    ) { try commands.start(Command(["no-such-program"]), log: log) }
    #expect(Packages.fix(for: "tclsh") == "install it, on Debian by 'apt-get install tcl'")
  }

  @Test func `a file that is no program cannot be started`() throws {
    let path = try folder.write("no program\n", to: "file")
    _ = try commands.run(Command(["chmod", "755", path]), log: log)

    expectFailure("\(path): error: cannot be started: Exec format error") {
      try commands.start(Command([path]), log: log)
    }
  }

  @Test func `a child that writes too much into one file is stopped at once`() throws {
    let command = Command(["sh", "-c", "exec cat /dev/zero"], largestFile: 100_000)

    #expect(try commands.run(command, log: log) == .signalled(SIGXFSZ))
    #expect(SystemFiles().status(of: log)?.size == 100_000)
    // The next one has the usual limit.
    let plain = Command(["sh", "-c", "head -c 200000 /dev/zero"])
    #expect(try commands.run(plain, log: log).isSuccess)
  }

  @Test func `a child that ends unseen is no success`() {
    /// A runner that starts what it never hears of again.
    struct Deaf: CommandRunner {
      func start(_ command: Command, log: String, output: String?, seconds: Double?) -> Int { 1 }
      func wait() -> (child: Int, status: AmalgamHost.ExitStatus)? { nil }
      func find(_ name: String) -> String? { name }
    }

    expectFailure("cc: error: was lost by the tool that started it") {
      try Deaf().run(Command(["cc"]), log: log)
    }
  }

  @Test func `an end is said in words`() {
    #expect("\(AmalgamHost.ExitStatus.exited(3))" == "exited with status 3")
    #expect("\(AmalgamHost.ExitStatus.signalled(9))" == "was ended by signal 9")
    #expect("\(AmalgamHost.ExitStatus.timedOut)" == "did not end in its time")
  }
}

struct CommandTests {
  @Test func `a command's text runs as it is in a shell`() throws {
    let folder = try TemporaryFolder()
    let command = Command(
      ["printf", "%s-%s-%s", "a b", "it's", "$x"],
      in: folder.path,
      environment: ["V": "1 2"]
    )

    _ = try SystemCommands()
      .run(Command(["sh", "-c", command.description]), log: "\(folder.path)/log")

    #expect(try folder.read("log") == "a b-it's-$x")
  }
}
