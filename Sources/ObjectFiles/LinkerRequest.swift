/// What an object asks of the linker by itself, beside the command line.
package enum LinkerRequest {
  /// An argument, such as `-lsqlite3`; an option and its value are two.
  case option(UnsafeRawBufferPointer)
  /// A library's name without `-l`, or its file.
  case library(UnsafeRawBufferPointer)
}

extension ObjectFile {
  /// Calls `body` with each request: `import SQLite3` in Swift leaves one, for example.
  package func forEachLinkerRequest(
    _ body: (LinkerRequest) throws(ReadError) -> Void
  ) throws(ReadError) {
    switch image {
    case .elf(let elf): try elf.forEachLinkerRequest(body)
    case .machO(let machO): try machO.forEachLinkerRequest(body)
    case .coff(let coff): try coff.forEachLinkerRequest(body)
    case .pe, .importStub, .textStub, .wasm, .none: break
    }
  }
}

extension Window {
  /// Calls `body` with each text that is not empty.
  func forEachText(
    separatedBy separator: UInt8 = 0,
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) {
    var rest = bytes
    while rest.count > 0 {
      let end = rest.firstPlace(of: separator) ?? rest.count
      if end > 0 { try body(UnsafeRawBufferPointer(rebasing: rest[..<end])) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(end + 1))
    }
  }
}
