import AmalgamCore
import Testing

/// Expects `body` to throw exactly the failures whose text, as a user sees it, is `lines`.
package func expectFailure(
  _ lines: String...,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  by body: () throws -> some Any
) {
  expectFailure(lines, sourceLocation: sourceLocation, by: body)
}

/// Expects `body` to throw exactly the failures whose text, as a user sees it, is `lines`.
package func expectFailure(
  _ lines: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  by body: () throws -> some Any
) {
  let expected = lines.joined(separator: "\n")
  do {
    _ = try body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let failure as Failure {
    #expect(text(of: [failure]) == expected, sourceLocation: sourceLocation)
  } catch let failures as Failures {
    #expect(text(of: failures.all) == expected, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// Returns the failures as a user sees them.
package func text(of failures: [Failure]) -> String {
  failures.map(TextReport(colour: false).text(of:)).joined(separator: "\n")
}
