extension COFFObject {
  /// Resolves the relocations of the data sections.
  func forEachPointer(_ body: PointerBody) throws(ReadError) {
    var budget = PartBudget(window)
    for number in 1..<sectionCount + 1 {
      let section = try section(number)
      guard section.hasData, section.relocationCount > 0 else { continue }
      let contents = try section.contents(in: window)
      let table = try window.table(
        UInt64(section.relocationOffset),
        count: UInt64(section.relocationCount),
        stride: 10,
        "relocations"
      )
      try budget.take(table)
      for offset in stride(from: 0, to: table.count, by: 10) {
        let place = Int(try table.u32(offset))
        guard try table.u16(offset + 8) == pointerType, place <= contents.count - (wide ? 8 : 4)
        else { continue }
        let symbol = try symbolEntry(Int(table.u32(offset + 4)))
        guard symbol.section > 0 else { continue }
        let home = try self.section(symbol.section).contents(in: window)
        let distance = UInt64(symbol.value) &+ (try contents.word(place, wide: wide))
        guard distance < UInt64(home.count) else { continue }
        try body(
          contents.origin - window.origin + place,
          home.origin - window.origin + Int(distance)
        )
      }
    }
  }

  /// The relocation of a whole word that is to be an address.
  private var pointerType: UInt16 {
    switch machine {
    case 0x8664: 1
    case 0xAA64: 14
    case 0x14C: 6
    default: 1
    }
  }
}
