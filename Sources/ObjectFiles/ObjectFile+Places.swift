extension ObjectFile {
  /// Returns where in the object the bytes of a defined symbol are; `nil` for one without bytes.
  package func offset(of symbol: Symbol) throws(ReadError) -> Int? {
    guard symbol.definition == .defined else { return nil }
    switch image {
    case .elf(let elf): return try elf.offset(of: symbol)
    case .machO(let machO): return try machO.addressMap().offset(of: symbol.value)
    case .coff(let coff):
      guard let number = symbol.section else { return nil }
      let contents = try coff.section(number).contents(in: window)
      return symbol.value < contents.count
        ? contents.origin - window.origin + Int(symbol.value) : nil
    case .wasm(let wasm):
      let segments = try wasm.segments()
      guard let index = symbol.section, index < segments.count else { return nil }
      let contents = segments[index].contents
      return symbol.value < contents.count
        ? contents.origin - window.origin + Int(symbol.value) : nil
    case .pe, .textStub, .none: return nil
    }
  }
}

extension ELFImage {
  fileprivate func offset(of symbol: Symbol) throws(ReadError) -> Int? {
    guard type == 1 else { return try segments.addressMap().offset(of: symbol.value) }
    guard let index = symbol.section else { return nil }
    let contents = try sections.contents(of: sections[index])
    return symbol.value < contents.count
      ? contents.origin - window.origin + Int(symbol.value) : nil
  }
}
