/// Renders a report as JUnit's XML, in the form that `junit-10.xsd` describes: a suite a variant
/// and kind, a case a check or conformance suite, with the whole text of what failed.
package struct JUnitReport {
  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  package var text: String {
    let groups = self.groups
    let cases = groups.flatMap(\.cases)
    return XMLElement(
      "testsuites",
      [
        "name": "amalgam \(report.command)", "tests": "\(cases.count)",
        "failures": "\(cases.count { $0.status == .failed })",
        "errors": "\(cases.count { $0.status == .error })",
      ],
      groups.map(\.element)
    ).document
  }

  /// The suites in the order of what was asked, then what belongs to none of it.
  private var groups: [Group] {
    var groups: [Group] = []
    var covered: Set<Finding> = []
    for judgement in report.judgements {
      let findings = report.findings.filter(judgement.covers)
      covered.formUnion(findings)
      Group.add(Case(judgement, findings), to: "\(judgement.subject) \(judgement.kind)", &groups)
    }
    let others = report.findings.filter { !covered.contains($0) }
    for finding in others {
      let subject = finding.variant ?? finding.file ?? report.command
      Group.add(Case(finding), to: "\(subject) findings", &groups)
    }
    for failure in report.failures { Group.add(Case(failure), to: report.command, &groups) }
    return groups
  }
}

/// A `testsuite`.
private struct Group {
  let name: String
  private(set) var cases: [Case] = []

  static func add(_ new: Case, to name: String, _ groups: inout [Group]) {
    if let index = groups.firstIndex(where: { $0.name == name }) {
      groups[index].cases.append(new)
    } else {
      groups.append(Group(name: name, cases: [new]))
    }
  }

  var element: XMLElement {
    XMLElement(
      "testsuite",
      [
        "name": name, "tests": "\(cases.count)",
        "failures": "\(cases.count { $0.status == .failed })",
        "errors": "\(cases.count { $0.status == .error })",
        "skipped": "\(cases.count { $0.status == .skipped })",
      ],
      cases.map { $0.element(in: name) }
    )
  }
}

/// A `testcase`.
private struct Case {
  enum Status {
    case passed, failed, error, skipped
  }

  private let name: String
  let status: Status
  private let message: String
  /// What is told whole: the findings, or why it was not run.
  private let text: String

  init(_ judgement: Judgement, _ findings: [Finding]) {
    name = judgement.name
    let errors = findings.filter(\.isOpenError)
    text = Self.text(of: findings)
    let isAllOmitted = judgement.cases > 0 && judgement.omitted == judgement.cases
    if let first = errors.first {
      status = .failed
      message = errors.count == 1 ? first.message : "\(first.message), and \(errors.count - 1) more"
    } else if let reason = judgement.notRun.first {
      status = .skipped
      message = "not run: \(reason)"
    } else if isAllOmitted {
      status = .skipped
      message = "omitted: the profile promises nothing that these cases need"
    } else {
      status = .passed
      message = ""
    }
  }

  init(_ finding: Finding) {
    name = "\(finding.check): \(finding.subject)"
    status = finding.isOpenError ? .failed : .passed
    message = finding.message
    text = Self.text(of: [finding])
  }

  init(_ failure: Failure) {
    name = failure.place
    status = .error
    message = failure.message
    text = TextReport(colour: false).text(of: failure)
  }

  func element(in group: String) -> XMLElement {
    let attributes: KeyValuePairs = ["name": name, "classname": group]
    var elements: [XMLElement] = []
    switch status {
    case .failed: elements.append(XMLElement("failure", ["message": message], text: text))
    case .error: elements.append(XMLElement("error", ["message": message], text: text))
    case .skipped: elements.append(XMLElement("skipped", ["message": message]))
    case .passed: break
    }
    if status == .passed || status == .skipped, !text.isEmpty {
      elements.append(XMLElement("system-out", [:], text: text))
    }
    return XMLElement("testcase", attributes, elements)
  }

  private static func text(of findings: [Finding]) -> String {
    findings.map(TextReport(colour: false).text(of:)).joined(separator: "\n")
  }
}
