/// One entry of a Mach-O symbol table (`nlist`), undeciphered.
struct MachOSymbolEntry {
  let name: UInt32
  let section: UInt8
  private let type: UInt8
  private let description: UInt16
  let value: UInt64

  init(_ table: Window, at offset: Int, wide: Bool) throws(ReadError) {
    name = try table.u32(offset)
    type = try table.u8(offset + 4)
    section = try table.u8(offset + 5)
    description = try table.u16(offset + 6)
    value = try table.word(offset + 8, wide: wide)
  }

  var isDebugging: Bool { type & 0xE0 != 0 }

  var isExternal: Bool { type & 0x01 != 0 }

  func symbol(
    named linkName: UnsafeRawBufferPointer,
    kind: Symbol.Kind,
    isTwoLevel: Bool
  ) -> Symbol {
    let definition = self.definition
    return Symbol(
      linkName: linkName,
      name: linkName.withoutUnderscore,
      version: nil,
      definition: definition,
      binding: binding,
      visibility: type & 0x10 != 0 ? .hidden : .default,
      kind: definition == .common ? .data : definition == .defined ? kind : .other,
      value: definition == .common ? 0 : value,
      size: definition == .common ? value : 0,
      section: section == 0 ? nil : Int(section),
      provider: definition != .undefined ? nil : isTwoLevel ? provider : .anyLibrary
    )
  }

  private var provider: Symbol.Provider {
    let ordinal = Int(description >> 8)
    // Of the 8 bits here the two highest numbers are -1 and -2 elsewhere.
    return Symbol.Provider(machOOrdinal: ordinal >= 0xFE ? ordinal - 0x100 : ordinal)
  }

  private var definition: Symbol.Definition {
    switch type & 0x0E {
    case 0x02: .absolute
    // A common symbol is an undefined one with a size.
    case 0x00, 0x0C: isExternal && value != 0 && type & 0x0E == 0 ? .common : .undefined
    // In a section, or (0x0A) another name for a symbol that may be in another image.
    default: .defined
    }
  }

  private var binding: Symbol.Binding {
    guard isExternal else { return .local }
    // The same bit of an undefined symbol says that its definition elsewhere is a weak one.
    let weakBit: UInt16 = definition == .undefined ? 0x40 : 0x80
    return definition != .common && description & weakBit != 0 ? .weak : .global
  }
}

extension Symbol.Provider {
  /// Counts libraries from 1; 0 and the negative numbers are special.
  init(machOOrdinal ordinal: Int) {
    self =
      switch ordinal {
      case 0: .ownImage
      case -1: .mainExecutable
      // Looked up in all images: dynamic lookup (-2), or weak definitions, of which one is used.
      case ..<0: .anyLibrary
      default: .library(ordinal - 1)
      }
  }
}

extension UnsafeRawBufferPointer {
  /// The name as C spells it: every C name has one underscore more in a Mach-O file.
  var withoutUnderscore: UnsafeRawBufferPointer {
    first == UInt8(ascii: "_") ? UnsafeRawBufferPointer(rebasing: dropFirst()) : self
  }
}
