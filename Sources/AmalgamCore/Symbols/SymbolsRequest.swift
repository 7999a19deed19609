/// What `symbols` was asked.
package struct SymbolsRequest: Sendable {
  package var pattern: NamePattern
  /// Whether the files stand in the order of the link line.
  package var isLinkOrder: Bool
  /// Whether the linker takes all members of all archives.
  package var takesAll: Bool
  /// Patterns of names that no image may export.
  package var forbidden: [String]
  /// The `-l` of a link line whose libraries were not found.
  package var absent: [String]
  package let catalogue: OptionCatalogue
  let api: KnownAPI

  package init(
    pattern: NamePattern = .sqlite,
    isLinkOrder: Bool = false,
    takesAll: Bool = false,
    forbidden: [String] = [],
    absent: [String] = [],
    catalogue: OptionCatalogue
  ) {
    self.pattern = pattern
    self.isLinkOrder = isLinkOrder
    self.takesAll = takesAll
    self.forbidden = forbidden
    self.absent = absent
    self.catalogue = catalogue
    api = KnownAPI(catalogue)
  }
}
