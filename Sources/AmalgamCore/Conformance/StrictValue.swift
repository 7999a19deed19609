/// The spelling of values in strict scripts.
enum StrictValue {
  /// Returns the value that `text` means in a column, or `nil` if it is none of that class.
  static func parse(_ text: String, as column: Column) -> Value? {
    if text == "NULL" { return .null }
    if text.utf8.contains(where: { $0 < 32 || $0 == 127 }) { return nil }
    return switch column {
    case .integer: integer(text)
    case .real: real(text)
    case .text: text == "(empty)" ? .text([]) : .text(text)
    case .blob: blob(text)
    case .literal: integer(text) ?? real(text) ?? blob(text) ?? quoted(text)
    }
  }

  /// How to write a value of a column, for the way out of a problem.
  static func spelling(of column: Column) -> String {
    switch column {
    case .integer: "write an integer such as '-1', or NULL"
    case .real: "write a real such as '1.5', or NULL"
    case .text: "write the text as it is; one with control characters needs hex() or quote()"
    case .blob: "write a blob such as X'00FF', or NULL"
    case .literal: "write an SQL literal: 12, 1.5, 'it''s', X'00' or NULL"
    }
  }

  private static func integer(_ text: String) -> Value? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(text).map(Value.integer)
  }

  private static func real(_ text: String) -> Value? {
    if text == "Inf" { return .real(.infinity) }
    if text == "-Inf" { return .real(-.infinity) }
    let plain = text.utf8.allSatisfy {
      (48...57).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard plain, let number = Double(text), number.isFinite else { return nil }
    return .real(number)
  }

  private static func blob(_ text: String) -> Value? {
    guard text.hasPrefix("X'"), text.hasSuffix("'"), text.utf8.count >= 3 else { return nil }
    let digits = Array(text.utf8.dropFirst(2).dropLast())
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexadecimalDigit, let low = digits[index + 1].hexadecimalDigit
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return .blob(bytes)
  }

  private static func quoted(_ text: String) -> Value? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes.first == 39, bytes.last == 39 else { return nil }
    var content: [UInt8] = []
    var index = 1
    while index < bytes.count - 1 {
      content.append(bytes[index])
      if bytes[index] == 39 {
        guard index + 1 < bytes.count - 1, bytes[index + 1] == 39 else { return nil }
        index += 1
      }
      index += 1
    }
    return .text(content)
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - 87
    default: nil
    }
  }
}
