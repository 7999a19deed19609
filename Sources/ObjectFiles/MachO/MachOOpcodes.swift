/// The loader's byte code of the time before chained fixups.
extension MachOImage {
  /// Runs the rebase code and calls `body` with each pointer it names.
  func forEachRebasedPointer(_ code: Window, _ body: PointerBody) throws(ReadError) {
    let map = try segmentMap()
    let segments = try segments()
    let word = UInt64(wide ? 8 : 4)
    var cursor = LEBCursor(code)
    var address: UInt64 = 0
    var visits = 0
    func rebase(times count: UInt64, skipping skip: UInt64) throws(ReadError) {
      // Each time is a word of the file, or the code is not a linker's.
      let (sum, overflow) = visits.addingReportingOverflow(Int(clamping: count))
      guard !overflow, sum <= window.count else {
        throw code.failure("a place for each rebased pointer", found: "\(count)", at: cursor.offset)
      }
      visits = sum
      for _ in 0..<count {
        if let slot = map.offset(of: address), slot <= window.count - Int(word),
          let target = map.offset(of: try window.word(slot, wide: wide))
        {
          try body(slot, target)
        }
        address &+= word &+ skip
      }
    }
    while !cursor.isAtEnd {
      let byte = try cursor.byte()
      let low = UInt64(byte & 15)
      // End; type; segment and offset; advance, also by words; rebase, several times, with a gap.
      switch byte >> 4 {
      case 0: return
      case 1: break
      case 2:
        guard Int(low) < segments.count else {
          throw code.failure("one of \(segments.count) segments", found: "segment \(low)")
        }
        address = segments[Int(low)].address &+ (try cursor.unsigned())
      case 3: address &+= try cursor.unsigned()
      case 4: address &+= low &* word
      case 5: try rebase(times: low, skipping: 0)
      case 6: try rebase(times: cursor.unsigned(), skipping: 0)
      case 7: try rebase(times: 1, skipping: cursor.unsigned())
      case 8:
        let count = try cursor.unsigned()
        try rebase(times: count, skipping: cursor.unsigned())
      default: throw code.failure("a rebase opcode", found: "\(byte)", at: cursor.offset - 1)
      }
    }
  }

  /// Runs bind code and calls `body` with each name it looks up; a lazy table has end marks
  /// between its entries.
  func forEachBoundName(
    _ code: Window,
    isLazy: Bool,
    _ body: (Import) throws(ReadError) -> Void
  ) throws(ReadError) {
    var cursor = LEBCursor(code)
    var name: UnsafeRawBufferPointer?
    var (ordinal, isWeak) = (0, false)
    while !cursor.isAtEnd {
      let byte = try cursor.byte()
      let low = Int(byte & 15)
      var count = 0
      // End; ordinal, small, any, special; name; type; addend; place, advance; bind in four ways.
      switch byte >> 4 {
      case 0 where isLazy: break
      case 0: return
      case 1: ordinal = low
      case 2: ordinal = Int(clamping: try cursor.unsigned())
      case 3: ordinal = low == 0 ? 0 : low - 16
      case 4:
        name = try cursor.text("a name to bind")
        isWeak = low & 1 != 0
      case 5: break
      case 6: _ = try cursor.signed()
      case 7, 8: _ = try cursor.unsigned()
      case 9, 11: count = 1
      case 10:
        _ = try cursor.unsigned()
        count = 1
      case 12:
        count = try cursor.unsigned() > 0 ? 1 : 0
        _ = try cursor.unsigned()
      // The chains of early arm64e; their names are bound to a table first, like any others.
      case 13:
        if low == 0 { _ = try cursor.unsigned() }
      default: throw code.failure("a bind opcode", found: "\(byte)", at: cursor.offset - 1)
      }
      guard count > 0, let name else { continue }
      try body(Import(name, Symbol.Provider(machOOrdinal: ordinal), isWeak: isWeak))
    }
  }
}
