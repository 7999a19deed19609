extension Check {
  /// Whether the library defines every function and variable of the API that the profile promises.
  package static let missingSymbol = Check("missing-symbol") { evidence, expectation in
    guard !evidence.libraries.isEmpty else { return nil }
    var result = Result()
    var told: Set<String> = []
    for library in evidence.libraries {
      if !library.unresolved.isEmpty {
        result.findings.append(unresolved(library, expectation))
      }
      switch library.symbols {
      case .unknown(let reason):
        result.skipped.append(Skip(subject: library.file, reason: reason))
      case .known(let symbols):
        // What both libraries lack is told once.
        let lost = expectation.promisedSymbols.subtracting(symbols)
          .subtracting(library.unresolved).subtracting(told)
        result.findings += missing(lost, library, expectation)
        told.formUnion(lost)
      }
    }
    return result
  }

  /// Names that a program which uses only what every SQLite has could not be linked for.
  private static func unresolved(
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> Finding {
    let names = library.unresolved.sorted()
    return Finding(
      .error,
      check: "missing-symbol",
      variant: expectation.variant,
      subject: names[0],
      .unresolved(names, library.file)
    )
  }

  private static func missing(
    _ symbols: Set<String>,
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> [Finding] {
    let removers = library.possibleRemovers(expectation)
    var lost: [Loss: [Capability]] = [:]
    for capability in symbols.map({ Capability(.symbol, $0) }) {
      let promiser = expectation.promise.capabilities[capability] ?? ""
      let loss = Loss(promiser: promiser, remover: removers[capability])
      lost[loss, default: []].append(capability)
    }
    return lost.map { loss, capabilities in
      let place = capabilities.lazy.compactMap { expectation.promise.locations[$0] }.first
      let names = capabilities.map(\.name).sorted()
      return Finding(
        .error,
        check: "missing-symbol",
        variant: expectation.variant,
        subject: names.count == 1 ? names[0] : loss.remover ?? loss.promiser,
        .missing(names, library.file, loss.promiser),
        notes: (place.map { ["'\(loss.promiser)' stands at \($0.fileAndLine)"] } ?? [])
          + (loss.remover.map { ["'\($0)' takes that away, and the profile does not set it"] }
            ?? []),
        fix: loss.fix
      )
    }
  }
}

extension Expectation {
  /// The names that the library must define; those that a `require` line asks for are told as such.
  fileprivate var promisedSymbols: Set<String> {
    Set(
      promise.capabilities.filter { $0.key.kind == .symbol && $0.value != "require" }.map(
        \.key.name
      )
    )
  }
}

extension Finding.Message {
  fileprivate static func unresolved(_ names: [String], _ file: String) -> Self {
    names.count == 1
      ? "'\(names[0])' is not defined in '\(file)', so no program can be linked with it"
      : "\(names.count) names are not defined in '\(file)', so no program can be linked with it: "
        + "\(names.examples)"
  }

  fileprivate static func missing(_ names: [String], _ file: String, _ promiser: String) -> Self {
    names.count == 1
      ? "'\(file)' does not define '\(names[0])', promised by '\(promiser)'"
      : "'\(file)' does not define \(names.count) names promised by '\(promiser)': "
        + "\(names.examples)"
  }
}
