extension Check {
  /// Whether the library has what the profile requires, and is without what it forbids.
  package static let demand = Check("demand") { evidence, expectation in
    guard let library = evidence.primary, !expectation.profile.demands.isEmpty else { return nil }
    var result = Result()
    for demand in expectation.profile.demands {
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
