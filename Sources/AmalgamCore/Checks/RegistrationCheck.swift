extension Check {
  /// Whether what a profile registers is there on every connection, and opening one reads nothing.
  package static let registration = Check("registration") { evidence, expectation in
    guard let primary = evidence.primary, expectation.registersAnything else { return nil }
    var result = Result(manifestFindings(primary, expectation))
    for library in evidence.libraries {
      result.findings += judged(library, expectation)
      result.findings += onDemandFindings(library, expectation)
      if let reason = library.registration.notRun {
        result.skipped.append(Skip(subject: library.file, reason: reason))
      }
      if let reason = library.registration.onDemandNotRun {
        result.skipped.append(Skip(subject: "on demand", reason: reason))
      }
      if let reason = library.registration.poolNotRun {
        result.skipped.append(Skip(subject: "pool", reason: reason))
      }
    }
    return result
  }

  private static func judged(
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> [Finding] {
    let seen = library.registration
    var findings: [Finding] = []
    let failed = seen.connections.enumerated().filter { $0.element != nil }.map(\.offset)
    if let first = failed.first, let message = seen.connections[first] {
      findings.append(
        finding(
          "connections",
          .connections(failed.map { $0 + 1 }, of: seen.connections.count, message),
          library,
          expectation
        )
      )
    }
    if failed.isEmpty, let pool = seen.pool, pool.failed > 0 {
      findings.append(finding("pool", .pool(pool), library, expectation))
    }
    if let error = seen.lockedOpenError {
      findings.append(finding("locked file", .locked(error), library, expectation))
    }
    if let error = seen.strangeOpenError {
      findings.append(finding("no database", .strange(error), library, expectation))
    }
    return findings
  }

  /// What `amalgam_manifest()` says must be of this profile and have its extensions.
  private static func manifestFindings(
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> [Finding] {
    guard expectation.isOwnBuild, expectation.profile.hasManifestFunction else { return [] }
    switch library.manifest {
    case .unknown: return []
    case .absent(let error):
      return [finding("amalgam_manifest", .noManifest(error), library, expectation)]
    case .text(let text):
      let wanted =
        ["\"profile\":\"\(expectation.profile.name)\"", "\"sourceID\":\"\(library.sourceID)\""]
        + expectation.profile.automaticExtensions.map { "\"\($0.shortName)\"" }
      return wanted.filter { !text.contains($0) }.map {
        finding("amalgam_manifest", .otherManifest($0, text), library, expectation)
      }
    }
  }

  private static func finding(
    _ subject: String,
    _ message: Finding.Message,
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> Finding {
    let names = expectation.registeredNames
    return Finding(
      .error,
      check: "registration",
      variant: expectation.variant,
      subject: subject,
      message,
      notes: ["the \(library.linkage.rawValue) registers \(names.examples)"]
    )
  }
}

extension Expectation {
  fileprivate var registersAnything: Bool {
    !registeredNames.isEmpty || !profile.onDemandExtensions.isEmpty
  }

  /// What every connection of the variant has beside SQLite's own.
  fileprivate var registeredNames: [String] {
    profile.automaticExtensions.map(\.name)
      + (isOwnBuild && profile.hasManifestFunction ? ["amalgam_manifest()"] : [])
  }
}

extension Finding.Message {
  fileprivate static func connections(_ failed: [Int], of count: Int, _ message: String) -> Self {
    if failed.count == count { return "no connection has what is registered: \(message)" }
    let words = ["first", "second", "third"]
    let names = failed.map { $0 <= words.count ? words[$0 - 1] : "\($0)th" }
    let verb = failed.count == 1 ? "does" : "do"
    return
      "the \(names.joined(separator: " and ")) connection of \(count) \(verb) not have what is "
      + "registered: \(message)"
  }

  fileprivate static func pool(_ pool: RegistrationEvidence.Pool) -> Self {
    "\(pool.failed) of \(pool.opens) connections that many threads open at once do not have what is "
      + "registered: \(pool.message ?? "no message")"
  }

  fileprivate static func locked(_ error: String) -> Self {
    "a file that another connection has locked cannot be opened: \(error)"
  }

  fileprivate static func strange(_ error: String) -> Self {
    "a file that is no database cannot be opened: \(error)"
  }

  fileprivate static func noManifest(_ error: String) -> Self {
    "'amalgam_manifest()' does not answer: \(error)"
  }

  fileprivate static func otherManifest(_ wanted: String, _ text: String) -> Self {
    "'amalgam_manifest()' does not have '\(wanted)': \(text.cut(to: 200))"
  }
}
