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
    let names = SurplusNames(symbols, expectation)
    var findings = names.brought.map { bringer, names in
      let asked = expectation.profile.option(bringer)
      return finding(
        .error,
        bringer,
        .surplus(names, library.file, bringer, asked == nil ? .brought : .removed),
        expectation,
        notes: asked.setNote
      )
    }
    if let first = names.unknown.first {
      let severity: Finding.Severity = expectation.promise.isComplete ? .error : .note
      findings.append(
        finding(severity, first, .unknown(names.unknown, library.file), expectation)
      )
    }
    if let first = names.strange.first {
      findings.append(finding(.error, first, .strange(names.strange, library.file), expectation))
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

/// The global names that nobody promises, by what is known of them; each list in order.
private struct SurplusNames {
  /// By the option that would bring them, or should have taken them away.
  private(set) var brought: [String: [String]] = [:]
  /// Names of SQLite's API that the catalogue does not know.
  private(set) var unknown: [String] = []
  private(set) var strange: [String] = []

  init(_ symbols: Set<String>, _ expectation: Expectation) {
    let promise = expectation.promise
    for name in symbols.sorted() where !promise.includes(Capability(.symbol, name)) {
      if let bringer = promise.absent[Capability(.symbol, name)] {
        brought[bringer, default: []].append(name)
      } else if !expectation.isOwn(name), !SymbolName.isOfLinker(name),
        expectation.sanitizer == nil || !Sanitizer.isOwn(name)
      {
        if SymbolName.isOfSQLite(name) { unknown.append(name) } else { strange.append(name) }
      }
    }
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
  static func isOfLinker(_ name: String) -> Bool { ofLinkers.contains(name) }

  /// The same of the bytes of a name, of which a program has a hundred thousand.
  static func isOfLinker(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count < 24, name.first == UInt8(ascii: "_") || name.first == UInt8(ascii: "e") else {
      return false
    }
    return ofLinkers.contains(String(decoding: name, as: UTF8.self))
  }

  private static let ofLinkers: Set<String> = [
    "__bss_start", "__bss_start__", "__bss_end__", "__end__", "_bss_end__", "_edata", "_end",
    "_fini", "_init", "edata", "end", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "etext", "_etext",
    "__etext", "_mh_execute_header", "_mh_dylib_header",
  ]
}

extension Expectation {
  /// Whether the name is of what a variant registers: its function, and the entry point of an
  /// extension of the profile.
  fileprivate func isOwn(_ name: String) -> Bool {
    let base = "amalgam_\(profile.cName)"
    if Registration.suffixes.contains(where: { name == base + $0 })
      || VariantMark.isSymbol(name, base: base)
    {
      return true
    }
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
