extension PEImage {
  /// Follows the base relocations, which name each place that has an address.
  func forEachPointer(_ body: PointerBody) throws(ReadError) {
    guard let place = try directory(.relocations), place.size > 0 else { return }
    let table = try map.bytes(at: place.address, "base relocations")
      .slice(0, place.size, "base relocations")
    var offset = 0
    while offset <= table.count - 8 {
      let page = UInt64(try table.u32(offset))
      let size = Int(try table.u32(offset + 4))
      guard size >= 8 else {
        throw table.failure("a block of 8 bytes or more", found: "\(size)", at: offset)
      }
      let block = try table.slice(offset, size, "a block of base relocations")
      for entry in stride(from: 8, to: block.count - 1, by: 2) {
        let entry = try block.u16(entry)
        guard entry >> 12 == (wide ? 10 : 3),
          let slot = map.offset(of: page + UInt64(entry & 0xFFF))
        else { continue }
        let address = try window.word(slot, wide: wide)
        if let target = map.offset(of: address &- imageBase) { try body(slot, target) }
      }
      offset += block.count
    }
  }
}
