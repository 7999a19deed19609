/// How a variant's names are kept apart from those of another SQLite in the same program.
package struct Isolation: Hashable, Sendable {
  package let prefix: NamePrefix?
  /// Whether nothing of the API is exported from what links it.
  package let isHidden: Bool

  package init(prefix: NamePrefix? = nil, isHidden: Bool = false) {
    self.prefix = prefix
    self.isHidden = isHidden
  }

  /// What tells this one from others.
  var identity: String { "\(prefix?.identity ?? "") \(isHidden)" }

  /// Returns `sqlite3.c` made ready, and what has to stand before its first declaration.
  package func isolated(source: [UInt8], _ api: APINames) -> (bytes: [UInt8], block: String) {
    let hiding = isHidden ? Self.hiding : ""
    guard let prefix else { return (source, hiding) }
    return (prefix.undefining(in: source, api, numbered: true), prefix.block(api) + hiding)
  }

  /// Returns `sqlite3.h` made ready, and what has to stand before its first declaration.
  ///
  /// Clients need not know that a name is hidden: the definition decides.
  package func isolated(header: [UInt8], _ api: APINames) -> (bytes: [UInt8], block: String) {
    guard let prefix else { return (header, "") }
    return (prefix.undefining(in: header, api, numbered: false), prefix.block(api))
  }

  private static let hiding = """
    /* amalgam: begin visibility hidden */
    #undef SQLITE_API
    #define SQLITE_API __attribute__((visibility("hidden")))
    /* amalgam: end visibility hidden */

    """
}

extension Isolation {
  /// Takes what `profile` says; `entryPoints` are the functions that register its extensions.
  package init(_ profile: ResolvedProfile, entryPoints: [String] = []) {
    self.init(
      prefix: profile.prefix.map { NamePrefix($0.value, entryPoints: entryPoints) },
      isHidden: profile.isHidden
    )
  }
}
