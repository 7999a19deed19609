import ObjectFiles

/// The check-ins of all releases of SQLite, by which a copy's source id tells a release from
/// changed source.
package struct CheckIns: Sendable {
  /// The release of one check-in.
  package struct Entry: Hashable, Sendable {
    package let version: String
    /// The day of the release, `YYYY-MM-DD`.
    package let day: String
    /// All digits, or the first ten where no page of SQLite's tells more.
    package let digits: String
  }

  /// Newest first, as the table has them.
  package let entries: [Entry]
  private let places: [Substring: Int]

  /// A table without a release, for whoever asks for nothing that it would tell.
  static let none = CheckIns()

  private init() { (entries, places) = ([], [:]) }

  /// Reads the table: version, day and check-in a line.
  package init(parsing text: String, file: String) throws(Failure) {
    var entries: [Entry] = []
    var places: [Substring: Int] = [:]
    for (index, line) in text.split(separator: "\n").enumerated() where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, words[2].utf8.count >= Self.sure else {
        throw Failure("\(file):\(index + 1)", "holds no version, day and check-in: '\(line)'")
      }
      places[words[2].prefix(Self.sure)] = entries.count
      entries.append(Entry(version: words[0], day: words[1], digits: words[2]))
    }
    self.entries = entries
    self.places = places
  }

  /// As many digits as the chronology links with.
  private static let sure = 10

  /// Returns the release that `sourceID` names, also where its last digits were replaced by a mark
  /// of changed source; `nil` for a check-in that is no release's.
  package func release(of sourceID: SourceID) -> Entry? {
    let hash = sourceID.hash
    guard let place = places[hash.prefix(Self.sure)] else { return nil }
    let known = entries[place].digits
    let compared = sourceID.tail == nil ? hash : hash.dropLast(4)
    let isSame = known.utf8.count == Self.sure || known.hasPrefix(compared)
    return isSame ? entries[place] : nil
  }

  /// Returns those of the versions that a check-in between releases can have; all where none can.
  ///
  /// It calls itself the next release, so none that was released before it.
  package func notOlder(than sourceID: SourceID, of versions: [String]) -> [String] {
    let old = Set(entries.lazy.filter { $0.day < sourceID.day }.map(\.version))
    let possible = versions.filter { !old.contains($0) }
    return possible.isEmpty ? versions : possible
  }

  /// Whether `sourceID` is younger than all that the table knows.
  package func isNewer(_ sourceID: SourceID) -> Bool {
    entries.allSatisfy { $0.day < sourceID.day }
  }
}

/// Where a copy's source comes from.
package enum CopyOrigin: String, Sendable {
  /// The check-in of a release.
  case official
  /// A check-in that is no release's, or a release's source that was changed.
  case modified
  /// Apple's own branch.
  case apple
  /// No source id was found, or one of a check-in younger than the table.
  case unknown
}

extension CheckIns {
  /// Returns where the source of a copy with that id and version comes from.
  package func origin(of sourceID: SourceID?, version: String?) -> CopyOrigin {
    guard let sourceID else { return .unknown }
    if sourceID.tail == "aapl" { return .apple }
    if sourceID.tail != nil { return .modified }
    if let release = release(of: sourceID) {
      // A release's id under another version is somebody's own numbering.
      return version == nil || version == release.version ? .official : .modified
    }
    return isNewer(sourceID) ? .unknown : .modified
  }
}

extension SourceID {
  /// The digits of the check-in, with the mark of changed source if there is one.
  package var hash: Substring { description.dropFirst(20) }

  /// The day of the check-in, `YYYY-MM-DD`.
  package var day: String { String(description.prefix(10)) }
}
