extension Check {
  /// Whether the library defines no global name beyond those that the profile promises.
  package static let surplusSymbol = Check("surplus-symbol") { evidence, expectation in
    guard !evidence.libraries.isEmpty else { return nil }
    var result = Result()
    var told: Set<String> = []
    for library in evidence.libraries {
      switch library.symbols {
      case .unknown(let reason):
        result.skipped.append(Skip(subject: library.file, reason: reason))
      case .known(let symbols):
        // What both libraries have too much is told once.
        result.findings += surplus(in: symbols.subtracting(told), library, expectation)
        told.formUnion(symbols)
      }
    }
    return result
  }

  private static func surplus(
    in symbols: Set<String>,
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> [Finding] {
    let promise = expectation.promise
    var brought: [String: [String]] = [:]
    var (unknown, strange): ([String], [String]) = ([], [])
    for name in symbols where !promise.includes(Capability(.symbol, name)) {
      if let bringer = promise.absent[Capability(.symbol, name)] {
        brought[bringer, default: []].append(name)
      } else if expectation.isOwn(name) || SymbolName.isOfLinker(name) {
        continue
      } else if SymbolName.isOfSQLite(name) {
        unknown.append(name)
      } else {
        strange.append(name)
      }
    }
    var findings = brought.map { bringer, names in
      let asked = expectation.profile.option(bringer)
      return finding(
        .error,
        bringer,
        .surplus(names.sorted(), library.file, bringer, asked == nil ? .brought : .removed),
        expectation,
        notes: asked.setNote
      )
    }
    if !unknown.isEmpty {
      let severity: Finding.Severity = promise.isComplete ? .error : .note
      let message = Finding.Message.unknown(unknown.sorted(), library.file)
      findings.append(finding(severity, unknown.sorted()[0], message, expectation))
    }
    if !strange.isEmpty {
      let message = Finding.Message.strange(strange.sorted(), library.file)
      findings.append(finding(.error, strange.sorted()[0], message, expectation))
    }
    return findings
  }

  private static func finding(
    _ severity: Finding.Severity,
    _ subject: String,
    _ message: Finding.Message,
    _ expectation: Expectation,
    notes: [String] = []
  ) -> Finding {
    Finding(
      severity,
      check: "surplus-symbol",
      variant: expectation.variant,
      subject: subject,
      message,
      notes: notes
    )
  }
}

/// What kind of name a global symbol has.
enum SymbolName {
  /// Whether a name is one that SQLite gives its API: its families, then `_`.
  static func isOfSQLite(_ name: String) -> Bool {
    ["sqlite3_", "sqlite3changeset_", "sqlite3changegroup_", "sqlite3rebaser_", "sqlite3rbu_"]
      .contains { name.hasPrefix($0) } || name.hasPrefix("sqlite3session_")
  }

  /// Whether linkers add the name to every file they make.
  static func isOfLinker(_ name: String) -> Bool {
    [
      "__bss_start", "__bss_start__", "__bss_end__", "__end__", "_bss_end__", "_edata", "_end",
      "_fini", "_init", "edata", "end", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_",
    ].contains(name)
  }
}

extension Expectation {
  /// Whether the name is of what a variant registers: its function, and the entry point of an
  /// extension of the profile.
  fileprivate func isOwn(_ name: String) -> Bool {
    if name == "amalgam_\(profile.cName)_autoext" { return true }
    guard !profile.extensions.isEmpty else { return false }
    return profile.extensions.contains { $0.entryPoint == name }
      || (name.hasPrefix("sqlite3_") && name.hasSuffix("_init"))
  }
}

extension Finding.Message {
  fileprivate static func surplus(
    _ names: [String],
    _ file: String,
    _ bringer: String,
    _ relation: Relation
  ) -> Self {
    let what = names.count == 1 ? "'\(names[0])'" : "\(names.count) names: \(names.examples)"
    return switch relation {
    case .brought: "the profile does not set '\(bringer)', but '\(file)' defines \(what)"
    case .removed: "the profile sets '\(bringer)', but '\(file)' still defines \(what)"
    }
  }

  fileprivate static func unknown(_ names: [String], _ file: String) -> Self {
    names.count == 1
      ? "'\(file)' defines '\(names[0])', which nothing in the profile promises"
      : "'\(file)' defines \(names.count) names of SQLite's that nothing in the profile promises: "
        + "\(names.examples)"
  }

  fileprivate static func strange(_ names: [String], _ file: String) -> Self {
    names.count == 1
      ? "'\(file)' defines the global name '\(names[0])', which is not of SQLite's API"
      : "'\(file)' defines \(names.count) global names that are not of SQLite's API: "
        + "\(names.examples)"
  }
}
