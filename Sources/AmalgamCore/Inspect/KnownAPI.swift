import ObjectFiles

/// The functions and variables of SQLite's API, of every release and option that the catalogue knows.
///
/// Not all that begins with `sqlite3_` is SQLite's: extensions name their entry points that way, and
/// programs their own helpers.
package struct KnownAPI: Sendable {
  package let all: Set<String>

  package init(_ names: Set<String>) { all = names }

  package init(_ catalogue: OptionCatalogue) {
    let lines = catalogue.stock + catalogue.rows.flatMap { $0.adds + $0.removes }
    all = Set(lines.lazy.map(\.value).filter { $0.kind == .symbol }.map(\.name))
      .union(Self.encryption)
  }

  /// What the makers of encrypted SQLites add.
  package static let encryption: Set<String> = [
    "sqlite3_activate_see", "sqlite3_key", "sqlite3_key_v2", "sqlite3_rekey", "sqlite3_rekey_v2",
  ]

  /// Returns the name if it is one of the API.
  package func name(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.hasPrefix("sqlite3") else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    return all.contains(name) ? name : nil
  }

  /// Returns the prefix of a name that is one of the API behind it; `nil` for all other names.
  package func prefix(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 9, bytes.count < 256, !bytes.hasPrefix("sqlite3") else { return nil }
    var start: Int?
    bytes.forEachPlace(of: "sqlite3") { start = $0 }
    guard let start, start > 0, bytes[..<start].allSatisfy(\.isInName) else { return nil }
    let name = String(decoding: bytes[start...], as: UTF8.self)
    return all.contains(name) ? String(decoding: bytes[..<start], as: UTF8.self) : nil
  }
}

extension UInt8 {
  fileprivate var isInName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }
}
