import ObjectFiles

/// A file of a program, mapped, under the name that messages give it.
package struct SymbolFile {
  package let name: String
  package let bytes: UnsafeRawBufferPointer
  let members: ThinMembers
  /// Whether the linker takes every member.
  let takesAll: Bool

  /// `members` finds the contents of a thin archive's members.
  package init(
    name: String,
    bytes: UnsafeRawBufferPointer,
    members: ThinMembers = .none,
    takesAll: Bool = false
  ) {
    self.name = name
    self.bytes = bytes
    self.members = members
    self.takesAll = takesAll
  }
}

/// An object, a member or an image of a program, with its part of the tables of symbols.
struct SymbolUnit {
  enum Role: Equatable {
    /// Linked as it is: an object, or a member once it is needed.
    case object
    case library
    case executable
  }

  /// The index of its file.
  let file: Int
  let member: UnsafeRawBufferPointer?
  let format: ObjectFile.Format
  /// `nil` for a text stub, which is for several.
  let architecture: Architecture?
  let role: Role
  var definitions: Range<Int> = 0..<0
  var needs: Range<Int> = 0..<0
  /// What a linker or loader calls a library; its needs of other libraries.
  var libraryName: String?
  var libraries: [String] = []
  /// Libraries that an object asks for by itself, without `-l`.
  var requests: [LibraryRequest] = []
  /// Whether a loader looks for each import in the library it was linked with only.
  var isTwoLevel = false
  /// How many of its relocations go to names of its own that another image can put itself before.
  var interposable: [Int32: Int] = [:]

  var isMember: Bool { member != nil }
  var isImage: Bool { role != .object }
}

/// A name that a unit defines.
struct SymbolDefinition {
  let name: Int32
  let unit: Int32
  let binding: Symbol.Binding
  let visibility: Symbol.Visibility
  let isCommon: Bool

  /// Whether another definition that is no more than this one is an error.
  var isStrong: Bool { binding == .global && !isCommon }
  var isExternal: Bool { binding != .local }
}

/// A name that a unit takes from others.
struct SymbolNeed {
  let name: Int32
  let isWeak: Bool
  /// An index into the unit's libraries, -1 where any image will do.
  let provider: Int32
}
