/// All that was observed of one variant, or of a library in its place.
package struct Evidence: Hashable, Sendable {
  /// The archive before the shared library.
  package let libraries: [LibraryEvidence]
  package let header: HeaderEvidence?
  /// In the order of the suites' names.
  package let suites: [SuiteOutcome]

  package init(
    libraries: [LibraryEvidence],
    header: HeaderEvidence? = nil,
    suites: [SuiteOutcome] = []
  ) {
    self.libraries = libraries
    self.header = header
    self.suites = suites
  }

  /// The library that speaks for the variant.
  package var primary: LibraryEvidence? { libraries.first }
}

/// The release that a `sqlite3.h` is of.
package struct HeaderEvidence: Hashable, Sendable {
  /// The file, as messages name it.
  package let file: String
  /// `SQLITE_VERSION`; `nil` where it has none.
  package let version: String?
  /// `SQLITE_SOURCE_ID`; `nil` where it has none.
  package let sourceID: String?

  /// Reads the two macros from the header's text.
  package init(file: String, text: String) {
    self.file = file
    version = Self.string(of: "SQLITE_VERSION", in: text)
    sourceID = Self.string(of: "SQLITE_SOURCE_ID", in: text)
  }

  private static func string(of macro: String, in text: String) -> String? {
    for line in text.utf8.split(separator: 10) {
      let words = Substring(line).split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0] == "#define", words[1] == macro else { continue }
      return words[2].split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first
        .map(String.init)
    }
    return nil
  }
}
