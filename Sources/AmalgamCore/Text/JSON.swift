/// A JSON value that is written, never read: objects keep the order they are given, so output is
/// stable.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// Makes an object of `pairs`, in their order.
  package static func object(_ pairs: KeyValuePairs<String, JSON>) -> JSON {
    .object(pairs.map { Member(key: $0.key, value: $0.value) })
  }

  /// Makes a string, or `null` of `nil`.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// Makes a number, or `null` of `nil`.
  package static func optional(_ number: Int?) -> JSON { number.map(JSON.integer) ?? .null }

  /// Makes a list of strings.
  package static func strings(_ texts: some Sequence<String>) -> JSON {
    .array(texts.map(JSON.string))
  }

  /// The members of an object followed by `more`; other values are returned as they are.
  package func adding(_ more: KeyValuePairs<String, JSON>) -> JSON {
    guard case .object(let members) = self, case .object(let added) = JSON.object(more) else {
      return self
    }
    return .object(members + added)
  }
}

extension JSON: CustomStringConvertible {
  /// The text: two blanks an indent, one member a line, a line break at the end.
  package var description: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// The text on one line, without blanks.
  package var compact: String {
    switch self {
    case .array(let items): "[" + items.map(\.compact).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.compact }.joined(separator: ",")
        + "}"
    case .null, .bool, .integer, .string: scalar
    }
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .array(let items) where !items.isEmpty:
      Self.write(items, to: &text, open: "[", close: "]", indent: indent) { item, inner, text in
        item.write(to: &text, indent: inner)
      }
    case .object(let members) where !members.isEmpty:
      Self.write(members, to: &text, open: "{", close: "}", indent: indent) { member, inner, text in
        text += Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: inner)
      }
    default: text += compact
    }
  }

  private static func write<Item>(
    _ items: [Item],
    to text: inout String,
    open: String,
    close: String,
    indent: String,
    each: (Item, String, inout String) -> Void
  ) {
    let inner = indent + "  "
    text += open
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + inner
      each(item, inner, &text)
    }
    text += "\n" + indent + close
  }

  private var scalar: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .string(let value): Self.quoted(value)
    case .null, .array, .object: "null"
    }
  }

  /// Returns `text` in quotes, with control characters, line separators and what reorders
  /// text escaped, so that no reader and no terminal is led astray.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isControl:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
