/// The releases that a line of the catalogue holds for: `from 3.48 until 3.50`.
package struct ReleaseRange: Hashable, Sendable {
  /// The first release; `nil` without one.
  package let from: Version?
  /// The last release; `nil` without one.
  ///
  /// Its patch is ``anyPatch`` where the catalogue gives two parts only: `until 3.50` takes in
  /// 3.50.4.
  package let until: Version?

  package static let all = ReleaseRange(from: nil, until: nil)
  package static let anyPatch = 9999

  package init(from: Version?, until: Version?) {
    self.from = from
    self.until = until
  }

  package func contains(_ release: Version) -> Bool {
    if let from, release < from { return false }
    if let until, until < release { return false }
    return true
  }

  /// Reads the version of an `until`: two parts mean all their patches.
  package static func lastRelease(_ text: some StringProtocol) -> Version? {
    guard let version = Version(text) else { return nil }
    let parts = text.split(separator: ".").count
    return parts == 2 ? Version(version.major, version.minor, anyPatch) : version
  }

  /// The last release as a message names it: 3.50 or 3.37.2.
  package var lastName: String? {
    guard let until else { return nil }
    return until.patch == Self.anyPatch ? "\(until.major).\(until.minor)" : until.description
  }
}

/// A value that holds for some releases, and for some values of the option, only.
package struct Qualified<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let releases: ReleaseRange
  /// The values of the option that it holds for; `nil` for every value that switches it on.
  package let condition: AllowedValues?

  package init(_ value: Value, _ releases: ReleaseRange = .all, if condition: AllowedValues? = nil)
  {
    self.value = value
    self.releases = releases
    self.condition = condition
  }
}
