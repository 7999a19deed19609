/// What is known of SQLite's compile-time options: one row an option, and what a build without any
/// option has.
package struct OptionCatalogue: Sendable {
  /// In the order of the table, which is byte order.
  package internal(set) var rows: [OptionRow] = []
  /// What a build without any option has.
  package internal(set) var stock: [Qualified<Capability>] = []
  /// The releases whose ``stock`` is known to be complete.
  package internal(set) var measured: Set<Version> = []
  /// The extensions whose functions are known, by name.
  package internal(set) var extensions: [String: ExtensionRow] = [:]
  /// The published faults of releases, in the order of their table.
  package internal(set) var faults: [ReleaseFault] = []
  private var places: [String: Int] = [:]

  package init() {}

  /// Returns what is known of the option, whatever its release; `nil` if the table has no row.
  package subscript(name: String) -> OptionRow? { places[name].map { rows[$0] } }

  /// Returns `option` in the spelling `PRAGMA compile_options` uses, or `nil` if SQLite never
  /// reports it or the table does not know.
  ///
  /// A `nil` result means that the option's absence from the pragma proves nothing, so a check must
  /// not treat it as a mismatch. Without a release the newest is meant.
  package func reportedForm(of option: CompileOption, in release: Version? = nil) -> String? {
    let reports = self[option.name]?.reports ?? []
    let report = reports.last { release.map($0.releases.contains) ?? true }
    return switch report?.value {
    case .name: option.shortName
    case .nameAndValue: "\(option.shortName)=\(option.value)"
    case .implied, .never, nil: nil
    }
  }

  /// Returns the libraries that a variant must be linked with, in byte order, without `-l`.
  package func libraries(for profile: ResolvedProfile, release: Version) -> [String] {
    let effective = EffectiveOptions(profile.options, in: release, catalogue: self)
    let ofOptions = effective.rows.flatMap(\.links)
    let ofExtensions = profile.extensions.flatMap { extensions[$0.name]?.links ?? [] }
    return Set(ofOptions + ofExtensions).sorted()
  }

  /// Returns those of `options` that must be known when the amalgamation is generated.
  package func grammarOptions(among options: [CompileOption]) -> [CompileOption] {
    options.filter { self[$0.name]?.kind == .grammar }
  }

  /// Returns the catalogue as if all it says of `release` had been measured, so that whatever the
  /// release has or lacks beside that is a finding.
  package func takenAtItsWord(of release: Version) -> OptionCatalogue {
    var result = self
    result.measured.insert(release)
    return result
  }

  /// Adds `row`; returns whether no other row has its name.
  mutating func add(_ row: OptionRow) -> Bool {
    guard places[row.name] == nil else { return false }
    places[row.name] = rows.count
    rows.append(row)
    return true
  }
}

/// What the catalogue knows of an extension that a profile may name.
package struct ExtensionRow: Hashable, Sendable {
  package let name: String
  package var adds: [Qualified<Capability>] = []
  /// The option that brings the same where a release has it in its core.
  package var instead: [Qualified<String>] = []
  package var links: [String] = []
  package var meaning = ""

  package init(name: String) {
    self.name = name
  }
}
