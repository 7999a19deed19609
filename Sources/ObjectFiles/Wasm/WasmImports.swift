extension WasmModule {
  /// What can be imported and exported.
  enum ItemKind: UInt8 {
    case function = 0
    case table = 1
    case memory = 2
    case global = 3
    case tag = 4
  }

  /// Calls `body` with the name and kind of each import.
  func forEachImportedItem(
    _ body: (UnsafeRawBufferPointer, ItemKind) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard let section = try section(Section.imports) else { return }
    var cursor = LEBCursor(section)
    for _ in 0..<(try cursor.unsigned()) {
      _ = try cursor.counted("a module's name")
      let name = try cursor.counted("an import's name")
      let start = cursor.offset
      let number = try cursor.byte()
      guard let kind = ItemKind(rawValue: number) else {
        throw section.failure("a kind of import", found: "\(number)", at: start)
      }
      try cursor.skipType(of: kind)
      try body(name, kind)
    }
  }

  /// Calls `body` with the functions and variables a program takes from its host.
  func forEachImport(_ body: (Import) throws(ReadError) -> Void) throws(ReadError) {
    guard !isObject else { return }
    try forEachImportedItem { name, kind throws(ReadError) in
      guard kind == .function || kind == .global else { return }
      try body(Import(name, .anyLibrary, isWeak: false))
    }
  }

  /// Calls `body` with the functions and variables a program offers to its host.
  func forEachExport(
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard let section = try section(Section.exports) else { return }
    var cursor = LEBCursor(section)
    for _ in 0..<(try cursor.unsigned()) {
      let name = try cursor.counted("an export's name")
      let kind = try cursor.byte()
      _ = try cursor.unsigned()
      if kind == ItemKind.function.rawValue || kind == ItemKind.global.rawValue { try body(name) }
    }
  }

  /// The libraries a dynamically linked module asks for.
  func neededLibraries() throws(ReadError) -> [String] {
    guard let section = try custom("dylink.0") else { return [] }
    var names: [String] = []
    var parts = LEBCursor(section)
    while !parts.isAtEnd {
      let number = try parts.byte()
      var part = LEBCursor(try parts.part("a part of the section 'dylink.0'"))
      guard number == 2 else { continue }
      for _ in 0..<(try part.unsigned()) {
        names.append(String(decoding: try part.counted("a library's name"), as: UTF8.self))
      }
    }
    return names
  }
}

extension LEBCursor {
  fileprivate mutating func skipType(of kind: WasmModule.ItemKind) throws(ReadError) {
    switch kind {
    case .function: _ = try unsigned()
    case .table:
      _ = try byte()
      try skipLimits()
    case .memory: try skipLimits()
    case .global:
      _ = try byte()
      _ = try byte()
    case .tag:
      _ = try byte()
      _ = try unsigned()
    }
  }

  private mutating func skipLimits() throws(ReadError) {
    let flags = try byte()
    _ = try unsigned()
    if flags & 1 != 0 { _ = try unsigned() }
  }
}
