/// What the name of an option turns out to be on one release.
package enum NameClass: Hashable, Sendable {
  case known
  /// One that `amalgam` or the file itself sets.
  case reserved
  /// Without effect in the release; the row says since when.
  case dead
  /// A name of Apple's own source.
  case apple
  /// Known to these releases only.
  case elsewhere([Version])
  /// `ENABLE_FTS5`; the option meant.
  case missingPrefix(String)
  /// `SQLITE_HAVE_LOCALTIME_R`; the option meant.
  case surplusPrefix(String)
  /// `SQLITE_SNAPSHOT_ENABLE`; the option meant.
  case wordOrder(String)
  /// A constant of the API, such as `SQLITE_DBCONFIG_DEFENSIVE`; the option meant, if there is one.
  case constant(String?)
  /// `--enable-fts5`; what it stands for.
  case configureSwitch(ConfigureSwitch)
  /// None of these; the option meant, if one is near.
  case unknown(String?)
  /// Somebody else's: a flag that has nothing to do with SQLite.
  case foreign
}

/// Tells names of one release apart; each name once, however often it is asked for.
struct NameClassifier {
  private struct Question: Hashable {
    let name: String
    let spelled: String
    let form: OptionMention.Form
    let inProfile: Bool
  }

  private let release: Version
  private let names: OptionNames
  private let catalogue: OptionCatalogue
  private var answers: [Question: NameClass] = [:]

  init(release: Version, names: OptionNames, catalogue: OptionCatalogue) {
    self.release = release
    self.names = names
    self.catalogue = catalogue
  }

  /// Every name that is an option on the release, for the nearest spelling.
  ///
  /// Made only for a name that is none: most texts have no such name.
  private lazy var candidates: [String] = {
    let rows = catalogue.rows.filter { row in
      row.isOption && row.releases.contains(release)
    }
    return names.names(in: release).union(rows.map(\.name))
      .subtracting(ReservedNames.all).sorted()
  }()

  /// The first of the candidates with the same words.
  private lazy var candidatesByWords = Dictionary(
    candidates.map { ($0.sortedWords, $0) }
  ) { first, _ in first }

  /// Returns the option that has the words of `name` in another order.
  private mutating func option(withWordsOf name: String) -> String? {
    candidatesByWords[name.sortedWords]
  }

  mutating func kind(of mention: OptionMention, inProfile: Bool) -> NameClass {
    let question = Question(
      name: mention.option.name,
      spelled: mention.spelledName,
      form: mention.form,
      inProfile: inProfile
    )
    if let answer = answers[question] { return answer }
    let answer = judged(mention, inProfile: inProfile)
    answers[question] = answer
    return answer
  }

  private mutating func judged(_ mention: OptionMention, inProfile: Bool) -> NameClass {
    let name = mention.option.name
    if mention.form == .configureSwitch {
      return ConfigureSwitch(name, in: release).map(NameClass.configureSwitch) ?? .foreign
    }
    if ReservedNames.all.contains(name) { return .reserved }
    if let known = knownKind(of: name) { return known }
    if mention.form == .reported, !mention.spelledName.hasOptionFamily { return .foreign }
    return misspeltKind(of: name, inProfile: inProfile)
  }

  /// The class of a name that the catalogue or the table of names has.
  private func knownKind(of name: String) -> NameClass? {
    if let row = catalogue[name] {
      switch row.kind {
      case .apple: return .apple
      case .retired:
        if let from = row.releases.from, release < from { return .elsewhere([from]) }
        return row.releases.until != nil && row.releases.contains(release) ? .known : .dead
      default:
        if let from = row.releases.from, release < from { return elsewhere(name, from) }
        if !row.releases.contains(release) { return .dead }
        return isUnseen(row) ? elsewhere(name, nil) : .known
      }
    }
    if names.knows(name, in: release) { return .known }
    return names.releases(knowing: name).isEmpty ? nil : elsewhere(name, nil)
  }

  /// Whether the release's own source does not look at the name, though that of another does.
  private func isUnseen(_ row: OptionRow) -> Bool {
    row.releases == .all && row.kind != .grammar && !names.releases(knowing: row.name).isEmpty
      && !names.knows(row.name, in: release)
  }

