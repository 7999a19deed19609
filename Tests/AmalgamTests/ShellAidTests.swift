import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What the shells and the reader of manual pages make of the texts for them.
struct ShellAidTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func isInstalled(_ program: String) -> Bool {
    SystemCommands().find(program) != nil
  }

  /// Writes the tool's script for `shell` and returns what `shell` prints for `program`.
  private func complete(_ shell: String, _ program: String) throws -> [String] {
    let outcome = try BuiltTool(in: folder.path).run("completions", shell)
    #expect(outcome.status == .exited(0))
    _ = try folder.write(outcome.output, to: "script")
    let flags = shell == "bash" ? ["--norc"] : shell == "zsh" ? ["-f"] : ["--no-config"]
    let status = try SystemCommands().run(
      Command(
        [shell] + flags + ["-c", program],
        in: folder.path,
        environment: ["HOME": folder.path]
      ),
      log: "\(folder.path)/err",
      output: "\(folder.path)/out",
      seconds: 60
    )
    let errors = try folder.read("err")
    #expect(status == .exited(0), "\(errors)")
    return try folder.read("out").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test(
    .enabled(if: isInstalled("bash"), "not run: bash is not installed"),
    arguments: [
      (["amalgam", "ver"], ["verify"]), (["amalgam", "lint", "--form"], ["--format"]),
      (["amalgam", "verify", "--color", "al"], ["always"]),
      (["amalgam", "releases", "fe"], ["fetch"]),
    ]
  )
  func `bash completes verbs, options, their values and actions`(
    words: [String],
    found: [String]
  )
    throws
  {
    let array = words.map { "'\($0)'" }.joined(separator: " ")
    let answer = try complete(
      "bash",
      "source ./script; COMP_WORDS=(\(array)); COMP_CWORD=\(words.count - 1); _amalgam; "
        + "echo \"${COMPREPLY[@]}\""
    )

    #expect(answer == found)
  }

  @Test(
    .enabled(if: isInstalled("zsh"), "not run: zsh is not installed"),
    arguments: [
      (["amalgam", "ver"], "verify"), (["amalgam", "lint", "--form"], "--format"),
      (["amalgam", "verify", "--color", "al"], "always"), (["amalgam", "releases", "fe"], "fetch"),
    ]
  )
  func `zsh is offered verbs, options, their values and actions`(
    words: [String],
    found: String
  )
    throws
  {
    let array = words.map { "'\($0)'" }.joined(separator: " ")
    let answer = try complete(
      "zsh",
      "compadd() { shift; print -l -- \"$@\" }; _files() { }; source ./script; "
        + "words=(\(array)); CURRENT=\(words.count); _amalgam"
    )

    #expect(answer.contains(found))
    // What another word has is not offered.
    #expect(!answer.contains(found == "verify" ? "--format" : "verify"))
  }

  @Test(
    .enabled(if: isInstalled("fish"), "not run: fish is not installed"),
    arguments: [
      ("amalgam ver", "verify"), ("amalgam lint --form", "--format"),
      ("amalgam verify --color al", "always"), ("amalgam releases fe", "fetch"),
    ]
  )
  func `fish completes verbs, options, their values and actions`(
    line: String,
    found: String
  )
    throws
  {
    let answer = try complete("fish", "source ./script; complete -C '\(line)'")

    #expect(answer.first == found)
  }

  @Test func `a shell that is not known gets the nearest`() throws {
    let outcome = try BuiltTool(in: folder.path).run("completions", "fsh")

    #expect(outcome.status == .exited(64))
    #expect(
      outcome.errors == """
        amalgam: error: unknown shell 'fsh'; did you mean 'fish'?
          usage: amalgam completions bash|zsh|fish [OPTION…]

        """
    )
  }

  @Test(.enabled(if: isInstalled("mandoc"), "not run: mandoc is not installed"))
  func `the manual page is sound and has every verb`() throws {
    let page = try BuiltTool(in: folder.path).run("man")
    let path = try folder.write(page.output, to: "amalgam.1")
    let lint = try SystemCommands().run(
      Command(["mandoc", "-T", "lint", "-W", "warning", path]),
      log: "\(folder.path)/log",
      seconds: 60
    )

    let log = try folder.read("log")
    #expect(lint == .exited(0), "\(log)")
    for verb in ["releases", "lint", "verify", "init", "completions"] {
      #expect(page.output.contains("\n.SS \(verb) "))
    }
    #expect(page.output.contains("\\fB\\-\\-format\\fR"))
  }
}
