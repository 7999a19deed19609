/// The dynamic section: what an image tells the loader.
///
/// Read through the program headers, because section headers can be stripped and lie.
extension ELFImage {
  enum DynamicTag: UInt64 {
    case needed = 1
    case hash = 4
    case strings = 5
    case symbols = 6
    case stringsSize = 10
    case soname = 14
    case symbolic = 16
    case flags = 30
    case gnuHash = 0x6FFF_FEF5
    case flags1 = 0x6FFF_FFFB
  }

  /// Calls `body` with each entry up to the end mark, or with none in a static image.
  func forEachDynamic(_ body: (UInt64, UInt64) throws(ReadError) -> Void) throws(ReadError) {
    guard let segment = try segments.first(.dynamic), segment.fileSize > 0 else { return }
    // In a separated debug file the segment is there, its bytes are not.
    guard try sections.first(.dynamic) != nil || sections.count == 0 else { return }
    let table = try window.slice(segment.offset, segment.fileSize, "the dynamic section")
    let word = wide ? 8 : 4
    for offset in stride(from: 0, to: table.count - 2 * word + 1, by: 2 * word) {
      let tag = try table.word(offset, wide: wide)
      guard tag != 0 else { return }
      try body(tag, try table.word(offset + word, wide: wide))
    }
  }

  func dynamicValue(_ tag: DynamicTag) throws(ReadError) -> UInt64? {
    var found: UInt64?
    try forEachDynamic { entry, value in
      if entry == tag.rawValue, found == nil { found = value }
    }
    return found
  }

  func dynamicStrings(tagged tag: DynamicTag) throws(ReadError) -> [String] {
    guard let address = try dynamicValue(.strings) else { return [] }
    let size = try dynamicValue(.stringsSize) ?? 0
    let bytes = try segments.bytes(at: address, "the dynamic string table")
    var table = StringTable(unshared: try bytes.slice(0, size, "the dynamic string table"))
    var strings: [String] = []
    try forEachDynamic { entry, value throws(ReadError) in
      if entry == tag.rawValue { strings.append(try table.string(at: value)) }
    }
    return strings
  }
}
