/// The parts of copies in one library: an archive's members, or a single object.
///
/// SQLite compiled from its separate source files has its options, its version and its code in
/// three members.
struct CopyGroup {
  var parts: [CopyPart]

  /// What tells one group from another.
  struct Key: Equatable {
    let isMember: Bool
    let architecture: Architecture?
    /// Where a single object begins; all members of an archive are in one group.
    let offset: Int?

    init(_ object: ObjectFile) {
      isMember = object.memberName != nil
      architecture = object.architecture
      offset = isMember ? nil : object.offset
    }
  }

  /// The copies that the parts make.
  var copies: [EmbeddedCopy] {
    let whole = parts.filter(\.isWhole)
    var rest = parts.filter { !$0.isWhole }
    // Of whole parts that have no table, one may have it in another member.
    let lacking = whole.filter(\.tables.isEmpty)
    guard whole.count == lacking.count, lacking.count <= 1 else {
      return whole.flatMap { Self.copies(of: [$0]) }
    }
    rest += lacking
    // Who writes about SQLite may have a table of its options too, but not its code.
    guard rest.contains(where: { $0.hasEngine || !$0.sourceIDs.isEmpty }) else { return [] }
    return Self.copies(of: rest)
  }

  /// Makes a copy of each table in `parts`, or one if there is none.
  private static func copies(of parts: [CopyPart]) -> [EmbeddedCopy] {
    let tables = parts.flatMap { part in part.tables.map { (part, $0) } }
    let hasEngine = parts.contains(where: \.hasEngine)
    let sourceIDs = SourceID.ofCopies(among: Set(parts.flatMap(\.sourceIDs)))
    let versions = parts.flatMap(\.versions)
    guard !tables.isEmpty else {
      guard hasEngine, let part = parts.first(where: { !$0.sourceIDs.isEmpty }) else { return [] }
      let loose = parts.flatMap(\.looseOptions)
      var copy = EmbeddedCopy(part, loose.isEmpty ? .none : .looseTexts, loose)
      copy.identify(versions: versions, sourceIDs: sourceIDs)
      return [copy]
    }
    return tables.enumerated().map { index, entry in
      var copy = EmbeddedCopy(entry.0, .table, entry.1.options)
      // The linker takes the tables and the versions of several copies in one order.
      let own = versions.count == tables.count ? [versions[index]] : versions
      copy.identify(versions: own, sourceIDs: sourceIDs)
      // With fewer ids than releases, some copy's id was not found.
      if sourceIDs.count < Set(versions).count, tables.count > 1 { copy.forgetSourceID() }
      return copy
    }
  }
}

extension EmbeddedCopy {
  fileprivate init(_ part: CopyPart, _ origin: OptionOrigin, _ options: [String]) {
    self.init(
      member: part.member,
      architecture: part.architecture,
      format: part.format,
      options: options,
      optionOrigin: origin
    )
  }

  /// Takes what is known for sure, and keeps the rest as possible.
  fileprivate mutating func identify(versions: [String], sourceIDs: [SourceID]) {
    let distinct = Set(versions).sorted()
    version = distinct.count == 1 ? distinct[0] : nil
    possibleVersions = distinct.count == 1 ? [] : distinct
    sourceID = sourceIDs.count == 1 ? sourceIDs[0] : nil
    possibleSourceIDs = sourceIDs.count == 1 ? [] : sourceIDs
  }

  fileprivate mutating func forgetSourceID() {
    possibleSourceIDs = sourceID.map { [$0] } ?? possibleSourceIDs
    sourceID = nil
  }
}
