/// The rows that somebody's `PRAGMA compile_options` printed, and whether all of them are there.
///
/// Every SQLite reports `THREADSAFE=`, in an order of bytes; a text in that order without it was cut
/// off, by a message's length or a screen's end.
package struct ReportedRows: Hashable, Sendable {
  /// As they were printed, without what a cut left of a row.
  package let rows: [String]
  /// Where the list was cut off, the last name that is whole; `nil` for a whole list.
  package let lastName: String?

  /// Reads the rows of `text`, whose last line `isEnded` where a line break follows it.
  package init(_ text: OptionText, isEnded: Bool) {
    var options = text.mentions.filter { $0.form == .reported }.map(\.option)
    let names = options.map { $0.shortName }
    let isSorted = zip(names, names.dropFirst()).allSatisfy {
      !$1.utf8.lexicographicallyPrecedes($0.utf8)
    }
    let isCut = isSorted && !names.contains("THREADSAFE")
    if isCut, !isEnded { options.removeLast(min(1, options.count)) }
    rows = options.map { $0.value == "1" ? $0.shortName : "\($0.shortName)=\($0.value)" }
    lastName = isCut ? options.last?.shortName : nil
  }
}
