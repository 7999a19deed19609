/// What the loader does with an image beyond finding its libraries.
extension ELFImage {
  /// The smallest alignment of a mapped segment, which decides what pages the image can be on.
  func segmentAlignment() throws(ReadError) -> UInt64? {
    var smallest: UInt64?
    for index in 0..<segments.count {
      let segment = try segments[index]
      guard segment.type == .load else { continue }
      smallest = min(smallest ?? .max, segment.alignment)
    }
    return smallest
  }

  /// Whether the loader looks into the image itself first (`-Bsymbolic`).
  func isSymbolic() throws(ReadError) -> Bool {
    if try dynamicValue(.symbolic) != nil { return true }
    return (try dynamicValue(.flags) ?? 0) & 2 != 0
  }

  /// Calls `body` with the symbol of each relocation that the loader resolves by name.
  func forEachBoundReference(
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard type != 1, var symbols = try symbolTable(.linking) else { return }
    try forEachDynamicRelocation(segments.addressMap()) { relocation throws(ReadError) in
      guard relocation.symbol != 0 else { return }
      let entry = try symbols.entry(relocation.symbol)
      guard entry.binding != .local, !entry.isMark else { return }
      try body(symbols.symbol(relocation.symbol, entry))
    }
  }

  /// Calls `body` with each word that an object carries for the linker.
  func forEachLinkerRequest(
    _ body: (LinkerRequest) throws(ReadError) -> Void
  ) throws(ReadError) {
    var names = try sections.names()
    var budget = PartBudget(window)
    for index in 0..<sections.count {
      let section = try sections[index]
      let name = try names.name(at: UInt64(section.name))
      let isLibraries = name.equals(".deplibs")
      guard isLibraries || name.equals(".swift1_autolink_entries") else { continue }
      let contents = try sections.contents(of: section)
      try budget.take(contents)
      try contents.forEachText { text throws(ReadError) in
        try body(isLibraries ? .library(text) : .option(text))
      }
    }
  }
}
