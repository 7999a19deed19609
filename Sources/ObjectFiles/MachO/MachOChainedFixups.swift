/// The loader's tables since macOS 12 and iOS 15: pointers of a page form a chain.
extension MachOImage {
  /// Follows each chain and calls `body` with the pointers that are no imports.
  func forEachChainedPointer(_ fixups: Window, _ body: PointerBody) throws(ReadError) {
    let starts = try fixups.suffix(from: Int(fixups.u32(4)), "the starts of chains")
    var walk = try ChainWalk(self)
    let segments = walk.targets.segments
    for index in 0..<Int(try starts.u32(0)) {
      let distance = try starts.u32(4 + 4 * index)
      guard distance != 0, index < segments.count else { continue }
      let segment = try starts.suffix(from: Int(distance), "a segment's chains")
      // Pages without a chain are visited too, in each segment that claims them.
      walk.visits += Int(try segment.u16(20))
      let format = try ChainFormat(segment.u16(6), in: segment)
      let contents = try contents(of: segments[index])
      try forEachChain(segment) { start throws(ReadError) in
        try walk.follow(format, in: contents, from: start, body)
      }
    }
  }

  /// Returns the bytes of the file that a segment's memory is filled with.
  func contents(of segment: MachOSegment) throws(ReadError) -> Window {
    try window.slice(segment.offset, segment.fileSize, "a segment")
  }

  /// Calls `body` with the offset in the segment at which each chain begins.
  private func forEachChain(
    _ segment: Window,
    _ body: (Int) throws(ReadError) -> Void
  ) throws(ReadError) {
    let pageSize = Int(try segment.u16(4))
    let pageCount = Int(try segment.u16(20))
    for page in 0..<pageCount {
      let start = try segment.u16(22 + 2 * page)
      guard start != 0xFFFF else { continue }
      guard start & 0x8000 != 0 else {
        try body(page * pageSize + Int(start))
        continue
      }
      // A page of 32-bit pointers can need several chains; their starts are behind the pages'.
      var index = Int(start & 0x7FFF)
      while true {
        let start = try segment.u16(22 + 2 * index)
        try body(page * pageSize + Int(start & 0x7FFF))
        guard start & 0x8000 == 0 else { break }
        index += 1
      }
    }
  }

  /// Calls `body` with each entry of the table that the chains' imports refer to.
  func forEachChainedImport(
    _ fixups: Window,
    _ body: (Import) throws(ReadError) -> Void
  ) throws(ReadError) {
    let start = Int(try fixups.u32(8))
    let count = UInt64(try fixups.u32(16))
    let format = try fixups.u32(20)
    guard (1...3).contains(format), try fixups.u32(24) == 0 else {
      throw fixups.failure("imports of format 1 to 3, not compressed", found: "\(format)", at: 20)
    }
    let stride: UInt64 = format == 1 ? 4 : format == 2 ? 8 : 16
    let table = try fixups.table(UInt64(start), count: count, stride: stride, "imports")
    let texts = try fixups.suffix(from: Int(fixups.u32(12)), "the imports' names")
    var names = StringTable(texts, names: Int(count))
    for offset in Swift.stride(from: 0, to: table.count, by: Int(stride)) {
      let entry = try table.word(offset, wide: format == 3)
      let (ordinal, isWeak, name) =
        format == 3
        ? (Int(entry & 0xFFFF), entry >> 16 & 1, entry >> 32)
        : (Int(entry & 0xFF), entry >> 8 & 1, entry >> 9)
      // The highest sixteen numbers of the field are negative ones.
      let limit = format == 3 ? 0x1_0000 : 0x100
      let provider = Symbol.Provider(machOOrdinal: ordinal > limit - 16 ? ordinal - limit : ordinal)
      try body(Import(try names.name(at: name), provider, isWeak: isWeak != 0))
    }
  }
}

/// A walk along the chains of an image, which ends also where chains were made to meet.
struct ChainWalk {
  let targets: ChainTargets
  /// How many links and pages were looked at.
  var visits = 0
  private let window: Window
  private let map: AddressMap

  init(_ image: MachOImage) throws(ReadError) {
    window = image.window
    map = try image.segmentMap()
    targets = try ChainTargets(image)
  }

  /// Calls `body` with each pointer of the chain that begins at `start`.
  mutating func follow(
    _ format: ChainFormat,
    in contents: Window,
    from start: Int,
    _ body: PointerBody
  ) throws(ReadError) {
    var offset = start
    while true {
      let place = try contents.slice(offset, format.size, "a pointer in a chain")
      let link = try format.link(place, targets)
      visits += 1
      guard visits <= window.count / 2 else {
        throw place.failure("chains that do not meet", found: "more links than the file has")
      }
      if let target = link.target.flatMap(map.offset) {
        try body(place.origin - window.origin, target)
      }
      guard link.next > 0 else { return }
      offset += link.next
    }
  }
}
