/// What `inspect --require` asks of every copy: a capability, a version, an option.
package enum Requirement: Hashable, Sendable {
  case capability(Capability)
  /// At least this version.
  case version(Version)
  /// With the value where one is named.
  case option(name: String, value: String?)

  /// Whether it is a fact of a file, whatever SQLite is in it.
  package var isOfFile: Bool {
    if case .capability(let capability) = self { capability.kind.isOfFile } else { false }
  }

  /// Reads `module:fts5`, `version>=3.45` or `SQLITE_ENABLE_FTS5`, with `=VALUE` or without; `nil`
  /// for anything else.
  package init?(_ text: String) {
    if let capability = Capability(text) {
      self = .capability(capability)
    } else if text.hasPrefix("version>="), let version = Version(text.dropFirst(9)) {
      self = .version(version)
    } else {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard text.hasPrefix("SQLITE_"), CompileOption.isName(parts[0]) else { return nil }
      self = .option(name: String(parts[0]), value: parts.dropFirst().first.map(String.init))
    }
  }
}

extension Requirement: CustomStringConvertible {
  package var description: String {
    switch self {
    case .capability(let capability): capability.description
    case .version(let version): "version>=\(version)"
    case .option(let name, let value): value.map { "\(name)=\($0)" } ?? name
    }
  }
}

extension Requirement {
  /// Whether a copy meets it, as far as a file tells that is not run.
  package enum Verdict: Hashable, Sendable {
    case met
    /// Why not, and the edit that helps.
    case unmet(reason: String, fix: String)
    case unknown(String)
  }

  package func verdict(on copy: InspectedCopy, _ catalogue: OptionCatalogue) -> Verdict {
    guard let version = copy.version.flatMap({ Version($0) }) else {
      return .unknown("the version of this copy could not be told")
    }
    switch self {
    case .version(let wanted):
      return version >= wanted
        ? .met
        : .unmet(reason: "it is SQLite \(version)", fix: "build SQLite \(wanted) or later")
    case .option(let name, let value):
      return copy.verdict(onOption: name, value, version, catalogue)
    case .capability(let capability) where capability.kind == .symbol:
      return copy.verdict(onSymbol: capability, catalogue)
    case .capability(let capability) where capability.kind == .fixed:
      return copy.verdict(onFault: capability.name, version, catalogue)
    case .capability(let capability): return copy.verdict(on: capability, version, catalogue)
    }
  }
}

extension InspectedCopy {
  fileprivate func verdict(
    onOption name: String,
    _ value: String?,
    _ version: Version,
    _ catalogue: OptionCatalogue
  ) -> Requirement.Verdict {
    let short = CompileOption(name).shortName
    let line = options.first { $0 == short || $0.hasPrefix(short + "=") }
    let found = line.map { $0.split(separator: "=", maxSplits: 1).dropFirst().first ?? "1" }
    if let found, value == nil || value.map({ $0 == found }) ?? false { return .met }
    let reported = catalogue[name]?.reportForm(in: version)
    if found == nil, reported == .never || reported == nil {
      return .unknown("SQLite never reports '\(name)'")
    }
    guard optionsComplete || found != nil else { return .unknown("its options are not complete") }
    let wanted = value.map { "\(name)=\($0)" } ?? name
    return .unmet(
      reason: found.map { "it reports '\(short)=\($0)'" } ?? "it is not among its options",
      fix: "compile SQLite with '-D\(wanted)'"
    )
  }

  /// What the version tells, and whether the copy has what the fault needs.
  fileprivate func verdict(
    onFault name: String,
    _ version: Version,
    _ catalogue: OptionCatalogue
  ) -> Requirement.Verdict {
    guard let fault = catalogue.fault(named: name) else {
      let meant = Spelling.nearest(to: name, among: catalogue.faults.map(\.name))
      return .unknown(
        "no published fault of that name is known"
          + (meant.map { "; did you mean '\($0)'?" } ?? "")
      )
    }
    guard fault.affects(version) else { return .met }
    let canMeet = fault.isMet { need in
      switch need {
      case .capability(let needed):
        if case .unmet = verdict(on: needed, version, catalogue) { false } else { true }
      case .option(let option): options.contains { $0 == CompileOption(option).shortName }
      }
    }
    guard canMeet else { return .met }
    let release = fault.fixed.max().map { "build SQLite \($0) or later" }
    return .unmet(
      reason: fault.line,
      fix: release ?? "no release is known to have the fix; 'amalgam explain \(name)' tells more"
    )
  }

