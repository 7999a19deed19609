/// What `symbols` was asked.
package struct SymbolsRequest: Sendable {
  package var pattern: NamePattern
  /// Whether the files stand in the order of the link line.
  package var isLinkOrder: Bool
  /// Whether the linker takes all members of all archives.
  package var takesAll: Bool
  /// Patterns of names that no image may export.
  package var forbidden: [String]
  /// What the link line says beside its files.
  package var line: LinkLine.Settings
  package let catalogue: OptionCatalogue
  let api: KnownAPI

  package init(
    pattern: NamePattern = .sqlite,
    isLinkOrder: Bool = false,
    takesAll: Bool = false,
    forbidden: [String] = [],
    line: LinkLine.Settings = .init(),
    catalogue: OptionCatalogue
  ) {
    self.pattern = pattern
    self.isLinkOrder = isLinkOrder
    self.takesAll = takesAll
    self.forbidden = forbidden
    self.line = line
    self.catalogue = catalogue
    api = KnownAPI(catalogue)
  }
}
