/// A Mach-O file's header and its load commands.
struct MachOImage {
  let window: Window
  /// Whether words are of 64 bits.
  let wide: Bool
  /// 1 relocatable, 2 program, 6 library, 8 bundle, 9 stub of a library, 10 dSYM.
  let fileType: UInt32
  let flags: UInt32
  private let cpuType: UInt32
  private let cpuSubtype: UInt32
  private let commandCount: UInt32
  private let commands: Window

  init(_ file: Window) throws(ReadError) {
    var window = file
    let magic = try window.u32(0)
    if magic == 0xCEFA_EDFE || magic == 0xCFFA_EDFE { window.order = .big }
    self.window = window
    wide = try window.u32(0) == 0xFEED_FACF
    cpuType = try window.u32(4)
    cpuSubtype = try window.u32(8)
    fileType = try window.u32(12)
    commandCount = try window.u32(16)
    flags = try window.u32(24)
    commands = try window.slice(wide ? 32 : 28, window.u32(20), "the load commands")
    // A program has some kilobytes of them; each question walks through all.
    guard commands.count <= 1 << 24 else {
      throw window.failure("load commands of at most 16 MiB", found: "more", at: 20)
    }
  }

  /// Calls `body` with the number and bytes of each load command.
  func forEachCommand(
    _ body: (UInt32, Window) throws(ReadError) -> Void
  ) throws(ReadError) {
    var offset = 0
    for _ in 0..<commandCount {
      let size = try commands.u32(offset + 4)
      guard size >= 8 else {
        throw commands.failure(
          "a load command of 8 bytes or more",
          found: "one of \(size)",
          at: offset
        )
      }
      let command = try commands.slice(offset, size, "a load command")
      try body(command.u32(0), command)
      offset += command.count
    }
  }

  /// Whether each import names the library it comes from; never so in a relocatable object.
  var isTwoLevel: Bool { flags & 0x80 != 0 && fileType != 1 }

  func objectFile() throws(ReadError) -> ObjectFile {
    ObjectFile(
      window: window,
      format: .machO,
      kind: kind,
      architecture: architecture,
      unreadable: try isEncrypted() ? .encrypted : nil,
      image: .machO(self)
    )
  }

  private var kind: ObjectFile.Kind {
    switch fileType {
    case 1: .relocatable
    case 2: .executable
    // 9 is a library whose contents were left out; its names are those of the library.
    case 6, 9: .sharedLibrary
    case 8: .bundle
    case 10: .debugSymbols
    default: .other
    }
  }

  /// The processor, named as in the target triples of Apple's systems.
  private var architecture: Architecture {
    switch (cpuType, cpuSubtype & 0xFF_FFFF) {
    case (7, _): "i386"
    case (0x0100_0007, 8): "x86_64h"
    case (0x0100_0007, _): "x86_64"
    case (0x0100_000C, 2): "arm64e"
    case (0x0100_000C, _): "arm64"
    case (0x0200_000C, _): "arm64_32"
    case (12, 9): "armv7"
    case (12, 11): "armv7s"
    case (12, 12): "armv7k"
    case (12, _): "arm"
    case (18, _): "powerpc"
    case (0x0100_0012, _): "powerpc64"
    default: .unknown(UInt64(cpuType))
    }
  }
}
