/// Reads a SHA3-256 that a user copied from SQLite's pages, with or without its algorithm.
///
/// 64 digits alone may be a SHA-256 as well, which other tools print and ask for; so the lock
/// demands the name, and a wrong kind is told apart from a wrong length.
package enum PublishedDigest {
  /// What is wrong with a digest, and the way out.
  package struct Problem: Error, Hashable, Sendable {
    package let what: String
    package let fix: String
  }

  private static let prefix = "sha3-256:"

  /// Returns the digits of `text`, which must name its algorithm.
  package static func digits(of text: String, page: String) throws(Problem) -> String {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let fix = "write '\(prefix)' and the 64 digits of SHA3-256 that \(page) publishes"
    guard parts.count == 2, let digits = parts.last.map(String.init) else {
      throw Problem(what: "'\(text)' does not name its algorithm", fix: fix)
    }
    guard parts[0] == "sha3-256" else {
      throw Problem(what: "'\(parts[0])' is not 'sha3-256', the digest SQLite publishes", fix: fix)
    }
    guard let digits = hexadecimal(digits, count: 64) else {
      throw Problem(what: "'\(text)' has \(found(in: digits)), and SHA3-256 has 64", fix: fix)
    }
    return digits
  }

  /// Returns the digits of `text`, an argument whose name already says SHA3.
  package static func bareDigits(of text: String, page: String) throws(Problem) -> String {
    try digits(of: text.contains(":") ? text : prefix + text, page: page)
  }

  /// Returns `text` in lower case if it is `count` hexadecimal digits.
  package static func hexadecimal(_ text: String, count: Int) -> String? {
    let digits = text.lowercased()
    let isHexadecimal = digits.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    return isHexadecimal && digits.utf8.count == count ? digits : nil
  }

  /// Returns what `text` has in place of so and so many digits.
  package static func found(in text: String) -> String {
    guard hexadecimal(text, count: text.utf8.count) != nil, !text.isEmpty else {
      return "characters that are no hexadecimal digits"
    }
    return text.count == 1 ? "1 digit" : "\(text.count) digits"
  }
}
