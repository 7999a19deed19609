extension LibraryEvidence {
  /// Returns the three states of each option that the catalogue knows or the library reports.
  package func optionStates(_ expectation: Expectation) -> [OptionState] {
    let known = expectation.rows.map { state(of: $0, expectation) }
    let names = Set(expectation.rows.map(\.name))
    let asked = expectation.profile.options.filter { !names.contains($0.name) }.map {
      OptionState(
        $0.name,
        asked: $0.value,
        reported: reportedState(of: $0.name),
        effective: .unknown("the catalogue has no probe for it")
      )
    }
    return (known + asked).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the three states of the option of `row`.
  package func state(of row: OptionRow, _ expectation: Expectation) -> OptionState {
    let reported: OptionState.Observed =
      switch row.reportForm(in: expectation.release) {
      case .never: .neverReported
      case .implied: .unknown("SQLite reports it whatever its value")
      case .name, .nameAndValue, nil: reportedState(of: row.name)
      }
    return OptionState(
      row.name,
      asked: expectation.profile.option(row.name)?.value,
      reported: reported,
      effective: expectation.effective.remover(of: row).map { .unknown(.leavesOut($0)) }
        ?? effectiveState(of: row)
    )
  }

  /// Returns how the library reports `name`, whose prefix it leaves out.
  private func reportedState(of name: String) -> OptionState.Observed {
    switch reported {
    case .unknown(let reason): return .unknown(reason)
    case .known(let lines):
      let short = CompileOption(name).shortName
      if lines.contains(short) { return .value("1") }
      let line = lines.first { $0.hasPrefix(short + "=") }
      return line.map { .value(String($0.dropFirst(short.count + 1))) } ?? .off
    }
  }

  private func effectiveState(of row: OptionRow) -> OptionState.Observed {
    switch row.probe {
    case .some(.none(let reason)): return .unknown(reason)
    case nil: return .unknown("the catalogue has no probe for it")
    case .capability(let capability): return Self.observed(state(of: capability), row)
    case .symbol(let name): return Self.observed(symbols.state(of: name), row)
    case .sql, .file, .wal, .api: break
    }
    switch probes[row.name] {
    case .notRun(let reason): return .unknown(reason)
    case nil: return .unknown("its probe was not run")
    case .error: return row.isFlag ? .off : .unknown("its probe gives an error")
    case .value(let value): return Self.observed(value, row)
    }
  }

  private static func observed(_ state: CapabilityState, _ row: OptionRow) -> OptionState.Observed {
    switch state {
    case .present: row.isProbedByAbsence ? .off : .value("1")
    case .absent: row.isProbedByAbsence ? .value("1") : .off
    case .unknown(let reason): .unknown(reason)
    }
  }

  private static func observed(_ value: Value?, _ row: OptionRow) -> OptionState.Observed {
    guard row.isFlag else {
      return value?.plainText.map { .value($0) } ?? .unknown("its probe answers no value")
    }
    return (value?.isTrue ?? false) != row.isProbedByAbsence ? .value("1") : .off
  }
}

extension OptionRow {
  /// Whether its probe looks for what it takes away, so that finding it means the option is off.
  fileprivate var isProbedByAbsence: Bool {
    switch probe {
    case .capability(let capability): removes.contains { $0.value == capability }
    case .symbol(let name): removes.contains { $0.value == Capability(.symbol, name) }
    case .api: name.hasPrefix("SQLITE_OMIT_")
    case .sql, .file, .wal, .some(.none), nil: false
    }
  }
}

extension String {
  fileprivate static func leavesOut(_ name: String) -> Self {
    "'\(name)' leaves out what it is for"
  }
}
