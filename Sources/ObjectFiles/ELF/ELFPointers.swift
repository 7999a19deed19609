extension ELFImage {
  /// Calls `body` with the offsets of each pointer in the data and of what it points at.
  func forEachPointer(_ body: PointerBody) throws(ReadError) {
    guard type != 1 else { return try forEachObjectPointer(body) }
    let map = try segments.addressMap()
    if try segments.first(.dynamic) == nil {
      return try forEachPlainPointer(map, body)
    }
    // A program at a fixed address has pointers that nobody needs to fill in.
    if type == 2 { try forEachPlainPointer(map, body) }
    try forEachDynamicRelocation(map) { relocation throws(ReadError) in
      guard relocation.type == relativeType, let slot = map.offset(of: relocation.place) else {
        return
      }
      let target = try addend(of: relocation, at: slot, in: window)
      if let target = map.offset(of: target) { try body(slot, target) }
    }
    for (tag, size) in [
      (DynamicTag.relr, DynamicTag.relrSize), (.androidRelr, .androidRelrSize),
    ] {
      guard let table = try dynamicTable(map, tag, size: size) else { continue }
      try forEachRelative(inRELR: table) { place throws(ReadError) in
        guard let slot = map.offset(of: place) else { return }
        if let target = map.offset(of: try window.word(slot, wide: wide)) { try body(slot, target) }
      }
    }
  }

  /// Takes each word in the data that is an address in the file for a pointer.
  private func forEachPlainPointer(_ map: AddressMap, _ body: PointerBody) throws(ReadError) {
    let word = wide ? 8 : 4
    let bounds = map.bounds
    try forEachDataPart { part throws(ReadError) in
      let base = part.origin - window.origin
      var offset = (word - base % word) % word
      while offset <= part.count - word {
        let address = try part.word(offset, wide: wide)
        if bounds.contains(address), let target = map.offset(of: address) {
          try body(base + offset, target)
        }
        offset += word
      }
    }
  }

  /// Resolves the relocations of the data sections of a relocatable object.
  private func forEachObjectPointer(_ body: PointerBody) throws(ReadError) {
    guard let symbols = try symbolTable(.full) else { return }
    var budget = PartBudget(window)
    for index in 0..<sections.count {
      let section = try sections[index]
      guard section.type == .rela || section.type == .rel, section.info != 0 else { continue }
      let data = try sections[Int(section.info)]
      guard data.hasData else { continue }
      let contents = try sections.contents(of: data)
      let table = try sections.contents(of: section)
      try budget.take(table)
      try forEachRelocation(in: table, hasAddends: section.type == .rela) {
        relocation throws(ReadError) in
        guard relocation.type == pointerType,
          let slot = Int(exactly: relocation.place), slot <= contents.count - (wide ? 8 : 4)
        else { return }
        let symbol = try symbols.entry(relocation.symbol)
        guard let home = symbol.sectionIndex else { return }
        let addend = try addend(of: relocation, at: slot, in: contents)
        let target = try sections.contents(of: sections[home])
        let distance = symbol.value &+ addend
        guard distance < UInt64(target.count) else { return }
        try body(
          contents.origin - window.origin + slot,
          target.origin - window.origin + Int(distance)
        )
      }
    }
  }

  /// Returns the relocation's own addend or the one that the file has at the place.
  private func addend(
    of relocation: ELFRelocation,
    at slot: Int,
    in contents: Window
  ) throws(ReadError) -> UInt64 {
    if let addend = relocation.addend { addend } else { try contents.word(slot, wide: wide) }
  }

  /// Calls `body` with each part of the file that will be data in memory.
  func forEachDataPart(_ body: (Window) throws(ReadError) -> Void) throws(ReadError) {
    var budget = PartBudget(window)
    var hasSections = false
    for index in 0..<sections.count where try sections[index].hasData {
      let part = try sections.contents(of: sections[index])
      hasSections = true
      try budget.take(part)
      try body(part)
    }
    // Programs run without section headers; then code cannot be told from data.
    guard !hasSections, !isDebugFile else { return }
    for index in 0..<segments.count {
      let segment = try segments[index]
      guard segment.type == .load else { continue }
      let part = try window.slice(segment.offset, segment.fileSize, "a segment")
      try budget.take(part)
      try body(part)
    }
  }
}
