import AmalgamHost
import AmalgamTestSupport
import Testing

/// What the built binary says to a person at the prompt.
struct CommandLineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path).run(arguments, input: input)
  }

  @Test(arguments: [
    (
      ["lint", "--formt", "json"], "unknown option '--formt'; did you mean '--format'?",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["lint", "--format", "xml"],
      "'--format' takes 'text', 'json', 'junit', 'sarif', 'github', 'markdown', 'html', not 'xml'",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["lint", "--sqlite"], "'--sqlite' is given without its VERSION",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["lint", "--sqlite", "new"], "'--sqlite' takes a version such as 3.53.4, not 'new'",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["build", "--jobs", "0"], "'--jobs' takes a whole number from 1, not '0'",
      "amalgam build [PROFILE…] [OPTION…]"
    ),
    (["build", "--quiet=yes"], "'--quiet' takes no value", "amalgam build [PROFILE…] [OPTION…]"),
    (
      ["build", "--cc", "a", "--cc", "b"], "'--cc' is given twice",
      "amalgam build [PROFILE…] [OPTION…]"
    ),
    (
      ["build", "--cc", " "], "'--cc' is given without a COMMAND",
      "amalgam build [PROFILE…] [OPTION…]"
    ),
    (
      ["lint", "--report", "json=."],
      "'--report json=.' names a folder, and a report is one file",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["lint", "--report", "json=a", "--report", "html=./a"],
      "two reports are to be written to 'a'",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["lint", "a.xcconfig", "--format", "json", "--report", "json=./a.xcconfig"],
      "a report would take the place of 'a.xcconfig', which this command may read",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["gate", "--report", "text=Profiles/a.baseline"],
      "a report would take the place of 'Profiles/a.baseline', which this command may read",
      "amalgam gate [PROFILE…] [OPTION…]"
    ),
    (
      ["lint", "--report", "json="], "'--report json=' names no file",
      "amalgam lint [PROFILE|FILE|-…] [OPTION…]"
    ),
    (
      ["inspect", "x", "--require", "syntax:upsrt"],
      "no release has 'syntax:upsrt'; did you mean 'syntax:upsert'?",
      "amalgam inspect FILE… [OPTION…]"
    ),
    (
      ["explain", " "], "'explain' is given nothing: name an option, a capability or an error text",
      "amalgam explain OPTION|CAPABILITY|\"ERROR TEXT\" [OPTION…]"
    ),
    (
      ["build", "--report", "pdf=x"],
      "'--report' takes FORM=FILE with one of the forms text, json, junit, sarif, github, markdown, "
        + "html, not 'pdf=x'",
      "amalgam build [PROFILE…] [OPTION…]"
    ),
    (
      ["gate", "--today", "soon"], "'--today' takes a day such as 2027-06-30, not 'soon'",
      "amalgam gate [PROFILE…] [OPTION…]"
    ),
    (
      ["gate", "x", "--program", "y", "--record"],
      "'--record' and '--program' exclude each other: a baseline is recorded of what is built",
      "amalgam gate [PROFILE…] [OPTION…]"
    ),
    (
      ["gate", "--program", "y"], "'--program' is judged against a profile: name it",
      "amalgam gate [PROFILE…] [OPTION…]"
    ),
    (
      ["gate", "--merge", "y", "--record"],
      "'--merge' judges reports alone, and '--record' excludes it",
      "amalgam gate [PROFILE…] [OPTION…]"
    ),
    (
      ["gate", "x", "--library", "y", "--record"],
      "'--library' and '--record' exclude each other: nothing is built",
      "amalgam gate [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "x", "--library", ""], "'--library' is given without a FILE",
      "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "--sanitize", "thread"], "'--sanitize' takes 'address', not 'thread'",
      "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "--sanitize", "address", "--library", "x.a"],
      "'--sanitize' builds what it judges, and '--library' names what is built",
      "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "--sanitize", "address", "--driver", "x"],
      "'--sanitize' builds what it judges, and '--driver' names what is built",
      "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (["resolve"], "an operand is missing: PROFILE", "amalgam resolve PROFILE [OPTION…]"),
    (["resolve", "a", "b"], "unexpected operand 'b'", "amalgam resolve PROFILE [OPTION…]"),
    (
      ["releases"], "'releases' is given without list, fetch, check, add or outdated",
      "amalgam releases list|fetch|check|add|outdated [VERSION…] [OPTION…]"
    ),
    (
      ["releases", "fech"], "unknown action 'fech'; did you mean 'fetch'?",
      "amalgam releases list|fetch|check|add|outdated [VERSION…] [OPTION…]"
    ),
    (
      ["releases", "list", "--newest"], "'releases list' takes no '--newest'",
      "amalgam releases list|fetch|check|add|outdated [VERSION…] [OPTION…]"
    ),
    (
      ["releases", "fetch", "--newest", "3.46.1"],
      "'--newest' takes neither a version nor '--from'",
      "amalgam releases list|fetch|check|add|outdated [VERSION…] [OPTION…]"
    ),
    (
      ["releases", "add", "3.1.1"], "'releases add' takes '--from FILE', not a version",
      "amalgam releases list|fetch|check|add|outdated [VERSION…] [OPTION…]"
    ),
    (
      ["verify", "builtin:full", "builtin:minimal", "--driver", "x"],
      "'--driver' is judged against one profile, not 2", "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "builtin:full", "--driver", "x", "--library", "y"],
      "'--driver' and '--library' exclude each other", "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "builtin:full", "--driver", " "], "'--driver' takes a command, not ' '",
      "amalgam verify [PROFILE…] [OPTION…]"
    ),
    (
      ["verify", "builtin:full", "builtin:minimal", "--library", "x"],
      "'--library' is judged against one profile, not 2", "amalgam verify [PROFILE…] [OPTION…]"
    ),
  ])
  func `a wrong command line is status 64 and names the nearest word`(
    words: [String],
    message: String,
    usage: String
  ) throws {
    let outcome = try BuiltTool(in: folder.path).run(words)

    #expect(outcome.status == .exited(64))
    #expect(outcome.output == "")
    #expect(outcome.errors == "amalgam: error: \(message)\n  usage: \(usage)\n")
  }

  @Test func `help is on standard output and status 0`() throws {
    #expect(try run().output.hasPrefix("amalgam builds the SQLite you ship"))
    #expect(try run("--help").status == .exited(0))
    for verb in [
      "releases", "lint", "resolve", "plan", "build", "verify", "inspect", "symbols", "diff",
      "cost", "gate", "export", "shell", "explain", "init", "completions", "man",
    ] {
      let outcome = try run(verb, "--help")
      #expect(try run(verb, "-h").output == outcome.output)
      #expect(outcome.status == .exited(0))
      #expect(outcome.output.contains("example: "))
    }
  }

  /// Without programs on PATH and without a release each ends early, but never as a wrong line.
  @Test(arguments: [
    "releases", "lint", "resolve", "plan", "build", "verify", "inspect", "symbols", "diff", "cost",
    "gate", "export", "shell", "explain", "init", "completions", "man",
  ])
  func `the example in a verb's help is a line that it takes`(verb: String) throws {
    let help = try run(verb, "--help").output
    let line = try #require(help.split(separator: "\n").first { $0.hasPrefix("example: ") })
    let command = try #require(line.dropFirst(9).split(separator: "| ").last).prefix { $0 != ">" }
    let words = command.split(separator: "\"").enumerated()
      .flatMap { $0.offset % 2 == 1 ? [$0.element] : $0.element.split(separator: " ") }
    #expect(words.prefix(2).map(String.init) == ["amalgam", verb])

    let outcome = try BuiltTool(
      in: folder.path,
      environment: ["PATH": "/nonexistent", "AMALGAM_CACHE": "\(folder.path)/cache"]
    )
    .run(words.dropFirst().map(String.init))

    #expect(outcome.status != .exited(64), "\(outcome.errors)")
  }

  @Test func `flags are linted from standard input in an empty folder`() throws {
    let outcome = try run("lint", "-", input: "CFLAGS = -O2 -DSQLITE_ENABLE_FT5\n")

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output.contains(
        "\nstandard input:1:16: error: [unknown-option] unknown compile-time option "
          + "'SQLITE_ENABLE_FT5'; did you mean 'SQLITE_ENABLE_FTS5'?\n"
      )
    )
  }

  @Test func `a text without options is never a pass`() throws {
    let outcome = try run("lint", "-", input: "hello\n")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        standard input: error: sets no compile-time option of SQLite, so nothing was judged
          fix: give it text with options, such as '-DSQLITE_ENABLE_FTS5'

        """
    )
  }

  @Test func `a folder without a project has no profiles to judge`() throws {
    for verb in ["lint", "build", "verify", "plan"] {
      let outcome = try run(verb)
      #expect(outcome.status == .exited(2))
      #expect(outcome.errors.contains("is in no project"))
    }
  }

  @Test func `a word that is no verb is answered with the way on, and that works`() throws {
    let near = try run("biuld")
    let far = try run("sqlite", "foo")

    #expect(near.status == .exited(64))
    #expect(
      near.errors == """
        amalgam: error: unknown verb 'biuld'; did you mean 'build'?
          usage: amalgam VERB … | amalgam --help
          fix: write 'amalgam build'

        """
    )
    #expect(
      far.errors == """
        amalgam: error: unknown verb 'sqlite'
          usage: amalgam VERB … | amalgam --help
          fix: run 'amalgam --help', which lists the verbs

        """
    )
    #expect(try run("--help").output.contains("a verb is one of: "))
    #expect(try run("build", "--help").status == .exited(0))
  }

  @Test func `a report is also written to files`() throws {
    let outcome = try run("lint", "builtin:minimal", "--report", "json=out/lint.json")

    #expect(outcome.status == .exited(0))
    #expect(try Parsed(folder.read("out/lint.json"))["summary"]["errors"] == 0)
  }

  @Test func `a new project resolves as it stands`() throws {
    let started = try run("init", "mobile", "--from", "minimal")
    let resolved = try run("resolve", "mobile", "--format", "json")

    #expect(
      started.output == """
        wrote Profiles/base.profile
        wrote Profiles/mobile.profile
        wrote Vendor/releases.lock
        wrote .gitignore

        next:
          amalgam releases fetch
          amalgam build mobile

        """
    )
    #expect(try Parsed(resolved.output)["profile"]["library"] == "sqlite3-mobile")
    #expect(try run("build", "mobile").status == .exited(2))
  }

  @Test func `a report goes where a link leads and into a device, and takes neither away`() throws {
    try folder.write("old", to: "target.json")
    #expect(symlink("target.json", "\(folder.path)/link.json") == 0)

    _ = try run("lint", "-", "--report", "json=link.json", input: "-DSQLITE_DQS=0")
    let full = try run("lint", "-", "--report", "json=/dev/full", input: "-DSQLITE_DQS=0")

    #expect(SystemFiles().status(of: "\(folder.path)/link.json")?.kind == .link)
    #expect(
      try SystemFiles().readText("\(folder.path)/target.json").hasPrefix("{\n  \"schema\": 1")
    )
    #expect(SystemFiles().status(of: "/dev/full")?.kind == .other)
    #expect(full.status == .exited(2))
  }

  @Test func `colour is asked for, never assumed`() throws {
    let plain = try run("lint", "-", input: "-DSQLITE_ENABLE_FT5")
    let coloured = try run("lint", "-", "--color", "always", input: "-DSQLITE_ENABLE_FT5")

    #expect(!plain.output.contains("\u{1B}"))
    #expect(coloured.output.contains("\u{1B}[1;31merror\u{1B}[0m"))
  }

  @Test(arguments: ["-DSQLITE_ENABLE_FT5", "-DSQLITE_FOO_BAR", "-DSQLITE_ENABLE_FTS5"])
  func `a line of twenty thousand equal flags is judged`(flag: String) throws {
    let text = String(repeating: "\(flag) ", count: 20_000)

    let outcome = try run("lint", "-", input: text)

    #expect(outcome.output.contains(" checks\nSQLite 3.53.4\n"))
  }

  @Test func `an option is explained as a compiler takes it`() throws {
    let outcome = try run("explain", "-DSQLITE_SOUNDEX=1")

    #expect(outcome.status == .exited(0))
    #expect(outcome.output.hasPrefix("SQLITE_SOUNDEX: "))
  }

  @Test func `a pipe is text as a file is, and nothing in it is never a pass`() throws {
    let outcome = try run("lint", "/dev/null")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.hasPrefix(
        "/dev/null: error: sets no compile-time option of SQLite, so nothing was judged"
      )
    )
  }
}
