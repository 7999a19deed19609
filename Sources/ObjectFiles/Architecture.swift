/// The processor an object is for, spelled as in a target triple.
package enum Architecture: Hashable, Sendable, CustomStringConvertible {
  case named(String)
  /// A number of the format's own list that has no name here.
  case unknown(UInt64)

  package var description: String {
    switch self {
    case .named(let name): name
    case .unknown(let number): "cpu-\(number)"
    }
  }
}

extension Architecture: ExpressibleByStringLiteral {
  package init(stringLiteral name: String) { self = .named(name) }
}
