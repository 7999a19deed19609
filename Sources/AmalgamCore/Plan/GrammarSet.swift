/// The options that must be known when SQLite's parser and keyword table are generated.
///
/// An amalgamation made with `SQLITE_UDL_CAPABLE_PARSER` serves every profile without other
/// grammar options: `SQLITE_ENABLE_UPDATE_DELETE_LIMIT` and `SQLITE_ENABLE_ORDERED_SET_AGGREGATES`
/// are then ordinary switches (`src/parse.y`, `tool/mksqlite3c.tcl`).
package struct GrammarSet: Hashable, Sendable {
  /// The names given to the generators, in byte order; none makes the stock amalgamation.
  package let names: [String]

  /// The amalgamation as SQLite publishes it.
  package static let stock = GrammarSet(names: [])

  private static let capableParser = "SQLITE_UDL_CAPABLE_PARSER"

  private init(names: [String]) {
    self.names = names
  }

  /// The universal set and `options`, which are the grammar options of a profile.
  package init(universalWith options: [CompileOption]) {
    names = Set(options.map(\.name) + [Self.capableParser])
      .subtracting(Self.servedByCapableParser)
      .sorted()
  }

  /// The grammar options that the universal amalgamation can switch after generation.
  package static let servedByCapableParser = [
    "SQLITE_ENABLE_ORDERED_SET_AGGREGATES", "SQLITE_ENABLE_UPDATE_DELETE_LIMIT",
  ]

  /// What the release's Makefile is given, so that lemon and the keyword hash see the options.
  package var makeVariable: String {
    "OPT_FEATURE_FLAGS=" + names.map { "-D\($0)" }.joined(separator: " ")
  }

  /// The name of its folder in the cache.
  package var key: String {
    if names.isEmpty { return "stock" }
    if names == [Self.capableParser] { return "universal" }
    return String(SHA256.hexDigest(of: Array(names.joined(separator: "\n").utf8)).prefix(16))
  }

  /// The set in the words of a plan or a progress line.
  package var summary: String {
    switch key {
    case "stock": "stock"
    case "universal": "universal"
    default: names.filter { $0 != Self.capableParser }.joined(separator: ", ")
    }
  }
}
