extension MachOImage {
  /// Calls `body` with each name an image takes from others; one can be met several times.
  func forEachImport(_ body: (Import) throws(ReadError) -> Void) throws(ReadError) {
    guard fileType != 1 else { return }
    if let fixups = try linkedData(Command.chainedFixups) {
      return try forEachChainedImport(fixups) { bound throws(ReadError) in
        try body(Import(bound.name.withoutUnderscore, bound.provider, isWeak: bound.isWeak))
      }
    }
    let tables: [(LoaderTable, Bool)] = [(.bind, false), (.weakBind, false), (.lazyBind, true)]
    var hasTables = false
    for (table, isLazy) in tables {
      guard let code = try loaderInformation(table) else { continue }
      hasTables = true
      try forEachBoundName(code, isLazy: isLazy) { bound throws(ReadError) in
        // Of weak definitions all images have to take the same one.
        let provider = table == .weakBind || !isTwoLevel ? .anyLibrary : bound.provider
        try body(Import(bound.name.withoutUnderscore, provider, isWeak: bound.isWeak))
      }
    }
    guard !hasTables else { return }
    try forEachSymbol(externalOnly: true) { symbol throws(ReadError) in
      guard let provider = symbol.provider else { return }
      try body(Import(symbol.name, provider, isWeak: symbol.binding == .weak))
    }
  }
}
