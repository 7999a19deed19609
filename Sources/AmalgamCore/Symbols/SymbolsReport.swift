/// What `symbols` prints of its evidence; `design.md` section 8 has the fields.
package struct SymbolsReport {
  private let evidence: SymbolEvidence
  private let request: SymbolsRequest

  package init(_ evidence: SymbolEvidence, _ request: SymbolsRequest) {
    self.evidence = evidence
    self.request = request
  }

  /// Returns the report; `failures` are of files that could not even be opened.
  package func report(adding failures: [Failure] = []) -> Report {
    Report(
      command: "symbols",
      findings: evidence.findings(request),
      failures: failures + evidence.failures,
      checks: evidence.objects == 0 ? 0 : SymbolEvidence.checks + request.forbidden.count,
      judged: judged,
      details: details
    )
  }

  private var judged: [String] {
    let looked =
      "\(evidence.files.counted("file")), \(evidence.objects.counted("object")), "
      + "\(evidence.names.counted("name")) looked at"
    let absent = request.line.absent.map { "'\($0)'" }.joined(separator: ", ")
    let unread = request.line.unread.map { "'\($0)'" }.joined(separator: ", ")
    let names = evidence.ignored.map { "'\($0)'" }.joined(separator: ", ")
    return [looked]
      + (absent.isEmpty ? [] : ["not looked at, since they were not found: \(absent)"])
      + (unread.isEmpty ? [] : ["not read, though it can decide on names: \(unread)"])
      + (names.isEmpty ? [] : ["ignored, since linkers make them: \(names)"])
  }

  private var details: [JSON.Member] {
    [
      JSON.Member(key: "conflicts", value: .array(evidence.conflicts.map(json))),
      JSON.Member(key: "groups", value: .array(evidence.groups.map(json))),
      JSON.Member(key: "undefined", value: .array(evidence.undefined.map(json))),
      JSON.Member(key: "ignored", value: .strings(evidence.ignored)),
      JSON.Member(key: "absent", value: .strings(request.line.absent)),
      JSON.Member(key: "unread", value: .strings(request.line.unread)),
    ]
  }

  private func json(_ conflict: SymbolEvidence.Conflict) -> JSON {
    .object([
      "symbol": .string(conflict.symbol),
      "definitions": .array(
        conflict.definitions.map {
          .object([
            "file": .string($0.file), "member": .optional($0.member),
            "binding": .string($0.binding), "visibility": .string($0.visibility),
          ])
        }
      ),
    ])
  }

  private func json(_ group: SymbolGroup) -> JSON {
    .object([
      "files": .strings(group.files), "count": .integer(group.count),
      "winner": .optional(group.winner), "verdict": .string(group.verdict.rawValue),
    ])
  }

  private func json(_ name: SymbolEvidence.Undefined) -> JSON {
    .object([
      "symbol": .string(name.symbol), "files": .strings(name.files),
      "cure": .optional(name.cure),
    ])
  }
}
