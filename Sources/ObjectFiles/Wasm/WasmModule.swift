/// A WebAssembly module: a program, or an object still to be linked.
struct WasmModule {
  let window: Window
  /// Whether the tables for a linker are there.
  let isObject: Bool
  private let isLibrary: Bool

  init(_ file: Window) throws(ReadError) {
    window = file
    let version = try file.u32(4)
    guard version == 1 else {
      throw file.failure("a WebAssembly module of version 1", found: "\(version)", at: 4)
    }
    isObject = try Self.custom("linking", in: file) != nil
    isLibrary = try Self.custom("dylink.0", in: file) != nil
  }

  func objectFile() -> ObjectFile {
    ObjectFile(
      window: window,
      format: .wasm,
      kind: isObject ? .relocatable : isLibrary ? .sharedLibrary : .executable,
      architecture: "wasm32",
      unreadable: nil,
      image: .wasm(self)
    )
  }

  /// The sections that are read here, as the format numbers them.
  enum Section {
    static let custom: UInt8 = 0
    static let imports: UInt8 = 2
    static let exports: UInt8 = 7
    static let data: UInt8 = 11
  }

  /// Returns the contents of the first section with that number.
  func section(_ wanted: UInt8) throws(ReadError) -> Window? {
    var found: Window?
    try Self.forEachSection(in: window) { number, contents in
      if number == wanted, found == nil { found = contents }
    }
    return found
  }

  /// Returns what is behind the name of the custom section that is called `name`.
  func custom(_ name: StaticString) throws(ReadError) -> Window? {
    try Self.custom(name, in: window)
  }

  private static func custom(_ name: StaticString, in file: Window) throws(ReadError) -> Window? {
    var found: Window?
    try forEachSection(in: file) { number, contents throws(ReadError) in
      guard number == Section.custom, found == nil else { return }
      var cursor = LEBCursor(contents)
      guard try cursor.counted("a section's name").equals(name) else { return }
      found = try contents.suffix(from: cursor.offset, "a custom section")
    }
    return found
  }

  private static func forEachSection(
    in file: Window,
    _ body: (UInt8, Window) throws(ReadError) -> Void
  ) throws(ReadError) {
    var cursor = LEBCursor(file, at: 8)
    var count = 0
    while !cursor.isAtEnd {
      count += 1
      guard count <= 0x1_0000 else {
        throw file.failure("at most 65,536 sections", found: "more", at: cursor.offset)
      }
      let number = try cursor.byte()
      try body(number, cursor.part("a section"))
    }
  }
}

extension LEBCursor {
  /// Reads a size and returns that many bytes.
  mutating func part(_ what: StaticString) throws(ReadError) -> Window {
    let size = try unsigned()
    let part = try window.slice(UInt64(offset), size, what)
    skip(part.count)
    return part
  }

  /// Reads a text whose size is in front of it.
  mutating func counted(_ what: StaticString) throws(ReadError) -> UnsafeRawBufferPointer {
    try part(what).bytes
  }
}
