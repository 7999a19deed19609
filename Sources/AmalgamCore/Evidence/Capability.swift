/// What a variant can do, written `KIND:NAME`: `module:fts5`, `function:regexp/2`.
package struct Capability: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case module, function, collation, tokenizer, pragma, symbol, syntax, file
    /// A fault of older releases that is mended, as `fixed:wal-reset`.
    case fixed
    /// Facts of a finished file: a name it exports, a library it asks for, how many copies of SQLite
    /// are in it, how its segments are aligned, whose encryption its SQLite has, what loaders know it
    /// by.
    case export, `import`, copies, alignment, encryption
    case installName = "install-name"
  }

  package let kind: Kind
  /// The name as SQLite lists it; of a function with its number of arguments, -1 for any.
  package let name: String

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// Reads `KIND:NAME`; `nil` for another kind or an empty name.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let kind = Kind(rawValue: String(parts[0])) else {
      return nil
    }
    self.init(kind, String(parts[1]))
  }
}

extension Capability: Comparable, CustomStringConvertible {
  package static func < (a: Capability, b: Capability) -> Bool {
    (a.kind.rawValue, a.name) < (b.kind.rawValue, b.name)
  }

  package var description: String { "\(kind.rawValue):\(name)" }
}
