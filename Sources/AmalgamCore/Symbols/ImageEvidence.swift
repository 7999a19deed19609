import ObjectFiles

/// What a library or archive of its own makes wrong, whatever stands beside it.
package struct ImageEvidence: Hashable, Sendable {
  /// A library that lets others see the SQLite it uses itself.
  struct Leak: Hashable, Sendable {
    let file: String
    let names: [String]
    /// How many of its own calls an image that is loaded before it can catch.
    let relocations: Int
  }

  /// A copy with a prefix of which some names have none.
  struct Unprefixed: Hashable, Sendable {
    let file: String
    let prefix: String
    let names: [String]
  }

  /// Names with a copy's prefix that it needs and nobody has: it was given to others' names too.
  struct OverPrefixed: Hashable, Sendable {
    let file: String
    let prefix: String
    let names: [String]
  }

  /// A library for Windows that does not offer what it has.
  struct Unexported: Hashable, Sendable {
    let file: String
    let version: String
    let exported: Int
    let names: [String]
  }

  /// The name that a library for Apple systems is loaded by.
  struct Install: Hashable, Sendable {
    let file: String
    let name: String
    /// Another library of that name, and what that has and this one has not.
    let reference: String?
    let lacks: [String]
  }

  /// Names that `--forbid-exports` forbids.
  struct Forbidden: Hashable, Sendable {
    let file: String
    let format: ObjectFile.Format
    let pattern: String
    let names: [String]
  }

  var leaks: [Leak] = []
  var unprefixed: [Unprefixed] = []
  var overPrefixed: [OverPrefixed] = []
  var unexported: [Unexported] = []
  var installs: [Install] = []
  var forbidden: [Forbidden] = []

  /// Adds what another slice has, each thing once.
  mutating func add(_ other: ImageEvidence) {
    leaks.add(other.leaks)
    unprefixed.add(other.unprefixed)
    overPrefixed.add(other.overPrefixed)
    unexported.add(other.unexported)
    installs.add(other.installs)
    forbidden.add(other.forbidden)
  }
}

extension Array where Element: Equatable {
  fileprivate mutating func add(_ others: [Element]) {
    for other in others where !contains(other) { append(other) }
  }
}
