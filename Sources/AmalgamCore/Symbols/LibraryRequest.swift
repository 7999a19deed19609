/// A library that an object asks the linker for by itself.
struct LibraryRequest: Equatable {
  /// As it stands behind `-l`.
  let library: String
  /// As it would stand on a link line.
  let spelled: String

  private init(library: String, spelled: String) {
    (self.library, self.spelled) = (library, spelled)
  }

  init(library: String) { self.init(library: library, spelled: "-l\(library)") }

  /// Reads an argument for the linker; `nil` for one that asks for no library.
  init?(argument: String) {
    if argument.hasPrefix("-l") {
      self.init(library: String(argument.dropFirst(2)))
      return
    }
    guard argument.isDefaultLibrary else { return nil }
    let name = argument.drop { $0 != ":" }.dropFirst().filter { $0 != "\"" }
    self.init(
      library: name.lowercased().hasSuffix(".lib") ? String(name.dropLast(4)) : String(name),
      spelled: argument
    )
  }

  static func isForWindows(_ spelled: String) -> Bool { spelled.isDefaultLibrary }

  /// What in a source makes an object ask like that.
  static func cause(of spelled: String) -> String {
    spelled.isDefaultLibrary ? "'#pragma comment(lib, …)'" : "'import SQLite3'"
  }

  /// What has to be done in the source.
  static func cure(of spelled: String) -> String {
    spelled.isDefaultLibrary
      ? "take the '#pragma comment(lib, …)' out" : "import its module in place of 'SQLite3'"
  }
}

extension String {
  /// Whether an argument is the one by which objects for Windows ask for a library.
  fileprivate var isDefaultLibrary: Bool {
    let start = prefix(12).lowercased()
    return start == "/defaultlib:" || start == "-defaultlib:"
  }
}
