/// The data of a module, and the pointers in it.
extension WasmModule {
  /// A piece of what memory holds at the start.
  struct Segment {
    let contents: Window
    /// `nil` where only the module itself knows, at run time.
    let address: UInt64?
  }

  /// Returns the segments in the order in which symbols count them.
  func segments() throws(ReadError) -> [Segment] {
    guard let section = try section(Section.data) else { return [] }
    var cursor = LEBCursor(section)
    let count = try cursor.unsigned()
    guard count <= UInt64(max(1_024, window.count / 16)) else {
      throw section.failure("data segments with contents", found: "\(count)")
    }
    var segments: [Segment] = []
    for _ in 0..<count {
      let start = cursor.offset
      let flags = try cursor.unsigned()
      guard flags <= 2 else {
        throw section.failure("a kind of data segment", found: "\(flags)", at: start)
      }
      if flags == 2 { _ = try cursor.unsigned() }
      let address = flags == 1 ? nil : try cursor.constant()
      segments.append(Segment(contents: try cursor.part("a data segment"), address: address))
    }
    return segments
  }

  /// Calls `body` with the contents of each segment.
  func forEachDataPart(_ body: (Window) throws(ReadError) -> Void) throws(ReadError) {
    for segment in try segments() { try body(segment.contents) }
  }

  /// Takes each word of a program's memory that is an address in it for a pointer; an object's
  /// pointers are told by relocations.
  func forEachPointer(_ body: PointerBody) throws(ReadError) {
    guard !isObject else { return try forEachObjectPointer(body) }
    var map = AddressMap(window)
    let segments = try segments()
    for segment in segments {
      guard let address = segment.address else { continue }
      let offset = UInt64(segment.contents.origin - window.origin)
      try map.add(address: address, offset: offset, size: UInt64(segment.contents.count))
    }
    try map.finish()
    let bounds = map.bounds
    for segment in segments {
      let base = segment.contents.origin - window.origin
      // The address decides where words are, not the place in the file.
      var offset = Int((4 - (segment.address ?? 0) % 4) % 4)
      while offset <= segment.contents.count - 4 {
        let address = UInt64(try segment.contents.u32(offset))
        if bounds.contains(address), let target = map.offset(of: address) {
          try body(base + offset, target)
        }
        offset += 4
      }
    }
  }

  /// Resolves the relocations of the data section.
  private func forEachObjectPointer(_ body: PointerBody) throws(ReadError) {
    guard let data = try section(Section.data), let table = try custom("reloc.DATA") else { return }
    let segments = try segments()
    let symbols = try dataSymbols()
    var cursor = LEBCursor(table)
    _ = try cursor.unsigned()
    for _ in 0..<(try cursor.unsigned()) {
      let type = try cursor.byte()
      let place = try cursor.unsigned()
      let symbol = try cursor.unsigned()
      guard Self.typesWithAddend.contains(type) else { continue }
      let addend = UInt64(bitPattern: try cursor.signed())
      guard type == Self.pointerType, place <= UInt64(max(data.count - 4, 0)),
        symbol < UInt64(symbols.count), let home = symbols[Int(symbol)],
        home.segment < segments.count
      else { continue }
      let target = segments[Int(home.segment)].contents
      let distance = UInt64(home.offset) &+ addend
      guard distance < UInt64(target.count) else { continue }
      try body(
        data.origin - window.origin + Int(place),
        target.origin - window.origin + Int(distance)
      )
    }
  }

  private static let pointerType: UInt8 = 5
  /// Those for addresses in memory, of functions and of sections.
  private static let typesWithAddend: Set<UInt8> = [
    3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25,
  ]

  /// Where each symbol's data are, `nil` for other symbols.
  private func dataSymbols() throws(ReadError) -> [(segment: UInt32, offset: UInt32)?] {
    var symbols: [(segment: UInt32, offset: UInt32)?] = []
    try forEachEntry { entry throws(ReadError) in
      guard symbols.count < max(1_024, window.count / 8) else {
        throw window.failure("symbols with names", found: "more than the file has room for")
      }
      let place = entry.flatMap { entry -> (segment: UInt32, offset: UInt32)? in
        guard entry.isData, let segment = UInt32(exactly: entry.index),
          let offset = UInt32(exactly: entry.offset)
        else { return nil }
        return (segment, offset)
      }
      symbols.append(place)
    }
    return symbols
  }
}

extension LEBCursor {
  /// Reads an expression and returns its value if that is a constant.
  fileprivate mutating func constant() throws(ReadError) -> UInt64? {
    var value: UInt64?
    var isPlain = true
    while true {
      let start = offset
      let opcode = try byte()
      switch opcode {
      case 0x0B: return isPlain ? value : nil
      case 0x41:
        value = UInt64(UInt32(truncatingIfNeeded: try signed()))
      case 0x42:
        value = UInt64(bitPattern: try signed())
      // Another module's value, or a sum with one.
      case 0x23:
        _ = try unsigned()
        isPlain = false
      case 0x6A...0x6C, 0x7C...0x7E: isPlain = false
      default: throw window.failure("a constant expression", found: "\(opcode)", at: start)
      }
    }
  }
}
