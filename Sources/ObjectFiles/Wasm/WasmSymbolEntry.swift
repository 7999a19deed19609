/// One entry of a WebAssembly object's symbol table, undeciphered.
struct WasmSymbolEntry {
  /// 0 function, 1 data, 2 global, 4 tag, 5 table.
  let kind: UInt8
  /// `nil` where the name is that of the import with the entry's index.
  let name: UnsafeRawBufferPointer?
  /// Among the functions and so on; of data the segment.
  let index: UInt64
  let offset: UInt64
  private let size: UInt64
  private let flags: UInt64

  /// Reads an entry; `nil` for one that stands for a section.
  init?(_ cursor: inout LEBCursor) throws(ReadError) {
    let start = cursor.offset
    kind = try cursor.byte()
    flags = try cursor.unsigned()
    let isUndefined = flags & 0x10 != 0
    switch kind {
    case 0, 2, 4, 5:
      index = try cursor.unsigned()
      name = !isUndefined || flags & 0x40 != 0 ? try cursor.counted("a symbol's name") : nil
      (offset, size) = (0, 0)
    case 1:
      name = try cursor.counted("a symbol's name")
      index = isUndefined ? 0 : try cursor.unsigned()
      offset = isUndefined ? 0 : try cursor.unsigned()
      size = isUndefined ? 0 : try cursor.unsigned()
    case 3:
      _ = try cursor.unsigned()
      return nil
    default:
      throw cursor.window.failure("a kind of symbol", found: "\(kind)", at: start)
    }
  }

  var isLocal: Bool { flags & 0x2 != 0 }

  var isData: Bool { kind == 1 && flags & 0x210 == 0 }

  func symbol(named name: UnsafeRawBufferPointer) -> Symbol {
    Symbol(
      linkName: name,
      name: name,
      version: nil,
      definition: flags & 0x10 != 0 ? .undefined : flags & 0x200 != 0 ? .absolute : .defined,
      binding: isLocal ? .local : flags & 0x1 != 0 ? .weak : .global,
      visibility: flags & 0x4 != 0 ? .hidden : .default,
      kind: kind == 0 ? .function : flags & 0x100 != 0 ? .threadLocal : kind == 1 ? .data : .other,
      value: offset,
      size: size,
      section: isData ? Int(clamping: index) : nil,
      provider: nil
    )
  }
}
