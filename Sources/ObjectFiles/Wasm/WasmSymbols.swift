extension WasmModule {
  /// Calls `body` with each symbol of an object, or each name that a program still has of its
  /// functions.
  func forEachSymbol(
    in table: SymbolTable,
    externalOnly: Bool,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard isObject else {
      if table == .full, !externalOnly { try forEachFunctionName(body) }
      return
    }
    let imports = try importedNames()
    try forEachEntry { entry throws(ReadError) in
      guard let entry, !externalOnly || !entry.isLocal else { return }
      let name = entry.name ?? imports[entry.kind]?.element(entry.index)
      if let name { try body(entry.symbol(named: name)) }
    }
  }

  /// Calls `body` with each entry of the linker's symbol table, `nil` for those without a name of
  /// their own; relocations count them all.
  func forEachEntry(
    _ body: (WasmSymbolEntry?) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard let linking = try custom("linking") else { return }
    var parts = LEBCursor(linking)
    let version = try parts.unsigned()
    guard version == 2 else {
      throw linking.failure("linking tables of version 2", found: "\(version)")
    }
    while !parts.isAtEnd {
      let number = try parts.byte()
      var part = LEBCursor(try parts.part("a part of the section 'linking'"))
      guard number == 8 else { continue }
      for _ in 0..<(try part.unsigned()) { try body(WasmSymbolEntry(&part)) }
    }
  }

  /// The names of what is imported: an undefined symbol usually has no other.
  private func importedNames() throws(ReadError) -> [UInt8: [UnsafeRawBufferPointer]] {
    var names: [UInt8: [UnsafeRawBufferPointer]] = [:]
    var count = 0
    try forEachImportedItem { name, kind throws(ReadError) in
      let number: UInt8? =
        switch kind {
        case .function: 0
        case .global: 2
        case .tag: 4
        case .table: 5
        case .memory: nil
        }
      count += 1
      // An import takes five bytes and more; a file that is nothing else is no compiler's.
      guard count <= max(1_024, window.count / 16) else {
        throw window.failure("imports with names", found: "more than the file has room for")
      }
      if let number { names[number, default: []].append(name) }
    }
    return names
  }

  private func forEachFunctionName(
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard let section = try custom("name") else { return }
    var parts = LEBCursor(section)
    while !parts.isAtEnd {
      let number = try parts.byte()
      var part = LEBCursor(try parts.part("a part of the section 'name'"))
      guard number == 1 else { continue }
      for _ in 0..<(try part.unsigned()) {
        _ = try part.unsigned()
        try body(Symbol(functionNamed: part.counted("a function's name")))
      }
    }
  }
}

extension Symbol {
  fileprivate init(functionNamed name: UnsafeRawBufferPointer) {
    self.init(
      linkName: name,
      name: name,
      version: nil,
      definition: .defined,
      binding: .local,
      visibility: .default,
      kind: .function,
      value: 0,
      size: 0,
      section: nil,
      provider: nil
    )
  }
}

extension [UnsafeRawBufferPointer] {
  fileprivate func element(_ index: UInt64) -> UnsafeRawBufferPointer? {
    index < UInt64(count) ? self[Int(index)] : nil
  }
}
