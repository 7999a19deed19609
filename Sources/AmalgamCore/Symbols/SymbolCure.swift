/// What brings a name of SQLite's that a program lacks.
struct SymbolCure {
  private let catalogue: OptionCatalogue
  /// Whether the program has a SQLite that lacks it.
  private let hasCopy: Bool

  init(_ catalogue: OptionCatalogue, hasCopy: Bool) {
    self.catalogue = catalogue
    self.hasCopy = hasCopy
  }

  /// What is said where the name is one that every SQLite has.
  static let noCopy = "no SQLite on this link line"

  /// Returns the option or the first release that brings `name`; `nil` for an unknown name.
  func cure(for name: String) -> String? {
    let symbol = Capability(.symbol, name)
    if let line = catalogue.stock.first(where: { $0.value == symbol }) {
      guard hasCopy else { return Self.noCopy }
      guard let release = line.releases.from else { return removers(of: symbol) }
      return "SQLite \(release) or later" + without(symbol)
    }
    if let bringer = catalogue.bringer(of: symbol) {
      let old = bringer.release.map { $0 > Self.oldest ? " in SQLite \($0) or later" : "" } ?? ""
      return bringer.options.joined(separator: " with ") + old
    }
    return KnownAPI.encryption.contains(name) ? "a SQLite with encryption, such as SQLCipher" : nil
  }

  /// The options that take a name out which every release has.
  private func removers(of symbol: Capability) -> String {
    let options = without(symbol)
    if !options.isEmpty { return "a SQLite" + options }
    return valueThatKeeps(symbol) ?? "a SQLite with all functions"
  }

  private func without(_ symbol: Capability) -> String {
    let rows = catalogue.rows.filter { row in
      row.removes.contains { $0.value == symbol && $0.condition == nil }
    }
    return rows.isEmpty ? "" : " without \(rows.map(\.name).joined(separator: " or "))"
  }

  /// Says which value of an option has to go, such as `SQLITE_THREADSAFE=0`.
  private func valueThatKeeps(_ symbol: Capability) -> String? {
    for row in catalogue.rows {
      guard let line = row.removes.first(where: { $0.value == symbol }),
        let values = line.condition
      else { continue }
      return "a SQLite without \(row.name)=\(values.text)"
    }
    return nil
  }

  /// Releases before this one are met nowhere any more.
  private static let oldest = Version(3, 40, 0)
}

extension SymbolCure {
  /// The way out where `own` has a SQLite that lacks `taken`, which come from `library`; `nil` where
  /// the file does not tell whence.
  func splitFix(own: String, taken: [String], library: String?) -> String {
    var cures: [String] = []
    for name in taken {
      guard let cure = cure(for: name), !cures.contains(cure) else { continue }
      cures.append(cure)
    }
    let isByOptions = !cures.isEmpty && cures.allSatisfy { $0.hasPrefix("SQLITE_") }
    let means =
      isByOptions
      ? "build the SQLite of '\(own)' with \(cures.map { "'\($0)'" }.joined(separator: " and "))"
      : "give '\(own)' a SQLite that has all of them"
        + (cures.isEmpty ? "" : ": \(cures.joined(separator: ", "))")
    return "keep one: \(means), and \(library.map { "drop '\($0)'" } ?? "link no other")"
  }
}
