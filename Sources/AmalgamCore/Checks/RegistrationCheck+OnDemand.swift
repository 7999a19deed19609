extension Check {
  /// Whether a connection gets what it asks for, and no other connection gets it as well.
  static func onDemandFindings(
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> [Finding] {
    func finding(_ subject: String, _ message: Finding.Message) -> Finding {
      Finding(
        .error,
        check: "registration",
        variant: expectation.variant,
        subject: subject,
        message,
        at: expectation.place(of: subject),
        notes: ["seen in the \(library.linkage.rawValue)"]
      )
    }
    let seen = library.registration
    var findings: [Finding] = []
    for ask in seen.onDemand {
      if let error = ask.error {
        findings.append(finding(ask.name, .refused(ask, error)))
        continue
      }
      if let error = ask.useError { findings.append(finding(ask.name, .unusable(ask, error))) }
      if !ask.isSet, !ask.leaked.isEmpty { findings.append(finding(ask.name, .leaked(ask))) }
      if let text = ask.manifest {
        for name in expectation.members(of: ask) where !text.contains("\"\(name)\"") {
          findings.append(finding(ask.name, .notListed(name, ask)))
        }
      }
    }
    if case .text(let text) = library.manifest, expectation.isOwnBuild {
      for reference in expectation.profile.onDemandExtensions
      where text.contains("\"\(reference.shortName)\"") {
        findings.append(finding(reference.shortName, .listed(reference.shortName)))
      }
    }
    if seen.unknownName == "" { findings.append(finding("on demand", .takesAnyName)) }
    return findings
  }
}

extension Expectation {
  /// The line of the profile that brings an extension or a set.
  fileprivate func place(of name: String) -> SourceLocation? {
    profile.sets.first { $0.name == name }?.location
      ?? profile.extensions.first { $0.shortName == name }?.location
  }

  /// The extensions that are meant by what was asked for.
  fileprivate func members(of ask: OnDemandEvidence) -> [String] {
    guard ask.isSet else { return [ask.name] }
    return profile.sets.first { $0.name == ask.name }?.members.map(\.value) ?? []
  }
}

extension OnDemandEvidence {
  /// As a message names it.
  fileprivate var words: String { isSet ? "the set '\(name)'" : "'\(name)'" }
}

extension Finding.Message {
  fileprivate static func refused(_ ask: OnDemandEvidence, _ error: String) -> Self {
    "a connection cannot have \(ask.words) registered: \(error)"
  }

  fileprivate static func unusable(_ ask: OnDemandEvidence, _ error: String) -> Self {
    "a connection that asked for \(ask.words) cannot use it: \(error)"
  }

  fileprivate static func leaked(_ ask: OnDemandEvidence) -> Self {
    "a connection that did not ask for \(ask.words) has \(ask.leaked.map(\.description).examples)"
  }

  fileprivate static func notListed(_ name: String, _ ask: OnDemandEvidence) -> Self {
    "'amalgam_manifest()' does not list '\(name)' on a connection that asked for \(ask.words)"
  }

  fileprivate static func listed(_ name: String) -> Self {
    "'amalgam_manifest()' lists '\(name)' on a connection that did not ask for it"
  }

  fileprivate static var takesAnyName: Self {
    "asking for an extension that there is not is no error"
  }
}
