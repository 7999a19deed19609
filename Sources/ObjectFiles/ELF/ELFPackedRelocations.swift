extension ELFImage {
  /// Calls `body` with each address that a RELR table names; the addend is at the place.
  ///
  /// An even entry is an address, an odd one a bit map of the 63 (or 31) words after it.
  func forEachRelative(
    inRELR table: Window,
    _ body: (UInt64) throws(ReadError) -> Void
  ) throws(ReadError) {
    let word = UInt64(wide ? 8 : 4)
    var next: UInt64 = 0
    var count = 0
    for offset in stride(from: 0, to: table.count - Int(word) + 1, by: Int(word)) {
      let entry = try table.word(offset, wide: wide)
      if entry & 1 == 0 {
        try body(entry)
        next = entry &+ word
      } else {
        for bit in 1..<word * 8 where entry >> bit & 1 != 0 {
          try body(next &+ (bit - 1) &* word)
        }
        count += entry.nonzeroBitCount
        // Each place is a word of the file; a table of nothing but ones can name many more.
        guard count <= window.count / 4 else {
          throw table.failure("a place in the file for each relocation", found: "too many")
        }
        next &+= (word * 8 - 1) * word
      }
    }
  }

  /// Calls `body` with each relocation of Android's packed form (`APS2`).
  func forEachPackedRelocation(
    in table: Window,
    _ body: (ELFRelocation) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard table.starts(with: "APS2") else {
      throw table.failure("packed relocations", found: "no 'APS2'")
    }
    var numbers = LEBCursor(table, at: 4)
    let count = try numbers.signed()
    // A group may take no bytes for its relocations, but each needs a place in the file.
    guard count <= window.count / 4 else {
      throw table.failure("a place in the file for each relocation", found: "\(count)")
    }
    var place = try numbers.word()
    var (addend, remaining) = (UInt64(0), count)
    while remaining > 0 {
      let group = try Group(&numbers, &addend)
      for _ in 0..<min(group.size, remaining) {
        let step = if let step = group.step { step } else { try numbers.word() }
        place &+= step
        let info = if let info = group.info { info } else { try numbers.word() }
        if group.hasOwnAddends { addend &+= try numbers.word() }
        try body(
          ELFRelocation(
            place: wide ? place : place & 0xFFFF_FFFF,
            type: UInt32(truncatingIfNeeded: wide ? info & 0xFFFF_FFFF : info & 0xFF),
            symbol: Int(truncatingIfNeeded: wide ? info >> 32 : (info & 0xFFFF_FFFF) >> 8),
            addend: group.hasAddends ? addend : nil
          )
        )
      }
      remaining -= group.size
    }
  }

  /// What the relocations of one group have in common.
  private struct Group {
    let size: Int64
    let step: UInt64?
    let info: UInt64?
    let hasAddends: Bool
    let hasOwnAddends: Bool

    init(_ numbers: inout LEBCursor, _ addend: inout UInt64) throws(ReadError) {
      let start = numbers.offset
      size = try numbers.signed()
      let flags = try numbers.signed()
      step = flags & 2 != 0 ? try numbers.word() : nil
      info = flags & 1 != 0 ? try numbers.word() : nil
      hasAddends = flags & 8 != 0
      hasOwnAddends = hasAddends && flags & 4 == 0
      if hasAddends && flags & 4 != 0 {
        addend &+= try numbers.word()
      } else if !hasAddends {
        addend = 0
      }
      guard size > 0 else {
        throw numbers.window.failure("a group's size", found: "\(size)", at: start)
      }
    }
  }
}

extension LEBCursor {
  fileprivate mutating func word() throws(ReadError) -> UInt64 {
    UInt64(bitPattern: try signed())
  }
}
