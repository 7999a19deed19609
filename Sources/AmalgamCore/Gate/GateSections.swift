/// What the page of a gate shows beside the findings.
struct GateSections {
  private let variants: [GatedVariant]

  init(_ variants: [GatedVariant]) {
    self.variants = variants
  }

  var all: [ReportSection] {
    [summary] + [capabilities, sizes, options].compactMap { $0 } + differences + files
  }

  /// Yes or no, for which SQLite with which known faults, since which baseline.
  private var summary: ReportSection {
    let rows = variants.map { variant -> [ReportSection.Cell] in
      let names = variant.files.map { "\(Path.name(of: $0.path)) (\($0.digest.prefix(12))…)" }
      let faults = variant.faults.map(\.name)
      return [
        .init(variant.name),
        .init(variant.outcome, variant.isClean ? variant.isWhole ? .good : .open : .bad),
        .init("\(variant.release), \(variant.target)"),
        faults.isEmpty
          ? .init("none") : .init("\(faults.count): \(faults.joined(separator: ", "))", .open),
        .init(names.isEmpty ? "none" : names.joined(separator: ", ")),
        .init(variant.baseline.map(Self.since) ?? "not compared"),
      ]
    }
    let head = ["variant", "verdict", "SQLite", "known faults", "files", "since it was approved"]
    return ReportSection("The verdict", .table(head: head, rows: rows))
  }

  private static func since(_ outcome: BaselineOutcome) -> String {
    guard let comparison = outcome.comparison else {
      return outcome.isRecorded ? "approved by this run" : "never approved"
    }
    let commit = outcome.commit.map { " (commit \($0))" } ?? ""
    let count = comparison.lines.count
    return (count == 0 ? "nothing changed" : "\(count.counted("line")) changed")
      + " since \(Path.name(of: outcome.file))\(commit)"
      + (outcome.isRecorded ? ", approved anew" : "")
  }

  /// What options and extensions bring, and what only some of the variants have.
  private var capabilities: ReportSection? {
    let promises = variants.map { $0.verdict?.expectation.promise }
    var names: Set<Capability> = []
    for promise in promises {
      for (capability, bringer) in promise?.capabilities ?? [:]
      where !bringer.hasPrefix("SQLite ") && capability.kind != .symbol {
        names.insert(capability)
      }
    }
    if names.isEmpty { return nil }
    let rows = names.sorted().map { capability -> [ReportSection.Cell] in
      [.init(capability.description)] + variants.map { Self.cell(of: capability, $0) }
    }
    return ReportSection(
      "Capabilities that options and extensions bring",
      .table(head: ["capability"] + variants.map(\.name), rows: rows)
    )
  }

  private static func cell(of capability: Capability, _ variant: GatedVariant) -> ReportSection.Cell
  {
    guard let verdict = variant.verdict, let library = verdict.evidence.primary else {
      return .init("not run", .open)
    }
    let isPromised = verdict.expectation.promise.includes(capability)
    switch library.state(of: capability, verdict.expectation) {
    case .present: return .init("yes", isPromised ? .good : .bad)
    case .absent: return isPromised ? .init("missing", .bad) : .init("no")
    case .unknown: return .init("not known", .open)
    }
  }

  /// Sizes, with what they were when they were approved.
  private var sizes: ReportSection? {
    let bars = variants.flatMap { variant -> [ReportSection.Bar] in
      guard let evidence = variant.verdict?.evidence else { return [] }
      let compiler = variant.verdict?.compiler?.withoutBlanks ?? ""
      let approved = variant.baseline?.comparison?.old.sizes[compiler] ?? [:]
      return SizeLimit.Subject.allCases.compactMap { subject in
        evidence.sizes[subject].map { bytes in
          let growth = approved[subject].map { Self.growth(from: $0, to: bytes) } ?? ""
          return .init("\(variant.name) \(subject.rawValue)", "\(bytes) bytes\(growth)", bytes)
        }
      }
    }
    return bars.isEmpty ? nil : ReportSection("Sizes and growth", .bars(bars))
  }

  private static func growth(from old: Int, to new: Int) -> String {
    if old == new { return ", as approved" }
    let tenths = old == 0 ? 0 : Int((Double(new - old) * 1000 / Double(old)).rounded())
    let sign = new > old ? "+" : "−"
    return ", \(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) % (approved: \(old))"
  }

  /// The options of each variant, those that differ between them first.
  private var options: ReportSection? {
    let states = variants.map { variant in
      Dictionary((variant.verdict?.options ?? []).map { ($0.name, $0) }) { first, _ in first }
    }
    let names = Set(variants.flatMap { $0.profile.options.map(\.name) }).sorted()
    if names.isEmpty { return nil }
    let rows = names.map { name -> [ReportSection.Cell] in
      [.init(name)] + zip(variants, states).map { Self.cell(of: name, $0, $1[name]) }
    }
    return ReportSection(
      "Options: asked, reported, effective",
      .table(head: ["option"] + variants.map(\.name), rows: rows)
    )
  }

  private static func cell(
    of name: String,
    _ variant: GatedVariant,
    _ state: OptionState?
  ) -> ReportSection.Cell {
    let asked = variant.profile.option(name)?.value ?? "-"
    guard let state else { return .init(asked) }
    let text = "\(asked), \(state.reported.text ?? "?"), \(state.effective.text ?? "?")"
    let isLost = asked != "-" && asked != "0" && state.effective == .off
    return .init(text, isLost ? .bad : .plain)
  }

  private var differences: [ReportSection] {
    variants.compactMap { variant in
      guard let lines = variant.baseline?.comparison?.lines, !lines.isEmpty else { return nil }
      return ReportSection("\(variant.name): changed since it was approved", .lines(lines))
    }
  }

  private var files: [ReportSection] {
    let rows = variants.flatMap { variant in
      variant.files.map { file -> [ReportSection.Cell] in
        [.init(file.path), .init(variant.name), .init("\(file.bytes)"), .init(file.digest)]
      }
    }
    return rows.isEmpty
      ? []
      : [
        ReportSection(
          "Files and their SHA-256",
          .table(head: ["file", "variant", "bytes", "sha-256"], rows: rows),
          isFolded: true
        )
      ]
  }
}
