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
    while let step = try BindStep(&cursor, isLazy: isLazy) {
      switch step {
      case .library(let number): ordinal = number
      case .name(let text, let weak): (name, isWeak) = (text, weak)
      case .bind(let count, _):
        guard count > 0, let name else { continue }
        try body(Import(name, Symbol.Provider(machOOrdinal: ordinal), isWeak: isWeak))
      case .place, .advance, .chain, .other: break
      }
    }
  }

  /// Runs bind code and calls `body` with each pointer of the chains that it begins.
  ///
  /// So it is in early arm64e: the names that such code binds go to a table, and the pointers of a
  /// page, imports and others, form a chain.
  func forEachThreadedPointer(_ code: Window, _ body: PointerBody) throws(ReadError) {
    let segments = try segments()
    let word = UInt64(wide ? 8 : 4)
    var walk: ChainWalk?
    var cursor = LEBCursor(code)
    var (segment, offset) = (0, UInt64(0))
    while let step = try BindStep(&cursor, isLazy: false) {
      switch step {
      case .place(let number, let start): (segment, offset) = (number, start)
      case .advance(let distance): offset &+= distance
      case .bind(let count, let skip): offset &+= count &* (word &+ skip)
      case .chain:
        guard segments.indices.contains(segment) else {
          throw code.failure("one of \(segments.count) segments", found: "segment \(segment)")
        }
        if walk == nil { walk = try ChainWalk(self) }
        let contents = try contents(of: segments[segment])
        try walk?.follow(.threaded, in: contents, from: Int(clamping: offset), body)
      case .library, .name, .other: break
      }
    }
  }
}

/// What one opcode of bind code, with its numbers, says.
private enum BindStep {
  /// The library that names come from, counted as a two-level namespace counts.
  case library(Int)
  case name(UnsafeRawBufferPointer, isWeak: Bool)
  /// The segment and the offset in it where the next pointer is.
  case place(Int, UInt64)
  case advance(UInt64)
  /// So many pointers get the name, with gaps.
  case bind(count: UInt64, skip: UInt64)
  /// A chain begins at the place.
  case chain
  case other

  /// Reads a step, `nil` at the end; a lazy table has end marks between its entries.
  init?(_ cursor: inout LEBCursor, isLazy: Bool) throws(ReadError) {
    guard !cursor.isAtEnd else { return nil }
    let byte = try cursor.byte()
    let low = Int(byte & 15)
    // End; ordinal, small, any, special; name; type; addend; place, advance; bind in four ways.
    switch byte >> 4 {
    case 0 where isLazy: self = .other
    case 0: return nil
    case 1: self = .library(low)
    case 2: self = .library(Int(clamping: try cursor.unsigned()))
    case 3: self = .library(low == 0 ? 0 : low - 16)
    case 4: self = .name(try cursor.text("a name to bind"), isWeak: low & 1 != 0)
    case 5: self = .other
    case 6:
      _ = try cursor.signed()
      self = .other
    case 7: self = .place(low, try cursor.unsigned())
    case 8: self = .advance(try cursor.unsigned())
    case 9: self = .bind(count: 1, skip: 0)
    case 10: self = .bind(count: 1, skip: try cursor.unsigned())
    case 11: self = .bind(count: 1, skip: UInt64(low) &* 8)
    case 12:
      let count = try cursor.unsigned()
      self = .bind(count: count, skip: try cursor.unsigned())
    // The size of the table of names, or a chain.
    case 13 where low == 0:
      _ = try cursor.unsigned()
      self = .other
    case 13 where low == 1: self = .chain
    default:
      throw cursor.window.failure("a bind opcode", found: "\(byte)", at: cursor.offset - 1)
    }
  }
}
