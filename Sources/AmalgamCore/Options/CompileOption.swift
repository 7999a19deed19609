/// A compile-time option as a profile or a command line sets it, such as `SQLITE_THREADSAFE=2`.
///
/// The name keeps its `SQLITE_` prefix, because that is how `sqlite3.c` and the manual spell it;
/// `PRAGMA compile_options` drops the prefix and often the value.
package struct CompileOption: Hashable, Sendable {
  package let name: String
  package let value: String
  /// The line that set it; `nil` where it comes from no file.
  package let location: SourceLocation?

  package init(_ name: String, _ value: String = "1", at location: SourceLocation? = nil) {
    self.name = name
    self.value = value
    self.location = location
  }

  /// The name as `PRAGMA compile_options` spells it.
  package var shortName: String { name.hasPrefix("SQLITE_") ? String(name.dropFirst(7)) : name }

  /// Returns whether `text` is spelled as an option: capitals, digits and `_`.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, first.isCapitalOrUnderscore else { return false }
    return text.utf8.allSatisfy { $0.isCapitalOrUnderscore || (48...57).contains($0) }
  }
}

extension CompileOption: CustomStringConvertible {
  /// `NAME=VALUE`, the value always there.
  package var description: String { "\(name)=\(value)" }
}

extension UInt8 {
  fileprivate var isCapitalOrUnderscore: Bool { (65...90).contains(self) || self == 95 }
}
