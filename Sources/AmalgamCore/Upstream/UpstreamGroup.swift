/// Test files of SQLite that belong to one capability.
package struct UpstreamGroup: Hashable, Sendable {
  /// The part of SQLite, as a message names it.
  package let name: String
  /// What a profile must promise for these files to be run.
  package let capability: Capability
  /// The folder in a source tree.
  package let folder: String
  /// How the names of its files begin.
  package let prefix: String

  /// All groups, in the order of a report.
  package static let all = [
    UpstreamGroup("FTS5", Capability(.module, "fts5"), in: "ext/fts5/test", from: "fts5"),
    UpstreamGroup("JSON", Capability(.module, "json_each"), in: "test", from: "json"),
    UpstreamGroup("R*Tree", Capability(.module, "rtree"), in: "ext/rtree", from: ""),
    // No release up to 3.53 has such files; geopoly's cases are in those of R*Tree.
    UpstreamGroup("Geopoly", Capability(.module, "geopoly"), in: "test", from: "geopoly"),
  ]

  private init(_ name: String, _ capability: Capability, in folder: String, from prefix: String) {
    self.name = name
    self.capability = capability
    self.folder = folder
    self.prefix = prefix
  }

  /// Returns the paths of its test files below the tree, of the names in ``folder``.
  package func files(among names: [String]) -> [String] {
    names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".test") }.map { "\(folder)/\($0)" }
  }
}
