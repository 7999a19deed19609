import ObjectFiles

/// What is to say of a finished program that ought to contain a variant: whether it does, as the only
/// copy, with the options and capabilities, and bound as the profile says.
package struct ProgramReview {
  /// All checks that it makes.
  package static let checks = [
    "demand", "program-binding", "program-capability", "program-copy", "program-extension",
    "program-options", "program-source",
  ]

  private let inspection: Inspection
  private let expectation: Expectation
  private let facts: [FileFacts]
  /// The marks of variants, by the file that they are in.
  private let marks: [String: [VariantMark.Found]]
  private let digests: [String: String]
  /// The options of which a table of options does not tell all.
  private let unreported: [String]
  package private(set) var findings: [Finding] = []
  /// What the files do not tell.
  package private(set) var unknown: [Unknown] = []

  /// Something that was not judged.
  package struct Unknown: Hashable, Sendable {
    /// An option, a capability, an extension.
    package let subject: String
    package let reason: String
    /// Whether evidence of a run tells it.
    package let isToldByRun: Bool
  }

  /// `digests` are the SHA-256 of the extensions' sources, by name, as far as they can be had.
  package init(
    _ inspection: Inspection,
    _ expectation: Expectation,
    facts: [FileFacts],
    marks: [String: [VariantMark.Found]],
    digests: [String: String] = [:]
  ) {
    self.inspection = inspection
    self.expectation = expectation
    self.facts = facts
    self.marks = marks
    self.digests = digests
    unreported = expectation.unreportedOptions
    judgeCopies()
    for copy in inspection.copies where copy.linkage == .embedded { judge(copy) }
    for demand in expectation.profile.demands where demand.capability.kind.isOfFile {
      judge(demand)
    }
  }

  private var embedded: [InspectedCopy] { inspection.copies.filter { $0.linkage == .embedded } }

  // MARK: One copy, and the right one

  private mutating func judgeCopies() {
    if embedded.isEmpty {
      for file in inspection.files {
        add("program-copy", file.name, .noCopy, in: file, notes: file.answerNotes)
      }
    }
    let groups = Dictionary(grouping: embedded) { $0.architecture?.description ?? "" }
    for (_, copies) in groups.sorted(by: { $0.key < $1.key }) where copies.count > 1 {
      add(
        "program-copy",
        "copies",
        .several(copies.map { "'\($0.place)' (SQLite \($0.version ?? "unknown"))" }),
        notes: ["only the variant may be in it"]
      )
    }
    for file in inspection.files {
      for copy in file.copies where copy.linkage == .imported && !isGiven(copy) {
        let names = copy.survey?.taken.count ?? 0
        let providers = copy.survey?.providers ?? []
        if embedded.isEmpty { continue }
        add("program-binding", file.name, .boundElsewhere(names, providers), in: file)
      }
    }
  }

  /// Whether a file that was given too has what `copy` takes from elsewhere.
  private func isGiven(_ copy: InspectedCopy) -> Bool {
    let wanted = copy.survey.map { Set($0.taken.values) } ?? []
    let given = inspection.files.filter { file in
      file.copies.contains { $0.linkage == .embedded }
    }
    return !wanted.isEmpty
      && wanted.allSatisfy { provider in
        given.contains { file in
          Path.name(of: file.name) == Path.name(of: provider)
            || facts.contains { $0.file == file.name && $0.libraryName == provider }
        }
      }
  }

  private mutating func judge(_ copy: InspectedCopy) {
    let found = copy.sourceID ?? copy.possible.first ?? "unknown"
    if !found.hasSuffix(expectation.checkIn) {
      let maker = copy.marks.filter { $0.hasPrefix("encryption:") }
      add(
        "program-source",
        copy.place,
        .otherSource(copy.version ?? "unknown", found, expectation.release),
        notes: ["the release's check-in is '\(expectation.checkIn)'"]
          + maker.map { "it shows the mark '\($0)'" }
      )
    }
    let review = mark(of: copy).map { MarkReview($0, of: copy, expectation, digests: digests) }
    findings += review?.findings ?? []
    for name in review?.uncompared ?? [] {
      add(
        unknown: "extension \(name)",
        "its source is not here to be compared with the program's; 'amalgam releases fetch "
          + "\(expectation.release)' brings what is SQLite's"
      )
    }
    judgeOptions(of: copy, review)
    judgeCapabilities(of: copy, review)
    judgeBinding(of: copy)
  }

  /// The mark of a copy; `nil` where there are fewer than copies, or not all are the same, so that
  /// one may be of another.
  package func mark(of copy: InspectedCopy) -> VariantMark.Found? {
    let own = marks[copy.file] ?? []
    let isEnough = own.count >= embedded.count { $0.file == copy.file }
    return isEnough && Set(own).count == 1 ? own[0] : nil
  }

  private mutating func judgeOptions(of copy: InspectedCopy, _ mark: MarkReview?) {
    judgeUnreported(of: copy, mark)
    for option in expectation.profile.options
    where mark == nil || !unreported.contains(option.name) {
      let requirement = Requirement.option(name: option.name, value: option.value)
      switch requirement.verdict(on: copy, inspection.catalogue) {
      case .met: addIfPartlyReported(option)
      case .unmet(let reason, let fix):
        if isSame(option, in: copy) {
          addIfPartlyReported(option)
          continue
        }
        add(
          "program-options",
          option.name,
          .lacksOption(option, copy.place, reason),
          at: option.location,
          fix: fix
        )
      case .unknown(let reason):
        if mark?.isOfProfile != true { add(unknown: option.name, reason) }
      }
    }
    let surplus = copy.options.map { String($0.prefix { $0 != "=" }) }.filter { name in
      (name.hasPrefix("ENABLE_") || name.hasPrefix("OMIT_"))
        && !expectation.effective.isEffective("SQLITE_" + name)
        && expectation.defaultValue(of: "SQLITE_" + name) == nil
    }
    for name in surplus {
      add("program-options", "SQLITE_" + name, .surplusOption("SQLITE_" + name, copy.place))
    }
  }

  /// What the profile does not set, and no table of options shows.
  private mutating func judgeUnreported(of copy: InspectedCopy, _ mark: MarkReview?) {
    if mark == nil {
      for name in unreported where expectation.profile.option(name) == nil {
        add(unknown: name, Self.unreported(copy))
      }
    }
    if !copy.optionsComplete {
      add(
        unknown: "options that the profile does not set",
        "the table of options in '\(copy.place)' is not complete"
      )
    }
  }

  /// Of an option that a profile sets only the name is told, and SQLite looks at the value.
  private mutating func addIfPartlyReported(_ option: CompileOption) {
    if unreported.contains(option.name) {
      add(unknown: option.name, "SQLite reports its name, and not its value")
    }
  }

  /// Whether the option is reported in another spelling, as `0x10` for `16`, or only its name is.
  private func isSame(_ option: CompileOption, in copy: InspectedCopy) -> Bool {
    let row = copy.options.first { $0.prefix { $0 != "=" } == option.shortName }
    guard let row else { return false }
    let value = row.contains("=") ? String(row.drop { $0 != "=" }.dropFirst()) : "1"
    let reported = expectation.catalogue[option.name]?.reportForm(in: expectation.release)
    return option.value.isSameValue(as: value) || reported == .name || reported == .implied
  }

  private mutating func judgeCapabilities(of copy: InspectedCopy, _ mark: MarkReview?) {
    let own = expectation.promise.capabilities.filter {
      $0.value != "SQLite \(expectation.release)"
    }
    let demanded = expectation.profile.demands.filter {
      !$0.capability.kind.isOfFile && $0.capability.kind != .fixed
    }
    for capability in Set(own.keys).union(demanded.map(\.capability)).sorted() {
      let demand = demanded.first { $0.capability == capability }
      if demand?.isByApp == true {
        add(unknown: capability, "the app registers it where it runs")
        continue
      }
      let bringer = bringer(of: capability)
      switch verdict(on: capability, by: bringer, copy, mark) {
      case .met:
        if let demand, !demand.isRequired {
          let message = Finding.Message.forbidden(capability, copy.place)
          add("demand", capability.description, message, at: demand.location)
        }
      case .unmet(let reason, let fix):
        if demand?.isRequired == false { continue }
        add(
          demand == nil ? "program-capability" : "demand",
          capability.description,
          .lacks(capability, copy.place, reason),
          at: demand?.location ?? expectation.promise.locations[capability],
          fix: fix
        )
      case .unknown(let reason):
        // What the marked options and extensions bring is there as they are, and nothing else.
        if mark?.isOfProfile == true, demand.map({ !$0.isRequired && bringer.isEmpty }) ?? true {
          continue
        }
        add(unknown: capability, reason)
      }
    }
  }

  /// Who promises a capability, also one that a connection has to ask for; empty for nobody.
  private func bringer(of capability: Capability) -> String {
    let promise = expectation.promise
    let asked = promise.onDemand[capability].map { Self.extensionWord + $0 }
    return promise.capabilities[capability] ?? asked ?? ""
  }

  /// What a file tells of a capability: of one that an extension brings, or an option that SQLite
  /// never reports, nothing without a mark.
  private func verdict(
    on capability: Capability,
    by bringer: String,
    _ copy: InspectedCopy,
    _ mark: MarkReview?
  ) -> Requirement.Verdict {
    let form = expectation.catalogue[bringer]?.reportForm(in: expectation.release)
    let isOfExtension = bringer.hasPrefix(Self.extensionWord)
    if isOfExtension || form == .never, capability.kind != .symbol {
      let name = String(bringer.dropFirst(Self.extensionWord.count))
      if isOfExtension ? mark?.has(extension: name) == true : mark?.isOfProfile == true {
        return .met
      }
      return .unknown("SQLite does not report what '\(bringer)' brings")
    }
    return Requirement.capability(capability).verdict(on: copy, inspection.catalogue)
  }

  private static func unreported(_ copy: InspectedCopy) -> String {
    "SQLite does not report whether it is set, and no mark of one variant is in '\(copy.place)'"
  }

  private static let extensionWord = "extension "

  private mutating func judgeBinding(of copy: InspectedCopy) {
    guard let survey = copy.survey, survey.isImage else { return }
    let prefix = copy.marks.first { $0.hasPrefix("prefix:") }.map { String($0.dropFirst(7)) }
    let asked = expectation.profile.prefix?.value
    let isStripped = copy.marks.contains(InspectedCopy.Mark.stripped)
    if prefix != asked, !isStripped {
      add(
        "program-binding",
        copy.place,
        .otherPrefix(prefix, asked),
        at: expectation.profile.prefix?.location
      )
    }
    if expectation.profile.isHidden, !survey.exported.isEmpty {
      add(
        "program-binding",
        copy.place,
        .exports(survey.exported.count, survey.exported.min() ?? ""),
        at: expectation.profile.visibility?.location
      )
    }
  }

  // MARK: What files are like

  private mutating func judge(_ demand: Demand) {
    let own = facts.filter { facts in
      demand.capability.kind != .copies || embedded.isEmpty || facts.copies > 0
    }
    let states = own.map { ($0, $0.state(of: demand.capability)) }
    if states.allSatisfy({ $0.1.reason != nil }) {
      let reason = states.first?.1.reason ?? "no file was read"
      add(unknown: demand.capability, reason)
    }
    for (facts, state) in states where state == (demand.isRequired ? .absent : .present) {
      findings.append(demand.finding(on: facts, variant: expectation.variant))
    }
  }

  private mutating func add(unknown subject: String, _ reason: String) {
    unknown.append(Unknown(subject: subject, reason: reason, isToldByRun: false))
  }

  private mutating func add(unknown capability: Capability, _ reason: String) {
    let isTold = RunEvidence.kinds.contains(capability.kind)
    unknown.append(
      Unknown(subject: capability.description, reason: reason, isToldByRun: isTold)
    )
  }

  private mutating func add(
    _ check: String,
    _ subject: String,
    _ message: Finding.Message,
    at location: SourceLocation? = nil,
    in file: InspectedFile? = nil,
    notes: [String] = [],
    fix: String? = nil
  ) {
    findings.append(
      Finding(
        .error,
        check: check,
        variant: expectation.variant,
        subject: subject,
        message,
        at: location,
        in: file?.name,
        notes: notes,
        fix: fix
      )
    )
  }
}

