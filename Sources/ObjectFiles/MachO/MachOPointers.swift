extension MachOImage {
  /// Calls `body` with each pointer, by whichever of five ways the file describes them.
  func forEachPointer(_ body: PointerBody) throws(ReadError) {
    if fileType == 1 {
      try forEachObjectPointer(body)
    } else if let fixups = try linkedData(Command.chainedFixups) {
      try forEachChainedPointer(fixups, body)
    } else if let rebase = try loaderInformation(.rebase) {
      try forEachRebasedPointer(rebase, body)
      if let bind = try loaderInformation(.bind) { try forEachThreadedPointer(bind, body) }
    } else {
      try forEachPlainPointer(body)
    }
  }

  /// Resolves the relocations of the data sections of a relocatable object.
  ///
  /// All sections of an object share one range of addresses, and what a place has before it is
  /// relocated is an address in it, or an addend to a symbol's.
  private func forEachObjectPointer(_ body: PointerBody) throws(ReadError) {
    let map = try addressMap()
    let symbols = try symbolTable()?.entries
    let stride = wide ? 16 : 12
    var budget = PartBudget(window)
    try forEachSection { section throws(ReadError) in
      guard section.hasData, section.relocationCount > 0 else { return }
      let table = try window.table(
        UInt64(section.relocationOffset),
        count: UInt64(section.relocationCount),
        stride: 8,
        "relocations"
      )
      try budget.take(table)
      let contents = try window.slice(section.offset, section.size, "a section")
      var isDifference = false
      for offset in Swift.stride(from: 0, to: table.count, by: 8) {
        let relocation = MachORelocation(try table.u32(offset), try table.u32(offset + 4))
        // The second of a pair that is the distance of two symbols.
        let isSecond = isDifference
        isDifference = relocation.isSubtractor(wide: wide)
        guard !isSecond, relocation.isPointer(wide: wide) else { continue }
        let place = Int(relocation.place)
        guard place <= contents.count - (wide ? 8 : 4) else { continue }
        var target = try contents.word(place, wide: wide)
        if relocation.isSigned {
          target = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: target)))
        }
        if relocation.isExternal {
          let index = Int(relocation.symbol) * stride
          guard let symbols, index <= symbols.count - stride else { continue }
          let symbol = try MachOSymbolEntry(symbols, at: index, wide: wide)
          guard symbol.section != 0 else { continue }
          target = symbol.value &+ target
        }
        guard let target = map.offset(of: target) else { continue }
        try body(contents.origin - window.origin + place, target)
      }
    }
  }

  /// Takes each word that is an address in the file for a pointer, in images too old or too
  /// static for a loader.
  private func forEachPlainPointer(_ body: PointerBody) throws(ReadError) {
    let map = try segmentMap()
    let word = wide ? 8 : 4
    try forEachDataPart { part throws(ReadError) in
      let base = part.origin - window.origin
      for offset in Swift.stride(from: 0, to: part.count - word + 1, by: word) {
        let address = try part.word(offset, wide: wide)
        if let target = map.offset(of: address) { try body(base + offset, target) }
      }
    }
  }

  /// Calls `body` with each section that has bytes and no code.
  func forEachDataPart(_ body: (Window) throws(ReadError) -> Void) throws(ReadError) {
    // Debug files and stubs have the sections' headers without their bytes.
    guard fileType != 9, fileType != 10 else { return }
    var budget = PartBudget(window)
    try forEachSection { section throws(ReadError) in
      guard section.hasData else { return }
      let part = try window.slice(section.offset, section.size, "a section")
      try budget.take(part)
      try body(part)
    }
  }

  /// Where all bytes will be; the one segment of a relocatable object does not tell.
  func addressMap() throws(ReadError) -> AddressMap {
    guard fileType == 1 else { return try segmentMap() }
    var map = AddressMap(window)
    try forEachSection { section throws(ReadError) in
      guard !section.isZeroFill else { return }
      try map.add(address: section.address, offset: UInt64(section.offset), size: section.size)
    }
    try map.finish()
    return map
  }
}

private struct MachORelocation {
  let place: UInt32
  let symbol: UInt32
  let isExternal: Bool
  private let isRelative: Bool
  private let length: UInt32
  private let type: UInt32

  init(_ place: UInt32, _ rest: UInt32) {
    self.place = place
    symbol = rest & 0xFF_FFFF
    isRelative = rest >> 24 & 1 != 0
    length = rest >> 25 & 3
    isExternal = rest >> 27 & 1 != 0
    type = rest >> 28
  }

  /// Whether the place gets an address; the highest bit of a scattered relocation is set.
  func isPointer(wide: Bool) -> Bool {
    (type == 0 || isSigned && wide) && !isRelative && length == (wide ? 3 : 2)
      && place & 0x8000_0000 == 0
  }

  /// Whether the address will be a signed one of arm64e; how is told by the upper half of the place.
  var isSigned: Bool { type == 11 }

  func isSubtractor(wide: Bool) -> Bool { wide && (type == 1 || type == 5) }
}
