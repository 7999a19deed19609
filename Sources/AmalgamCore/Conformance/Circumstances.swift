/// What a script's conditions are asked of: the promise first, the library where it is silent.
package struct Circumstances: Sendable {
  /// Whether a condition holds.
  package enum Answer: Hashable, Sendable {
    case holds
    /// It does not, because nobody promises it or the version or an option is another.
    case fails
    /// It does on a connection that has asked for that extension.
    case onRequest(String)
    /// It is promised, and the library does not have it.
    case broken(promisedBy: String)
    /// Nothing can be said, and why.
    case unknown(String)
  }

  private let expectation: Expectation
  private let library: LibraryEvidence
  /// What an app registers beside the library's own.
  private let byApp: Set<Capability>
  /// What the profile's options leave out of SQL; `nil` for nothing.
  let leftOut: LeftOutSQL?

  package init(
    _ expectation: Expectation,
    _ library: LibraryEvidence,
    byApp: Set<Capability> = []
  ) {
    self.expectation = expectation
    self.library = library
    self.byApp = byApp
    leftOut = LeftOutSQL(expectation.effective)
  }

  package func answer(to condition: Condition) -> Answer {
    switch condition {
    case .capability(let capability): answer(to: capability)
    case .version(let atLeast, let version): answer(atLeast: atLeast, version)
    case .option(let name, let value): answer(option: name, value)
    case .engine(let name): name.lowercased() == "sqlite" ? .holds : .fails
    }
  }

  private func answer(to capability: Capability) -> Answer {
    if byApp.contains(capability) { return .holds }
    let state = library.state(of: capability)
    if state == .absent,
      let name = library.registration.bringer(of: capability)
        ?? expectation.promise.onDemand[capability]
    {
      return .onRequest(name)
    }
    if let promiser = expectation.promise.capabilities[capability],
      !expectation.isForeign(capability)
    {
      return state == .absent ? .broken(promisedBy: promiser) : .holds
    }
    if expectation.promise.absent[capability] != nil { return .fails }
    return switch state {
    case .present: .holds
    case .absent: .fails
    case .unknown(let reason): .unknown(reason)
    }
  }

  /// The library's own version counts: that it is not the release's is a finding by itself.
  private func answer(atLeast: Bool, _ version: Version) -> Answer {
    guard let own = Version(library.version) else {
      return .unknown("the library calls its version '\(library.version)'")
    }
    return (own >= version) == atLeast ? .holds : .fails
  }

  /// An option that another one switches on counts as set.
  private func answer(option name: String, _ value: String?) -> Answer {
    let asked = expectation.effective.values[name]
    guard let value else { return asked == nil ? .fails : .holds }
    return (asked ?? expectation.defaultValue(of: name)) == value ? .holds : .fails
  }
}
