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

  /// Calls `body` with each symbol that the loader resolves by name, and for how many relocations.
  func forEachBoundSymbol(
    _ body: (Symbol, Int) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard type != 1, var symbols = try symbolTable(.linking) else { return }
    var counts = [UInt32](repeating: 0, count: symbols.count)
    try forEachDynamicRelocation(segments.addressMap()) { relocation throws(ReadError) in
      guard relocation.symbol != 0 else { return }
      guard relocation.symbol < counts.count else {
        throw window.failure("one of \(counts.count) symbols", found: "\(relocation.symbol)")
      }
      counts[relocation.symbol] += 1
    }
    for (index, count) in counts.enumerated() where count > 0 {
      let entry = try symbols.entry(index)
      guard entry.binding != .local, !entry.isMark else { continue }
      try body(symbols.symbol(index, entry), Int(count))
    }
  }

  /// Calls `body` with each word that an object carries for the linker.
  func forEachLinkerRequest(
    _ body: (LinkerRequest) throws(ReadError) -> Void
  ) throws(ReadError) {
    let hasLibraries = try sections.mayName(".deplibs")
    let hasOptions = try sections.mayName(".swift1_autolink_entries")
    guard hasLibraries || hasOptions else { return }
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
