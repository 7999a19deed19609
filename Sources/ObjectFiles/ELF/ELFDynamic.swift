/// The dynamic section: what an image tells the loader.
///
/// Read through the program headers, because section headers can be stripped and lie.
extension ELFImage {
  /// The entries that are read here, as the format numbers them.
  enum DynamicTag: UInt64 {
    case needed = 1
    case pltSize = 2
    case hash = 4
    case strings = 5
    case symbols = 6
    case rela = 7
    case relaSize = 8
    case stringsSize = 10
    case soname = 14
    case symbolic = 16
    case rel = 17
    case relSize = 18
    case pltKind = 20
    case pltRelocations = 23
    case flags = 30
    case relrSize = 35
    case relr = 36
    case androidRelr = 0x6FFF_E000
    case androidRelrSize = 0x6FFF_E001
    case androidRel = 0x6000_000F
    case androidRelSize = 0x6000_0010
    case androidRela = 0x6000_0011
    case androidRelaSize = 0x6000_0012
    case gnuHash = 0x6FFF_FEF5
    case versionNumbers = 0x6FFF_FFF0
    case flags1 = 0x6FFF_FFFB
    case versionsDefined = 0x6FFF_FFFC
    case versionsDefinedCount = 0x6FFF_FFFD
    case versionsNeeded = 0x6FFF_FFFE
    case versionsNeededCount = 0x6FFF_FFFF
  }

  /// Calls `body` with each entry up to the end mark, or with none in a static image.
  func forEachDynamic(_ body: (UInt64, UInt64) throws(ReadError) -> Void) throws(ReadError) {
    guard !isDebugFile, let segment = try segments.first(.dynamic), segment.fileSize > 0
    else { return }
    let table = try window.slice(segment.offset, segment.fileSize, "the dynamic section")
    // A program has some hundred entries; each question walks through all of them.
    guard table.count <= 1 << 20 else {
      throw table.failure("a dynamic section of at most 1 MiB", found: "\(table.count) bytes")
    }
    let word = wide ? 8 : 4
    for offset in stride(from: 0, to: table.count - 2 * word + 1, by: 2 * word) {
      let tag = try table.word(offset, wide: wide)
      guard tag != 0 else { return }
      try body(tag, try table.word(offset + word, wide: wide))
    }
  }

  /// Returns the value of the first entry with that tag.
  func dynamicValue(_ tag: DynamicTag) throws(ReadError) -> UInt64? {
    var found: UInt64?
    try forEachDynamic { entry, value in
      if entry == tag.rawValue, found == nil { found = value }
    }
    return found
  }

  /// Returns the table of the libraries', symbols' and versions' names.
  func dynamicStringTable() throws(ReadError) -> StringTable? {
    guard let address = try dynamicValue(.strings) else { return nil }
    let size = try dynamicValue(.stringsSize) ?? 0
    let bytes = try segments.addressMap().bytes(at: address, "the dynamic string table")
    return StringTable(unshared: try bytes.slice(0, size, "the dynamic string table"))
  }

  /// Returns the text of each entry with that tag.
  func dynamicStrings(tagged tag: DynamicTag) throws(ReadError) -> [String] {
    guard var table = try dynamicStringTable() else { return [] }
    var strings: [String] = []
    try forEachDynamic { entry, value throws(ReadError) in
      if entry == tag.rawValue { strings.append(try table.string(at: value)) }
    }
    return strings
  }
}
