/// A form of a report: one run can write several.
package enum ReportForm: String, Sendable, CaseIterable {
  case text, json, junit, sarif, github, markdown, html
  /// A bill of what was judged, for a gate alone.
  case spdx

  /// The spellings, for messages and help.
  package static var names: [String] { allCases.filter { $0 != .spdx }.map(\.rawValue) }

  /// The spellings in a sentence.
  package static var spelled: String { names.joined(separator: ", ") }

  /// Returns `report` in this form; `colour` matters for text alone.
  package func text(of report: Report, tool: String, colour: Bool = false) -> String {
    switch self {
    case .text: TextReport(colour: colour).text(of: report)
    case .json: JSONReport().text(of: report)
    case .junit: JUnitReport(report).text
    case .sarif: SARIFReport(report, toolVersion: tool).text
    case .github: GitHubReport(report).text
    case .markdown: MarkdownReport(report).text
    case .html: HTMLReport(report).text
    case .spdx: SoftwareBill.document(of: report.bills).description
    }
  }
}
