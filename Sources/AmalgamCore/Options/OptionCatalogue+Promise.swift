extension OptionCatalogue {
  /// Returns what `profile` promises on `release`: what the stock release has, what its options and
  /// extensions add, less what they remove, and what it requires.
  package func promise(of profile: ResolvedProfile, release: Version) -> Promise {
    var promise = ledger(of: profile, release: release, among: nil).promise
    addAbsent(to: &promise, release: release)
    return promise
  }

  /// Returns those of `wanted` that `profile` promises on `release`, without drawing up the rest.
  package func promised(
    among wanted: Set<Capability>,
    of profile: ResolvedProfile,
    release: Version
  ) -> Set<Capability> {
    Set(ledger(of: profile, release: release, among: wanted).promise.capabilities.keys)
  }

  /// Draws up what is promised, of all capabilities or of those `among` alone.
  private func ledger(
    of profile: ResolvedProfile,
    release: Version,
    among wanted: Set<Capability>?
  ) -> Ledger {
    let effective = EffectiveOptions(profile.options, in: release, catalogue: self)
    var ledger = Ledger(
      profile: profile,
      isComplete: measured.contains(release) && knowsExtensions(of: profile),
      wanted: wanted
    )
    let stockName = "SQLite \(release)"
    for line in stock where line.releases.contains(release) {
      ledger.bring(line.value, by: stockName, at: nil)
    }
    for row in effective.settings { ledger.bring(row, effective) }
    for row in effective.settings { ledger.take(row, effective) }
    bringExtensions(of: profile, release: release, to: &ledger)
    // What a file is like is no capability of the SQLite in it.
    for demand in profile.demands
    where demand.isRequired && !demand.isByApp && !demand.capability.kind.isOfFile {
      ledger.bring(demand.capability, by: "require", at: demand.location)
    }
    return ledger
  }

  /// Returns what changed between two releases that were measured, where `release` lies between
  /// them, so that nobody can tell on which side of the change it is.
  package func unsettledCapabilities(on release: Version) -> Set<Capability> {
    if measured.contains(release) { return [] }
    let before = measured.filter { $0 < release }.max()
    let after = measured.filter { $0 > release }.min()
    let lines = stock + rows.flatMap(\.adds)
    return Set(
      lines.filter { line in
        (line.releases.from != nil && line.releases.from == after)
          || (line.releases.until != nil && line.releases.until == before)
      }
      .map(\.value)
    )
  }

  private func knowsExtensions(of profile: ResolvedProfile) -> Bool {
    profile.extensions.allSatisfy { extensions[$0.name] != nil }
  }

  private func bringExtensions(
    of profile: ResolvedProfile,
    release: Version,
    to ledger: inout Ledger
  ) {
    for reference in profile.extensions {
      for line in extensions[reference.name]?.adds ?? [] where line.releases.contains(release) {
        if reference.isOnDemand {
          ledger.promise.onDemand[line.value] = reference.shortName
          continue
        }
        ledger.bring(line.value, by: "extension \(reference.name)", at: reference.location)
      }
    }
    if profile.hasManifestFunction { ledger.bring(.manifestFunction, by: "amalgam", at: nil) }
    if profile.countsCalls {
      ledger.bring(.callsTable, by: "instrument calls", at: profile.instrument?.location)
    }
  }

  /// Adds what the catalogue knows and nobody promises, with the first option that would bring it.
  private func addAbsent(to promise: inout Promise, release: Version) {
    for row in rows where row.releases.contains(release) {
      for line in row.adds where line.releases.contains(release) {
        promise.addAbsent(line.value, broughtBy: row.name)
      }
    }
    for row in extensions.values.sorted(by: { $0.name < $1.name }) {
      for line in row.adds where line.releases.contains(release) {
        promise.addAbsent(line.value, broughtBy: "extension \(row.name)")
      }
    }
    promise.addAbsent(.manifestFunction, broughtBy: "manifest")
    promise.addAbsent(.callsTable, broughtBy: "instrument calls")
  }
}

extension Capability {
  /// What every connection of a variant has, so that a program can ask which variant answers.
  package static let manifestFunction = Capability(.function, "amalgam_manifest/0")
  /// The counters of the functions that a variant registers, where its profile asks for them.
  package static let callsTable = Capability(.module, "amalgam_calls")
}

/// A promise while it is drawn up.
private struct Ledger {
  var promise: Promise
  private let profile: ResolvedProfile
  /// The capabilities that matter; `nil` for all.
  private let wanted: Set<Capability>?

  init(profile: ResolvedProfile, isComplete: Bool, wanted: Set<Capability>?) {
    self.profile = profile
    self.wanted = wanted
    promise = Promise(isComplete: isComplete)
  }

  /// Notes that `who` brings `capability`; what was there before keeps who brought it.
  mutating func bring(_ capability: Capability, by who: String, at location: SourceLocation?) {
    if let wanted, !wanted.contains(capability) { return }
    promise.absent[capability] = nil
    guard promise.capabilities[capability] == nil else { return }
    promise.capabilities[capability] = who
    promise.locations[capability] = location
  }

  mutating func bring(_ row: OptionRow, _ effective: EffectiveOptions) {
    for line in row.adds where effective.holds(line, for: row) {
      bring(line.value, by: row.name, at: location(of: row, effective))
    }
  }

  mutating func take(_ row: OptionRow, _ effective: EffectiveOptions) {
    for line in row.removes where effective.holds(line, for: row) {
      promise.capabilities[line.value] = nil
      promise.absent[line.value] = promise.absent[line.value] ?? row.name
      promise.locations[line.value] = location(of: row, effective)
    }
  }

  private func location(of row: OptionRow, _ effective: EffectiveOptions) -> SourceLocation? {
    profile.option(effective.origins[row.name] ?? row.name)?.location
  }
}

extension Promise {
  fileprivate mutating func addAbsent(_ capability: Capability, broughtBy who: String) {
    guard !includes(capability), absent[capability] == nil else { return }
    absent[capability] = who
  }
}
