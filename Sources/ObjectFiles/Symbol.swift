/// One entry of a symbol table, valid while the file stays mapped.
package struct Symbol {
  /// The name as the file has it, with Mach-O's leading underscore or an ELF version.
  package let linkName: UnsafeRawBufferPointer
  /// The part of ``linkName`` that C source spells.
  package let name: UnsafeRawBufferPointer
  /// The version an ELF symbol is bound to, `nil` without one.
  package let version: UnsafeRawBufferPointer?
  package let definition: Definition
  package let binding: Binding
  package let visibility: Visibility
  package let kind: Kind
  /// The address; in a relocatable ELF object the offset in ``section``; for a common symbol 0.
  package let value: UInt64
  /// In bytes; Mach-O tables do not tell it (0), except for common symbols.
  package let size: UInt64
  /// The table index of the section it is defined in, as the format counts.
  package let section: Int?
  /// Where the loader looks for an undefined symbol of an image; `nil` for a defined one.
  package let provider: Provider?

  /// Whether and how the object itself has the symbol.
  package enum Definition: Sendable {
    case undefined
    case defined
    /// A tentative definition (`int x;`), merged with others of its name by the linker.
    case common
    case absolute
  }

  /// Where a loader looks for a name.
  package enum Provider: Hashable, Sendable {
    /// An index into ``ObjectFile/neededLibraries()``, whatever another library may define.
    case library(Int)
    /// The first image that has the name: ELF, and Mach-O with a flat namespace.
    case anyLibrary
    case ownImage
    case mainExecutable
  }

  /// Which objects see the symbol, and which of two definitions wins.
  package enum Binding: Sendable {
    case local
    case global
    case weak
  }

  /// Whether other images see the symbol; for COFF, where export tables tell that, always default.
  package enum Visibility: Sendable {
    case `default`
    /// Seen by the static linker, not exported from what it links. Mach-O: private extern.
    case hidden
    /// Exported, but never interposed.
    case protected
  }

  /// What is at the address; Mach-O and COFF tell it by the section only.
  package enum Kind: Sendable {
    case function
    case data
    case threadLocal
    case other
  }
}

extension Symbol {
  /// Whether a linker may resolve another object's reference with this definition.
  package var isExternalDefinition: Bool { definition != .undefined && binding != .local }

  /// Whether an image linked from this, or this image itself, offers the name to other images.
  package var isExported: Bool { isExternalDefinition && visibility != .hidden }

  package var isUndefined: Bool { definition == .undefined }
}
