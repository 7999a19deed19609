extension OptionRow.Kind {
  /// What the kind means for whoever sets the option.
  var explained: String {
    switch self {
    case .defined: "defined: SQLite asks only whether it is set, so '=0' switches it on too"
    case .value: "value: SQLite looks at the value"
    case .limit: "limit: an upper bound"
    case .grammar:
      "grammar: must be known when the amalgamation is generated, as 'amalgam build' does"
    case .platform: "platform: says something of the system"
    case .retired: "retired: no code in the library looks at it any more, or ever did"
    case .apple: "apple: stands in Apple's own source only"
    case .internal: "internal: a name of SQLite's own tests, or one that others settle"
    }
  }
}

extension OptionRow.Report {
  /// How `PRAGMA compile_options` shows the option of `row`.
  func explained(_ row: OptionRow) -> String {
    let name = CompileOption(row.name).shortName
    return switch self {
    case .name: "as '\(name)', whatever its value"
    case .nameAndValue: "as '\(name)=VALUE'"
    case .implied: "whatever its value, so the line says nothing"
    case .never: "never, so only a probe tells"
    }
  }
}

extension OptionRow.Effect {
  /// What differs, in a word or two.
  var explained: String {
    switch self {
    case .sql: "SQL"
    case .behaviour: "behaviour"
    case .fileFormat: "file format"
    case .durability: "durability"
    case .security: "security"
    case .limits: "limits"
    case .abi: "exported functions"
    case .header: "declarations in sqlite3.h"
    }
  }
}

extension OptionDemand {
  var explained: String { name + (values.map { "=\($0.text)" } ?? "") }
}

extension Qualified<[OptionDemand]> {
  var explained: String { value.map(\.explained).joined(separator: " or ") + scope }
}

extension ReleaseRange {
  /// `since 3.9.0`, `until 3.50`; `nil` for all.
  var explained: String? {
    let parts = [from.map { "since \($0)" }, lastName.map { "until \($0)" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Qualified {
  /// The releases and values that it holds for, in brackets; empty for all.
  var scope: String {
    let parts = [releases.explained, condition.map { "if \($0.text)" }].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}

extension OptionProbe {
  /// How the tool sees whether the option is effective.
  var explained: String {
    switch self {
    case .capability(let capability): "the library has \(capability), or has it no more"
    case .sql(let sql): "SQL in memory: \(sql)"
    case .file(let sql): "SQL on a new file: \(sql)"
    case .wal(let sql): "SQL on a new file in WAL mode: \(sql)"
    case .api(let name): "a probe of the driver: \(name)"
    case .symbol(let name): "the name \(name) in the library"
    case .none(let reason): "none: \(reason)"
    }
  }
}
