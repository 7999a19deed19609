/// Renders a report as SARIF 2.1.0, which code-scanning services read.
///
/// The format: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
package struct SARIFReport {
  private let report: Report
  private let toolVersion: String
  /// The ids of the checks that found something, in byte order: the rules.
  private let rules: [String]

  package init(_ report: Report, toolVersion: String) {
    self.report = report
    self.toolVersion = toolVersion
    rules = Set(report.findings.map(\.check)).sorted()
  }

  package var text: String { json.description }

  private var json: JSON {
    .object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([
        .object([
          "tool": .object([
            "driver": .object([
              "name": .string("amalgam"), "version": .string(toolVersion),
              "rules": .array(rules.map(rule)),
            ])
          ]),
          "invocations": .array([invocation]),
          "results": .array(report.findings.map(result)),
          "columnKind": .string("unicodeCodePoints"),
        ])
      ]),
    ])
  }

  private func rule(_ id: String) -> JSON {
    let meaning = CheckMeaning.of(id) ?? "See what the finding says."
    return .object([
      "id": .string(id),
      "shortDescription": .object(["text": .string(meaning)]),
      "help": .object([
        "text": .string("\(meaning) 'amalgam \(report.command)' tells the way out of each finding.")
      ]),
    ])
  }

  private var invocation: JSON {
    .object([
      "executionSuccessful": .bool(report.failures.isEmpty && report.checks != 0),
      "toolExecutionNotifications": .array(
        report.failures.map { failure in
          let notes = failure.notes + (failure.fix.map { ["fix: \($0)"] } ?? [])
          return .object([
            "level": .string("error"),
            "message": message(["\(failure.place): \(failure.message)"] + notes),
          ])
        }
      ),
    ])
  }

  private func result(_ finding: Finding) -> JSON {
    let variant = finding.variant.map { ["variant '\($0)'"] } ?? []
    let fix = finding.fix.map { ["fix: \($0)"] } ?? []
    let result = JSON.object([
      "ruleId": .string(finding.check),
      "ruleIndex": .optional(rules.firstIndex(of: finding.check)),
      "level": .string(finding.severity.rawValue),
      "message": message([finding.message] + finding.notes + variant + fix),
      "locations": .array(finding.location.map { [location($0)] } ?? []),
      "partialFingerprints": .object(["amalgamFinding/v1": .string(finding.fingerprint)]),
    ])
    guard let acceptance = finding.accepted else { return result }
    return result.adding([
      "suppressions": .array([
        .object([
          "kind": .string("external"), "justification": .string(acceptance.reason.printable),
        ])
      ])
    ])
  }

  private func message(_ lines: [String]) -> JSON {
    .object(["text": .string(lines.map(\.printable).joined(separator: "\n"))])
  }

  private func location(_ location: SourceLocation) -> JSON {
    .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(location.file.asURIReference)]),
        "region": .object([
          "startLine": .integer(location.line), "startColumn": .integer(location.column),
        ]),
      ])
    ])
  }
}

extension String {
  /// The path as a relative reference of RFC 3986: all but unreserved characters and `/` escaped.
  fileprivate var asURIReference: String {
    let digits = Array("0123456789ABCDEF")
    return utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
