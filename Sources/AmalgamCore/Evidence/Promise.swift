/// What a profile promises of its variant on one release, and what it promises to be without.
///
/// Promised is what the stock release has, what the profile's options and extensions add, less what
/// they remove, and what it requires. Everything else that the catalogue knows is absent.
package struct Promise: Hashable, Sendable {
  /// Each promised capability with who promises it: `SQLite 3.53.4`, `SQLITE_ENABLE_FTS5`,
  /// `extension regexp`, `require`.
  package var capabilities: [Capability: String]
  /// Each capability that the catalogue knows and that is not promised, with the option that would
  /// bring it, or that takes it away.
  package var absent: [Capability: String]
  /// Each capability that a connection has only after it asked, with the extension to ask for.
  package var onDemand: [Capability: String] = [:]
  /// Whether the list of what the stock release has is known.
  ///
  /// Where it is not, a capability that nobody promised is told as a note.
  package var isComplete: Bool
  /// The line of the profile behind a capability, promised or absent; none for the release's own.
  package var locations: [Capability: SourceLocation]

  package init(
    capabilities: [Capability: String] = [:],
    absent: [Capability: String] = [:],
    isComplete: Bool = true,
    locations: [Capability: SourceLocation] = [:]
  ) {
    self.capabilities = capabilities
    self.absent = absent
    self.isComplete = isComplete
    self.locations = locations
  }

  /// Returns whether `capability` is promised.
  package func includes(_ capability: Capability) -> Bool { capabilities[capability] != nil }
}
