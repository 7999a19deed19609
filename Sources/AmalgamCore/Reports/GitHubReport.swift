/// Renders a report as the workflow commands that GitHub Actions makes annotations of.
///
/// The commands and their escapes:
/// <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
package struct GitHubReport {
  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  package var text: String {
    (report.findings.map(line(of:)) + report.failures.map(line(of:))).map { $0 + "\n" }.joined()
  }

  private func line(of finding: Finding) -> String {
    // What is accepted is told, and fails nothing.
    let level = finding.accepted == nil ? finding.severity.command : "notice"
    var properties: [String] = []
    if let location = finding.location {
      properties = [
        "file=\(location.file.property)", "line=\(location.line)", "col=\(location.column)",
      ]
    }
    properties.append("title=\(title(of: finding).property)")
    var lines = [finding.message] + finding.notes.map { "note: \($0)" }
    if let acceptance = finding.accepted { lines.append("accepted because \(acceptance.reason)") }
    if let fix = finding.fix { lines.append("fix: \(fix)") }
    return "::\(level) \(properties.joined(separator: ","))::\(lines.data)"
  }

  private func title(of finding: Finding) -> String {
    finding.variant.map { "\($0): \(finding.check)" } ?? finding.check
  }

  private func line(of failure: Failure) -> String {
    var lines = ["\(failure.place): \(failure.message)"] + failure.notes.map { "note: \($0)" }
    if let fix = failure.fix { lines.append("fix: \(fix)") }
    return "::error title=\("not judged".property)::\(lines.data)"
  }
}

extension Finding.Severity {
  fileprivate var command: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}

extension [String] {
  /// The lines as the data of a command.
  fileprivate var data: String {
    map { $0.printable.replacing(["%": "%25"]) }.joined(separator: "%0A")
  }
}

extension String {
  /// The text as the value of a command's property.
  fileprivate var property: String {
    printable.replacing(["%": "%25", ":": "%3A", ",": "%2C"])
  }

  fileprivate func replacing(_ escapes: [Character: String]) -> String {
    map { escapes[$0] ?? String($0) }.joined()
  }
}
