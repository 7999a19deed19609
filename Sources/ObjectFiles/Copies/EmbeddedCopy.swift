/// A copy of SQLite inside a file: not a program that only calls SQLite or speaks of it.
package struct EmbeddedCopy: Equatable, Sendable {
  /// The archive member with the table of options, or else with the source id.
  package var member: String?
  package var architecture: Architecture?
  package var format: ObjectFile.Format
  /// `nil` where several could be meant; ``possibleVersions`` has them then.
  package var version: String?
  package var sourceID: SourceID?
  package var possibleVersions: [String] = []
  package var possibleSourceIDs: [SourceID] = []
  /// As `sqlite3_compileoption_get` returns them.
  package var options: [String] = []
  package var optionOrigin: OptionOrigin

  /// Where the options were read, which tells whether they are complete.
  package enum OptionOrigin: Sendable {
    /// From the table that the functions themselves read, so they are all there.
    case table
    /// From texts beside each other, which may not be all and may not all be options.
    case looseTexts
    /// There are none, as with `SQLITE_OMIT_COMPILEOPTION_DIAGS`.
    case none
  }
}

extension EmbeddedCopy {
  /// Finds each copy in `file`, with what could not be looked into.
  package static func all(
    in file: UnsafeRawBufferPointer,
    members: ThinMembers = .none
  ) throws(ReadError) -> (copies: [EmbeddedCopy], unread: [UnreadObject]) {
    var groups: [(key: CopyGroup.Key, group: CopyGroup)] = []
    var unread: [UnreadObject] = []
    try ObjectFile.forEach(in: file, members: members) { object throws(ReadError) in
      if let object = UnreadObject(object) { unread.append(object) }
      let part = try CopyPart(of: object)
      guard part.isOfInterest else { return }
      let key = CopyGroup.Key(object)
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].group.parts.append(part)
      } else {
        groups.append((key, CopyGroup(parts: [part])))
      }
    }
    return (groups.flatMap { $0.group.copies }, unread)
  }
}
