/// A version of SQLite, such as 3.53.4; two parts mean a third of 0, as in 3.53.
package struct Version: Hashable, Sendable {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `3.53.4` or `3.53`; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } && part.utf8.count < 5 ? Int(part) : nil
    }
    guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  /// The number in the names of SQLite's archives: 3.53.4 is `3530400`.
  package var archiveNumber: String {
    String(major * 1_000_000 + minor * 10_000 + patch * 100)
  }
}

extension Version: Comparable, CustomStringConvertible {
  package static func < (a: Version, b: Version) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }

  package var description: String { "\(major).\(minor).\(patch)" }
}
