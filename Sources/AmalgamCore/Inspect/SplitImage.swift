/// An image that has part of SQLite's API itself and takes another part from elsewhere.
///
/// Two copies then work on the same handles, which crashes or corrupts; linkers say nothing. It comes
/// from a copy of one's own that lacks what the program calls, beside a library that has it, such as
/// the system's.
package struct SplitImage: Hashable, Sendable {
  /// How many names it has itself, as far as its tables tell: none that were hidden and stripped.
  package let own: Int
  /// The names it takes from elsewhere, in byte order.
  package let taken: [String]
  /// Where from, in byte order; empty where the file does not tell.
  package let providers: [String]

  /// Returns `nil` for what is no image, or is of one piece.
  ///
  /// Of one whose own names were stripped, `copies` tell which they are: a name that such a copy has
  /// by its options and that is taken from elsewhere all the same was renamed in the copy, so the
  /// two have nothing to do with each other.
  package init?(_ survey: APISurvey, copies: [InspectedCopy], catalogue: OptionCatalogue) {
    guard survey.isImage else { return nil }
    let copies = copies.filter {
      $0.linkage == .embedded && $0.architecture == survey.architecture
        && $0.format == survey.format
    }
    self.init(
      own: survey.defined,
      taken: survey.taken,
      stripped: survey.prefix == nil ? copies : [],
      catalogue
    )
  }

  /// Judges the names of the API that an image has, and those it takes from others.
  ///
  /// Each of these is with the library that it comes from, empty where that is not told. `stripped`
  /// are copies in the image that neither names nor prefix tell of.
  init?(
    own: Set<String>,
    taken: [String: String],
    stripped: @autoclosure () -> [InspectedCopy],
    _ catalogue: OptionCatalogue
  ) {
    let others = taken.filter { !own.contains($0.key) }
    guard !others.isEmpty else { return nil }
    if own.isEmpty {
      let copies = stripped()
      guard !copies.isEmpty else { return nil }
      for name in taken.keys where copies.contains(where: { $0.has(name, catalogue) }) {
        return nil
      }
    }
    self.init(ownCount: own.count, taken: others)
  }

  private init(ownCount: Int, taken: [String: String]) {
    own = ownCount
    self.taken = taken.keys.sorted()
    providers = Set(taken.values.filter { !$0.isEmpty }).sorted()
  }

  /// The error, about the file as messages name it.
  package func finding(in file: String, catalogue: OptionCatalogue) -> Finding {
    Finding(
      .error,
      check: "split",
      subject: "sqlite3",
      .split(self),
      in: file,
      notes: providers.isEmpty
        ? [] : ["they come from \(providers.map { "'\($0)'" }.joined(separator: ", "))"],
      fix: SymbolCure(catalogue, hasCopy: true)
        .splitFix(own: file, taken: taken, library: providers.first)
    )
  }
}

extension Finding.Message {
  fileprivate static func split(_ split: SplitImage) -> Self {
    let what =
      split.taken.count == 1
      ? "'\(split.taken[0])'" : "\(split.taken.count) others: \(split.taken.examples)"
    let own =
      split.own == 0
      ? "a SQLite of its own, whose names were stripped,"
      : "\(split.own) names of SQLite's API itself"
    return """
      it has \(own) and takes \(what) from elsewhere, so two copies would work on the same handles
      """
  }
}
