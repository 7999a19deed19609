import AmalgamCore
import Testing

/// Expects exactly the findings whose text, as a user sees it, is `text`; empty for none.
package func expectFindings(
  _ findings: [Finding],
  _ text: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let report = TextReport(colour: false)
  let actual = findings.inReportOrder.map(report.text(of:)).joined(separator: "\n")
  #expect(actual == text, sourceLocation: sourceLocation)
}
