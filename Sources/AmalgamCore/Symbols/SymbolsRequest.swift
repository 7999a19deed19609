/// What `symbols` was asked.
package struct SymbolsRequest: Sendable {
  package var pattern: NamePattern
  /// Whether the files stand in the order of the link line.
  package var isLinkOrder: Bool
  /// Whether the linker takes all members of all archives.
  package var takesAll: Bool
  package let catalogue: OptionCatalogue
  /// The names of SQLite's functions and variables, with each option that adds some.
  let api: Set<String>

  package init(
    pattern: NamePattern = .sqlite,
    isLinkOrder: Bool = false,
    takesAll: Bool = false,
    catalogue: OptionCatalogue
  ) {
    self.pattern = pattern
    self.isLinkOrder = isLinkOrder
    self.takesAll = takesAll
    self.catalogue = catalogue
    let lines = catalogue.stock + catalogue.rows.flatMap(\.adds)
    api = Set(lines.lazy.map(\.value).filter { $0.kind == .symbol }.map(\.name))
  }
}