extension InspectedFile {
  /// Who answers where no SQLite is in the file.
  fileprivate var answerNotes: [String] {
    let taken = surveys.reduce(0) { $0 + $1.taken.count }
    let providers = Set(surveys.flatMap(\.providers)).sorted().map { "'\($0)'" }
    let requests = surveys.flatMap(\.requests).map {
      "it asks the linker for it by '\($0.argument)'"
    }
    if taken == 0 { return requests }
    let answers = providers.isEmpty ? "another file" : providers.joined(separator: ", ")
    return ["\(answers) answers: it takes \(taken.counted("name")) of SQLite's API from there"]
      + requests
  }
}

extension Finding.Message {
  fileprivate static var noCopy: Self { "holds no SQLite, so the variant does not answer" }
  fileprivate static func several(_ places: [String]) -> Self {
    "\(places.count) copies of SQLite are in the program: \(places.joined(separator: ", "))"
  }
  fileprivate static func boundElsewhere(_ names: Int, _ providers: [String]) -> Self {
    let from = providers.isEmpty ? "another library" : providers.examples
    return "takes \(names.counted("name")) of SQLite's API from \(from), not from the variant"
  }
  fileprivate static func otherSource(_ version: String, _ found: String, _ asked: Version) -> Self
  {
    "it is SQLite \(version) of source id '\(found)', not \(asked)"
  }
  fileprivate static func lacksOption(
    _ option: CompileOption,
    _ place: String,
    _ why: String
  ) -> Self {
    "the profile sets '\(option)', and the SQLite in '\(place)' is built without: \(why)"
  }
  fileprivate static func surplusOption(_ name: String, _ place: String) -> Self {
    "the SQLite in '\(place)' is built with '\(name)', which the profile does not set"
  }
  fileprivate static func forbidden(_ capability: Capability, _ place: String) -> Self {
    "the profile forbids '\(capability)', and the SQLite in '\(place)' has it"
  }
  fileprivate static func lacks(_ capability: Capability, _ place: String, _ why: String) -> Self {
    "'\(capability)' is promised, and the SQLite in '\(place)' lacks it: \(why)"
  }
  fileprivate static func otherPrefix(_ found: String?, _ asked: String?) -> Self {
    "its names have \(found.map { "the prefix '\($0)'" } ?? "no prefix"), and the profile asks for "
      + (asked.map { "'\($0)'" } ?? "none")
  }
  fileprivate static func exports(_ count: Int, _ example: String) -> Self {
    "it exports \(count.counted("name")) of SQLite's API, such as '\(example)', and the profile "
      + "hides them"
  }
}
