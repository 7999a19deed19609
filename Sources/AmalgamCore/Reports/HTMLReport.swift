/// Renders a report as one page that needs nothing beside itself: no script, no font, no picture.
///
/// The order is that of a reader in a hurry: yes or no, of which files, which SQLite with which known
/// faults, what changed since it was approved, what was not run; then all the rest.
package struct HTMLReport {
  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  package var text: String {
    let (mark, words) = verdict
    let head = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(Self.html("amalgam \(report.command): \(words)"))</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      <main>
      <header class="\(mark.rawValue)">
      <h1>\(Self.html(words))</h1>
      <p>\(Self.html(counts))</p>
      </header>

      """
    let sections = report.sections.filter { !$0.isFolded }.map(html)
    let folded = report.sections.filter(\.isFolded).map(html)
    let blocks = sections.prefix(1) + [notJudged] + sections.dropFirst() + findings + folded
    let foot = "</main>\n</body>\n</html>\n"
    return head + (blocks + [judgements, judged]).filter { !$0.isEmpty }.joined(separator: "\n")
      + foot
  }

  /// By the exit status without `--allow-skip`.
  private var verdict: (ReportSection.Mark, String) {
    switch report.exitStatus() {
    case 0: report.checks == nil ? (.plain, "Done") : (.good, "Passed")
    case 1: report.hasDifferences ? (.bad, "The two differ") : (.bad, "Failed")
    default: (.open, "Not judged whole")
    }
  }

  private var counts: String {
    let words = [
      report.count(.error).counted("error"), report.count(.warning).counted("warning"),
      "\(report.accepted) accepted", "\(report.skipped) not run",
    ]
    return words.joined(separator: ", ") + " in \((report.checks ?? 0).counted("check"))"
  }

  /// What keeps the verdict from being whole.
  private var notJudged: String {
    let notRun = report.judgements.flatMap { judgement in
      judgement.notRun.map { "\(judgement.subject), \(judgement.name): \($0)" }
    }
    if report.failures.isEmpty, notRun.isEmpty {
      return report.checks == nil ? "" : section("Not run", "<p>Everything was run.</p>")
    }
    let items = report.failures.map(item) + notRun.map { "<li>\(Self.html($0))</li>" }
    return section("Not run", list(items))
  }

  private var findings: [String] {
    let open = report.findings.filter { $0.accepted == nil }
    let groups = Finding.Severity.allCases.map { severity in
      (severity.heading, open.filter { $0.severity == severity })
    }
    let accepted = ("Accepted", report.findings.filter { $0.accepted != nil })
    return (groups + [accepted]).filter { !$0.1.isEmpty }.map { title, findings in
      section("\(title): \(findings.count)", list(findings.map(item)))
    }
  }

  private var judgements: String {
    if report.judgements.isEmpty { return "" }
    let rows = report.judgements.map { judgement -> [ReportSection.Cell] in
      let isFailed = report.findings.contains { $0.isOpenError && judgement.covers($0) }
      let state: ReportSection.Cell =
        isFailed
        ? .init("failed", .bad)
        : judgement.notRun.isEmpty ? .init("passed", .good) : .init("not run", .open)
      let cases = judgement.kind == .suite ? "\(judgement.cases), \(judgement.omitted) omitted" : ""
      let meaning = CheckMeaning.of(judgement.name) ?? ""
      return [
        .init(judgement.name), .init(judgement.subject), .init("\(judgement.kind)"), state,
        .init(cases), .init(meaning),
      ]
    }
    let head = ["asked", "of", "kind", "outcome", "cases", "what it asks"]
    return details("All that was asked", Self.table(head, rows))
  }

  private var judged: String {
    report.judged.isEmpty
      ? ""
      : details(
        "What was judged",
        "<pre>\(report.judged.map(Self.html).joined(separator: "\n"))</pre>"
      )
  }

  private func item(_ finding: Finding) -> String {
    let place = finding.location?.fileAndLine ?? finding.file ?? finding.variant ?? finding.subject
    var lines = [
      "<strong>\(Self.html(place))</strong> <code>\(Self.html(finding.check))</code> "
        + Self.html(finding.message)
    ]
    lines += finding.notes.map { "<br><span class=\"faint\">note: \(Self.html($0))</span>" }
    if let acceptance = finding.accepted {
      let until = acceptance.until.map { " until \($0)" } ?? ""
      lines.append("<br>accepted\(Self.html(until)) because \(Self.html(acceptance.reason))")
    }
    if let fix = finding.fix { lines.append("<br><strong>fix:</strong> \(Self.html(fix))") }
    return "<li>\(lines.joined())</li>"
  }

  private func item(_ failure: Failure) -> String {
    let notes = failure.notes.map { "<br><span class=\"faint\">note: \(Self.html($0))</span>" }
    let fix = failure.fix.map { "<br><strong>fix:</strong> \(Self.html($0))" } ?? ""
    return "<li><strong>\(Self.html(failure.place))</strong> \(Self.html(failure.message))"
      + "\(notes.joined())\(fix)</li>"
  }
}

extension HTMLReport {
  private func html(_ part: ReportSection) -> String {
    let body: String
    switch part.contents {
    case .table(let head, let rows): body = Self.table(head, rows)
    case .bars(let bars): body = Self.bars(bars)
    case .lines(let lines):
      body = "<pre>\(lines.map(Self.html).joined(separator: "\n"))</pre>"
    }
    return part.isFolded ? details(part.title, body) : section(part.title, body)
  }

  private func section(_ title: String, _ body: String) -> String {
    "<section>\n<h2>\(Self.html(title))</h2>\n\(body)\n</section>"
  }

  private func details(_ title: String, _ body: String) -> String {
    "<details>\n<summary>\(Self.html(title))</summary>\n\(body)\n</details>"
  }

  private func list(_ items: [String]) -> String {
    "<ul class=\"plain\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private static func table(_ head: [String], _ rows: [[ReportSection.Cell]]) -> String {
    let heads = head.map { "<th scope=\"col\">\(html($0))</th>" }.joined()
    let lines = rows.map { row in
      row.enumerated().map { index, cell in
        let mark = cell.mark == .plain ? "" : " class=\"\(cell.mark.rawValue)\""
        return index == 0
          ? "<th scope=\"row\">\(html(cell.text))</th>" : "<td\(mark)>\(html(cell.text))</td>"
      }.joined()
    }
    let body = lines.map { "<tr>\($0)</tr>" }.joined(separator: "\n")
    return "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>\(heads)</tr></thead>\n"
      + "<tbody>\n\(body)\n</tbody>\n</table></div>"
  }

  /// The widths are shares of the largest, in tenths of a percent.
  private static func bars(_ bars: [ReportSection.Bar]) -> String {
    let largest = max(1, bars.map(\.number).max() ?? 1)
    let items = bars.map { bar in
      let share = Int(Double(max(0, bar.number)) * 1000 / Double(largest))
      let mark = bar.mark == .plain ? "" : " class=\"\(bar.mark.rawValue)\""
      return "<dt>\(html(bar.label))</dt><dd><span\(mark)>\(html(bar.text))</span>"
        + "<span class=\"bar\" style=\"width:\(share / 10).\(share % 10)%\"></span></dd>"
    }
    return "<dl class=\"bars\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  private static func html(_ text: String) -> String { text.printable.escapedForMarkup }
}
