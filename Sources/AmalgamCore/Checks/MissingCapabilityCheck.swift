extension Check {
  /// Whether the library has all that the profile promises, symbols and demands apart.
  package static let missingCapability = Check("missing-capability") { evidence, expectation in
    guard let library = evidence.primary else { return nil }
    let removers = library.possibleRemovers(expectation)
    var lost: [Loss: [Capability]] = [:]
    var result = Result()
    for (capability, promiser) in expectation.promise.capabilities
    where capability.kind != .symbol && promiser != "require" && !expectation.isForeign(capability)
    {
      switch library.state(of: capability, expectation) {
      case .present: break
      case .absent:
        let loss = Loss(promiser: promiser, remover: removers[capability])
        lost[loss, default: []].append(capability)
      case .unknown where library.isUnopened(capability): break
      case .unknown(let reason):
        result.skipped.append(Skip(subject: capability.description, reason: reason))
      }
    }
    result.findings = lost.map { finding($0.key, $0.value.sorted(), expectation) }
    return result
  }

  private static func finding(
    _ loss: Loss,
    _ capabilities: [Capability],
    _ expectation: Expectation
  ) -> Finding {
    let place = expectation.promise.locations[capabilities[0]]
    let lost = capabilities.map(\.description)
    return Finding(
      .error,
      check: "missing-capability",
      variant: expectation.variant,
      subject: lost.count == 1 ? lost[0] : loss.remover ?? loss.promiser,
      .missing(lost, loss.promiser),
      notes: (place.map { ["'\(loss.promiser)' stands at \($0.fileAndLine)"] } ?? [])
        + (loss.remover.map { ["'\($0)' takes that away, and the profile does not set it"] } ?? []),
      fix: loss.fix
    )
  }
}

/// What capabilities that are missing have in common.
struct Loss: Hashable {
  /// Who promises them.
  let promiser: String
  /// The option that takes them away where it is set.
  let remover: String?

  /// The way out, where an option of the profile promises them.
  var fix: String? {
    promiser.hasPrefix("SQLITE_")
      ? "build the library with '\(promiser)', or take the option out of the profile" : nil
  }
}

extension Expectation {
  /// Whether only builds of `amalgam` have the capability, and the library is none.
  func isForeign(_ capability: Capability) -> Bool {
    !isOwnBuild && [.manifestFunction, .callsTable].contains(capability)
  }
}

extension LibraryEvidence {
  /// The option that takes each capability away, where the library may have been built with it.
  func possibleRemovers(_ expectation: Expectation) -> [Capability: String] {
    var removers: [Capability: String] = [:]
    for row in expectation.rows where !row.removes.isEmpty {
      if state(of: row, expectation).effective == .off { continue }
      for line in row.removes where line.releases.contains(expectation.release) {
        removers[line.value] = removers[line.value] ?? row.name
      }
    }
    return removers
  }

  /// Returns whether the library has `capability`; where nothing shows it directly, by the effect
  /// of an option that brings or removes it.
  package func state(of capability: Capability, _ expectation: Expectation) -> CapabilityState {
    if capability.kind == .fixed { return fixedState(of: capability.name, expectation) }
    let direct = state(of: capability)
    guard direct.reason != nil, capability.kind == .syntax || capability.kind == .file else {
      return direct
    }
    var told: CapabilityState?
    for row in expectation.rows {
      let brings = row.adds.contains { $0.value == capability }
      guard brings || row.removes.contains(where: { $0.value == capability }) else { continue }
      switch state(of: row, expectation).effective {
      // One option that takes it away is enough, whatever the others leave.
      case .value where !brings: return .absent
      case .value: told = .present
      case .off: told = told ?? (brings ? .absent : .present)
      // What is asked to take it away, and cannot be told, leaves nothing to say.
      case .unknown where !brings && expectation.profile.option(row.name) != nil: return direct
      case .unknown: continue
      }
    }
    return told ?? direct
  }

  /// Whether the library is of a release without the fault.
  private func fixedState(of name: String, _ expectation: Expectation) -> CapabilityState {
    guard let fault = expectation.catalogue.fault(named: name) else {
      return .unknown("no published fault is called '\(name)'")
    }
    guard let version = Version(version) else { return .unknown("its release is not known") }
    return fault.affects(version) ? .absent : .present
  }
}

extension Finding.Message {
  fileprivate static func missing(_ lost: [String], _ promiser: String) -> Self {
    lost.count == 1
      ? "the library does not have '\(lost[0])', promised by '\(promiser)'"
      : "the library does not have \(lost.count) capabilities promised by '\(promiser)': "
        + "\(lost.examples)"
  }
}
