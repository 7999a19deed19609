/// An ELF file's header: class, byte order, type, machine and where its tables are.
struct ELFImage {
  let window: Window
  /// Whether words are of 64 bits.
  let wide: Bool
  /// 1 relocatable, 2 program at a fixed address, 3 library or position-independent program.
  let type: UInt16
  let machine: UInt16
  let sections: ELFSections
  let segments: ELFSegments
  /// Whether the contents are in another file, and this one has the rest of the sections.
  let isDebugFile: Bool

  init(_ file: Window) throws(ReadError) {
    let width = try file.u8(4)
    guard width == 1 || width == 2 else {
      throw file.failure("ELF class 1 or 2", found: "\(width)", at: 4)
    }
    let encoding = try file.u8(5)
    guard encoding == 1 || encoding == 2 else {
      throw file.failure("ELF byte order 1 or 2", found: "\(encoding)", at: 5)
    }
    wide = width == 2
    var window = file
    window.order = encoding == 1 ? .little : .big
    self.window = window
    type = try window.u16(16)
    machine = try window.u16(18)
    sections = try ELFSections(window, wide: wide)
    segments = try ELFSegments(window, wide: wide, sections: sections)
    isDebugFile = try sections.firstOfCode()?.type == .noBits
  }

  func objectFile() throws(ReadError) -> ObjectFile {
    ObjectFile(
      window: window,
      format: .elf,
      kind: try kind(),
      architecture: architecture,
      unreadable: window.isPacked ? .packed : try isSlimLTO() ? .slimLTO : nil,
      image: .elf(self)
    )
  }

  /// Tells programs from libraries where the type does not.
  private func kind() throws(ReadError) -> ObjectFile.Kind {
    switch type {
    case _ where isDebugFile: return .debugSymbols
    case 1: return .relocatable
    case 2: return .executable
    case 3:
      // A position-independent executable has a library's type. Linkers mark it; the older ones
      // that do not still give it an interpreter and no name of its own.
      if try (dynamicValue(.flags1) ?? 0) & 0x0800_0000 != 0 { return .executable }
      let hasInterpreter = try segments.first(.interpreter) != nil
      let isNamed = try dynamicValue(.soname) != nil
      return hasInterpreter && !isNamed ? .executable : .sharedLibrary
    default: return .other
    }
  }

  /// Whether GCC left only its own intermediate form in the object.
  ///
  /// Since version 10 the first bytes of a section say so, before that a common symbol did.
  private func isSlimLTO() throws(ReadError) -> Bool {
    guard type == 1, try sections.mayName(".gnu.lto_.") else { return false }
    var names = try sections.names()
    var hasIntermediateForm = false
    for index in 0..<sections.count {
      let section = try sections[index]
      guard section.type == .programBits else { continue }
      let name = try names.name(at: UInt64(section.name))
      guard name.hasPrefix(".gnu.lto_.") else { continue }
      if name.hasPrefix(".gnu.lto_.lto.") {
        return try sections.contents(of: section).u8(4) != 0
      }
      hasIntermediateForm = true
    }
    return hasIntermediateForm ? try hasSlimMark() : false
  }

  private func hasSlimMark() throws(ReadError) -> Bool {
    var found = false
    try forEachSymbol(in: .full, externalOnly: true) { found = found || $0.isSlimMark }
    return found
  }
}

extension Symbol {
  fileprivate var isSlimMark: Bool { name.equals("__gnu_lto_slim") }
}
