/// One way to try an option of the catalogue alone: with a value other than its default, and with
/// the options that it needs.
package struct OptionTrial: Hashable, Sendable {
  /// The option under trial.
  package let option: CompileOption
  /// It and what it needs, in byte order.
  package let options: [CompileOption]
  /// Whether the source must stop with `#error`.
  package let isRefused: Bool

  /// Returns the trials of `row` on `release`, one for each value worth trying.
  package static func all(
    of row: OptionRow,
    release: Version,
    catalogue: OptionCatalogue
  ) -> [OptionTrial] {
    let trials = row.trialValues(on: release).map { value in
      var settings = [row.name: value]
      catalogue.addNeeds(of: row, value, release: release, to: &settings)
      return OptionTrial(
        row.name,
        settings,
        isRefused: row.refusals(of: value, on: release).contains { $0.name == row.name }
      )
    }
    let rivals = row.refusals(of: "1", on: release).filter { $0.name != row.name }
    return trials
      + rivals.map { rival in
        let settings = [row.name: "1", rival.name: rival.values?.first ?? "1"]
        return OptionTrial(row.name, settings, isRefused: true)
      }
  }

  private init(_ name: String, _ settings: [String: String], isRefused: Bool) {
    option = CompileOption(name, settings[name] ?? "1")
    options = settings.sorted { $0.key < $1.key }.map { CompileOption($0.key, $0.value) }
    self.isRefused = isRefused
  }
}

extension OptionCatalogue {
  /// Adds the first choice of each demand of `row`, and what that needs in turn.
  fileprivate func addNeeds(
    of row: OptionRow,
    _ value: String,
    release: Version,
    to settings: inout [String: String]
  ) {
    for need in row.needs where need.releases.contains(release) {
      let holds = need.condition.map { $0.verdict(on: value) == .allowed } ?? row.isOn(value)
      guard holds, let demand = need.value.first, settings[demand.name] == nil else { continue }
      let wanted = demand.values?.first ?? "1"
      if demand.values != nil, usualValue(of: demand.name, release: release) == wanted { continue }
      settings[demand.name] = wanted
      if let other = self[demand.name] {
        addNeeds(of: other, wanted, release: release, to: &settings)
      }
    }
  }

  private func usualValue(of name: String, release: Version) -> String? {
    self[name]?.defaults.last { $0.releases.contains(release) }?.value
  }
}

extension OptionRow {
  /// The values of the `try` lines, else one that is allowed and not the default.
  fileprivate func trialValues(on release: Version) -> [String] {
    let stated = trials.filter { $0.releases.contains(release) }.map(\.value)
    if !stated.isEmpty { return stated }
    if isFlag || kind == .retired || kind == .apple || kind == .internal { return ["1"] }
    let usual = defaults.last { $0.releases.contains(release) }?.value
    let allowed = values.last { $0.releases.contains(release) }?.value
    guard case .value(let number)? = usual.flatMap(CInteger.init) else { return ["1"] }
    // Half of a bound is a bound too; beside 0 and 1 there is the other one.
    let candidates = [number / 2, number &+ 1, number &- 1, 1, 0].map(String.init)
    let other = candidates.first { candidate in
      candidate != String(number) && allowed?.verdict(on: candidate) != .refused
    }
    return [other ?? "1"]
  }
}
