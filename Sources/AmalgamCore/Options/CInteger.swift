/// An integer as C writes it: a sign, decimal, octal or hexadecimal digits, a suffix, parentheses.
package enum CInteger: Hashable, Sendable {
  case value(Int)
  /// More than 64 bits.
  case tooLarge(isNegative: Bool)

  /// Reads `text`; `nil` for anything that is no plain integer.
  package init?(_ text: String) {
    var rest = text[...]
    while rest.hasPrefix("("), rest.hasSuffix(")"), rest.count > 2 {
      rest = rest.dropFirst().dropLast()
    }
    var sign = ""
    if let first = rest.first, first == "-" || first == "+" {
      sign = String(first)
      rest = rest.dropFirst()
    }
    while let last = rest.last, "uUlL".contains(last) { rest = rest.dropLast() }
    let radix = Self.radix(of: &rest)
    guard !rest.isEmpty, rest.utf8.allSatisfy({ Self.isDigit($0, radix) }) else { return nil }
    self = Int(sign + rest, radix: radix).map(Self.value) ?? .tooLarge(isNegative: sign == "-")
  }

  private static func radix(of digits: inout Substring) -> Int {
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
      return 16
    }
    return digits.count > 1 && digits.hasPrefix("0") ? 8 : 10
  }

  private static func isDigit(_ byte: UInt8, _ radix: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"): true
    case UInt8(ascii: "8"), UInt8(ascii: "9"): radix > 8
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16
    default: false
    }
  }
}
