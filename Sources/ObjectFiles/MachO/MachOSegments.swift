/// A part of the file that is mapped as a whole.
struct MachOSegment {
  let name: UnsafeRawBufferPointer
  let address: UInt64
  let size: UInt64
  let offset: UInt64
  let fileSize: UInt64

  init(_ command: Window, wide: Bool) throws(ReadError) {
    name = try command.slice(8, 16, "a segment's name").bytes.untilZero
    address = try command.word(24, wide: wide)
    size = try command.word(wide ? 32 : 28, wide: wide)
    offset = try command.word(wide ? 40 : 32, wide: wide)
    fileSize = try command.word(wide ? 48 : 36, wide: wide)
  }
}

extension MachOImage {
  /// Returns the segments in the order by which the loader's tables count them.
  func segments() throws(ReadError) -> [MachOSegment] {
    var segments: [MachOSegment] = []
    try forEachCommand { number, command throws(ReadError) in
      guard number == (wide ? Command.segment64 : Command.segment) else { return }
      segments.append(try MachOSegment(command, wide: wide))
    }
    return segments
  }

  /// Makes a map of all that is loaded.
  func segmentMap() throws(ReadError) -> AddressMap {
    var map = AddressMap(window)
    for segment in try segments() {
      try map.add(address: segment.address, offset: segment.offset, size: segment.fileSize)
    }
    try map.finish()
    return map
  }

  /// The address of the header, from which some of the loader's tables count.
  func baseAddress() throws(ReadError) -> UInt64 {
    try segments().first { $0.offset == 0 && $0.fileSize > 0 }?.address ?? 0
  }

  /// Returns the bytes in `__LINKEDIT` that a load command of the given number points at.
  func linkedData(_ wanted: UInt32) throws(ReadError) -> Window? {
    var data: Window?
    try forEachCommand { number, command throws(ReadError) in
      guard number == wanted else { return }
      data = try window.slice(command.u32(8), command.u32(12), "the loader's data")
    }
    return data
  }

  /// The tables that `LC_DYLD_INFO` points at, by their place in it.
  enum LoaderTable: Int {
    case rebase = 8
    case bind = 16
    case weakBind = 24
    case lazyBind = 32
    case exports = 40
  }

  /// Returns the table's bytes, which may be none, or `nil` without the load command.
  func loaderInformation(_ table: LoaderTable) throws(ReadError) -> Window? {
    var data: Window?
    try forEachCommand { number, command throws(ReadError) in
      guard number == Command.loaderInformation || number == Command.loaderInformationOnly
      else { return }
      let offset = try command.u32(table.rawValue)
      data = try window.slice(offset, command.u32(table.rawValue + 4), "the loader's data")
    }
    return data
  }
}
