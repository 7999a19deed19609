/// What was seen of an extension, or of a set of them, that a connection asks for.
package struct OnDemandEvidence: Hashable, Sendable {
  package let name: String
  /// Whether it is a set.
  package let isSet: Bool
  /// The error of asking for it, or `nil`.
  package var error: String?
  /// The error of using it on the connection that asked, or `nil`.
  package var useError: String?
  /// What a connection that did not ask has of it all the same.
  package var leaked: [Capability] = []
  /// What the connection that asked has beyond the other.
  package var brought: Set<Capability> = []
  /// What `amalgam_manifest()` says on the connection that asked; `nil` where it was not asked.
  package var manifest: String?

  package init(_ name: String, isSet: Bool = false) {
    self.name = name
    self.isSet = isSet
  }
}

extension RegistrationEvidence {
  /// Returns the extension that brings `capability` to a connection that asks for it.
  package func bringer(of capability: Capability) -> String? {
    onDemand.first { !$0.isSet && $0.brought.contains(capability) }?.name
  }
}