  /// What a table of symbols tells: a name is there or not.
  fileprivate func verdict(
    onSymbol capability: Capability,
    _ catalogue: OptionCatalogue
  ) -> Requirement.Verdict {
    guard let survey, !marks.contains(Mark.stripped) else {
      return .unknown("its names were stripped")
    }
    if survey.exported.contains(capability.name) || survey.defined.contains(capability.name) {
      return .met
    }
    if survey.prefix != nil { return .unknown("its names have a prefix") }
    guard KnownAPI(catalogue).all.contains(capability.name) else {
      return .unknown("'\(capability.name)' is no name that the catalogue knows")
    }
    return .unmet(
      reason: "it does not define that name",
      fix: Self.fix(for: capability, catalogue) ?? "take a SQLite that has it"
    )
  }

  /// What the options tell: who brings it and who takes it away.
  fileprivate func verdict(
    on capability: Capability,
    _ version: Version,
    _ catalogue: OptionCatalogue
  ) -> Requirement.Verdict {
    let set = options.map { line in
      let parts = line.split(separator: "=", maxSplits: 1)
      return CompileOption("SQLITE_\(parts[0])", parts.dropFirst().first.map(String.init) ?? "1")
    }
    let effective = EffectiveOptions(set, in: version, catalogue: catalogue)
    let isOn = { (row: OptionRow, lines: [Qualified<Capability>]) in
      lines.contains { $0.value == capability && effective.holds($0, for: row) }
    }
    let remover = effective.settings.first { isOn($0, $0.removes) }
    if let remover {
      return .unmet(
        reason: "'\(remover.name)' takes it away",
        fix: "compile SQLite without '-D\(remover.name)'"
      )
    }
    if effective.settings.contains(where: { isOn($0, $0.adds) }) { return .met }
    let inStock = catalogue.stock.filter { $0.value == capability }
    if !inStock.isEmpty {
      guard inStock.contains(where: { $0.releases.contains(version) }) else {
        return .unmet(reason: "SQLite \(version) does not have it", fix: "build a newer SQLite")
      }
      guard let oldest = catalogue.measured.min(), version >= oldest else {
        return .unknown("what SQLite \(version) has without an option is not known")
      }
      return optionsComplete ? .met : .unknown("its options are not complete")
    }
    return verdict(onBroughtBy: capability, catalogue)
  }

  /// Whether it has a function of the API, by what its options and its release tell.
  func has(_ function: String, _ catalogue: OptionCatalogue) -> Bool {
    guard let version = version.flatMap({ Version($0) }) else { return false }
    let capability = Capability(.symbol, function)
    return switch verdict(on: capability, version, catalogue) {
    case .met: true
    case .unmet: false
    // Older than what the catalogue was measured with, or with options that may be more.
    case .unknown:
      catalogue.stock.contains { $0.value == capability && $0.releases.contains(version) }
    }
  }

  private func verdict(
    onBroughtBy capability: Capability,
    _ catalogue: OptionCatalogue
  ) -> Requirement.Verdict {
    guard let fix = Self.fix(for: capability, catalogue) else {
      return .unknown("no option that the catalogue knows brings it")
    }
    guard optionsComplete || marks.contains(Mark.fingerprints) else {
      return .unknown("its options are not complete")
    }
    let bringers = catalogue.bringers(of: capability).map { "'\($0)'" }
    let missing = bringers.joined(separator: " and ")
    return .unmet(
      reason: optionsComplete
        ? "\(missing) \(bringers.count == 1 ? "is" : "are") not among its \(options.count) options"
        : "nothing in its data is of \(missing)",
      fix: fix
    )
  }

  private static func fix(for capability: Capability, _ catalogue: OptionCatalogue) -> String? {
    let bringers = catalogue.bringers(of: capability)
    guard !bringers.isEmpty else { return nil }
    return "compile SQLite with \(bringers.map { "'-D\($0)'" }.joined(separator: " and "))"
  }
}
