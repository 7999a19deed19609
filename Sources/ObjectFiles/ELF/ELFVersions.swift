/// The versions that an image's dynamic symbols have, such as `GLIBC_2.34`.
struct ELFVersions {
  private let numbers: Window
  private let names: [UInt16: UnsafeRawBufferPointer]

  init(_ numbers: Window, names: [UInt16: UnsafeRawBufferPointer]) {
    self.numbers = numbers
    self.names = names
  }

  /// Returns the version's name, `nil` where the symbol has none.
  func version(ofSymbol index: Int) throws(ReadError) -> UnsafeRawBufferPointer? {
    // The highest bit hides an older version from the linker; the symbol exists all the same.
    names[try numbers.u16(index * 2) & 0x7FFF]
  }
}

extension ELFImage {
  /// Returns `nil` for an image without versions.
  func versions() throws(ReadError) -> ELFVersions? {
    guard let address = try dynamicValue(.versionNumbers),
      let strings = try dynamicStringTable()?.window
    else { return nil }
    let map = try segments.addressMap()
    var table = StringTable(strings, names: Self.mostVersions)
    var names: [UInt16: UnsafeRawBufferPointer] = [:]
    var count = 0
    try forEachVersion(in: map) { record, number, name throws(ReadError) in
      count += 1
      guard count <= Self.mostVersions else {
        throw record.failure("at most \(Self.mostVersions) versions", found: "more")
      }
      names[number & 0x7FFF] = try table.name(at: UInt64(name))
    }
    return ELFVersions(try map.bytes(at: address, "version numbers"), names: names)
  }

  /// A symbol's version is a number of 15 bits, so there is no use for more.
  private static var mostVersions: Int { 0x8000 }

  private typealias VersionBody = (Window, UInt16, UInt32) throws(ReadError) -> Void

  private func forEachVersion(
    in map: AddressMap,
    _ body: VersionBody
  ) throws(ReadError) {
    if let start = try dynamicValue(.versionsDefined) {
      let count = try dynamicValue(.versionsDefinedCount) ?? 0
      try forEachDefined(map.bytes(at: start, "defined versions"), count, body)
    }
    if let start = try dynamicValue(.versionsNeeded) {
      let count = try dynamicValue(.versionsNeededCount) ?? 0
      try forEachNeeded(map.bytes(at: start, "needed versions"), count, body)
    }
  }

  /// Versions that the image's own symbols have.
  private func forEachDefined(
    _ list: Window,
    _ count: UInt64,
    _ body: VersionBody
  ) throws(ReadError) {
    try list.forEachLinked(next: 16, count: count) { record throws(ReadError) in
      let first = try record.suffix(from: Int(record.u32(12)), "a version's name")
      // The base version is the library's own name, which is no version of a symbol.
      if try record.u16(2) & 1 == 0 { try body(record, record.u16(4), first.u32(0)) }
    }
  }

  /// Versions of symbols in other libraries, a list for each of these.
  private func forEachNeeded(
    _ list: Window,
    _ count: UInt64,
    _ body: VersionBody
  ) throws(ReadError) {
    try list.forEachLinked(next: 12, count: count) { file throws(ReadError) in
      let first = try file.suffix(from: Int(file.u32(8)), "a needed version")
      try first.forEachLinked(next: 12, count: UInt64(file.u16(2))) {
        version throws(ReadError) in
        try body(version, version.u16(6), version.u32(8))
      }
    }
  }
}

extension Window {
  /// Calls `body` with what begins at each record of a list; `next` is where a record has the
  /// distance to the one after it.
  fileprivate func forEachLinked(
    next: Int,
    count: UInt64,
    _ body: (Window) throws(ReadError) -> Void
  ) throws(ReadError) {
    var (rest, index) = (self, UInt64(0))
    while index < count {
      try body(rest)
      let distance = try rest.u32(next)
      guard distance != 0 else { return }
      rest = try rest.suffix(from: Int(distance), "a version record")
      index += 1
    }
  }
}
