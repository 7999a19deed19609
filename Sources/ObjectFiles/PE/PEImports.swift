extension PEImage {
  /// The libraries in the order in which imports count them, those loaded on first use last.
  func neededLibraries() throws(ReadError) -> [String] {
    var names: [String] = []
    var budget = PartBudget(window)
    try forEachLibrary { library throws(ReadError) in
      try budget.take(Window(library.name, origin: window.origin))
      names.append(String(decoding: library.name, as: UTF8.self))
    }
    return names
  }

  /// Calls `body` with each import that has a name; those by number have none.
  func forEachImport(_ body: (Import) throws(ReadError) -> Void) throws(ReadError) {
    var index = 0
    var budget = PartBudget(window)
    var names = PENames(self, count: window.count / 4)
    try forEachLibrary { library throws(ReadError) in
      let thunks = try map.bytes(at: library.thunks, "a library's imports")
      let word = wide ? 8 : 4
      var offset = 0
      while true {
        let thunk = try thunks.word(offset, wide: wide)
        guard thunk != 0 else { break }
        try budget.take(thunks.slice(offset, word, "an import"))
        offset += word
        guard thunk >> (wide ? 63 : 31) == 0 else { continue }
        // Two bytes before the name are a hint where the loader may find it.
        let name = try names.name(at: thunk &+ 2)
        try body(Import(name, .library(index), isWeak: false))
      }
      index += 1
    }
  }

  /// A library that is imported from.
  private struct Library {
    let name: UnsafeRawBufferPointer
    /// The address of the list of what is imported.
    let thunks: UInt64
  }

  private func forEachLibrary(
    _ body: (Library) throws(ReadError) -> Void
  ) throws(ReadError) {
    var names = PENames(self, count: 0)
    if let place = try directory(.imports) {
      let table = try map.bytes(at: place.address, "the import table")
      var offset = 0
      while try table.u32(offset + 12) != 0 {
        // Some linkers leave out the first list; the second is the same until the program runs.
        let list = try table.u32(offset) != 0 ? table.u32(offset) : table.u32(offset + 16)
        let name = try names.name(at: UInt64(table.u32(offset + 12)))
        try body(Library(name: name, thunks: UInt64(list)))
        offset += 20
      }
    }
    if let place = try directory(.delayedImports) {
      let table = try map.bytes(at: place.address, "the table of delayed imports")
      var offset = 0
      while try table.u32(offset + 4) != 0 {
        // Old linkers wrote addresses here instead of distances from the image's base.
        let base = try table.u32(offset) & 1 != 0 ? 0 : imageBase
        let name = try names.name(at: UInt64(table.u32(offset + 4)) &- base)
        try body(Library(name: name, thunks: UInt64(table.u32(offset + 16)) &- base))
        offset += 32
      }
    }
  }
}
