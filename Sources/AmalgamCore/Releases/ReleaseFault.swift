/// A published fault of SQLite's releases, and what a build must have to meet it.
package struct ReleaseFault: Hashable, Sendable {
  /// What a build has, or is built with, when it can meet the fault.
  package enum Need: Hashable, Sendable {
    case capability(Capability)
    case option(String)
  }

  /// `wal-reset`, or the number of its report.
  package let name: String
  /// The first release that has it; `nil` where that is not known.
  package var first: Version?
  /// The first release of the main line without it.
  package var before: Version?
  /// That release and those of older branches.
  package var fixed: [Version] = []
  /// One of each list must be there.
  package var needs: [[Need]] = []
  /// Who says so.
  package var source = ""
  /// One line on what happens.
  package var meaning = ""

  package init(name: String) {
    self.name = name
  }

  /// Returns whether `release` has the fault.
  ///
  /// A branch that got the fix is without it from there on, whatever the main line had then.
  package func affects(_ release: Version) -> Bool {
    if let first, release < first { return false }
    if let before, release >= before { return false }
    return !fixed.contains {
      $0.major == release.major && $0.minor == release.minor && $0 <= release
    }
  }

  /// Returns whether a build can meet it: one that has, or is built with, all it needs.
  package func isMet(by holds: (Need) -> Bool) -> Bool {
    needs.allSatisfy { $0.contains(where: holds) }
  }
}

extension ReleaseFault.Need: CustomStringConvertible {
  package var description: String {
    switch self {
    case .capability(let capability): capability.description
    case .option(let name): name
    }
  }
}

extension OptionCatalogue {
  /// Returns the faults of `release` that a build of `profile` can meet, in the table's order.
  package func faults(of release: Version, in profile: ResolvedProfile) -> [ReleaseFault] {
    let found = faults.filter { $0.affects(release) }
    guard !found.isEmpty else { return [] }
    let needed = found.flatMap(\.needs).joined().compactMap { need -> Capability? in
      if case .capability(let capability) = need { capability } else { nil }
    }
    let promised = promised(among: Set(needed), of: profile, release: release)
    let effective = EffectiveOptions(profile.options, in: release, catalogue: self)
    return found.filter { fault in
      fault.isMet { need in
        switch need {
        case .capability(let capability): promised.contains(capability)
        case .option(let name): effective.isEffective(name)
        }
      }
    }
  }

  /// Returns the fault that a demand such as `fixed:wal-reset` names.
  package func fault(named name: String) -> ReleaseFault? { faults.first { $0.name == name } }
}
