/// Names that two files both define, and what becomes of them.
package struct SymbolGroup: Hashable, Sendable {
  package enum Verdict: String, Sendable, CaseIterable {
    /// The first definition is taken, and no linker says a word.
    case silent
    /// The linker takes both and stops.
    case duplicateError = "duplicate-error"
    /// A library's calls to its own functions end up in another image's.
    case interposed
    /// Some names come from one copy and some from the other.
    case split
    /// Each file uses its own.
    case isolated
  }

  /// The names of the two files; with a member each where both are in one archive.
  package let files: [String]
  package let count: Int
  /// The file whose definitions are used; `nil` where that depends on what is not known.
  package var winner: String?
  package let verdict: Verdict
  /// One of the names, the first in byte order, with where it is.
  package var example: String
  package var exampleFiles: [String]
  /// Further lines for people.
  package var notes: [String] = []
  /// The indices of the two files among those that were given.
  var pair: SymbolConflicts.Pair
  /// What a finding's sentence is made of beside that.
  var details = Details()

  struct Details: Hashable, Sendable {
    /// Of a duplicate error: the object that is taken too, and the name that it is taken for.
    var secondObject: String?
    var cause: String?
    /// Of an interposed library: its name and how many of its relocations are caught.
    var library: String?
    var relocations = 0
    /// Of the two the one that has a SQLite beside what it is for; `nil` where both are SQLite alone.
    var embedder: String?
    /// Of names of which only a part is taken from `files[1]`: some of them.
    var taken: [String] = []
    /// Whether the copy is known by its texts alone, and whether it is told where the rest is from.
    var isStripped = false
    var hasProvider = true
    /// Whether a linker can bind a library's calls to its own names.
    var isELF = false
    /// Whether the names are SQLite's, not those of another library that `--names` asked for.
    var isSQLite = true
    var isImage = [false, false]
    var isStub = [false, false]
    /// Who asks for the second file by itself.
    var requester: String?
    /// The file without which the program is no worse off.
    var spare: String?
  }
}
