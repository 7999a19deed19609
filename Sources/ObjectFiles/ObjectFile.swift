/// One object, library or program: a whole file, an archive member or a slice of a universal file.
///
/// It points into the mapped file and is valid as long as that is. Nothing but the headers has
/// been read; symbols and the rest are read when asked for.
package struct ObjectFile {
  package let window: Window
  package let format: Format
  package let kind: Kind
  /// `nil` when the contents do not tell, as in bitcode.
  package let architecture: Architecture?
  /// Why nothing more can be told of the contents; `nil` when they are readable.
  package let unreadable: Unreadable?
  package var memberName: UnsafeRawBufferPointer?
  let image: Image

  package enum Format: String, Sendable {
    case elf
    case machO
    case pe
    case coff
    case wasm
    case textStub
    case bitcode
    case unknown
  }

  package enum Kind: String, Sendable {
    case relocatable
    case sharedLibrary
    case executable
    /// A Mach-O plug-in, which nothing links with.
    case bundle
    /// A member of a Windows import library, which has a DLL's name for one of its exports.
    case importStub
    /// A dSYM or separated debug file: names of a program, none of its contents.
    case debugSymbols
    case other
  }

  /// A reason to answer "cannot tell".
  package enum Unreadable: String, Sendable {
    case bitcode = "LLVM bitcode"
    case slimLTO = "a slim LTO object"
    case thinMember = "a thin archive's member, whose contents are in a file of their own"
    case encrypted = "an encrypted segment"
    case packed = "a packed program, which unpacks itself when it runs"
    case unknownFormat = "contents of no known format"
    case unsupportedFormat = "a format that cannot be read yet"
  }

  /// The reader of the contents; its methods do the work behind those of ``ObjectFile``.
  enum Image {
    case none
    case elf(ELFImage)
    case machO(MachOImage)
    case pe(PEImage)
    case coff(COFFObject)
    case textStub(TextStub)
    case wasm(WasmModule)
    case importStub(ImportStub)
  }
}

extension ObjectFile {
  /// The name of the archive member this is, as linkers print it in brackets.
  package var member: String? { memberName.map { String(decoding: $0, as: UTF8.self) } }

  /// Where the object begins in its file.
  package var offset: Int { window.origin }
}

extension ObjectFile {
  /// Calls `body` with each symbol in the order of the table.
  ///
  /// `externalOnly` leaves local symbols out and is the faster for it. PE images have no such
  /// table; see ``forEachExportedName(_:)`` and ``forEachImport(_:)``.
  package func forEachSymbol(
    in table: SymbolTable = .linking,
    externalOnly: Bool = false,
    _ body: (Symbol) throws(ReadError) -> Void
  ) throws(ReadError) {
    switch image {
    case .elf(let elf): try elf.forEachSymbol(in: table, externalOnly: externalOnly, body)
    case .machO(let machO): try machO.forEachSymbol(externalOnly: externalOnly, body)
    case .coff(let coff): try coff.forEachSymbol(externalOnly: externalOnly, body)
    case .textStub(let stub): try stub.forEachSymbol(body)
    case .wasm(let wasm): try wasm.forEachSymbol(in: table, externalOnly: externalOnly, body)
    case .importStub(let stub): try body(stub.symbol())
    case .pe, .none: break
    }
  }
}

/// Which of an object's symbol tables; only ELF has more than one.
package enum SymbolTable: Sendable {
  /// What others are linked with: `.symtab` of a relocatable object, `.dynsym` of an image.
  case linking
  /// Every name the file still has: `.symtab`, or `.dynsym` where that was stripped.
  case full
}
