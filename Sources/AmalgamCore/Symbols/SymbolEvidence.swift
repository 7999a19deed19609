import ObjectFiles

/// All that was found out about the names of a program.
package struct SymbolEvidence: Sendable {
  package struct Conflict: Hashable, Sendable {
    package let symbol: String
    package let definitions: [Definition]
  }

  package struct Definition: Hashable, Sendable {
    package let file: String
    package let member: String?
    package let binding: String
    package let visibility: String
  }

  package struct Undefined: Hashable, Sendable {
    package let symbol: String
    package let files: [String]
    package let cure: String?
    /// Whether a link stops for it.
    let isLinked: Bool
  }

  /// Names of a library of SQLite that are not SQLite's.
  package struct Surplus: Hashable, Sendable {
    package let file: String
    package let names: [String]
  }

  /// A copy that is at work, with what tells it from others.
  package struct Copy: Hashable, Sendable {
    package let place: String
    package let summary: String?
  }

  package internal(set) var conflicts: [Conflict] = []
  package internal(set) var groups: [SymbolGroup] = []
  package internal(set) var undefined: [Undefined] = []
  package internal(set) var surplus: [Surplus] = []
  /// The names that linkers add, which are not looked at.
  package internal(set) var ignored: [String] = []
  /// The copies that are at work in one process, if there are several.
  package internal(set) var copies: [Copy] = []
  /// What asks for a SQLite that was not given, where none of the files has one.
  package internal(set) var autolink: Autolink?
  /// The `-l` of the link line for a SQLite beside the copy that a file has.
  package internal(set) var unseenLibrary: String?
  /// Archives that some linkers pass by, since they stand before what needs them.
  package internal(set) var early: [EarlyArchive] = []
  /// What single files do wrong.
  package internal(set) var images = ImageEvidence()
  package internal(set) var failures: [Failure] = []
  /// How many files were judged.
  package internal(set) var files = 0
  package internal(set) var objects = 0
  package internal(set) var names = 0

  package struct Autolink: Hashable, Sendable {
    package let option: String
    /// The object that asks by itself; `nil` where the link line does.
    package let requester: String?
    package let names: [String]
  }

  /// An archive of which a linker that looks at each one once takes nothing.
  package struct EarlyArchive: Hashable, Sendable {
    package let file: String
    package let needer: String
    package let names: [String]
    /// Who passes it by.
    let linkers: String
    /// What answers in its place; `nil` where the link stops.
    let answerer: Autolink?
  }
}
