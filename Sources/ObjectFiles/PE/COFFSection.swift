/// A section header, the same in objects (COFF) and images (PE).
struct COFFSection {
  let name: UnsafeRawBufferPointer
  /// 0 in objects.
  let memorySize: UInt32
  let address: UInt32
  let size: UInt32
  let offset: UInt32
  let relocationOffset: UInt32
  let relocationCount: UInt16
  private let flags: UInt32

  init(_ header: Window) throws(ReadError) {
    name = try header.slice(0, 8, "a section's name").bytes.untilZero
    memorySize = try header.u32(8)
    address = try header.u32(12)
    size = try header.u32(16)
    offset = try header.u32(20)
    relocationOffset = try header.u32(24)
    relocationCount = try header.u16(32)
    flags = try header.u32(36)
  }

  var hasCode: Bool { flags & 0x20 != 0 }

  /// Whether the bytes are in the file and, once the program runs, in memory, but not as code.
  var hasData: Bool { flags & 0x40 != 0 && !hasCode && size > 0 && offset > 0 }

  /// Whether the section only talks to the linker.
  var isInformation: Bool { flags & 0x200 != 0 }

  /// Returns the section's bytes, none for one that is zero in memory.
  func contents(in file: Window) throws(ReadError) -> Window {
    offset == 0 ? try file.slice(0, 0, "") : try file.slice(offset, size, "a section")
  }
}
