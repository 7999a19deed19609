/// Takes the offset of a pointer and the offset of what it points at, both in the object.
package typealias PointerBody = (_ slot: Int, _ target: Int) throws(ReadError) -> Void

extension ObjectFile {
  /// Calls `body` with each pointer in the data that points at something in the file, in no
  /// particular order.
  ///
  /// What a pointer will be is told by relocations of one form or another; only in a program at a
  /// fixed address it is just there, and then any word that could be a pointer is taken for one.
  package func forEachPointer(_ body: PointerBody) throws(ReadError) {
    switch image {
    case .elf(let elf): try elf.forEachPointer(body)
    case .machO(let machO): try machO.forEachPointer(body)
    case .pe(let pe): try pe.forEachPointer(body)
    case .coff(let coff): try coff.forEachPointer(body)
    case .wasm(let wasm): try wasm.forEachPointer(body)
    case .importStub, .textStub, .none: break
    }
  }

  /// Calls `body` with each part of the object that will be in memory, code left out.
  package func forEachDataPart(
    _ body: (Window) throws(ReadError) -> Void
  ) throws(ReadError) {
    switch image {
    case .elf(let elf): try elf.forEachDataPart(body)
    case .machO(let machO): try machO.forEachDataPart(body)
    case .pe(let pe): try pe.forEachDataPart(body)
    case .coff(let coff): try coff.forEachDataPart(body)
    case .wasm(let wasm): try wasm.forEachDataPart(body)
    case .importStub, .textStub, .none: break
    }
  }

  /// The bytes of a pointer.
  package var pointerSize: Int {
    switch image {
    case .elf(let elf): elf.wide ? 8 : 4
    case .machO(let machO): machO.wide ? 8 : 4
    case .pe(let pe): pe.wide ? 8 : 4
    case .coff(let coff): coff.wide ? 8 : 4
    case .wasm: 4
    case .importStub, .textStub, .none: 8
    }
  }
}
