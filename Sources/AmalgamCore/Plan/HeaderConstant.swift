/// A constant of `sqlite3.h` that says which release it is.
///
/// Swift gives the constants of two modules one symbol where their names and types are the same, and
/// refuses two values; those that every release has otherwise need a Swift declaration of their own.
struct HeaderConstant: Hashable, Sendable {
  let name: String
  /// As C and Swift both write it.
  let value: String
  let isText: Bool

  /// Returns the texts that `header` defines, and `SQLITE_VERSION_NUMBER`.
  static func ofRelease(in header: [UInt8]) -> [HeaderConstant] {
    header.split(separator: 10).compactMap { line in
      guard line.starts(with: "#define SQLITE_".utf8) else { return nil }
      let words = line.split(maxSplits: 2, whereSeparator: { $0 <= 32 })
        .map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3 else { return nil }
      let value = words[2].withoutBlanksAround
      let isText = value.isPlainLiteral
      let isNumber =
        words[1] == "SQLITE_VERSION_NUMBER" && value.utf8.allSatisfy { (48...57).contains($0) }
      guard isText || isNumber else { return nil }
      return HeaderConstant(name: words[1], value: value, isText: isText)
    }
  }

  var swift: String {
    "@_alwaysEmitIntoClient public var \(name): Swift.\(isText ? "String" : "Int32") "
      + "{ get { return \(value) } }\n"
  }
}

extension String {
  fileprivate var withoutBlanksAround: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// Whether it is one C string that Swift reads the same way.
  fileprivate var isPlainLiteral: Bool {
    utf8.count >= 2 && hasPrefix("\"") && hasSuffix("\"")
      && dropFirst().dropLast().utf8.allSatisfy { $0 >= 32 && $0 < 127 && $0 != 34 && $0 != 92 }
  }
}
