/// The report of `verify`: design.md section 8 has the fields of its JSON.
package struct VerifyReport {
  private let verdicts: [VariantVerdict]
  private let failures: [Failure]
  /// Whether the text has every option of a profile, not only those whose states differ.
  private let listsOptions: Bool

  package init(
    _ verdicts: [VariantVerdict],
    failures: [Failure] = [],
    listsOptions: Bool = false
  ) {
    self.verdicts = verdicts
    self.failures = failures
    self.listsOptions = listsOptions
  }

  package var report: Report {
    Report(
      command: "verify",
      findings: verdicts.flatMap(\.verdict.findings),
      failures: failures,
      checks: verdicts.reduce(0) { $0 + $1.verdict.checks },
      skipped: verdicts.reduce(0) { $0 + $1.verdict.skipped },
      judgements: verdicts.flatMap(\.verdict.judgements),
      judged: judged,
      details: [JSON.Member(key: "variants", value: .array(verdicts.map(\.json)))],
      body: verdicts.map { $0.text(listsOptions: listsOptions) }.joined(separator: "\n")
    )
  }

  /// What was judged, each different line once.
  private var judged: [String] {
    var lines: [String] = []
    for verdict in verdicts {
      guard let library = verdict.evidence.primary, !library.version.isEmpty else { continue }
      let parts =
        ["SQLite \(library.version) \(library.sourceID)"]
        + (verdict.compiler.map { [$0] } ?? []) + [verdict.target]
      let line = parts.joined(separator: ", ")
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}

extension VariantVerdict {
  /// A line of counts, and the options whose states differ.
  func text(listsOptions: Bool = false) -> String {
    let counts = [
      "\(count(\.cases).counted("case")) in \(evidence.suites.count.counted("suite"))",
      "\(count(\.passed)) passed",
      "\(count(\.failed)) failed", "\(count(\.omitted)) omitted",
    ]
    let form = expectation.profile.isHidden ? " (archive only)" : ""
    let head = "\(expectation.variant)\(form): \(counts.joined(separator: ", "))"
    let files = evidence.primary?.fileLines ?? []
    let rows = options.filter {
      (listsOptions && ($0.asked != nil || $0.isUnasked(expectation)))
        || ($0.isUnasked(expectation) && expectation.effective.values[$0.name] == nil)
        || $0.differs(expectation)
    }
    let cells = [["option", "asked", "reported", "effective"]] + rows.map(\.cells)
    let table = rows.isEmpty ? [] : [Self.table(cells)]
    return ([head] + files + table).joined(separator: "\n")
  }

  private static func table(_ rows: [[String]]) -> String {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    .joined(separator: "\n")
  }

  var json: JSON {
    .object([
      "name": .string(expectation.variant),
      "release": .string(expectation.release.description),
      "sourceID": .optional(evidence.primary.flatMap { $0.sourceID.isEmpty ? nil : $0.sourceID }),
      "target": .string(target),
      "library": .object([
        "path": .optional(evidence.primary?.file),
        "sha256": .optional(evidence.primary?.digest),
        "compiler": .optional(compiler),
      ]),
      "suites": .array(evidence.suites.map(\.json)),
      "options": .array(options.map(\.json)),
      "capabilities": .array(capabilities),
      "upstream": .null,
    ])
  }

  /// All that is promised, known to be absent, or listed by the library.
  private var capabilities: [JSON] {
    guard let library = evidence.primary else { return [] }
    let promise = expectation.promise
    let all = Set(promise.capabilities.keys).union(promise.absent.keys)
      .union(library.listedCapabilities)
    return all.sorted().map { capability in
      let state = library.state(of: capability, expectation)
      return .object([
        "name": .string(capability.description),
        "promised": .optional(promise.capabilities[capability]),
        "state": .string(state.name),
        "reason": .optional(state.reason ?? library.fileReason(of: capability)),
      ])
    }
  }
}

extension OptionState {
  fileprivate var cells: [String] {
    [name, asked ?? "-", reported.cell, effective.cell]
  }

  fileprivate var json: JSON {
    .object([
      "name": .string(name),
      "asked": .optional(asked),
      "reported": .optional(reported.text),
      "effective": .optional(effective.text),
    ])
  }

  /// Whether nobody asks for it, and its effect is not that of a build without options.
  fileprivate func isUnasked(_ expectation: Expectation) -> Bool {
    guard asked == nil, case .value(let value) = effective,
      let row = expectation.catalogue[name], row.isOption, row.kind != .platform
    else { return false }
    let usual = expectation.defaultValue(of: name)
    if row.isFlag { return usual == nil || usual == "0" }
    return usual.map { CInteger($0) != nil && !$0.isSameValue(as: value) } ?? false
  }

  /// Whether what is known of the three states does not fit together.
  ///
  /// An option with a value that is not reported may have its default.
  fileprivate func differs(_ expectation: Expectation) -> Bool {
    let isFlag = expectation.catalogue[name]?.isFlag ?? true
    let states = [asked, reported.text, effective.text].compactMap { $0 }
    let values = isFlag ? states : states.filter { $0 != "off" }
    guard let first = values.first else { return false }
    return !values.allSatisfy { $0.isSameValue(as: first) }
  }
}

extension SuiteOutcome {
  fileprivate var json: JSON {
    .object([
      "name": .string(script.name),
      "cases": .integer(cases),
      "passed": .integer(passed),
      "failed": .integer(failed),
      "omitted": .integer(omitted),
      "runs": .integer(runs.count(where: \.isRun)),
    ])
  }
}
