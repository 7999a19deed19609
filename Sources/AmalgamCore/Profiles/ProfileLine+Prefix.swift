extension ProfileLine {
  /// Reads what the names of the API are to begin with.
  func namePrefix() throws(Problem) -> String {
    let text = try onlyWord("what names are to begin with")
    let word = arguments.first
    guard text.isCIdentifier else {
      let mended = String(text.map { String($0).isCIdentifier || $0.isNumber ? $0 : "_" })
      throw problem(
        .noPrefix(text),
        at: word,
        fix: mended.isCIdentifier && !mended.hasPrefix("_") ? "write '\(mended)'" : nil
      )
    }
    guard !text.hasPrefix("_") else {
      let rest = String(text.drop { $0 == "_" })
      throw problem(
        .reservedPrefix(text),
        at: word,
        fix: rest.isCIdentifier && !rest.isLikeSQLite ? "write '\(rest)'" : nil
      )
    }
    guard !text.isLikeSQLite else { throw problem(.sqlitePrefix(text), at: word) }
    return text
  }
}

extension String {
  /// Whether a name that begins with it would be taken for one of SQLite's own.
  fileprivate var isLikeSQLite: Bool { lowercased().hasPrefix("sqlite") }
}

extension Finding.Message {
  fileprivate static func noPrefix(_ text: String) -> Self {
    "'\(text)' cannot begin a C name: letters, digits and '_', no digit first"
  }
  fileprivate static func reservedPrefix(_ text: String) -> Self {
    "'\(text)' begins with '_', and such names belong to the compiler and the system"
  }
  fileprivate static func sqlitePrefix(_ text: String) -> Self {
    "'\(text)' makes names that look like SQLite's own; begin with the team's or the app's name, as in 'prefix acme_'"
  }
}
