import AmalgamCore
import AmalgamHost

/// Where a report goes: standard output in one form, and files in others.
struct Output {
  private let terminal: any Terminal
  private let files: any Files
  private let format: String
  private let reports: [(format: String, path: String)]
  private let colour: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    let arguments = invocation.arguments
    let verb = invocation.verb
    terminal = invocation.terminal
    files = invocation.files
    format = arguments.value(.format(verb.formats)) ?? verb.formats.first ?? "text"
    reports = try Self.reports(arguments, verb)
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
  ) throws(UsageError) -> [(format: String, path: String)] {
    var reports: [(format: String, path: String)] = []
    for word in arguments.all(.report) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, ["text", "json"].contains(parts[0]) else {
        throw UsageError(
          "'--report' takes FORM=FILE with the form text or json, not '\(word)'",
          usage: verb.usage
        )
      }
      reports.append((String(parts[0]), String(parts[1])))
    }
    return reports
  }

  /// Writes `report` everywhere it was asked for; failures go to standard error as well as into it.
  func write(_ report: Report) throws {
    let text = TextReport(colour: colour)
    for failure in report.failures { terminal.writeError(text.text(of: failure) + "\n") }
    terminal.writeOutput(self.text(of: report, format, colour: colour))
    for (format, path) in reports {
      try files.write(self.text(of: report, format, colour: false), to: path)
    }
  }

  private func text(of report: Report, _ format: String, colour: Bool) -> String {
    format == "json" ? JSONReport().text(of: report) : TextReport(colour: colour).text(of: report)
  }
}
