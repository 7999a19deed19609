/// A value as SQLite stores it, with its storage class.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  package static func text(_ text: String) -> Value { .text(Array(text.utf8)) }
}

extension Value {
  /// The value as an SQL literal, reals to 15 significant digits.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): Decimal(number, digits: 15).literal
    case .text(let bytes):
      "'" + String(decoding: bytes.flatMap { $0 == 39 ? [39, 39] : [$0] }, as: UTF8.self) + "'"
    case .blob(let bytes): "X'\(bytes.hexadecimal.uppercased())'"
    }
  }

  /// The value in words, as a message shows it: the class where it is not plain from the literal.
  package var shown: String {
    guard case .text(let bytes) = self, String(validating: bytes, as: UTF8.self) == nil else {
      return literal
    }
    return "text that is no UTF-8, X'\(bytes.hexadecimal.uppercased())'"
  }

  /// Returns whether `other` is of the same class and equal; reals to 15 significant digits.
  package func matches(_ other: Value) -> Bool {
    guard case .real(let a) = self, case .real(let b) = other else { return self == other }
    return a == b || Decimal.isEqual(a, b, digits: 15)
  }

  /// The value as text, if it is text of UTF-8.
  package var string: String? {
    guard case .text(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// Whether a probe that yields it says yes: neither NULL nor 0.
  package var isTrue: Bool {
    switch self {
    case .null: false
    case .integer(let number): number != 0
    case .real(let number): number != 0
    case .text(let bytes): !bytes.elementsEqual("0".utf8) && !bytes.isEmpty
    case .blob: true
    }
  }

  /// The value as an option's value is compared: integers and texts alike.
  package var plainText: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real: literal
    case .text: string
    }
  }
}
