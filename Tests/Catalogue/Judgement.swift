import AmalgamCore
import AmalgamHost

/// What a trial says against the row.
struct Judgement {
  private(set) var disagreements: [String] = []

  /// Judges a trial that was carried out.
  init(_ trial: Trial) {
    if let row = trial.row, let option = trial.option {
      judge(row, option, trial)
    } else {
      judgeLists(trial)
    }
  }

  private static let checks: [Check] = [
    .compileOptions, .effectiveOptions, .missingCapability, .surplusCapability, .missingSymbol,
    .surplusSymbol,
  ]

  private mutating func judge(_ row: OptionRow, _ option: CompileOption, _ trial: Trial) {
    let fault = row.broken.first { $0.releases.contains(trial.expectation.release) }
    let release = trial.expectation.release
    if trial.isRefused {
      judgeRefusal(option, trial)
      return
    }
    if row.outside != nil || row.untried.contains(where: { $0.releases.contains(release) }) {
      return
    }
    if let unresolved = trial.evidence?.unresolved, !unresolved.isEmpty {
      if fault == nil {
        say(option, "does not link: \(unresolved.sorted().joined(separator: ", "))")
      }
      return
    }
    switch trial.build {
    case .stopped(let stage, let log):
      // Nobody compiles code of another system here.
      if row.isElsewhere { return }
      let said = fault?.value ?? ""
      if said.isEmpty {
        say(option, "does not \(stage): \(log)")
      } else if !said.hasPrefix(stage) {
        say(option, "the row says 'broken \(said)', but it fails to \(stage): \(log)")
      }
      return
    case .whole, .sameCode:
      if let fault, !fault.value.hasPrefix("run") {
        say(option, "the row says 'broken \(fault.value)', but it builds and links")
      }
    }
    judgeCode(row, option, trial)
    judgeLists(trial)
    judgeFunctions(row, option, trial)
    judgeProbe(row, option, trial)
  }

  /// What the source must not take.
  private mutating func judgeRefusal(_ option: CompileOption, _ trial: Trial) {
    if case .stopped(_, let log) = trial.build, log.contains("error") { return }
    let others = trial.expectation.profile.options.filter { $0.name != option.name }
    let beside =
      others.isEmpty ? "" : " beside " + others.map(\.description).joined(separator: ", ")
    say(option, "the row says that the source refuses it\(beside), but it compiles")
  }

  /// Code that is the same, or not, against the row's word.
  private mutating func judgeCode(_ row: OptionRow, _ option: CompileOption, _ trial: Trial) {
    let release = trial.expectation.release
    let isDead =
      row.kind == .retired && !(row.releases.until != nil && row.releases.contains(release))
    let claims =
      isDead || row.isElsewhere || row.codeless.contains { $0.releases.contains(release) }
    if trial.build == .sameCode, !claims {
      say(
        option,
        "the code is the same with it and without, which the row does not say: 'code none'"
      )
    }
    if trial.build != .sameCode, claims {
      say(option, "the code is another with it, but the row says that it has none")
    }
    if trial.build != .sameCode, row.isOption, row.probe == nil {
      say(option, "the code is another with it, but the row has no probe, and no reason for none")
    }
  }

  /// What is listed, exported and reported.
  private mutating func judgeLists(_ trial: Trial) {
    guard let evidence = trial.evidence else { return }
    for breakdown in evidence.breakdowns {
      disagreements.append("\(trial.expectation.variant): the driver ended early: \(breakdown)")
    }
    let verdict = Verdict(
      of: Evidence(libraries: [evidence]),
      trial.expectation,
      by: Self.checks
    )
    for finding in verdict.findings where finding.severity == .error {
      disagreements.append(
        "\(trial.expectation.variant): [\(finding.check)] \(finding.message)"
      )
    }
  }

  /// Which of the option's functions are not declared innocuous.
  private mutating func judgeFunctions(
    _ row: OptionRow,
    _ option: CompileOption,
    _ trial: Trial
  ) {
    guard let functions = trial.evidence?.functions.elements, row.isOn(option.value) else { return }
    let release = trial.expectation.release
    let own = Set(row.adds.filter { $0.releases.contains(release) }.map(\.value))
    let seen = Set(functions.filter(\.isUnsafe).map(\.capability)).intersection(own)
    let stated = Set(row.unsafe.filter { $0.releases.contains(release) }.map(\.value))
    for name in seen.subtracting(stated).map(\.description).sorted() {
      say(option, "'\(name)' is not innocuous, which the row does not say: 'unsafe \(name)'")
    }
    for name in stated.subtracting(seen).map(\.description).sorted() {
      say(option, "the row says 'unsafe \(name)', but it is innocuous or not there")
    }
  }

  /// The option's own probe, with it on.
  private mutating func judgeProbe(_ row: OptionRow, _ option: CompileOption, _ trial: Trial) {
    guard let evidence = trial.evidence, row.hasProbe, row.isOption else { return }
    switch evidence.state(of: row, trial.expectation).effective {
    case .value, .off: break
    case .unknown(let reason):
      say(option, "its probe tells nothing with the option set: \(reason)")
    }
  }

  private mutating func say(_ option: CompileOption, _ text: String) {
    disagreements.append("\(option): \(text)")
  }
}

extension OptionRow {
  /// Whether only other systems have code for it.
  fileprivate var isElsewhere: Bool {
    !systems.isEmpty && !systems.contains(where: \.isHere)
  }

  /// Whether anything can be asked.
  var hasProbe: Bool {
    switch probe {
    case nil, .some(.none): false
    case .capability, .sql, .file, .wal, .api, .symbol: true
    }
  }
}

extension OptionRow.System {
  /// Whether this machine is one.
  fileprivate var isHere: Bool {
    #if canImport(Darwin)
    self == .apple
    #else
    false
    #endif
  }
}
