/// A finite or infinite real as a number of significant decimal digits and a power of ten.
///
/// Rounds Swift's shortest spelling of the number, which differs from rounding the number itself
/// only where the two are closer than a double can tell apart.
struct Decimal: Hashable {
  private let isNegative: Bool
  /// The digits, the first not 0, without zeros at the end; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the first digit.
  private let exponent: Int
  private let isFinite: Bool

  init(_ number: Double, digits limit: Int) {
    isNegative = number.sign == .minus && number != 0
    isFinite = number.isFinite
    let (all, power) = isFinite ? Self.spelled(number.magnitude) : ([], 0)
    (digits, exponent) = Self.rounded(all, power, to: limit)
  }

  /// Returns whether two reals are less than half a unit of the last of `digits` digits apart.
  static func isEqual(_ a: Double, _ b: Double, digits: Int) -> Bool {
    guard a.isFinite, b.isFinite else { return a == b }
    if Decimal(a, digits: digits) == Decimal(b, digits: digits) { return true }
    let (_, power) = spelled(max(a.magnitude, b.magnitude))
    guard let half = Double("5e\(power - digits)") else { return false }
    return (a - b).magnitude <= half
  }

  /// The number as SQLite prints it: always a point or an exponent.
  var literal: String {
    let sign = isNegative ? "-" : ""
    guard isFinite else { return sign + "Inf" }
    let text = String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    if digits.isEmpty { return "0.0" }
    if exponent < -4 || exponent > 14 {
      let fraction = digits.count > 1 ? text.dropFirst() : "0"
      let power = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
      return "\(sign)\(text.prefix(1)).\(fraction)e\(exponent < 0 ? "-" : "+")\(power)"
    }
    return sign + fixed(text)
  }

  /// The number without an exponent, zeros in place of the digits it does not have.
  var integerText: String {
    guard isFinite, exponent >= 0 else { return isFinite ? "0" : literal }
    let text = digits.prefix(exponent + 1).map { $0 + 48 }
    let zeros = String(repeating: "0", count: max(0, exponent + 1 - text.count))
    return (isNegative ? "-" : "") + String(decoding: text, as: UTF8.self) + zeros
  }

  private func fixed(_ text: String) -> String {
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + text }
    let whole = text.prefix(exponent + 1)
    let zeros = String(repeating: "0", count: exponent + 1 - whole.count)
    let fraction = text.dropFirst(whole.count)
    return whole + zeros + "." + (fraction.isEmpty ? "0" : fraction)
  }

  /// Returns the digits of Swift's spelling and the power of ten of the first.
  private static func spelled(_ number: Double) -> ([UInt8], Int) {
    let parts = number.description.split(separator: "e", maxSplits: 1)
    let mantissa = Array((parts.first ?? "0").utf8)
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
    var digits = mantissa.filter { $0 != UInt8(ascii: ".") }.map { $0 &- 48 }
    var power = point - 1 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.first == 0 {
      digits.removeFirst()
      power -= 1
    }
    while digits.last == 0 { digits.removeLast() }
    return digits.isEmpty ? ([], 0) : (digits, power)
  }

  private static func rounded(_ digits: [UInt8], _ power: Int, to limit: Int) -> ([UInt8], Int) {
    guard digits.count > limit else { return (digits, power) }
    var kept = Array(digits.prefix(limit))
    if digits[limit] >= 5 {
      var index = limit - 1
      while index >= 0, kept[index] == 9 {
        kept[index] = 0
        index -= 1
      }
      if index < 0 { return ([1], power + 1) }
      kept[index] += 1
    }
    while kept.last == 0 { kept.removeLast() }
    return (kept, power)
  }
}
