extension Check {
  /// Whether the library is without what the profile does not promise, symbols apart.
  package static let surplusCapability = Check("surplus-capability") { evidence, expectation in
    guard let library = evidence.primary else { return nil }
    let forbidden = Set(expectation.profile.demands.filter { !$0.isRequired }.map(\.capability))
    var surplus: [String: [Capability]] = [:]
    var result = Result()
    for (capability, bringer) in expectation.promise.absent
    where capability.kind != .symbol && !forbidden.contains(capability)
      && expectation.promise.onDemand[capability] == nil
    {
      switch library.state(of: capability, expectation) {
      case .absent: break
      case .present: surplus[bringer, default: []].append(capability)
      case .unknown where library.isUnopened(capability): break
      case .unknown(let reason):
        result.skipped.append(Skip(subject: capability.description, reason: reason))
      }
    }
    result.findings = surplus.map { finding($0.key, $0.value.sorted(), expectation) }
    let strange = library.listedCapabilities.filter {
      !expectation.promise.includes($0) && expectation.promise.absent[$0] == nil
        && !forbidden.contains($0)
    }
    if !strange.isEmpty { result.findings.append(finding(strange.sorted(), expectation)) }
    return result
  }

  private static func finding(
    _ bringer: String,
    _ capabilities: [Capability],
    _ expectation: Expectation
  ) -> Finding {
    let found = capabilities.map(\.description)
    let asked = expectation.profile.option(bringer)
    let (relation, fix) =
      asked == nil
      ? (Relation.brought, bringer.hasPrefix("SQLITE_") ? "add '\(bringer)' to the profile" : nil)
      : (Relation.removed, nil)
    return Finding(
      .error,
      check: "surplus-capability",
      variant: expectation.variant,
      subject: found.count == 1 ? found[0] : bringer,
      .surplus(found, bringer, relation),
      notes: asked.setNote,
      fix: fix
    )
  }

  /// What the library lists and the catalogue does not know: an error where the catalogue knows all
  /// that the release and the extensions have, else a note.
  private static func finding(_ strange: [Capability], _ expectation: Expectation) -> Finding {
    let names = strange.map(\.description)
    let byApp = expectation.isOfApp ? " by app" : ""
    return Finding(
      expectation.promise.isComplete ? .error : .note,
      check: "surplus-capability",
      variant: expectation.variant,
      subject: names[0],
      .strange(names),
      fix: expectation.promise.isComplete
        ? "add \(names.prefix(8).map { "'require \($0)\(byApp)'" }.joined(separator: ", "))"
          + "\(names.count > 8 ? " and so on" : "") to the profile if it is meant"
        : nil
    )
  }
}

/// How an option stands to a capability that should not be there.
enum Relation {
  /// The option would bring it, and is not set.
  case brought
  /// The option would take it away, and is set.
  case removed
}

extension Finding.Message {
  fileprivate static func surplus(
    _ found: [String],
    _ bringer: String,
    _ relation: Relation
  ) -> Self {
    let what =
      found.count == 1 ? "'\(found[0])'" : "\(found.count) capabilities: \(found.examples)"
    return switch relation {
    case .brought: "the profile does not set '\(bringer)', but the library has \(what)"
    case .removed: "the profile sets '\(bringer)', but the library still has \(what)"
    }
  }

  fileprivate static func strange(_ names: [String]) -> Self {
    names.count == 1
      ? "the library has '\(names[0])', which nothing in the profile promises"
      : "the library has \(names.count) capabilities that nothing in the profile promises: "
        + "\(names.examples)"
  }
}
