/// What lint judges: options with the places that set them, on one release.
package struct LintInput: Sendable {
  /// Which amalgamation the options are given to.
  package enum Amalgamation: Hashable, Sendable {
    /// One that `amalgam` generates for them.
    case generated
    /// The one of SQLite's download page.
    case stock
    /// Whichever it is: the text does not tell.
    case unknown
  }

  /// The profile or the text, as messages name it.
  package let file: String
  package let mentions: [OptionMention]
  package let release: Version
  package let catalogue: OptionCatalogue
  package let amalgamation: Amalgamation
  /// The triple that a profile is built for; `nil` where nothing says it.
  package let target: String?
  /// The class of each mention's name.
  package let kinds: [NameClass]
  /// The mentions whose name is an option of the release and that set it, with their rows; found
  /// once, since most checks begin with them.
  let known: [(mention: OptionMention, row: OptionRow)]
  /// What the options, taken together, switch on.
  package let effective: EffectiveOptions
  /// The line of a profile that set an option before the one that counts.
  let overridden: [String: SourceLocation]
  /// The line of a profile by which the compiler does not optimise; `nil` for none.
  let unoptimised: SourceLocation?
  /// Where in ``mentions`` an option is first set.
  private let firsts: [String: Int]
  /// How often an option is set in one list.
  private let counts: [OptionInList: Int]

  private struct OptionInList: Hashable {
    let name: String
    let group: Int
  }

  /// The options of a profile, on the release that it is built from.
  package init(
    profile: ResolvedProfile,
    release: Version,
    names: OptionNames,
    catalogue: OptionCatalogue
  ) {
    self.init(
      profile.options.map { OptionMention(inProfile: $0) },
      file: profile.file,
      release: release,
      names: names,
      catalogue: catalogue,
      amalgamation: .generated,
      target: profile.system.isEmpty ? nil : profile.system,
      overridden: profile.overridden,
      unoptimised: profile.optimize.flatMap { $0.value == .debug ? $0.location : nil }
    )
  }

  /// The options of a profile for another system than the one it is resolved for.
  package init(
    profile: ResolvedProfile,
    for system: OtherSystem,
    release: Version,
    names: OptionNames,
    catalogue: OptionCatalogue
  ) {
    self.init(
      system.options.map { OptionMention(inProfile: $0) },
      file: profile.file,
      release: release,
      names: names,
      catalogue: catalogue,
      amalgamation: .generated,
      target: system.pattern
    )
  }

  /// The options of a text that is no profile; flags that are not SQLite's are left out.
  package init(
    text: OptionText,
    release: Version,
    names: OptionNames,
    catalogue: OptionCatalogue,
    amalgamation: Amalgamation = .unknown,
    target: String? = nil
  ) {
    self.init(
      text.mentions,
      file: text.file,
      release: release,
      names: names,
      catalogue: catalogue,
      amalgamation: amalgamation,
      target: target
    )
  }

  private init(
    _ mentions: [OptionMention],
    file: String,
    release: Version,
    names: OptionNames,
    catalogue: OptionCatalogue,
    amalgamation: Amalgamation,
    target: String?,
    overridden: [String: SourceLocation] = [:],
    unoptimised: SourceLocation? = nil
  ) {
    var classifier = NameClassifier(release: release, names: names, catalogue: catalogue)
    let inProfile = amalgamation == .generated
    let judged = mentions.map { ($0, classifier.kind(of: $0, inProfile: inProfile)) }
      .filter { $0.1 != .foreign }
    self.file = file
    self.mentions = judged.map(\.0)
    kinds = judged.map(\.1)
    known = judged.compactMap { mention, kind in
      guard kind == .known, mention.setsOption, let row = catalogue[mention.option.name],
        mention.isJudged(in: catalogue)
      else { return nil }
      return (mention, row)
    }
    let setting = judged.map(\.0).enumerated().filter(\.element.setsOption)
    firsts = Dictionary(setting.map { ($0.element.option.name, $0.offset) }) { first, _ in first }
    counts = Dictionary(
      setting.map { (OptionInList(name: $0.element.option.name, group: $0.element.group), 1) },
      uniquingKeysWith: +
    )
    self.release = release
    self.catalogue = catalogue
    self.amalgamation = amalgamation
    self.target = target
    self.overridden = overridden
    self.unoptimised = unoptimised
    effective = EffectiveOptions(
      judged.map(\.0).filter { $0.setsOption && $0.isJudged(in: catalogue) }.map(\.option),
      in: release,
      catalogue: catalogue
    )
  }

  /// Whether the mentions are lines of a profile.
  var isProfile: Bool { amalgamation == .generated }

  /// Returns the first mention that sets the option.
  func mention(of name: String) -> OptionMention? {
    firsts[name].map { mentions[$0] }
  }

  /// Returns how often the list that `mention` stands in sets the option `name`.
  func count(of name: String, beside mention: OptionMention) -> Int {
    counts[OptionInList(name: name, group: mention.group)] ?? 0
  }

  /// Returns the edit that names the option meant; where its list sets that one already, or the
  /// mention asks for it to be off, the edit that takes the mention away.
  func correction(of mention: OptionMention, to name: String) -> Edit {
    count(of: name, beside: mention) > 0 || isOff(mention, as: name)
      ? mention.removal : mention.writing(name)
  }

  /// Whether the mention asks for an option to be off that is on whenever it is set.
  func isOff(_ mention: OptionMention, as name: String) -> Bool {
    guard mention.hasValue, mention.isValueKnown, catalogue[name]?.isFlag ?? false else {
      return false
    }
    return CInteger(mention.option.value) == .value(0) || mention.option.value.meansNo
  }
}

extension OptionMention {
  /// Whether what it does can be told: of a flag always, of any other option if its value is known.
  fileprivate func isJudged(in catalogue: OptionCatalogue) -> Bool {
    isValueKnown || catalogue[option.name]?.isFlag ?? true
  }
}
