/// An `extension` line, or an extension that a `set` line names first.
package struct ExtensionReference: Hashable, Sendable {
  /// A name (ours, else the release's `ext/misc`) or a path as the profile spells it.
  package let name: String
  /// The entry point where the line names it.
  package let entryPoint: String?
  /// Whether a connection has it only after it was asked for.
  package let isOnDemand: Bool
  package let location: SourceLocation

  package init(
    name: String,
    entryPoint: String? = nil,
    isOnDemand: Bool = false,
    at location: SourceLocation
  ) {
    self.name = name
    self.entryPoint = entryPoint
    self.isOnDemand = isOnDemand
    self.location = location
  }

  /// Whether it is a file of the user's own.
  package var isPath: Bool { name.hasSuffix(".c") || name.contains("/") }

  /// What it is registered and compiled as: of a path the last part, up to its first dot.
  package var shortName: String {
    Path.name(of: name).split(separator: ".").first.map(String.init) ?? name
  }
}

/// A `set` line: extensions that are registered together when they are asked for.
package struct ExtensionSet: Hashable, Sendable {
  package let name: String
  /// The short names of extensions.
  package let members: [Located<String>]
  package let location: SourceLocation

  package init(name: String, members: [Located<String>], at location: SourceLocation) {
    self.name = name
    self.members = members
    self.location = location
  }
}