  private func elsewhere(_ name: String, _ first: Version?) -> NameClass {
    let known = names.releases(knowing: name)
    return .elsewhere(known.isEmpty ? [first].compactMap { $0 } : known)
  }

  private mutating func misspeltKind(of name: String, inProfile: Bool) -> NameClass {
    if let spelling = conventional(name) {
      if let meant = withPrefix(spelling.dropping("SQLITE_")) { return .unknown(meant) }
      return name.hasPrefix("SQLITE_") ? .unknown(nil) : .foreign
    }
    if !name.hasPrefix("SQLITE_") {
      if inProfile || name.isTelling, let option = withPrefix(name) {
        return .missingPrefix(option)
      }
      return inProfile ? .unknown(nearest(to: name)) : .foreign
    }
    if let option = option(withWordsOf: name) { return .wordOrder(option) }
    let rest = String(name.dropFirst(7))
    if isOption(rest) { return .surplusPrefix(rest) }
    if APIConstants.contains(name) {
      return .constant(APIConstants.guesses(for: name).first(where: isOption))
    }
    return .unknown(nearest(to: name))
  }

  /// `sqlite_enable_x` and `SQLITE3_ENABLE_X` as SQLite would spell them; `nil` for other names.
  private func conventional(_ name: String) -> String? {
    let capitals = name.uppercased()
    let spelling =
      capitals.hasPrefix("SQLITE3_") ? "SQLITE_" + capitals.dropping("SQLITE3_") : capitals
    return spelling != name && spelling.hasPrefix("SQLITE_") ? spelling : nil
  }

  private mutating func withPrefix(_ name: String) -> String? {
    let full = "SQLITE_" + name
    if isOption(full) || catalogue[full]?.kind == .retired { return full }
    guard name.hasOptionFamily else { return nil }
    return option(withWordsOf: full) ?? nearest(to: full)
  }

  /// Returns the option that somebody meant: of another family with the same ending, else spelt
  /// nearly so.
  private mutating func nearest(to name: String) -> String? {
    let head = String.heads.first { name.hasPrefix($0) } ?? ""
    let rest = String(name.dropFirst(head.count))
    if let swap = String.heads(like: head).map({ $0 + rest }).first(where: isOption) { return swap }
    let others = candidates.filter { head.isEmpty ? true : $0.hasPrefix(head) }
    return Spelling.nearest(to: rest, among: others.map { String($0.dropFirst(head.count)) })
      .map { head + $0 }
  }

  private func isOption(_ name: String) -> Bool {
    names.knows(name, in: release)
      || catalogue[name].map {
        $0.isOption && $0.releases.contains(release)
      } ?? false
  }
}

extension String {
  /// What names that switch something on, or set something, begin with; longest first.
  private static let positiveHeads = [
    "SQLITE_ENABLE_", "SQLITE_DEFAULT_", "SQLITE_USE_", "SQLITE_MAX_", "SQLITE_",
  ]
  private static let negativeHeads = ["SQLITE_OMIT_", "SQLITE_DISABLE_"]

  fileprivate static let heads = negativeHeads + positiveHeads

  /// The beginnings that mean the same as `head`, so never the opposite.
  fileprivate static func heads(like head: String) -> [String] {
    (negativeHeads.contains(head) ? negativeHeads : positiveHeads).filter { $0 != head }
  }

  fileprivate func dropping(_ head: String) -> String { String(dropFirst(head.count)) }

  /// Whether it begins as only an option of SQLite does when `SQLITE_` is forgotten.
  fileprivate var hasOptionFamily: Bool {
    ["ENABLE_", "OMIT_", "DISABLE_"].contains { hasPrefix($0) }
  }

  /// Whether no other project is likely to have a macro of this name.
  ///
  /// `DEBUG`, `TEST` and `TEXT` are everybody's.
  fileprivate var isTelling: Bool {
    contains("_") || ["DQS", "SOUNDEX", "UNTESTABLE"].contains(self)
  }

  fileprivate var sortedWords: [Substring] { split(separator: "_").sorted() }
}
