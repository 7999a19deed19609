extension OptionCatalogue {
  /// Returns the note on the published faults of `input`'s release that a build with its options
  /// can meet.
  package func faultFindings(of input: LintInput) -> [Finding] {
    guard !input.mentions.isEmpty else { return [] }
    var profile = ResolvedProfile(name: "", file: input.file)
    profile.options = input.mentions.filter(\.setsOption).map(\.option)
    let faults = faults(of: input.release, in: profile)
    return [faultNote(faults, input.release, of: profile)].compactMap { $0 }
  }

  /// Returns what is to say of the published faults of `release`: one note on those that a build
  /// of `profile` can meet, an error for each that the profile requires to be fixed.
  ///
  /// The way out names one of the releases that are `pinned`, where one is without the fault.
  package func faultFindings(
    of profile: ResolvedProfile,
    release: Version,
    pinned: [Version]
  ) -> [Finding] {
    let demands = profile.demands.filter { $0.isRequired && $0.capability.kind == .fixed }
    let met = faults(of: release, in: profile)
    return demands.compactMap { finding(on: $0, release, met, pinned) }
      + [faultNote(met, release, of: profile)].compactMap { $0 }
  }

  private func finding(
    on demand: Demand,
    _ release: Version,
    _ met: [ReleaseFault],
    _ pinned: [Version]
  ) -> Finding? {
    let name = demand.capability.name
    guard let fault = fault(named: name) else {
      let nearest = Spelling.nearest(to: name, among: faults.map(\.name))
      return Finding(
        .error,
        check: ReleaseFault.checkID,
        subject: demand.capability.description,
        .unknownFault(name, nearest),
        at: demand.location,
        fix: nearest.map { "write 'require fixed:\($0)'" } ?? "remove the line"
      )
    }
    guard met.contains(fault) else { return nil }
    return Finding(
      .error,
      check: ReleaseFault.checkID,
      subject: demand.capability.description,
      .notFixed(name, release),
      at: demand.location,
      notes: [fault.line],
      fix: fault.wayOut(among: pinned)
    )
  }

  private func faultNote(
    _ faults: [ReleaseFault],
    _ release: Version,
    of profile: ResolvedProfile
  ) -> Finding? {
    guard !faults.isEmpty else { return nil }
    return Finding(
      .note,
      check: ReleaseFault.checkID,
      subject: "SQLite \(release)",
      .faults(faults, release),
      at: profile.release?.location
        ?? SourceLocation(file: profile.file, line: 1, column: 1, excerpt: "")
    )
  }
}

extension ReleaseFault {
  package static let checkID = "release-fault"

  /// How to be without it: by the newest of the releases that are `pinned`, else by one to pin.
  fileprivate func wayOut(among pinned: [Version]) -> String {
    if let newest = pinned.filter({ !affects($0) }).max() {
      return
        "build from a release with the fix, with the line 'sqlite \(newest)', or remove the line"
    }
    let first = before ?? fixed.max()
    let archive = first.map { "sqlite-src-\($0.archiveNumber).zip" } ?? "FILE"
    return
      "pin a release with the fix by 'amalgam releases add --from \(archive)' and name it in a "
      + "'sqlite' line, or remove the line"
  }

  /// The fault as a line of its own.
  package var line: String {
    let releases = fixed.map(\.description).joined(separator: ", ")
    return "\(name): \(meaning); fixed in \(releases) (\(source))"
  }
}

extension Check {
  /// The published faults that a library from elsewhere can meet; of a variant, lint tells them.
  package static let releaseFault = Check(ReleaseFault.checkID) { evidence, expectation in
    guard !expectation.isOwnBuild, let library = evidence.primary,
      let release = Version(library.version)
    else { return nil }
    let faults = expectation.catalogue.faults.filter { fault in
      fault.affects(release) && fault.isMet { library.has($0, expectation) }
    }
    guard !faults.isEmpty else { return Result() }
    return Result([
      Finding(
        .note,
        check: ReleaseFault.checkID,
        variant: expectation.variant,
        subject: "SQLite \(release)",
        .faults(faults, release)
      )
    ])
  }
}

extension LibraryEvidence {
  /// Whether it has what a fault needs, as far as it tells.
  fileprivate func has(_ need: ReleaseFault.Need, _ expectation: Expectation) -> Bool {
    switch need {
    case .capability(let capability):
      return state(of: capability, expectation) == .present
    case .option(let name):
      guard let row = expectation.catalogue[name] else { return false }
      switch state(of: row, expectation).effective {
      case .value: return true
      case .off, .unknown: return false
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func faults(_ faults: [ReleaseFault], _ release: Version) -> Self {
    let names = faults.map { "'\($0.name)'" }.joined(separator: ", ")
    let count = faults.count == 1 ? "a published fault" : "\(faults.count) published faults"
    return "SQLite \(release) has \(count) that this build can meet: \(names) "
      + "(see 'amalgam explain NAME')"
  }

  fileprivate static func notFixed(_ name: String, _ release: Version) -> Self {
    "the profile requires 'fixed:\(name)', but SQLite \(release) has that fault"
  }

  fileprivate static func unknownFault(_ name: String, _ nearest: String?) -> Self {
    "no published fault is called '\(name)'\(nearest.map { "; did you mean '\($0)'?" } ?? "")"
  }
}
