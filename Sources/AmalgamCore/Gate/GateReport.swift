/// The report of `gate`: what was judged, what became of it, and the verdict.
package struct GateReport {
  private let variants: [GatedVariant]
  private let failures: [Failure]
  private let today: Today

  package init(_ variants: [GatedVariant], failures: [Failure], today: Today) {
    self.variants = variants
    self.failures = failures
    self.today = today
  }

  package var report: Report {
    Report(
      command: "gate",
      findings: findings,
      failures: failures,
      checks: judgements.count { $0.kind != .suite },
      skipped: variants.reduce(0) { $0 + $1.skipped },
      judgements: judgements,
      judged: judged,
      details: details,
      body: variants.map(\.text).joined(separator: "\n"),
      sections: GateSections(variants).all,
      bills: variants.flatMap(\.bills),
      order: { $0.inGateOrder }
    )
  }

  /// What several profiles inherit is found by each, and told once.
  private var findings: [Finding] {
    Set(variants.flatMap(\.findings)).sorted { $0.check < $1.check }
  }

  private var judgements: [Judgement] {
    var known: Set<Judgement> = []
    return variants.flatMap(\.judgements).filter { known.insert($0).inserted }
  }

  private var counts: GateCounts { GateCounts(judgements, findings) }

  /// The last lines of the text, which say all that a release manager asks.
  private var judged: [String] {
    let counts = self.counts
    let cases = "\(counts.cases.counted("case")) in all suites, \(counts.omitted) omitted"
    return ["checks: \(counts.ofChecks); \(cases)"] + variants.flatMap(\.judged)
      + ["judged on \(today.date), by \(today.origin)"]
  }

  private var details: [JSON.Member] {
    let counts = self.counts
    return [
      JSON.Member(key: "today", value: .string(today.date.description)),
      JSON.Member(key: "clock", value: .string(today.origin)),
      JSON.Member(
        key: "checks",
        value: .object([
          "passed": .integer(counts.passed), "failed": .integer(counts.failed),
          "notRun": .integer(counts.notRun), "cases": .integer(counts.cases),
          "omitted": .integer(counts.omitted),
        ])
      ),
      JSON.Member(key: "variants", value: .array(variants.map(\.json))),
      JSON.Member(key: "judgements", value: .array(judgements.map(\.json))),
      JSON.Member(key: "judged", value: .strings(judged)),
    ]
  }
}

extension GatedVariant {
  /// A line a kind of judgement.
  var text: String {
    let rows = Judgement.Kind.allCases.compactMap { kind -> [String]? in
      let own = judgements.filter { $0.kind == kind }
      return own.isEmpty ? nil : [kind.rawValue, outcome(of: own, kind)]
    }
    let head = "\(name): \(outcome)"
    let approved = baseline.map { [["baseline", $0.summary]] } ?? []
    let lines = baseline.map { $0.isRecorded ? $0.comparison?.lines ?? [] : [] } ?? []
    return ([head] + Layout.table(rows + approved) + lines.map { "    " + $0 })
      .joined(separator: "\n")
  }

  /// Whether no error is open.
  package var isClean: Bool {
    (verdict != nil || programFiles != nil) && !findings.contains(where: \.isOpenError)
  }

  /// Whether all that was asked was judged.
  package var isWhole: Bool { !isCutShort && skipped == 0 }

  /// The verdict in words; what was not judged whole has not passed.
  package var outcome: String {
    isClean ? isWhole ? "passed" : "not judged whole" : "failed"
  }

  private func outcome(of own: [Judgement], _ kind: Judgement.Kind) -> String {
    let counts = GateCounts(own, findings)
    if kind == .suite, verdict == nil {
      return "\(counts.cases.counted("case")) in \(own.count.counted("suite")), "
        + "\(counts.omitted) omitted"
    }
    guard kind == .suite, let verdict else {
      return counts.failed + counts.notRun == 0
        ? "\(own.count.counted("check")), all passed"
        : "\(own.count.counted("check")), \(counts.ofChecks)"
    }
    return "\(counts.cases.counted("case")) in \(own.count.counted("suite")), "
      + "\(verdict.count(\.passed)) passed, \(verdict.count(\.failed)) failed, "
      + "\(counts.omitted) omitted"
  }

  /// Release with its known faults, source id, compiler, target, and the files with their digests.
  var judged: [String] {
    let sourceID = verdict?.evidence.primary?.sourceID ?? programCopies.first?.sourceID ?? ""
    var lines = ["\(name): SQLite \(release), \(faults.count.counted("known fault"))"]
    let names = faults.map(\.name).joined(separator: ", ")
    lines += Layout.wrapped(names, width: Layout.width - 2).map { "  " + $0 }
    lines.append("  source id \(sourceID.isEmpty ? "not read; pinned is \(checkIn)" : sourceID)")
    let compilers = programCopies.flatMap(\.options).filter { $0.hasPrefix("COMPILER=") }
    let compiler = verdict?.compiler ?? compilers.first.map { String($0.dropFirst(9)) }
    lines.append("  \(compiler ?? "not built"), \(target)")
    return lines + files.map { "  sha256 \($0.digest) \($0.path)" }
  }

  var json: JSON {
    let own = verdict?.json ?? .object(["name": .string(name), "release": .string("\(release)")])
    return own.adding([
      "directory": .string(directory),
      "profile": .object([
        "name": .string(profile.name), "file": .string(profile.file),
        "digest": .string("sha256:\(profile.digest)"),
      ]),
      "checkin": .string(checkIn),
      "faults": .strings(faults.map(\.name)),
      "files": .array(
        files.map {
          .object([
            "path": .string($0.path), "bytes": .integer($0.bytes), "sha256": .string($0.digest),
          ])
        }
      ),
      "baseline": baseline.map(json) ?? .null,
      "passed": .bool(isClean && isWhole),
    ])
  }

  private func json(of outcome: BaselineOutcome) -> JSON {
    .object([
      "file": .string(outcome.file),
      "commit": .optional(outcome.commit),
      "release": .optional(outcome.comparison?.old.release),
      "recorded": .bool(outcome.isRecorded),
      "differences": .strings(outcome.comparison?.lines ?? []),
      "sizes": .object(
        (outcome.comparison?.new.sizes ?? [:]).sorted { $0.key < $1.key }.map { compiler, sizes in
          JSON.Member(
            key: compiler,
            value: json(of: sizes, outcome.comparison?.old.sizes[compiler])
          )
        }
      ),
    ])
  }

  private func json(of sizes: BaselineBlock.Sizes, _ old: BaselineBlock.Sizes?) -> JSON {
    .object(
      sizes.sorted { $0.key.rawValue < $1.key.rawValue }.map { subject, bytes in
        JSON.Member(
          key: subject.rawValue,
          value: .object(["bytes": .integer(bytes), "approved": .optional(old?[subject])])
        )
      }
    )
  }
}

extension Judgement {
  /// As `gate --merge` reads it again.
  var json: JSON {
    .object([
      "subject": .string(subject), "kind": .string(kind.rawValue), "name": .string(name),
      "cases": .integer(cases), "omitted": .integer(omitted), "notRun": .strings(notRun),
    ])
  }
}
