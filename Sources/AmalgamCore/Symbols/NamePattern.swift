import ObjectFiles

/// The names that are looked at: SQLite's, or those that `--names` asks for.
package struct NamePattern: Sendable {
  private let glob: Glob?

  /// SQLite's names: all that begin with `sqlite3`, what is inside it too, since a library that
  /// was not made from the amalgamation has those as well.
  package static let sqlite = NamePattern(nil)

  package init(_ pattern: String?) {
    glob = pattern.map(Glob.init)
  }

  /// Whether SQLite itself is looked for, of which more is known than the names.
  package var isSQLite: Bool { glob == nil }

  /// Whether `name` is one of those.
  func matches(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let glob else { return name.hasPrefix("sqlite3") }
    return glob.matches(bytes: name)
  }

  /// Whether `name` tells a copy although only its own object sees it: the inner names of SQLite
  /// are in each copy, and would be told for nothing.
  func matchesLocal(_ name: UnsafeRawBufferPointer) -> Bool {
    guard glob == nil else { return matches(name) }
    if CopyMarks.covers(name) { return true }
    return name.hasPrefix("sqlite3") && SymbolName.isOfSQLite(String(decoding: name, as: UTF8.self))
  }
}
