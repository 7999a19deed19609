import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ToolchainProbeTests {
  /// Commands that answer as the program of that name would.
  private func commands(
    _ files: FakeFiles,
    answers: [String: String],
    missing: Set<String> = []
  ) -> FakeCommands {
    FakeCommands(missing: missing) { command, output in
      let question = Path.name(of: command.program) + " " + (command.arguments.last ?? "")
      try? files.write(answers[question] ?? "", to: output)
    }
  }

  private let gccAnswers = [
    "gcc --version": "gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright",
    "gcc -dumpmachine": "x86_64-linux-gnu\n", "ar --version": "GNU ar (GNU Binutils) 2.40\n",
  ]

  @Test func `gcc is known by what it prints`() throws {
    let files = FakeFiles()
    let commands = commands(files, answers: gccAnswers, missing: ["/usr/bin/llvm-ar", "llvm-ar"])

    let toolchain = try ToolchainProbe(files: files, commands: commands, cache: "/cache")
      .toolchain(asked: "gcc -m64")

    #expect(toolchain.summary == "gcc 12.2.0")
    #expect(toolchain.compiler == ["gcc", "-m64"])
    #expect(toolchain.target == "x86_64-linux-gnu")
    #expect(toolchain.linkerFlags == [])
    #expect(!toolchain.isAppleArchiver)
  }

  @Test func `clang links with lld, and an archiver that does not say what it is is Apple's`()
    throws
  {
    let files = FakeFiles()
    let answers = [
      "clang --version": "Apple clang version 17.0.0 (clang-1700.0.13.5)\nTarget: arm64",
      "clang -dumpmachine": "arm64-apple-darwin24",
    ]

    let toolchain = try ToolchainProbe(
      files: files,
      commands: commands(files, answers: answers),
      cache: "/cache"
    ).toolchain(asked: "clang")

    #expect(toolchain.summary == "clang 17.0.0")
    #expect(toolchain.linkerFlags == ["-fuse-ld=lld"])
    #expect(toolchain.isAppleArchiver)
  }

  @Test func `a compiler that was asked before is not started again`() throws {
    let files = FakeFiles()
    let commands = commands(files, answers: gccAnswers)
    let probe = ToolchainProbe(files: files, commands: commands, cache: "/cache")

    let first = try probe.toolchain(asked: "gcc")
    let started = commands.commands.count
    let second = try probe.toolchain(asked: "gcc")

    #expect(first == second)
    #expect(started == 3)
    #expect(commands.commands.count == started)
  }

  @Test func `two runs that ask at once on one cache both hear the answer`() throws {
    let files = FakeFiles()
    var nested: Result<Toolchain, any Error>?
    let first = FakeCommands { command, output in
      let question = Path.name(of: command.program) + " " + (command.arguments.last ?? "")
      try? files.write(self.gccAnswers[question] ?? "", to: output)
      if nested == nil {
        // Until here the first run has its answer and has not read it.
        nested = .failure(CancellationError())
        nested = Result {
          try ToolchainProbe(
            files: files,
            commands: self.commands(files, answers: self.gccAnswers),
            cache: "/cache"
          ).toolchain(asked: "gcc")
        }
      }
    }

    let toolchain = try ToolchainProbe(files: files, commands: first, cache: "/cache")
      .toolchain(asked: "gcc")

    #expect(toolchain.summary == "gcc 12.2.0")
    #expect(try nested?.get() == toolchain)
    #expect(((try? files.list("/cache/work")) ?? []) == [])
  }

  @Test func `silence is asked again`() throws {
    let files = FakeFiles()
    let silent = commands(files, answers: ["gcc --version": "gcc 12.2.0"])
    #expect(
      throws: Failure(
        "gcc",
        "is no compiler: '-dumpmachine' gives no target triple",
        fix: "name another compiler with --cc"
      )
    ) {
      try ToolchainProbe(files: files, commands: silent, cache: "/cache").toolchain(asked: "gcc")
    }

    let speaking = commands(files, answers: gccAnswers)
    let toolchain = try ToolchainProbe(files: files, commands: speaking, cache: "/cache")
      .toolchain(asked: "gcc")

    #expect(toolchain.target == "x86_64-linux-gnu")
  }

  @Test func `behind a launcher it is the compiler that counts`() throws {
    let files = FakeFiles()
    try files.write("one", to: "/usr/bin/clang")
    let commands = FakeCommands { command, output in
      // A launcher hands on what it is asked, but for its own version.
      let words = command.arguments.map(Path.name(of:)).joined(separator: " ")
      let answers = [
        "ccache --version": "ccache version 4.7.5",
        "ccache clang --version": "clang version 21.0.0 (swift)",
        "ccache clang -O3 -dumpmachine": "x86_64-unknown-linux-gnu",
        "llvm-ar --version": "LLVM version 21.0.0",
      ]
      try? files.write(answers[words] ?? "", to: output)
    }
    let probe = ToolchainProbe(files: files, commands: commands, cache: "/cache")

    let first = try probe.toolchain(asked: "ccache clang -O3")

    #expect(first.summary == "clang 21.0.0")
    #expect(first.compiler == ["ccache", "clang", "-O3"])
    #expect(first.linkerFlags == ["-fuse-ld=lld"])
    try files.write("another", to: "/usr/bin/clang")
    #expect(try probe.toolchain(asked: "ccache clang -O3").digest != first.digest)
  }

  @Test func `an archiver of one's own that is missing is named`() throws {
    let files = FakeFiles()
    let commands = commands(files, answers: gccAnswers, missing: ["no-such-ar"])

    expectFailure("no-such-ar: error: no such archiver is found") {
      try ToolchainProbe(files: files, commands: commands, cache: "/cache", archiver: "no-such-ar")
        .toolchain(asked: "gcc")
    }
  }

  @Test func `a missing archiver is named with the package that brings it`() {
    let files = FakeFiles()
    let none: Set = ["/usr/bin/llvm-ar", "/usr/bin/ar", "llvm-ar", "ar"]
    let commands = commands(files, answers: gccAnswers, missing: none)

    expectFailure(
      """
      ar: error: no archiver is found
        fix: install it, on Debian by 'apt-get install binutils'
      """
    ) {
      try ToolchainProbe(files: files, commands: commands, cache: "/cache").toolchain(asked: "gcc")
    }
  }

  @Test func `a compiler that is missing or fails is told with a way out`() {
    let files = FakeFiles()
    let missing = FakeCommands(missing: ["nocc"])
    let failing = FakeCommands(failing: "/usr/bin/badcc")

    #expect(
      throws: Failure("nocc", "no such compiler is found", fix: "name one with --cc or $CC")
    ) {
      try ToolchainProbe(files: files, commands: missing, cache: "/c").toolchain(asked: "nocc")
    }
    #expect(
      throws: Failure(
        "/usr/bin/badcc",
        "'--version' exited with status 1",
        fix: "name another compiler with --cc"
      )
    ) { try ToolchainProbe(files: files, commands: failing, cache: "/c").toolchain(asked: "badcc") }
    #expect(throws: Failure("--cc", "is empty; it takes a compiler's command")) {
      try ToolchainProbe(files: files, commands: missing, cache: "/c").toolchain(asked: " ")
    }
  }
}
