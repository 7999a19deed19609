extension Check {
  /// Whether the library has what the profile requires, and is without what it forbids.
  package static let demand = Check("demand") { evidence, expectation in
    guard let library = evidence.primary, !expectation.profile.demands.isEmpty else { return nil }
    var result = Result()
    for demand in expectation.profile.demands {
      if demand.capability.kind.isOfFile {
        judge(demand, evidence, expectation, &result)
        continue
      }
      if demand.isByApp {
        result.skipped.append(Skip(subject: demand.capability.description, reason: byApp))
        continue
      }
      // On a connection that asks it is there.
      let isBrought = library.registration.bringer(of: demand.capability) != nil
      switch isBrought ? .present : library.state(of: demand.capability, expectation) {
      case .unknown(let reason):
        result.skipped.append(Skip(subject: demand.capability.description, reason: reason))
      case .absent where demand.isRequired: result.findings.append(finding(demand, expectation))
      case .present where !demand.isRequired: result.findings.append(finding(demand, expectation))
      case .absent, .present: break
      }
    }
    return result
  }

  private static let byApp =
    "the app registers it; the conformance product of 'export --kind package' asks the app's "
    + "connection, and 'gate --program FILE --evidence FILE' reads what that says"

  /// A fact of a file is demanded of each file that can have it, and of one at least.
  private static func judge(
    _ demand: Demand,
    _ evidence: Evidence,
    _ expectation: Expectation,
    _ result: inout Result
  ) {
    let facts = evidence.libraries.compactMap(\.facts)
    let states = facts.map { ($0, $0.state(of: demand.capability)) }
    let reason = states.first?.1.reason ?? "the file was not read"
    if states.allSatisfy({ $0.1.reason != nil }) {
      result.skipped.append(Skip(subject: demand.capability.description, reason: reason))
    }
    for (facts, state) in states where state == (demand.isRequired ? .absent : .present) {
      result.findings.append(demand.finding(on: facts, variant: expectation.variant))
    }
  }

  private static func finding(_ demand: Demand, _ expectation: Expectation) -> Finding {
    let subject = demand.capability.description
    let bringer =
      expectation.rows.first { row in row.adds.contains { $0.value == demand.capability } }?.name
    return Finding(
      .error,
      check: "demand",
      variant: expectation.variant,
      subject: subject,
      demand.isRequired ? .required(subject) : .forbidden(subject),
      at: demand.location,
      notes: demand.isRequired ? (bringer.map { ["'\($0)' brings it"] } ?? []) : []
    )
  }
}

extension Finding.Message {
  fileprivate static func required(_ capability: String) -> Self {
    "the profile requires '\(capability)', but the library does not have it"
  }

  fileprivate static func forbidden(_ capability: String) -> Self {
    "the profile forbids '\(capability)', but the library has it"
  }
}

extension Demand {
  /// Returns what is to say of a file that does not fulfil it.
  package func finding(on facts: FileFacts, variant: String) -> Finding {
    Finding(
      .error,
      check: "demand",
      variant: variant,
      subject: capability.description,
      .ofFile(self, facts.file),
      at: location,
      notes: facts.finding(for: capability).map { [$0] } ?? []
    )
  }
}

extension Finding.Message {
  fileprivate static func ofFile(_ demand: Demand, _ file: String) -> Self {
    demand.isRequired
      ? "the profile requires '\(demand.capability)', and '\(file)' is without it"
      : "the profile forbids '\(demand.capability)', and '\(file)' is with it"
  }
}
