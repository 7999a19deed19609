/// The values of a sqllogictest query, converted as its letters say, beside the expected lines.
struct LogicTestComparison {
  private let query: Record.Query
  /// The lines in the order in which they are compared.
  let sorted: [String]

  init(_ query: Record.Query, rows: [[Value]]) {
    self.query = query
    let lines = rows.map { row in
      zip(query.columns, row).map { LogicTestValue.line($1, as: $0) }
    }
    sorted =
      switch query.order {
      case .nosort: lines.flatMap { $0 }
      case .rowsort: lines.sorted { $0.lexicographicallyPrecedes($1, by: <) }.flatMap { $0 }
      case .valuesort: lines.flatMap { $0 }.sorted()
      }
  }

  /// The first difference; `nil` where all lines are as they should be.
  var mismatch: Mismatch? {
    switch query.expected {
    case .lines(let expected): mismatch(expected)
    case .hash(let count, let md5): mismatch(count: count, md5: md5)
    case .anything, .values: nil
    }
  }

  private func mismatch(_ expected: [String]) -> Mismatch? {
    for (index, pair) in zip(expected, sorted).enumerated() where pair.0 != pair.1 {
      return .value(
        index,
        of: query.columns.count,
        expected: "'\(pair.0)'",
        got: "'\(pair.1)'"
      )
    }
    return expected.count == sorted.count
      ? nil : .values(expected.count, got: sorted.map { "'\($0)'" })
  }

  private func mismatch(count: Int, md5: String) -> Mismatch? {
    let digest = sorted.digest
    if count == sorted.count, digest == md5 { return nil }
    return Mismatch(
      expected: "\(count.values) hashing to \(md5)",
      got: "\(sorted.count.values) hashing to \(digest)"
    )
  }
}

/// How sqllogictest prints a value.
enum LogicTestValue {
  /// Returns `value` as the letter of its column converts it.
  static func line(_ value: Value, as column: Column) -> String {
    if value == .null { return "NULL" }
    return switch column {
    case .integer: String(Int32(truncatingIfNeeded: value.asInteger))
    case .real: thousandths(value.asReal)
    case .text, .blob, .literal: text(value)
    }
  }

  /// The text with `@` for each byte that is not printable ASCII.
  private static func text(_ value: Value) -> String {
    let bytes = value.asText.prefix { $0 != 0 }
    if bytes.isEmpty { return "(empty)" }
    return String(decoding: bytes.map { (32...126).contains($0) ? $0 : 64 }, as: UTF8.self)
  }

  /// The real with three decimals, halves away from zero, as SQLite's own `%.3f` rounds.
  private static func thousandths(_ number: Double) -> String {
    let sign = number.sign == .minus ? "-" : ""
    let size = number.magnitude
    guard size < 1e13 else {
      return sign + Decimal(size, digits: 16).integerText + (size.isFinite ? ".000" : "")
    }
    let whole = size.rounded(.down)
    // The product is rounded; what it lost decides on which side of a half it lies.
    let fraction = size - whole
    let product = fraction * 1000
    let lost = (-product).addingProduct(fraction, 1000)
    let below = product.rounded(.down)
    let rest = product - below
    let isUp = rest > 0.5 || (rest == 0.5 && lost >= 0)
    let total = Int64(whole) * 1000 + Int64(below) + (isUp ? 1 : 0)
    let digits = String(total % 1000)
    return "\(sign)\(total / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }
}

extension Value {
  /// The value as `sqlite3_column_int64` converts it.
  fileprivate var asInteger: Int64 {
    switch self {
    case .null: 0
    case .integer(let number): number
    case .real(let number): Int64(exactly: number.rounded(.towardZero)) ?? Self.clamped(number)
    case .text(let bytes), .blob(let bytes): Self.leadingInteger(bytes)
    }
  }

  /// The value as `sqlite3_column_double` converts it.
  fileprivate var asReal: Double {
    switch self {
    case .null: 0
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let bytes), .blob(let bytes): Self.leadingReal(bytes)
    }
  }

  /// The value as `sqlite3_column_text` converts it.
  fileprivate var asText: [UInt8] {
    switch self {
    case .null: []
    case .text(let bytes), .blob(let bytes): bytes
    case .integer, .real: Array(literal.utf8)
    }
  }

  private static func clamped(_ number: Double) -> Int64 {
    number > 0 ? .max : number < 0 ? .min : 0
  }

  private static func leadingInteger(_ bytes: [UInt8]) -> Int64 {
    let (sign, digits) = signed(bytes)
    var number: Int64 = 0
    for digit in digits.prefix(while: { (48...57).contains($0) }) {
      let (tens, over) = number.multipliedReportingOverflow(by: 10)
      let (next, beyond) = tens.addingReportingOverflow(Int64(digit - 48))
      if over || beyond { return sign < 0 ? .min : .max }
      number = next
    }
    return sign * number
  }

  private static func leadingReal(_ bytes: [UInt8]) -> Double {
    let (sign, digits) = signed(bytes)
    let text = digits.prefix { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
    for length in stride(from: text.count, to: 0, by: -1) {
      if let number = Double(String(decoding: text.prefix(length), as: UTF8.self)) {
        return Double(sign) * number
      }
    }
    return 0
  }

  private static func signed(_ bytes: [UInt8]) -> (sign: Int64, digits: ArraySlice<UInt8>) {
    let rest = bytes.drop { $0 == 32 || (9...13).contains($0) }
    switch rest.first {
    case UInt8(ascii: "-"): return (-1, rest.dropFirst())
    case UInt8(ascii: "+"): return (1, rest.dropFirst())
    default: return (1, rest)
    }
  }
}
