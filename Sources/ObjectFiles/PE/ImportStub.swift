/// A member of a Windows import library: one name and the DLL that has it.
struct ImportStub {
  let window: Window
  private let machine: UInt16
  private let texts: Window
  private let isCode: Bool

  init(_ file: Window) throws(ReadError) {
    window = file
    machine = try file.u16(6)
    isCode = try file.u16(18) & 3 == 0
    texts = try file.slice(20, file.u32(12), "an import's names")
  }

  func objectFile() -> ObjectFile {
    ObjectFile(
      window: window,
      format: .coff,
      kind: .importStub,
      architecture: .init(windowsMachine: machine),
      unreadable: nil,
      image: .importStub(self)
    )
  }

  /// The DLL that has the name.
  func libraryName() throws(ReadError) -> String {
    var cursor = LEBCursor(texts)
    _ = try cursor.text("an import's name")
    return String(decoding: try cursor.text("a library's name"), as: UTF8.self)
  }

  /// The symbol that a linker takes from here.
  func symbol() throws(ReadError) -> Symbol {
    var cursor = LEBCursor(texts)
    let name = try cursor.text("an import's name")
    return Symbol(
      linkName: name,
      name: machine == 0x14C ? name.withoutUnderscore : name,
      version: nil,
      definition: .defined,
      binding: .global,
      visibility: .default,
      kind: isCode ? .function : .data,
      value: 0,
      size: 0,
      section: nil,
      provider: nil
    )
  }
}
