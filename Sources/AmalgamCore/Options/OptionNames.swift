/// The names that releases of SQLite look at in conditionals, so that a user may set them.
///
/// The table is made by `Sources/Embedded/option-names.sh`; ``testedMacros(in:)`` takes the names
/// of another release from its own `sqlite3.c` by the same rule.
package struct OptionNames: Sendable {
  private var releases: [String: Set<Version>] = [:]
  /// The releases that the table has names of, oldest first.
  package private(set) var measured: [Version] = []

  package init() {}

  /// Reads lines of a name and the releases that look at it.
  package init(parsing text: String, file: String) throws(Failures) {
    var failures: [Failure] = []
    for line in SourceLine.lines(of: text, file: file) {
      guard let name = line.words.first else { continue }
      let versions = line.words.dropFirst().compactMap { Version($0.text) }
      if versions.isEmpty || versions.count + 1 != line.words.count
        || !CompileOption.isName(name.text)
      {
        failures.append(
          Failure(line.location(of: name).description, .noLine(line.text))
        )
      }
      releases[name.text, default: []].formUnion(versions)
    }
    guard failures.isEmpty else { throw Failures(failures) }
    measured = Set(releases.values.joined()).sorted()
  }

  /// Returns the table with the names of one more release.
  package func adding(_ names: Set<String>, of release: Version) -> OptionNames {
    var result = self
    for name in names { result.releases[name, default: []].insert(release) }
    result.measured = Set(measured + [release]).sorted()
    return result
  }

  /// Returns whether `release` looks at `name`.
  ///
  /// A release that the table does not have is taken to know what one of its neighbours knows.
  package func knows(_ name: String, in release: Version) -> Bool {
    guard let known = releases[name] else { return false }
    return !known.isDisjoint(with: sources(for: release))
  }

  /// Returns all names that `release` looks at.
  package func names(in release: Version) -> Set<String> {
    let sources = Set(sources(for: release))
    return Set(releases.filter { !$0.value.isDisjoint(with: sources) }.keys)
  }

  /// Returns the releases that look at `name`, oldest first; none for a name that is no option.
  package func releases(knowing name: String) -> [Version] { releases[name]?.sorted() ?? [] }

  /// The releases of the table that speak for `release`: itself, else the ones next to it.
  private func sources(for release: Version) -> [Version] {
    if measured.contains(release) { return [release] }
    return [measured.last { $0 < release }, measured.first { $0 > release }].compactMap { $0 }
  }
}

extension String {
  fileprivate static func noLine(_ text: String) -> Self {
    "'\(text)' is no option's name with the releases that know it"
  }
}
