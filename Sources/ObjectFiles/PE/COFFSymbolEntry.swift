/// One entry of a COFF symbol table, undeciphered.
struct COFFSymbolEntry {
  /// The name where it fits the entry.
  let shortName: UnsafeRawBufferPointer
  /// The name's offset in the string table where it does not.
  let longName: UInt32?
  let value: UInt32
  /// From 1; 0 undefined or common, -1 absolute, -2 debugging.
  let section: Int
  /// How many entries behind this one only add to it.
  let auxiliaryCount: UInt8
  private let type: UInt16
  private let storageClass: UInt8

  static let size = 18
  /// In the form for many sections, in which their numbers have 32 bits.
  static let bigSize = 20

  init(_ entry: Window, isBig: Bool) throws(ReadError) {
    longName = try entry.u32(0) == 0 ? entry.u32(4) : nil
    shortName = try entry.slice(0, 8, "a symbol's name").bytes.untilZero
    value = try entry.u32(8)
    section =
      isBig
      ? Int(Int32(bitPattern: try entry.u32(12))) : Int(Int16(bitPattern: try entry.u16(12)))
    let rest = isBig ? 16 : 14
    type = try entry.u16(rest)
    storageClass = try entry.u8(rest + 2)
    auxiliaryCount = try entry.u8(rest + 3)
  }

  /// Whether the entry stands for a file, a section or debugging.
  var isMark: Bool {
    storageClass == 103 || section == -2 || storageClass == 3 && value == 0 && auxiliaryCount > 0
  }

  var isExternal: Bool { storageClass == 2 || storageClass == 105 }

  func symbol(
    named linkName: UnsafeRawBufferPointer,
    hasUnderscore: Bool,
    in object: COFFObject
  ) throws(ReadError) -> Symbol {
    let isInCode = section > 0 ? try object.section(section).hasCode : false
    return Symbol(
      linkName: linkName,
      name: hasUnderscore ? linkName.withoutUnderscore : linkName,
      version: nil,
      definition: definition,
      binding: !isExternal ? .local : storageClass == 105 ? .weak : .global,
      visibility: .default,
      kind: type >> 4 == 2 || isInCode ? .function : section > 0 ? .data : .other,
      value: definition == .common ? 0 : UInt64(value),
      size: definition == .common ? UInt64(value) : 0,
      section: section > 0 ? section : nil,
      provider: nil
    )
  }

  private var definition: Symbol.Definition {
    switch section {
    case -1: .absolute
    case 0: storageClass == 2 && value > 0 ? .common : .undefined
    default: .defined
    }
  }
}
