import Foundation

/// JSON read by Foundation, for a look at what the tool wrote.
package struct Parsed {
  private let value: Any?

  package init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private init(value: Any?) {
    self.value = value
  }

  package subscript(key: String) -> Parsed {
    Parsed(value: (value as? [String: Any])?[key])
  }

  package subscript(index: Int) -> Parsed {
    let list = value as? [Any] ?? []
    return Parsed(value: list.indices.contains(index) ? list[index] : nil)
  }

  /// The elements of a list; none for anything else.
  package var elements: [Parsed] { (value as? [Any] ?? []).map { Parsed(value: $0) } }
  package var count: Int { elements.count }
  package var string: String? { value as? String }
  package var integer: Int? { value as? Int }
  package var boolean: Bool? { value as? Bool }
  package var isNull: Bool { value is NSNull }

  package static func == (a: Parsed, b: String) -> Bool { a.string == b }
  package static func == (a: Parsed, b: Int) -> Bool { a.integer == b }
}
