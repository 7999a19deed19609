/// A place in an ELF file that the linker or loader fills in.
struct ELFRelocation {
  /// An address in an image, an offset into the section in a relocatable object.
  let place: UInt64
  let type: UInt32
  let symbol: Int
  /// `nil` where the addend is what the file has at the place.
  let addend: UInt64?
}

extension ELFImage {
  /// Calls `body` with each entry of a RELA or REL table.
  func forEachRelocation(
    in table: Window,
    hasAddends: Bool,
    _ body: (ELFRelocation) throws(ReadError) -> Void
  ) throws(ReadError) {
    let word = wide ? 8 : 4
    let stride = hasAddends ? 3 * word : 2 * word
    var offset = 0
    while offset <= table.count - stride {
      let info = try table.word(offset + word, wide: wide)
      try body(
        ELFRelocation(
          place: table.word(offset, wide: wide),
          type: UInt32(truncatingIfNeeded: wide ? info & 0xFFFF_FFFF : info & 0xFF),
          symbol: Int(wide ? info >> 32 : info >> 8),
          addend: hasAddends ? table.signedWord(offset + 2 * word, wide: wide) : nil
        )
      )
      offset += stride
    }
  }

  /// Calls `body` with each relocation that the loader of an image applies, RELR ones apart.
  func forEachDynamicRelocation(
    _ map: AddressMap,
    _ body: (ELFRelocation) throws(ReadError) -> Void
  ) throws(ReadError) {
    let rela = try dynamicTable(map, .rela, size: .relaSize)
    if let rela { try forEachRelocation(in: rela, hasAddends: true, body) }
    let rel = try dynamicTable(map, .rel, size: .relSize)
    if let rel { try forEachRelocation(in: rel, hasAddends: false, body) }
    let hasAddends = try dynamicValue(.pltKind) == DynamicTag.rela.rawValue
    // Some linkers count the last table in with the first.
    if let plt = try dynamicTable(map, .pltRelocations, size: .pltSize),
      !(rela ?? plt).overlaps(plt, unless: rela == nil)
    {
      try forEachRelocation(in: plt, hasAddends: hasAddends, body)
    }
    for (tag, size) in [
      (DynamicTag.androidRela, DynamicTag.androidRelaSize), (.androidRel, .androidRelSize),
    ] {
      guard let packed = try dynamicTable(map, tag, size: size) else { continue }
      try forEachPackedRelocation(in: packed, body)
    }
  }

  /// Returns the relocation table that two entries of the dynamic section describe.
  func dynamicTable(
    _ map: AddressMap,
    _ tag: DynamicTag,
    size: DynamicTag
  ) throws(ReadError) -> Window? {
    guard let address = try dynamicValue(tag), let count = try dynamicValue(size), count > 0
    else { return nil }
    return try map.bytes(at: address, "a relocation table").slice(0, count, "a relocation table")
  }
}

extension Window {
  /// Reads an addend, which is signed, as a word that can be added.
  func signedWord(_ offset: Int, wide: Bool) throws(ReadError) -> UInt64 {
    wide
      ? try u64(offset)
      : UInt64(bitPattern: Int64(Int32(bitPattern: try u32(offset))))
  }

  fileprivate func overlaps(_ other: Window, unless isAbsent: Bool) -> Bool {
    !isAbsent && other.origin >= origin && other.origin < origin + count
  }
}
