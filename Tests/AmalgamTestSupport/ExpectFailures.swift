import AmalgamCore
import Testing

/// Expects exactly the failures whose text, as a user sees it, is `text`.
package func expectFailures(
  _ text: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  of body: () throws -> Void
) {
  let report = TextReport(colour: false)
  do {
    try body()
    Issue.record("nothing failed", sourceLocation: sourceLocation)
  } catch let failures as Failures {
    let actual = failures.all.map(report.text(of:)).joined(separator: "\n")
    #expect(actual == text, sourceLocation: sourceLocation)
  } catch let failure as Failure {
    #expect(report.text(of: failure) == text, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
