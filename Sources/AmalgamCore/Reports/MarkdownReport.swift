/// Renders a report as Markdown, for a job's summary or a pull request.
package struct MarkdownReport {
  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  package var text: String {
    var blocks = ["## amalgam \(report.command): \(verdict)"]
    blocks += report.judged.isEmpty ? [] : [report.judged.map(item).joined(separator: "\n")]
    blocks += report.markdownBody.map { [$0] } ?? []
    blocks += table.map { [$0] } ?? []
    if !report.failures.isEmpty {
      blocks.append("### Not judged")
      blocks.append(report.failures.map(text(of:)).joined(separator: "\n"))
    }
    for severity in Finding.Severity.allCases {
      let findings = report.findings.filter { $0.severity == severity && $0.accepted == nil }
      if findings.isEmpty { continue }
      blocks.append("### \(severity.heading)")
      blocks.append(findings.map(text(of:)).joined(separator: "\n"))
    }
    let accepted = report.findings.filter { $0.accepted != nil }
    if !accepted.isEmpty {
      blocks.append("### Accepted")
      blocks.append(accepted.map(text(of:)).joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The verdict in a word or two, by the exit status without `--allow-skip`.
  private var verdict: String {
    let counts =
      "\(report.count(.error).counted("error")), \(report.count(.warning).counted("warning"))"
    switch report.exitStatus() {
    case 0: return report.checks == nil ? "done" : "passed, \(counts)"
    case 1 where report.hasDifferences: return "the two differ"
    case 1: return "failed, \(counts)"
    default: return "could not be judged whole, \(counts)"
    }
  }

  /// One row a variant and kind; `nil` where nothing was asked.
  private var table: String? {
    var rows: [(name: String, judgements: [Judgement])] = []
    for judgement in report.judgements {
      let name = "\(judgement.subject.markdown) | \(judgement.kind)"
      if let index = rows.firstIndex(where: { $0.name == name }) {
        rows[index].judgements.append(judgement)
      } else {
        rows.append((name, [judgement]))
      }
    }
    if rows.isEmpty { return nil }
    let head = [
      "| judged | kind | asked | with errors | cases | omitted | not run |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    let lines = rows.map { name, judgements in
      let failed = judgements.count { judgement in
        report.findings.contains { $0.isOpenError && judgement.covers($0) }
      }
      let numbers = [
        judgements.count, failed, judgements.reduce(0) { $0 + $1.cases },
        judgements.reduce(0) { $0 + $1.omitted }, judgements.count { !$0.notRun.isEmpty },
      ]
      return "| \(name) | \(numbers.map(String.init).joined(separator: " | ")) |"
    }
    return (head + lines).joined(separator: "\n")
  }

  private func text(of finding: Finding) -> String {
    let place = finding.location?.fileAndLine ?? finding.file ?? finding.variant ?? finding.subject
    var lines = ["- **\(place.markdown)** `\(finding.check)`: \(finding.message.markdown)"]
    lines += finding.notes.map { "  - note: \($0.markdown)" }
    if let acceptance = finding.accepted {
      let until = acceptance.until.map { " until \($0)" } ?? ""
      lines.append("  - accepted\(until) because \(acceptance.reason.markdown)")
    }
    if let fix = finding.fix { lines.append("  - fix: \(fix.markdown)") }
    return lines.joined(separator: "\n")
  }

  private func text(of failure: Failure) -> String {
    var lines = ["- **\(failure.place.markdown)**: \(failure.message.markdown)"]
    lines += failure.notes.map { "  - note: \($0.markdown)" }
    if let fix = failure.fix { lines.append("  - fix: \(fix.markdown)") }
    return lines.joined(separator: "\n")
  }

  private func item(_ text: String) -> String { "- \(text.markdown)" }
}

extension Finding.Severity {
  var heading: String {
    switch self {
    case .error: "Errors"
    case .warning: "Warnings"
    case .note: "Notes"
    }
  }
}

extension String {
  /// The text on one line, with everything escaped that CommonMark, its tables or HTML read as
  /// more than itself.
  package var markdown: String {
    var result = ""
    for character in printable {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "@", "$":
        result += "\\" + String(character)
      default: result.append(character)
      }
    }
    return result
  }
}
