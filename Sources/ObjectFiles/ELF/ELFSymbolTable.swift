/// The entries of `.symtab` or `.dynsym` with their names.
struct ELFSymbolTable {
  private let entries: Window
  private let wide: Bool
  private var names: StringTable
  private var versions: ELFVersions?
  /// Local symbols come first, and the table's header says how many there are.
  let localCount: Int

  init(
    _ entries: Window,
    names: Window,
    localCount: UInt32,
    versions: ELFVersions?,
    wide: Bool
  ) throws(ReadError) {
    let count = entries.count / Self.entrySize(wide: wide)
    guard entries.count == 0 || Int(localCount) <= count else {
      throw entries.failure("at most \(count) local symbols", found: "\(localCount)")
    }
    self.entries = entries
    self.names = StringTable(names, names: count)
    self.versions = versions
    self.localCount = Int(localCount)
    self.wide = wide
  }

  var count: Int { entries.count / Self.entrySize(wide: wide) }

  /// Returns the entry that relocations call by that index.
  func entry(_ index: Int) throws(ReadError) -> ELFSymbolEntry {
    guard index >= 0, index < count else {
      throw entries.failure("one of \(count) symbols", found: "symbol \(index)")
    }
    return try ELFSymbolEntry(entries, at: index * Self.entrySize(wide: wide), wide: wide)
  }

  /// Returns the symbol of an entry, with its name and version.
  mutating func symbol(_ index: Int, _ entry: ELFSymbolEntry) throws(ReadError) -> Symbol {
    let linkName = try names.name(at: UInt64(entry.name))
    let version = try versions?.version(ofSymbol: index)
    return entry.symbol(linkName, version: version)
  }

  static func entrySize(wide: Bool) -> Int { wide ? 24 : 16 }
}
