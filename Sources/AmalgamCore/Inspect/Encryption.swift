import ObjectFiles

/// The makers of encrypted SQLites, known by names that only theirs have.
///
/// `PRAGMA key` is accepted without a word by a SQLite that encrypts nothing, so that what a program
/// says proves nothing.
package enum Encryption: String, CaseIterable, Sendable {
  case sqlCipher = "sqlcipher"
  case multipleCiphers = "sqlite3mc"
  case see

  /// Texts of its data, one of which is enough: functions and pragmas that it adds.
  private var texts: [String] {
    switch self {
    case .sqlCipher: ["sqlcipher_export", "sqlcipher_codec_pragma", "cipher_provider_version"]
    case .multipleCiphers: ["sqlite3mc_config", "sqlite3mc_version", "sqlite3mc_codec_data"]
    // Not `sqlite3_activate_see`, which the others have as well.
    case .see: ["see-aes256-ofb", "see-aes128-ofb", "see-aes128-ccm", "see-cccrypt"]
    }
  }

  /// Returns the marks of those that the copy in `file` shows, in byte order.
  static func marks(
    in file: UnsafeRawBufferPointer,
    members: ThinMembers,
    architecture: Architecture?,
    options: [String],
    hasKey: Bool
  ) throws(ReadError) -> [String] {
    var search = TextSearch(for: Set(allCases.flatMap(\.texts)))
    try ObjectFile.forEach(in: file, members: members) { object throws(ReadError) in
      guard object.architecture == architecture else { return }
      try object.forEachDataPart { search.search($0.bytes) }
    }
    let found = allCases.filter { maker in
      maker.texts.contains(where: search.found.contains)
        || options.contains { $0.hasPrefix("CODEC=\(maker.rawValue)") }
    }
    let marks = found.map { "encryption:\($0.rawValue)" }
    return marks.isEmpty && hasKey ? ["encryption:unknown"] : marks.sorted()
  }
}
