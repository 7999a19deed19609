/// One of two builds that are compared: what was asked of it, what it reports and what was seen.
package struct DiffSide: Sendable {
  /// What the user wrote.
  package let name: String
  /// What it is, and how it was looked at, for the head of the report.
  package let summary: String
  package let release: Version
  /// The options that were asked for; `nil` where nobody can tell.
  package let asked: [CompileOption]?
  /// The rows of `PRAGMA compile_options`.
  package let reported: Listing<String>
  /// In a list that was cut off, the last name that is surely there; `nil` for a whole one.
  package let lastReported: String?
  /// What was observed of it; `nil` for a list.
  package let evidence: LibraryEvidence?
  private let expectation: Expectation
  /// What the options switch on, by the catalogue.
  private let effective: EffectiveOptions
  /// The last value that was asked for, and the first that is reported, by the option's name.
  private let askedValues: [String: String]
  private let reportedValues: [String: String]
  /// What came or went with a release that nobody has measured, perhaps this one.
  private let unsettled: Set<Capability>
  /// What options bring or take away that no list reports; empty beside a list of what was asked.
  private let unreported: (added: [Capability: String], removed: [Capability: String])

  package init(
    name: String,
    summary: String,
    release: Version,
    asked: [CompileOption]? = nil,
    reported: Listing<String>,
    lastReported: String? = nil,
    evidence: LibraryEvidence? = nil,
    profile: ResolvedProfile? = nil,
    catalogue: OptionCatalogue
  ) {
    self.name = name
    self.summary = summary
    self.release = release
    self.asked = asked
    self.reported = reported
    self.lastReported = lastReported
    self.evidence = evidence
    var stand = profile ?? ResolvedProfile(name: "side", file: name)
    if profile == nil {
      stand.options = asked ?? Self.options(in: reported)
      stand.hasManifestFunction = false
    }
    expectation = Expectation(
      variant: name,
      profile: stand,
      release: release,
      checkIn: "",
      catalogue: catalogue,
      isOwnBuild: false
    )
    effective = EffectiveOptions(stand.options, in: release, catalogue: catalogue)
    askedValues = Dictionary((asked ?? []).map { ($0.name, $0.value) }) { _, last in last }
    reportedValues = Self.values(in: reported)
    unsettled = catalogue.unsettledCapabilities(on: release)
    unreported = profile == nil && asked == nil ? catalogue.unreported(in: release) : ([:], [:])
  }

  /// The reported values by names without their prefix; a name alone goes before one with a value.
  private static func values(in reported: Listing<String>) -> [String: String] {
    var values: [String: String] = [:]
    for row in (reported.elements ?? []).sorted() {
      let parts = row.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if values[name] == nil { values[name] = parts.count > 1 ? String(parts[1]) : "1" }
    }
    return values
  }

  /// The reported rows as options; what says how the library was compiled is none.
  private static func options(in reported: Listing<String>) -> [CompileOption] {
    (reported.elements ?? []).sorted().compactMap { row in
      let parts = row.split(separator: "=", maxSplits: 1)
      guard let name = parts.first, !BuildEnvironment.names.contains(String(name)) else {
        return nil
      }
      return CompileOption("SQLITE_\(name)", parts.count > 1 ? String(parts[1]) : "1")
    }
  }

  /// The names of all options that it sets or reports.
  var optionNames: Set<String> {
    let asked = Set((asked ?? []).map(\.name))
    let rows = (reported.elements ?? []).map { "SQLITE_" + $0.prefix { $0 != "=" } }
    return asked.union(rows)
  }

  /// The three states of an option.
  func state(of name: String, _ catalogue: OptionCatalogue) -> OptionState {
    let asked = askedValues[name]
    guard let row = catalogue[name] else {
      return OptionState(
        name,
        asked: asked,
        reported: rawReport(of: name),
        effective: .unknown("the catalogue has no probe for it")
      )
    }
    let effective = evidence?.state(of: row, expectation).effective
    return OptionState(
      name,
      asked: asked,
      reported: report(of: row),
      effective: effective ?? .unknown("it was not run")
    )
  }

  private func report(of row: OptionRow) -> OptionState.Observed {
    switch row.reports.last(where: { $0.releases.contains(release) })?.value {
    case .never: .neverReported
    case .implied, .name, .nameAndValue, nil: rawReport(of: row.name)
    }
  }

  private func rawReport(of name: String) -> OptionState.Observed {
    guard reported.elements != nil else { return .unknown(reported.reason ?? "") }
    let short = CompileOption(name).shortName
    if let value = reportedValues[short] { return .value(value) }
    if let lastReported, !(short.utf8.lexicographicallyPrecedes(lastReported.utf8)) {
      return .unknown("the list is cut off after \(lastReported)")
    }
    return .off
  }

  /// The value that an option has when nobody sets it; `off` for a flag, `nil` where that hangs on
  /// the system or on other options.
  func defaultValue(of name: String, _ catalogue: OptionCatalogue) -> String? {
    guard let row = catalogue[name] else { return "off" }
    if let value = row.defaults.last(where: { $0.releases.contains(release) })?.value {
      return value
    }
    if row.reportForm(in: release) == .implied { return nil }
    let isOff = row.isFlag || row.kind == .retired || row.kind == .apple || !row.defaults.isEmpty
    return isOff ? "off" : nil
  }

  /// What the option is set to as far as can be told: seen, else reported, else asked or left alone.
  ///
  /// What hangs on the system is off for a list that leaves it alone only beside a side that sets it.
  func value(
    of state: OptionState,
    besideSet isSet: Bool,
    _ catalogue: OptionCatalogue
  ) -> OptionState.Observed {
    guard case .unknown = state.effective else { return state.effective }
    let usual = defaultValue(of: state.name, catalogue)
    if case .unknown(let reason) = state.reported {
      guard asked != nil else { return .unknown(reason) }
      if let asked = state.asked { return isInert(state.name, catalogue) ? .off : .value(asked) }
      if effective.origins[state.name] != nil { return .value("1") }
      guard let usual else { return isSet ? .off : .unknown("nobody sets it") }
      return usual == "off" ? .off : .value(usual)
    }
    if state.reported == .off, let usual, usual != "off" { return .value(usual) }
    if isNamedAlone(state.name, catalogue) {
      // SQLite names it so whatever its value is.
      return usual.map { $0 == "off" ? .off : .value($0) } ?? .unknown("its value is not reported")
    }
    if state.reported.text != nil, lastReported == nil, lacksNeed(state.name, catalogue) {
      return .off
    }
    return state.reported
  }

  /// Whether the name alone is reported of an option whose value is never told.
  private func isNamedAlone(_ name: String, _ catalogue: OptionCatalogue) -> Bool {
    guard let row = catalogue[name], !row.isFlag,
      row.reports.last(where: { $0.releases.contains(release) })?.value == .implied
    else { return false }
    return reported.elements?.contains(CompileOption(name).shortName) ?? false
  }

  /// Whether setting it changes nothing: the release does not look at it, or lacks what it needs.
  private func isInert(_ name: String, _ catalogue: OptionCatalogue) -> Bool {
    guard let row = catalogue[name] else { return false }
    return row.kind == .retired || !row.releases.contains(release)
      || effective.remover(of: row) != nil || !effective.unmetNeeds(of: row).isEmpty
  }

  /// Whether a reported option surely lacks what it needs: nothing that SQLite never reports.
  private func lacksNeed(_ name: String, _ catalogue: OptionCatalogue) -> Bool {
    guard let row = catalogue[name], row.isOption else { return false }
    return effective.unmetNeeds(of: row).contains { demands in
      demands.allSatisfy { demand in
        let form = catalogue[demand.name]?.reportForm(in: release)
        return form == .name || form == .nameAndValue
      }
    }
  }

  /// The option that switched `name` on without its being set; `nil` where none did.
  func origin(of name: String) -> String? { effective.origins[name] }

  // MARK: Capabilities

  /// The capabilities that can be spoken of.
  var capabilityNames: Set<Capability> {
    var names = Set(expectation.promise.capabilities.keys)
    names.formUnion(evidence?.listedCapabilities ?? [])
    return names
  }

  /// Whether it has `capability`: as seen, else as its options promise where nothing was cut off.
  func state(of capability: Capability) -> CapabilityState {
    if let evidence {
      let seen = evidence.state(of: capability, expectation)
      guard case .unknown = seen else { return seen }
    }
    guard lastReported == nil, asked != nil || reported.elements != nil else {
      return .unknown("it was not run")
    }
    let isPromised = expectation.promise.includes(capability)
    if let option = (isPromised ? unreported.removed : unreported.added)[capability] {
      return .unknown("it hangs on '\(option)', which SQLite never reports")
    }
    if isPromised { return .present }
    return unsettled.contains(capability)
      ? .unknown("whether SQLite \(release) has it was not measured") : .absent
  }
}

/// What `PRAGMA compile_options` says of the compiler and of amalgam, not of SQLite.
enum BuildEnvironment {
  static let names: Set<String> = ["COMPILER", "ATOMIC_INTRINSICS", "EXTRA_AUTOEXT", "BYTEORDER"]
}
