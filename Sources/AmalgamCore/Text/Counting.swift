extension Int {
  /// `1 case`, `2 cases`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension [String] {
  /// The first few in quotes, as an example of many.
  package var examples: String {
    prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (count > 8 ? ", …" : "")
  }
}
