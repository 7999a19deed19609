/// What a file is, told by its first bytes and never by its name.
package enum FileFormat: Sendable {
  /// An `ar` archive with its members inside.
  case archive
  /// An `ar` archive that only names its members.
  case thinArchive
  /// Mach-O files or archives for several processors in one ("fat").
  case universal
  case elf
  case machO
  case pe
  case coff
  /// COFF with more sections than its first form can count.
  case bigCOFF
  /// One member of a Windows import library.
  case importStub
  case wasm
  /// A `.tbd` file.
  case textStub
  /// LLVM bitcode, plain or wrapped.
  case bitcode
  case unknown

  package init(of window: Window) {
    self = Self.marked(window) ?? (Self.isCOFF(window) ? .coff : .unknown)
  }

  /// Tells the formats that begin with a mark.
  private static func marked(_ window: Window) -> FileFormat? {
    var big = window
    big.order = .big
    // An error costs more than all the comparisons, and an archive can have a million members.
    guard window.count >= 8, let mark = try? big.u32(0) else { return nil }
    switch mark {
    case 0x213C_6172 where window.starts(with: "!<arch>\n"): return .archive
    case 0x213C_7468 where window.starts(with: "!<thin>\n"): return .thinArchive
    case 0x7F45_4C46: return .elf
    case 0x0061_736D: return .wasm
    case 0x2D2D_2D20 where window.starts(with: "--- !tapi-tbd"): return .textStub
    case _ where mark >> 24 == 0x7B && TextStub.isJSON(window): return .textStub
    case 0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE: return .machO
    case 0x4243_C0DE, 0xDEC0_170B: return .bitcode
    // A Java class begins with the first of these too; its second word is a version from 45 up.
    case 0xCAFE_BABE, 0xCAFE_BABF: return (try? big.u32(4)) ?? .max < 43 ? .universal : nil
    // No processor and -1 sections; then a version, 0 for an import.
    case 0x0000_FFFF: return (try? window.u16(4)) == 0 ? .importStub : .bigCOFF
    default: return mark >> 16 == 0x4D5A ? .pe : nil
    }
  }

  /// Whether an object file for Windows begins here; its first number is the processor, and that
  /// is all it has for a mark, so its other numbers have to fit too.
  private static func isCOFF(_ window: Window) -> Bool {
    guard window.count >= 20, let machine = try? window.u16(0),
      let symbols = try? window.u32(8), let headerSize = try? window.u16(16)
    else { return false }
    let isKnown = machine == 0x14C || machine == 0x8664 || machine == 0xAA64
    return isKnown && headerSize == 0 && symbols <= window.count
  }
}
