/// One section of a segment.
struct MachOSection {
  let name: UnsafeRawBufferPointer
  let segment: UnsafeRawBufferPointer
  /// In a relocatable object too: its sections lie one behind the other.
  let address: UInt64
  let size: UInt64
  let offset: UInt32
  let relocationOffset: UInt32
  let relocationCount: UInt32
  let flags: UInt32

  init(_ header: Window, wide: Bool) throws(ReadError) {
    name = try header.slice(0, 16, "a section's name").bytes.untilZero
    segment = try header.slice(16, 16, "a segment's name").bytes.untilZero
    address = try header.word(32, wide: wide)
    size = try header.word(wide ? 40 : 36, wide: wide)
    let rest = wide ? 48 : 40
    offset = try header.u32(rest)
    relocationOffset = try header.u32(rest + 8)
    relocationCount = try header.u32(rest + 12)
    flags = try header.u32(rest + 16)
  }

  var hasCode: Bool { flags & 0x8000_0000 != 0 }

  /// Whether the bytes are in the file and will not be run.
  var hasData: Bool { !hasCode && !isZeroFill }

  var isThreadLocal: Bool { (0x11...0x15).contains(flags & 0xFF) }

  /// Whether the section has no bytes in the file.
  var isZeroFill: Bool { [0x1, 0xC, 0x12].contains(flags & 0xFF) }
}

extension MachOImage {
  /// Calls `body` with each section; symbols count them from 1 through all segments.
  func forEachSection(_ body: (MachOSection) throws(ReadError) -> Void) throws(ReadError) {
    try forEachCommand { number, command throws(ReadError) in
      guard number == (wide ? Command.segment64 : Command.segment) else { return }
      let count = try command.u32(wide ? 64 : 48)
      let stride = wide ? 80 : 68
      let table = try command.table(
        wide ? 72 : 56,
        count: UInt64(count),
        stride: UInt64(stride),
        "a segment's sections"
      )
      for offset in Swift.stride(from: 0, to: table.count, by: stride) {
        try body(MachOSection(table.slice(offset, stride, "a section"), wide: wide))
      }
    }
  }
}
