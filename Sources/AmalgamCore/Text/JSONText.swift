/// Reads JSON that the tool has written itself: a small reader for `gate --merge`, strict, with the
/// offset of what is wrong.
package struct JSONText {
  package struct Problem: Error, Hashable, Sendable {
    package let offset: Int
    package let message: String
  }

  private let bytes: [UInt8]
  private var place = 0
  private static let deepest = 64

  /// Returns the value that `text` is.
  package static func parse(_ text: String) throws(Problem) -> JSON {
    var reader = JSONText(bytes: Array(text.utf8))
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.place < reader.bytes.count { throw reader.problem("the end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func problem(_ expected: String) -> Problem {
    Problem(offset: place, message: "expected \(expected)")
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { place += 1 }
  }

  private mutating func takes(_ character: Character) -> Bool {
    skipBlanks()
    guard next == character.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws(Problem) -> JSON {
    guard depth < Self.deepest else { throw problem("at most \(Self.deepest) levels") }
    if takes("{") { return try object(depth: depth) }
    if takes("[") { return try array(depth: depth) }
    if next == UInt8(ascii: "\"") { return .string(try string()) }
    for (word, value) in [("null", JSON.null), ("true", .bool(true)), ("false", .bool(false))]
    where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return value
    }
    let digits = bytes[place...].prefix { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw problem("a value")
    }
    place += digits.count
    return .integer(number)
  }

  private mutating func object(depth: Int) throws(Problem) -> JSON {
    var members: [JSON.Member] = []
    if takes("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw problem("a key") }
      let key = try string()
      guard takes(":") else { throw problem("':'") }
      members.append(JSON.Member(key: key, value: try value(depth: depth + 1)))
    } while takes(",")
    guard takes("}") else { throw problem("',' or '}'") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Problem) -> JSON {
    var items: [JSON] = []
    if takes("]") { return .array([]) }
    repeat { items.append(try value(depth: depth + 1)) } while takes(",")
    guard takes("]") else { throw problem("',' or ']'") }
    return .array(items)
  }

  private mutating func string() throws(Problem) -> String {
    place += 1
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 32 else { throw problem("no control character in a text") }
      place += 1
      if byte == UInt8(ascii: "\\") { units += try escape() } else { units.append(byte) }
    }
    guard next != nil else { throw problem("the end of a text") }
    place += 1
    return String(decoding: units, as: UTF8.self)
  }

  private mutating func escape() throws(Problem) -> [UInt8] {
    guard let byte = next else { throw problem("an escape") }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"):
      let digits = bytes[place...].prefix(4)
      guard digits.count == 4, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw problem("four hexadecimal digits") }
      place += 4
      return Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
    default: throw problem("an escape")
    }
  }
}

extension JSON {
  /// The member of that name; `null` where there is none.
  package subscript(key: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  package var items: [JSON] { if case .array(let items) = self { items } else { [] } }
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var number: Int? { if case .integer(let number) = self { number } else { nil } }
  package var strings: [String] { items.compactMap(\.text) }
}
