import AmalgamCore

/// An option of a verb, as help, completions and the parser know it.
struct Option: Hashable, Sendable {
  /// The name with its dashes.
  let name: String
  /// What its value is called in help; `nil` for an option without one.
  let value: String?
  let summary: String
  /// The values it takes; empty for any.
  let choices: [String]
  /// Whether it may be given more than once.
  let isRepeatable: Bool

  init(
    _ name: String,
    takes value: String? = nil,
    choices: [String] = [],
    isRepeatable: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.choices = choices
    self.isRepeatable = isRepeatable
  }

  /// `--name VALUE`, as help shows it.
  var spelling: String { value.map { "\(name) \($0)" } ?? name }

  static let root = Option(
    "--root",
    takes: "DIR",
    "the project's folder, in place of the nearest upward"
  )
  static let quiet = Option("--quiet", "no progress on standard error")
  static let verbose = Option("--verbose", "each command as it is run")
  static let help = Option("--help", "this text")
  static let version = Option("--version", "the tool's version")
  static let allowSkip = Option("--allow-skip", "exit status 77, not 2, where a check was not run")
  static let color = Option(
    "--color",
    takes: "WHEN",
    choices: ["auto", "always", "never"],
    "colour in text: auto, always or never"
  )
  static let buildDirectory = Option(
    "--build-dir",
    takes: "DIR",
    "where variants lie, in place of 'build'"
  )
  static let release = Option(
    "--sqlite",
    takes: "VERSION",
    "this release, in place of the profile's"
  )
  static let target = Option("--target", takes: "TRIPLE", "compile for this target")
  static let compiler = Option(
    "--cc",
    takes: "COMMAND",
    "this compiler, in place of $CC, clang, cc"
  )
  static let jobs = Option("--jobs", takes: "N", "how many commands run at a time")
  static let report = Option(
    "--report",
    takes: "F=FILE",
    isRepeatable: true,
    "also write the report in the form F (\(ReportForm.spelled)) to FILE"
  )

  static func format(_ choices: [String]) -> Option {
    Option(
      "--format",
      takes: "F",
      choices: choices,
      "what standard output gets: " + choices.joined(separator: ", ")
    )
  }

  /// What every verb takes, also one that has no use for some of them.
  static let common = [
    root, buildDirectory, release, target, compiler, jobs, report, color, allowSkip, quiet, verbose,
    help, version,
  ]
}
