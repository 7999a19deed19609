/// The three states of each option that a profile sets: as a build of it shows them, else as the
/// catalogue expects them.
package struct ProfileStates: Sendable {
  /// One for each option line of the resolved profile, in its order.
  package let states: [OptionState]
  /// Where reported and effective come from, as `resolve` says it.
  package let origin: String
  /// Whether they were seen in a library.
  package let isSeen: Bool

  /// What `evidence` shows, observed of the library that is called `name`.
  package init(seenIn evidence: LibraryEvidence, called name: String, _ expectation: Expectation) {
    let seen = Dictionary(evidence.optionStates(expectation).map { ($0.name, $0) }) { $1 }
    states = expectation.profile.options.map { option in
      let state = seen[option.name]
      return OptionState(
        option.name,
        asked: option.value,
        reported: state?.reported ?? .unknown("the release does not know it"),
        effective: state?.effective ?? .unknown("the release does not know it")
      )
    }
    origin = "as \(name) shows them"
    isSeen = true
  }

  /// What the catalogue expects, where `reason` says why no library was asked.
  package init(expectedBy expectation: Expectation, because reason: String) {
    states = expectation.profile.options.map(expectation.expectedState)
    origin = "as the catalogue expects them: \(reason)"
    isSeen = false
  }
}

extension Expectation {
  /// Returns what a library with the profile's options should report of `option`, and what effect
  /// it should have there.
  fileprivate func expectedState(of option: CompileOption) -> OptionState {
    guard let row = catalogue[option.name] else {
      return OptionState(
        option.name,
        asked: option.value,
        reported: .unknown("the catalogue does not know it"),
        effective: .unknown("the catalogue does not know it")
      )
    }
    return OptionState(
      option.name,
      asked: option.value,
      reported: expectedReport(of: option, row),
      effective: expectedEffect(of: option, row)
    )
  }

  private func expectedReport(of option: CompileOption, _ row: OptionRow) -> OptionState.Observed {
    switch row.reportForm(in: release) {
    case .never: .neverReported
    case .implied: .unknown("SQLite reports it whatever its value")
    case .name: .value("1")
    case .nameAndValue: .value(option.value)
    case nil: .off
    }
  }

  private func expectedEffect(of option: CompileOption, _ row: OptionRow) -> OptionState.Observed {
    if row.kind == .platform || !row.systems.isEmpty {
      return .unknown("it depends on the system")
    }
    let isHeeded = effective.settings.contains { $0.name == row.name }
    if row.isFlag { return isHeeded && row.isOn(option.value) ? .value("1") : .off }
    return isHeeded ? .value(option.value) : .off
  }
}
