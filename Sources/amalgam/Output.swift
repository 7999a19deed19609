import AmalgamCore
import AmalgamHost

/// Where a report goes: standard output in one form, and files in others.
struct Output {
  private let terminal: any Terminal
  private let files: any Files
  private let form: ReportForm
  private let reports: [(form: ReportForm, path: String)]
  private let colour: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    let arguments = invocation.arguments
    let verb = invocation.verb
    terminal = invocation.terminal
    files = invocation.files
    // A form of a verb's own, such as a plan's commands, is text that the verb has made.
    form = arguments.value(.format(verb.formats)).flatMap(ReportForm.init) ?? .text
    reports = try Self.reports(arguments, verb)
    for (form, path) in reports where path.isEmpty || files.isDirectory(path) {
      throw UsageError(
        "'--report \(form.rawValue)=\(path)' names "
          + (path.isEmpty ? "no file" : "a folder, and a report is one file"),
        usage: verb.usage
      )
    }
    colour =
      switch arguments.value(.color) {
      case "always": true
      case "never": false
      default: invocation.terminal.isInteractive && Environment.value(of: "NO_COLOR") == nil
      }
  }

  private static func reports(
    _ arguments: Arguments,
    _ verb: Verb
  ) throws(UsageError) -> [(form: ReportForm, path: String)] {
    var reports: [(form: ReportForm, path: String)] = []
    for word in arguments.all(.report) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let known = verb.formats.contains("spdx") ? ReportForm.names + ["spdx"] : ReportForm.names
      guard parts.count == 2, let form = ReportForm(rawValue: parts[0]), known.contains(parts[0])
      else {
        throw UsageError(
          "'--report' takes FORM=FILE with one of the forms \(known.joined(separator: ", ")), "
            + "not '\(word)'",
          usage: verb.usage
        )
      }
      reports.append((form, parts[1]))
    }
    let files = reports.map { Path.normalized($0.path) }
    if let twice = files.first(where: { name in files.count { $0 == name } > 1 }) {
      throw UsageError("two reports are to be written to '\(twice)'", usage: verb.usage)
    }
    let read = Set(arguments.mayRead(verb).map(Path.normalized))
    if let input = files.first(where: { read.contains($0) || $0.isWrittenByHand }) {
      throw UsageError(
        "a report would take the place of '\(input)', which this command may read",
        usage: verb.usage
      )
    }
    return reports
  }

  /// Writes `report` everywhere it was asked for; failures go to standard error as well as into it.
  ///
  /// Returns what could not be written to standard output.
  func write(_ report: Report) throws -> Failure? {
    let text = TextReport(colour: colour)
    for failure in report.failures { terminal.writeError(text.text(of: failure) + "\n") }
    let failure = terminal.writeOutput(
      form.text(of: report, tool: Help.version, colour: colour)
    )
    if let failure { terminal.writeError(text.text(of: failure) + "\n") }
    for (form, path) in reports {
      try files.writeThrough(form.text(of: report, tool: Help.version), to: path)
    }
    return failure
  }
}

extension String {
  /// Whether a file of this name is one of a project's own, which every command may read.
  fileprivate var isWrittenByHand: Bool {
    [".profile", ".baseline", ".lock"].contains(where: hasSuffix)
  }
}
