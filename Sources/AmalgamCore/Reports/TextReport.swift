/// Renders failures, findings and the verdict as text, for people.
package struct TextReport {
  /// Whether severities are coloured; colour is never the only carrier of a meaning.
  private let colour: Bool

  package init(colour: Bool) {
    self.colour = colour
  }

  /// Returns the whole report: the verb's own text, the findings, and what was judged.
  package func text(of report: Report) -> String {
    var blocks: [String] = []
    if !report.body.isEmpty { blocks.append(report.body.trimmedAtEnd.printableLines) }
    blocks += [report.findings.map(text(of:)).joined(separator: "\n")].filter { !$0.isEmpty }
    if let checks = report.checks { blocks.append(summary(of: report, checks: checks)) }
    return blocks.isEmpty ? "" : blocks.joined(separator: "\n\n") + "\n"
  }

  /// Returns one finding: the sentence, the line it is about, notes, and the way out.
  package func text(of finding: Finding) -> String {
    let place = finding.location?.description ?? finding.file ?? finding.variant ?? ""
    var lines = [
      "\(place.printable): \(label(finding)): [\(finding.check)] \(finding.message.printable)"
    ]
    if let location = finding.location { lines += excerpt(of: location) }
    lines += finding.notes.map { "  note: \($0.printable)" }
    if let acceptance = finding.accepted {
      let until = acceptance.until.map { " until \($0)" } ?? ""
      lines.append("  note: accepted\(until) because \(acceptance.reason.printable)")
    }
    if let fix = finding.fix { lines.append("  fix: \(fix.printable)") }
    return lines.joined(separator: "\n")
  }

  /// Returns one failure, in the shape of a finding without a check.
  package func text(of failure: Failure) -> String {
    var lines = [
      "\(failure.place.printable): \(painted("error", .red)): \(failure.message.printable)"
    ]
    lines += failure.notes.map { "  note: \($0.printable)" }
    if let fix = failure.fix { lines.append("  fix: \(fix.printable)") }
    return lines.joined(separator: "\n")
  }

  private func excerpt(of location: SourceLocation) -> [String] {
    // Looked at by bytes first: a line of flags can be megabytes long, and have many findings.
    guard location.excerpt.utf8.count <= 800 else { return [] }
    let line = location.excerpt.replacingTabs
    guard !line.allSatisfy({ $0 == " " }), line.count <= 200 else { return [] }
    return ["  " + line.printable, "  " + String(repeating: " ", count: location.column - 1) + "^"]
  }

  private func label(_ finding: Finding) -> String {
    let name = finding.severity.rawValue
    if finding.accepted != nil { return "\(name) (accepted)" }
    return switch finding.severity {
    case .error: painted(name, .red)
    case .warning: painted(name, .yellow)
    case .note: name
    }
  }

  private func summary(of report: Report, checks: Int) -> String {
    var counts = [
      plural(report.count(.error), "error"), plural(report.count(.warning), "warning"),
    ]
    if report.accepted > 0 { counts.append("\(report.accepted) accepted") }
    if report.skipped > 0 { counts.append("\(report.skipped) not run") }
    let total = checks == 1 ? "1 check" : "\(checks) checks"
    return (["\(counts.joined(separator: ", ")) in \(total)"] + report.judged.map(\.printable))
      .joined(separator: "\n")
  }

  private func plural(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private enum Paint: String {
    case red = "31"
    case yellow = "33"
  }

  private func painted(_ text: String, _ paint: Paint) -> String {
    colour ? "\u{1B}[1;\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// Each tab as one blank, so that the caret below stands under its column.
  fileprivate var replacingTabs: String { String(map { $0 == "\t" ? " " : $0 }) }

  /// The text with each of its lines made printable.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }

  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
