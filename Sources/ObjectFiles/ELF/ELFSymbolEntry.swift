/// One entry of `.symtab` or `.dynsym`, undeciphered.
struct ELFSymbolEntry {
  let name: UInt32
  private let info: UInt8
  private let other: UInt8
  private let section: UInt16
  let value: UInt64
  private let size: UInt64

  init(_ table: Window, at offset: Int, wide: Bool) throws(ReadError) {
    name = try table.u32(offset)
    info = try table.u8(offset + (wide ? 4 : 12))
    other = try table.u8(offset + (wide ? 5 : 13))
    section = try table.u16(offset + (wide ? 6 : 14))
    value = try table.word(offset + (wide ? 8 : 4), wide: wide)
    size = try table.word(offset + (wide ? 16 : 8), wide: wide)
  }

  /// Whether the entry stands for a section or a source file.
  var isMark: Bool { info & 15 == 3 || info & 15 == 4 }

  var binding: Symbol.Binding {
    switch info >> 4 {
    case 0: .local
    case 2: .weak
    // 10, STB_GNU_UNIQUE, is global for every linker.
    default: .global
    }
  }

  /// Where it is defined: a section's index, `nil` for undefined, absolute and common symbols.
  var sectionIndex: Int? { section == 0 || section >= 0xFF00 ? nil : Int(section) }

  func symbol(
    _ linkName: UnsafeRawBufferPointer,
    version: UnsafeRawBufferPointer?
  ) -> Symbol {
    let (name, suffix) = linkName.splitAtVersion
    let definition = self.definition
    return Symbol(
      linkName: linkName,
      name: name,
      version: version ?? suffix,
      definition: definition,
      binding: binding,
      visibility: visibility,
      kind: kind,
      value: definition == .common ? 0 : value,
      size: size,
      section: sectionIndex,
      provider: definition == .undefined ? .anyLibrary : nil
    )
  }

  private var definition: Symbol.Definition {
    switch section {
    case 0: .undefined
    case 0xFFF1: .absolute
    case 0xFFF2: .common
    // x86-64's common block for the large code model.
    case 0xFF02 where info & 15 == 5 || info & 15 == 1: .common
    default: .defined
    }
  }

  private var visibility: Symbol.Visibility {
    switch other & 3 {
    // 1, internal, is hidden with a promise that no linker uses.
    case 1, 2: .hidden
    case 3: .protected
    default: .default
    }
  }

  private var kind: Symbol.Kind {
    switch info & 15 {
    case 1, 5: .data
    case 2, 10: .function
    case 6: .threadLocal
    default: .other
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The name and the version of `NAME@VERSION`, or of `NAME@@VERSION`, the default one.
  ///
  /// `.symtab` has them in one text, also in an object that asked for them with `.symver`.
  fileprivate var splitAtVersion: (UnsafeRawBufferPointer, UnsafeRawBufferPointer?) {
    let mark = UInt8(ascii: "@")
    guard let end = firstPlace(of: mark), end > 0 else { return (self, nil) }
    let isDefault = end + 1 < count && self[end + 1] == mark
    let name = UnsafeRawBufferPointer(rebasing: self[..<end])
    return (name, UnsafeRawBufferPointer(rebasing: self[(end + (isDefault ? 2 : 1))...]))
  }
}
