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
  ///
  /// By bytes: the catalogue alone holds a thousand of them, read at every start.
  package init?(_ text: some StringProtocol) {
    var numbers = (0, 0, 0)
    var part = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case 48...57 where digits < 4:
        digits += 1
        let digit = Int(byte) - 48
        switch part {
        case 0: numbers.0 = numbers.0 * 10 + digit
        case 1: numbers.1 = numbers.1 * 10 + digit
        default: numbers.2 = numbers.2 * 10 + digit
        }
      case UInt8(ascii: ".") where digits > 0 && part < 2:
        part += 1
        digits = 0
      default: return nil
      }
    }
    guard part > 0, digits > 0 else { return nil }
    self.init(numbers.0, numbers.1, numbers.2)
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
