/// A pattern of `*` (any run) and `?` (one character), as `on *-apple-ios*` uses it.
package struct Glob: Hashable, Sendable {
  package let pattern: String
  private let bytes: [UInt8]

  package init(_ pattern: String) {
    self.pattern = pattern
    bytes = Array(pattern.utf8)
  }

  /// Returns whether all of `text` matches; linear in both for one `*`, never exponential.
  package func matches(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes(matches(bytes:))
  }

  /// Returns whether everything that `other` matches is matched too; for a pattern with `?`, which
  /// a `*` cannot be measured by, only that of itself.
  package func covers(_ other: Glob) -> Bool {
    self == other || (!bytes.contains(UInt8(ascii: "?")) && matches(other.pattern))
  }

  /// Returns whether all of the text that `text` has the bytes of matches.
  package func matches(bytes text: UnsafeRawBufferPointer) -> Bool {
    let pattern = self.bytes
    var p = 0
    var t = 0
    var retry: (p: Int, t: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        retry = (p + 1, t)
        p += 1
      } else if p < pattern.count, pattern[p] == UInt8(ascii: "?") || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let (starP, starT) = retry {
        retry = (starP, starT + 1)
        p = starP
        t = starT + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
