/// The report of `verify --upstream`.
package struct UpstreamReport {
  private let verdicts: [UpstreamVerdict]
  private let failures: [Failure]

  package init(_ verdicts: [UpstreamVerdict], failures: [Failure] = []) {
    self.verdicts = verdicts
    self.failures = failures
  }

  /// The sentence that keeps these tests from being taken for a judgement of the library.
  package static let scope =
    "upstream's tests judge SQLite's source with the options of the profile, not the finished library"

  package var report: Report {
    let ran = verdicts.filter { $0.outcome.results != nil }
    return Report(
      command: "verify",
      findings: verdicts.flatMap(\.findings),
      failures: failures + nothingRan(ran),
      checks: ran.count,
      judgements: ran.map { Judgement($0.outcome.variant, .check, "upstream") },
      judged: judged(ran),
      details: [JSON.Member(key: "variants", value: .array(verdicts.map(\.json)))],
      body: (ran.map(\.text) + [Self.scope]).joined(separator: "\n")
    )
  }

  /// Zero tests are never a pass.
  private func nothingRan(_ ran: [UpstreamVerdict]) -> [Failure] {
    guard failures.isEmpty, ran.allSatisfy({ $0.tests == 0 }) else { return [] }
    let names = verdicts.map(\.outcome.variant).joined(separator: ", ")
    return [
      Failure(
        names.isEmpty ? "verify --upstream" : names,
        "none of SQLite's own tests was run",
        fix: "name a profile that promises FTS5, JSON or R*Tree"
      )
    ]
  }

  private func judged(_ ran: [UpstreamVerdict]) -> [String] {
    var lines: [String] = []
    for verdict in ran {
      let outcome = verdict.outcome
      let source = outcome.results.map { " \($0.sourceID)" } ?? ""
      let line = "SQLite \(outcome.release)\(source), \(outcome.compiler), \(outcome.target)"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}

extension UpstreamVerdict {
  fileprivate var failed: Int { files.reduce(0) { $0 + $1.failed.count } }
  fileprivate var known: Int { files.reduce(0) { $0 + $1.known } }

  fileprivate var text: String {
    let idle = files.count(where: \.result.ranNothing)
    let counts = [
      "\(tests.counted("upstream test")) in \((files.count - idle).counted("file"))",
      "\(failed) failed", "\(known) known to fail", "\(idle.counted("file")) left at once",
    ]
    return "\(outcome.variant): \(counts.joined(separator: ", "))"
  }

  fileprivate var json: JSON {
    .object([
      "name": .string(outcome.variant),
      "release": .string(outcome.release.description),
      "sourceID": .optional(outcome.results?.sourceID),
      "target": .string(outcome.target),
      "library": .object([
        "path": .null, "sha256": .null, "compiler": .string(outcome.compiler),
      ]),
      "suites": .array([]),
      "options": .array([]),
      "capabilities": .array([]),
      "upstream": outcome.results == nil ? .null : upstream,
    ])
  }

  private var upstream: JSON {
    .object([
      "scope": .string(UpstreamReport.scope),
      "tests": .integer(tests),
      "failed": .integer(failed),
      "known": .integer(known),
      "files": .array(files.map(\.json)),
    ])
  }
}

extension UpstreamVerdict.File {
  fileprivate var json: JSON {
    .object([
      "name": .string(result.name),
      "state": .string(state),
      "tests": .optional(result.tests),
      "failed": .strings(failed),
      "known": .integer(known),
    ])
  }

  private var state: String {
    if result.state != .ended { return "unfinished" }
    if isWrong { return "failed" }
    return result.ranNothing ? "omitted" : "passed"
  }
}
