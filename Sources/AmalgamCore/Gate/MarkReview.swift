/// Whether the mark in a program is that of the variant that ought to be in it.
struct MarkReview {
  private let mark: VariantMark.Found
  private let copy: InspectedCopy
  private let expectation: Expectation
  private(set) var findings: [Finding] = []
  /// The extensions whose source is not here to compare with.
  private(set) var uncompared: [String] = []

  /// `digests` are the SHA-256 of the extensions' sources, by name, as far as they can be had.
  init(
    _ mark: VariantMark.Found,
    of copy: InspectedCopy,
    _ expectation: Expectation,
    digests: [String: String]
  ) {
    self.mark = mark
    self.copy = copy
    self.expectation = expectation
    judgeOptions()
    for reference in profile.extensions { judge(reference, digests[reference.shortName]) }
    judgeSurplus()
    judgeCall()
  }

  private var profile: ResolvedProfile { expectation.profile }

  /// Whether all options and extensions are the profile's, also those that nothing else tells.
  var isOfProfile: Bool {
    findings.isEmpty && mark.optionsDigest == Registration.digest(of: profile.options)
  }

  /// Returns whether an extension is compiled in.
  func has(extension name: String) -> Bool {
    profile.extensions.contains { reference in
      (reference.name == name || reference.shortName == name)
        && mark.extensions.contains { $0.name == reference.shortName }
    }
  }

  private mutating func judgeOptions() {
    let names = expectation.unreportedOptions
    for name in Set(names).union(mark.unreported.keys).sorted() {
      let asked = profile.option(name)
      let found = mark.unreported[name]
      guard let asked else {
        if let found { add("program-options", name, .surplus("\(name)=\(found)", copy.place)) }
        continue
      }
      guard names.contains(name), found.map(asked.value.isSameValue) != true else { continue }
      add(
        "program-options",
        name,
        .otherOption(asked, copy.place, found),
        at: asked.location
      )
    }
  }

  private mutating func judge(_ reference: ExtensionReference, _ digest: String?) {
    let name = reference.shortName
    guard let found = mark.extensions.first(where: { $0.name == name }) else {
      return add("program-extension", name, .noExtension(name, copy.place), at: reference.location)
    }
    if found.isOnDemand != reference.isOnDemand {
      let message = Finding.Message.otherwiseRegistered(name, copy.place, found.isOnDemand)
      add("program-extension", name, message, at: reference.location)
    }
    guard let digest else {
      uncompared.append(name)
      return
    }
    if !digest.hasPrefix(found.digest) || found.digest.isEmpty {
      let message = Finding.Message.otherSource(name, copy.place, found.digest, digest)
      add("program-extension", name, message, at: reference.location)
    }
  }

  private mutating func judgeSurplus() {
    let own = Set(profile.extensions.map(\.shortName))
    for found in mark.extensions where !own.contains(found.name) {
      add("program-extension", found.name, .surplusExtension(found.name, copy.place))
    }
  }

  /// SQLite names the function that it calls for each connection in its table of options.
  private mutating func judgeCall() {
    let registration = Registration(profile: profile, extensions: [])
    guard copy.optionsComplete, registration.isNeeded || !profile.extensions.isEmpty else { return }
    let wanted = "EXTRA_AUTOEXT=\(registration.function)"
    guard !copy.options.contains(wanted) else { return }
    let found = copy.options.first { $0.hasPrefix("EXTRA_AUTOEXT=") }
    add("program-binding", registration.function, .notCalled(registration.function, copy, found))
  }

  private mutating func add(
    _ check: String,
    _ subject: String,
    _ message: Finding.Message,
    at location: SourceLocation? = nil
  ) {
    findings.append(
      Finding(
        .error,
        check: check,
        variant: expectation.variant,
        subject: subject,
        message,
        at: location,
        fix: "link the program with the variant that 'amalgam build \(profile.name)' makes now"
      )
    )
  }
}

extension Expectation {
  /// The options of which the table of a library does not tell all.
  var unreportedOptions: [String] {
    catalogue.unreportedOptions(of: profile, release: release)
  }
}

extension Finding.Message {
  fileprivate static func surplus(_ option: String, _ place: String) -> Self {
    "the SQLite in '\(place)' is built with '\(option)', which the profile does not set, as its mark "
      + "tells"
  }
  fileprivate static func otherOption(
    _ option: CompileOption,
    _ place: String,
    _ found: String?
  ) -> Self {
    "the profile sets '\(option)', and the SQLite in '\(place)' is built "
      + (found.map { "with '\(option.name)=\($0)'" } ?? "without it") + ", as its mark tells"
  }
  fileprivate static func noExtension(_ name: String, _ place: String) -> Self {
    "the profile compiles in the extension '\(name)', and the mark of the SQLite in '\(place)' is "
      + "without it"
  }
  fileprivate static func otherwiseRegistered(
    _ name: String,
    _ place: String,
    _ isOnDemand: Bool
  ) -> Self {
    isOnDemand
      ? "the SQLite in '\(place)' registers the extension '\(name)' on demand, and the profile on "
        + "every connection"
      : "the SQLite in '\(place)' registers the extension '\(name)' on every connection, and the "
        + "profile on demand"
  }
  fileprivate static func otherSource(
    _ name: String,
    _ place: String,
    _ found: String,
    _ digest: String
  ) -> Self {
    "the SQLite in '\(place)' has the extension '\(name)' of another source: its SHA-256 begins "
      + "with '\(found)', not '\(digest.prefix(16))'"
  }
  fileprivate static func surplusExtension(_ name: String, _ place: String) -> Self {
    "the SQLite in '\(place)' has the extension '\(name)', which the profile does not compile in"
  }
  fileprivate static func notCalled(
    _ function: String,
    _ copy: InspectedCopy,
    _ found: String?
  ) -> Self {
    "the SQLite in '\(copy.place)' does not call '\(function)', so its connections have nothing "
      + "that is registered" + (found.map { ": it reports '\($0)'" } ?? "")
  }
}
