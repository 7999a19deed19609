extension Check {
  /// Compares what options do in the library with what the profile, or their default, says.
  package static let effectiveOptions = Check("effective-options") { evidence, expectation in
    guard let library = evidence.primary else { return nil }
    let leftOut = LeftOutSQL(expectation.effective)
    var result = Result()
    for row in expectation.rows
    where row.isJudged && expectation.effective.remover(of: row) == nil {
      let state = library.state(of: row, expectation)
      switch state.effective {
      case .unknown(let reason):
        // Nobody asks for it, and its probe is asked with what the profile leaves out.
        if state.asked == nil, row.probeSQL.map({ leftOut?.uses($0) ?? false }) ?? false {
          continue
        }
        if row.hasProbe { result.skipped.append(Skip(subject: row.name, reason: reason)) }
      case .value, .off:
        let expected = expectation.expectedEffect(of: row)
        // FTS3 brings the tables of FTS4: what others promise shows nothing of this one.
        if expected == nil, state.asked == nil, expectation.isPromisedByOthers(row) { continue }
        if let message = message(row, state, expected) {
          result.findings.append(finding(row, message, expectation))
        }
      }
    }
    return result
  }

  /// Returns what is wrong with the option's effect, or `nil`.
  private static func message(
    _ row: OptionRow,
    _ state: OptionState,
    _ expected: String?
  ) -> Finding.Message? {
    let effective = state.effective.text ?? "off"
    let isReported = state.reported.text.map { $0 != "off" } ?? false
    if !row.isFlag {
      guard let expected, row.canCompare(expected), !expected.isSameValue(as: effective) else {
        return nil
      }
      if let asked = state.asked { return .otherValue(row.name, asked, effective) }
      return .notDefault(row.name, expected, effective)
    }
    let isExpected = expected != nil
    if effective == "off", !isExpected { return isReported ? .reportedOnly(row.name) : nil }
    if effective != "off", isExpected { return nil }
    if effective != "off" { return .notAsked(row.name) }
    if let asked = state.asked { return .noEffect("\(row.name)=\(asked)", isReported: isReported) }
    return isReported ? .reportedOnly(row.name) : .impliedWithoutEffect(row.name)
  }

  private static func finding(
    _ row: OptionRow,
    _ message: Finding.Message,
    _ expectation: Expectation
  ) -> Finding {
    let option = expectation.profile.option(row.name)
    let needs =
      option == nil
      ? [] : expectation.effective.unmetNeeds(of: row).map { "it needs \($0.inWords)" }
    let origin = expectation.effective.origins[row.name].map { ["'\($0)' switches it on"] } ?? []
    return Finding(
      .error,
      check: "effective-options",
      variant: expectation.variant,
      subject: row.name,
      message,
      notes: option.setNote + origin + needs
    )
  }
}

extension Expectation {
  /// Whether all that the option would bring is promised without it.
  fileprivate func isPromisedByOthers(_ row: OptionRow) -> Bool {
    let brought = row.adds.filter { $0.releases.contains(release) }.map(\.value)
    return row.isFlag && !brought.isEmpty && brought.allSatisfy(promise.includes)
  }
}

extension OptionRow {
  /// Whether its effect can be right or wrong at all.
  fileprivate var isJudged: Bool {
    isOption && kind != .platform
  }

  /// The SQL of its probe; `nil` where it has none.
  fileprivate var probeSQL: String? {
    switch probe {
    case .sql(let sql), .file(let sql), .wal(let sql): sql
    case .capability, .api, .symbol, .some(.none), nil: nil
    }
  }

  fileprivate var hasProbe: Bool {
    switch probe {
    case nil, .some(.none): false
    case .capability, .sql, .file, .wal, .api, .symbol: true
    }
  }

  /// Whether `value` is one whose effect is that very value, not an expression.
  fileprivate func canCompare(_ value: String) -> Bool { CInteger(value) != nil }
}

extension Expectation {
  /// Returns the value that the option should have the effect of; `nil` for a flag that should be
  /// off and for a value that is not known.
  fileprivate func expectedEffect(of row: OptionRow) -> String? {
    if let value = effective.values[row.name] {
      return !row.isFlag || row.isOn(value) ? value : nil
    }
    let usual = defaultValue(of: row.name)
    return row.isFlag && usual == "0" ? nil : usual
  }
}

extension [OptionDemand] {
  /// `'SQLITE_ENABLE_RTREE'`, or several of which one is enough.
  fileprivate var inWords: String {
    map { "'\($0.name)\($0.values.map { "=\($0.text)" } ?? "")'" }.joined(separator: " or ")
  }
}

extension Finding.Message {
  fileprivate static func otherValue(_ name: String, _ asked: String, _ found: String) -> Self {
    "profile sets '\(name)=\(asked)', but it has the effect of '\(found)' in the library"
  }

  fileprivate static func notDefault(_ name: String, _ usual: String, _ found: String) -> Self {
    "'\(name)' has the effect of '\(found)' in the library, but the profile leaves it at its "
      + "default '\(usual)'"
  }

  fileprivate static func notAsked(_ name: String) -> Self {
    "'\(name)' is effective in the library, but the profile does not set it"
  }

  fileprivate static func noEffect(_ option: String, isReported: Bool) -> Self {
    isReported
      ? "profile sets '\(option)' and the library reports it, but it has no effect"
      : "profile sets '\(option)', but it has no effect in the library"
  }

  fileprivate static func reportedOnly(_ name: String) -> Self {
    "the library reports '\(name)', but it has no effect"
  }

  fileprivate static func impliedWithoutEffect(_ name: String) -> Self {
    "'\(name)' should be on without being set, but it has no effect in the library"
  }
}
