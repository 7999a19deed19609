/// A gate's report that another run wrote as JSON.
package struct MergedGate: Sendable {
  private let json: JSON
  /// As messages name it.
  private let file: String

  /// Reads the text; anything but a gate's report is a failure.
  package init(_ text: String, file: String) throws(Failure) {
    self.file = file
    do throws(JSONText.Problem) {
      json = try JSONText.parse(text)
    } catch {
      throw Failure(file, "is no report: at byte \(error.offset) \(error.message)")
    }
    guard json["schema"] == .integer(1), json["command"] == .string("gate"),
      json["summary"]["checks"].number != nil
    else { throw Failure(file, "is no report of 'amalgam gate'") }
    // A report of another kind has none of these, so one that was cut down tells nothing.
    guard case .array = json["variants"], case .array = json["judgements"] else {
      throw Failure(file, "is no report of 'amalgam gate'")
    }
    let counts =
      [json["summary"]["checks"].number, json["summary"]["skipped"].number]
      + json["judgements"].items.flatMap { [$0["cases"].number, $0["omitted"].number] }
    let errors = findings.count(where: \.isOpenError)
    guard counts.allSatisfy({ $0.map(Judgement.counts.contains) ?? true }),
      json["summary"]["errors"].number.map({ $0 == errors }) ?? true
    else { throw Failure(file, "has counts that do not come from its own findings and suites") }
  }

  private var variants: [String] { json["variants"].items.compactMap { $0["name"].text } }

  /// One report of all; a variant of `expected` that none of them has was not judged.
  package static func report(
    _ gates: [MergedGate],
    failures: [Failure],
    expected: [String]
  ) -> Report {
    let names = gates.flatMap(\.variants)
    let twice = Set(names.filter { name in names.count { $0 == name } > 1 }).sorted()
    let missing = expected.filter { !names.contains($0) }
    let own =
      twice.map { name in
        let files = gates.filter { $0.variants.contains(name) }.map { "'\($0.file)'" }
        return Failure(name, "has two reports: \(files.joined(separator: ", "))")
      } + missing.map { Failure($0, "has no report among those that were merged") }
    return Report(
      command: "gate",
      findings: gates.flatMap(\.findings),
      failures: failures + gates.flatMap(\.failures) + own,
      checks: gates.reduce(0) { $0 + ($1.json["summary"]["checks"].number ?? 0) },
      skipped: gates.reduce(0) { $0 + ($1.json["summary"]["skipped"].number ?? 0) },
      judgements: gates.flatMap(\.judgements),
      judged: gates.flatMap { $0.json["judged"].strings },
      details: [
        JSON.Member(key: "merged", value: .strings(gates.map(\.file))),
        JSON.Member(key: "variants", value: .array(gates.flatMap { $0.json["variants"].items })),
        JSON.Member(
          key: "judgements",
          value: .array(gates.flatMap { $0.json["judgements"].items })
        ),
        JSON.Member(key: "judged", value: .strings(gates.flatMap { $0.json["judged"].strings })),
      ],
      body: gates.flatMap(\.lines).joined(separator: "\n"),
      order: { $0.inGateOrder }
    )
  }

  private var lines: [String] {
    json["variants"].items.map { variant in
      let isPassed = variant["passed"] == .bool(true)
      return "\(variant["name"].text ?? ""): \(isPassed ? "passed" : "failed"), by '\(file)'"
    }
  }

  private var findings: [Finding] {
    json["findings"].items.map { item in
      let place = item["line"].number.map {
        SourceLocation(
          file: item["file"].text ?? "",
          line: $0,
          column: item["column"].number ?? 1,
          excerpt: ""
        )
      }
      var finding = Finding(
        item["severity"].text.flatMap(Finding.Severity.init) ?? .error,
        check: item["check"].text ?? "",
        variant: item["variant"].text,
        subject: item["subject"].text ?? "",
        Finding.Message(stringLiteral: item["message"].text ?? ""),
        at: place,
        in: item["file"].text,
        notes: item["notes"].strings,
        fix: item["fix"].text
      )
      if let reason = item["accepted"]["reason"].text {
        finding.accepted = .init(until: item["accepted"]["until"].text, reason: reason)
      }
      return finding
    }
  }

  private var failures: [Failure] {
    json["failures"].items.map {
      Failure(
        $0["where"].text ?? "",
        $0["message"].text ?? "",
        notes: $0["notes"].strings,
        fix: $0["fix"].text
      )
    }
  }

  private var judgements: [Judgement] {
    json["judgements"].items.compactMap { item in
      item["kind"].text.flatMap(Judgement.Kind.init).map {
        Judgement(
          item["subject"].text ?? "",
          $0,
          item["name"].text ?? "",
          cases: item["cases"].number ?? 0,
          omitted: item["omitted"].number ?? 0,
          notRun: item["notRun"].strings
        )
      }
    }
  }
}
