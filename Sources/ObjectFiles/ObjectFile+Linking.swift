/// What others see of a library, and what it takes from others.
extension ObjectFile {
  /// The name that programs linked with this library ask the loader for: SONAME, install name.
  package func libraryName() throws(ReadError) -> String? {
    switch image {
    case .elf(let elf): try elf.dynamicStrings(tagged: .soname).first
    case .machO(let machO): try machO.installName()
    case .pe(let pe): try pe.libraryName()
    case .textStub(let stub): stub.installName()
    case .importStub(let stub): try stub.libraryName()
    case .coff, .wasm, .none: nil
    }
  }

  /// The libraries the loader is asked for, in the file's order: DT_NEEDED, LC_LOAD_DYLIB, PE's
  /// import table; for a text stub the libraries whose names it offers too.
  package func neededLibraries() throws(ReadError) -> [String] {
    switch image {
    case .elf(let elf): try elf.dynamicStrings(tagged: .needed)
    case .machO(let machO): try machO.loadedLibraries()
    case .pe(let pe): try pe.neededLibraries()
    case .textStub(let stub): stub.reexportedLibraries()
    case .wasm(let wasm): try wasm.neededLibraries()
    case .coff, .importStub, .none: []
    }
  }

  /// Calls `body` with each name that others can be linked with or that a loader can find.
  ///
  /// Of a relocatable object these are the global, weak and common definitions that are not
  /// hidden. A name is valid during the call only: an export trie has none in one piece.
  package func forEachExportedName(
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) {
    switch image {
    case .pe(let pe): return try pe.forEachExport(body)
    case .wasm(let wasm) where kind != .relocatable: return try wasm.forEachExport(body)
    case .machO(let machO) where try machO.forEachExport(body): return
    default:
      try forEachSymbol(externalOnly: true) { symbol throws(ReadError) in
        // In WebAssembly hidden is what compilers make of everything, for want of a loader.
        if symbol.isExported || format == .wasm && symbol.isExternalDefinition {
          try body(symbol.name)
        }
      }
    }
  }

  /// Calls `body` with each name an image takes from others; one can be met several times.
  ///
  /// A relocatable object has undefined symbols and no imports yet.
  package func forEachImport(_ body: (Import) throws(ReadError) -> Void) throws(ReadError) {
    switch image {
    case .machO(let machO): try machO.forEachImport(body)
    case .pe(let pe): try pe.forEachImport(body)
    case .wasm(let wasm): try wasm.forEachImport(body)
    case .elf where kind != .relocatable:
      try forEachSymbol(externalOnly: true) { symbol throws(ReadError) in
        guard let provider = symbol.provider else { return }
        try body(Import(symbol.name, provider, isWeak: symbol.binding == .weak))
      }
    case .elf, .coff, .importStub, .textStub, .none: break
    }
  }

  /// Calls `body` with each symbol that the loader of an ELF image resolves by name, and for how
  /// many relocations.
  ///
  /// A definition of the image's own that is met here can be interposed: another image's
  /// definition of that name, loaded earlier, will be used in its place.
  package func forEachBoundSymbol(
    _ body: (_ symbol: Symbol, _ relocations: Int) throws(ReadError) -> Void
  ) throws(ReadError) {
    if case .elf(let elf) = image { try elf.forEachBoundSymbol(body) }
  }

  /// Whether an ELF image was linked with `-Bsymbolic`, so that nothing in it is interposed.
  package func isSymbolic() throws(ReadError) -> Bool {
    if case .elf(let elf) = image { try elf.isSymbolic() } else { false }
  }

  /// Whether each import of a Mach-O image names the library it comes from.
  package var hasTwoLevelNamespace: Bool {
    if case .machO(let machO) = image { machO.isTwoLevel } else { false }
  }

  /// The smallest alignment of a mapped ELF segment, `nil` for other formats.
  ///
  /// A system with pages of 16 KiB loads nothing that has less than 16,384 here.
  package func segmentAlignment() throws(ReadError) -> UInt64? {
    if case .elf(let elf) = image { try elf.segmentAlignment() } else { nil }
  }

  /// The Apple platforms the object is built for, empty for other formats.
  package func platforms() throws(ReadError) -> [ApplePlatform] {
    if case .machO(let machO) = image { try machO.platforms() } else { [] }
  }
}
