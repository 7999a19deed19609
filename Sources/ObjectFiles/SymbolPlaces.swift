/// Finds the bytes of symbols in the file.
package struct SymbolPlaces {
  private let object: ObjectFile
  private let places: Places

  private enum Places {
    case none
    case mapped(AddressMap)
    case elf(ELFImage)
    case coff(COFFObject)
    case wasm([WasmModule.Segment])
  }

  package init(_ object: ObjectFile) throws(ReadError) {
    self.object = object
    switch object.image {
    case .elf(let elf) where object.kind == .relocatable: places = .elf(elf)
    case .elf(let elf): places = .mapped(try elf.segments.addressMap())
    case .machO(let machO): places = .mapped(try machO.addressMap())
    case .coff(let coff): places = .coff(coff)
    case .wasm(let wasm): places = .wasm(try wasm.segments())
    case .pe, .importStub, .textStub, .none: places = .none
    }
  }

  /// Returns the offset in the object; `nil` for a symbol without bytes.
  package func offset(of symbol: Symbol) throws(ReadError) -> Int? {
    guard symbol.definition == .defined else { return nil }
    if case .mapped(let map) = places { return map.offset(of: symbol.value) }
    guard let contents = try home(of: symbol), symbol.value < contents.count else { return nil }
    return contents.origin - object.window.origin + Int(symbol.value)
  }

  /// The section or segment that the symbol's value counts from.
  private func home(of symbol: Symbol) throws(ReadError) -> Window? {
    guard let index = symbol.section else { return nil }
    switch places {
    case .elf(let elf): return try elf.sections.contents(of: elf.sections[index])
    case .coff(let coff): return try coff.section(index).contents(in: object.window)
    case .wasm(let segments):
      return index < segments.count ? segments[index].contents : nil
    case .mapped, .none: return nil
    }
  }
}
