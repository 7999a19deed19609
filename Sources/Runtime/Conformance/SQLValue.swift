import Foundation

/// A value as SQLite stores it.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Reads a value of the table of cases: a letter for its class, a blank, the value.
  init?(tagged line: Substring) {
    let rest = String(line.dropFirst(2))
    switch line.first {
    case "n": self = .null
    case "i":
      guard let number = Int64(rest) else { return nil }
      self = .integer(number)
    case "r":
      guard let number = Double(rest) else { return nil }
      self = .real(number)
    case "t": self = .text(rest)
    case "b":
      let digits = Array(rest.utf8)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
      }
      self = .blob(bytes)
    default: return nil
    }
  }

  /// Whether `other` is of the same class and equal; reals to 15 significant digits.
  func matches(_ other: SQLValue) -> Bool {
    guard case .real(let a) = self, case .real(let b) = other, a.isFinite, b.isFinite else {
      return self == other
    }
    return (a - b).magnitude <= max(a.magnitude, b.magnitude) * 5e-15
  }

  /// The value as an SQL literal.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    case .blob(let bytes): "X'" + bytes.map { String(format: "%02X", $0) }.joined() + "'"
    }
  }
}
