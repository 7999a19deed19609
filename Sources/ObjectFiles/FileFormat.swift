/// What a file is, told by its first bytes and never by its name.
package enum FileFormat: Sendable {
  case archive
  case thinArchive
  case universal
  case elf
  case machO
  case pe
  case coff
  case wasm
  case textStub
  case bitcode
  case unknown

  package init(of window: Window) {
    if window.starts(with: "!<arch>\n") {
      self = .archive
    } else if window.starts(with: "!<thin>\n") {
      self = .thinArchive
    } else if window.starts(with: "\u{7F}ELF") {
      self = .elf
    } else if window.starts(with: "\0asm") {
      self = .wasm
    } else if window.starts(with: "MZ") {
      self = .pe
    } else if window.starts(with: "--- !tapi-tbd") {
      self = .textStub
    } else {
      self = Self(magic: window)
    }
  }

  /// Tells the formats whose first bytes are numbers.
  private init(magic window: Window) {
    var big = window
    big.order = .big
    switch try? big.u32(0) {
    case 0xCAFE_BABE, 0xCAFE_BABF:
      // A Java class begins with the first of these too; its second word is a version from 45 up.
      self = (try? big.u32(4)).map { $0 < 43 } == true ? .universal : .unknown
    case 0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE:
      self = .machO
    case 0x4243_C0DE, 0xDEC0_170B:
      self = .bitcode
    default:
      self = Self.isCOFF(window) ? .coff : .unknown
    }
  }

  /// Whether an object file for Windows begins here; its first number is the processor, and that
  /// is all it has for a mark, so its other numbers have to fit too.
  private static func isCOFF(_ window: Window) -> Bool {
    guard let machine = try? window.u16(0), [0x14C, 0x8664, 0xAA64].contains(machine),
      let symbols = try? window.u32(8), let headerSize = try? window.u16(16)
    else { return false }
    return headerSize == 0 && symbols <= window.count
  }
}
