/// Says what an option, a capability or an error text is about: `amalgam explain`.
package struct Explainer: Sendable {
  package let catalogue: OptionCatalogue
  package let names: OptionNames
  package let errors: ErrorTexts
  package let release: Version
  /// The profiles that come with the tool, resolved.
  package let profiles: [ResolvedProfile]

  package init(
    catalogue: OptionCatalogue,
    names: OptionNames,
    errors: ErrorTexts,
    release: Version,
    profiles: [ResolvedProfile]
  ) {
    self.catalogue = catalogue
    self.names = names
    self.errors = errors
    self.release = release
    self.profiles = profiles
  }

  /// Returns what is known of `text`; `nil` if that is nothing.
  ///
  /// An error is looked for first, since its text may hold the name of a capability or an option.
  package func explain(_ text: String) -> Explanation? {
    let word = text.split(separator: " ").count == 1
    if let error = errors.match(text) {
      let capability = error.capability.flatMap(capability)
      return Explanation(asked: text, error: error, capability: capability)
    }
    guard word else { return nil }
    if let fault = fault(text) { return Explanation(asked: text, fault: fault) }
    if let option = option(text) { return Explanation(asked: text, option: option) }
    if let capability = capability(named: text) {
      return Explanation(asked: text, capability: capability)
    }
    return nearestOption(to: text).map { Explanation(asked: text, option: $0) }
  }

  /// What is nearest to `text`, for a message that nothing is known of it.
  package func suggestion(for text: String) -> String? {
    Spelling.nearest(
      to: text,
      among: known.map(\.description) + known.map(\.plainName) + catalogue.faults.map(\.name)
    )
  }

  /// Returns the fault that a name such as `wal-reset` or a demand such as `fixed:wal-reset` is of.
  private func fault(_ text: String) -> FaultExplanation? {
    let bare = text.hasPrefix("fixed:") ? String(text.dropFirst(6)) : text
    let fault = catalogue.faults.first { $0.name.lowercased() == bare.lowercased() }
    return fault.map { FaultExplanation(fault: $0, release: release) }
  }

  // MARK: Options

  private func option(_ text: String) -> OptionExplanation? {
    let name = Self.optionName(text)
    guard CompileOption.isName(name) else { return nil }
    for candidate in [name, "SQLITE_" + name] where catalogue[candidate] != nil {
      return explanation(of: candidate, asked: text)
    }
    for candidate in [name, "SQLITE_" + name] where !names.releases(knowing: candidate).isEmpty {
      return explanation(of: candidate, asked: text)
    }
    return nil
  }

  /// `-DNAME=VALUE` and `NAME=VALUE` are NAME.
  private static func optionName(_ text: String) -> String {
    let bare = text.hasPrefix("-D") || text.hasPrefix("-U") ? text.dropFirst(2) : text[...]
    return String(bare.prefix { $0 != "=" }).uppercased()
  }

  private func nearestOption(to text: String) -> OptionExplanation? {
    let name = Self.optionName(text)
    guard CompileOption.isName(name) || text.hasPrefix("--") else { return nil }
    let form = text.hasPrefix("--") ? text : "-D\(name)"
    let lint = LintInput(
      text: OptionText(form, file: ""),
      release: release,
      names: names,
      catalogue: catalogue
    )
    let meant: String? =
      switch lint.kinds.first {
      case .missingPrefix(let name), .surplusPrefix(let name), .wordOrder(let name),
        .unknown(let name?), .constant(let name?):
        name
      case .configureSwitch(let meaning): meaning.option
      default: Spelling.nearest(to: name, among: catalogue.rows.map(\.name))
      }
    return meant.map { explanation(of: $0, asked: text) }
  }

  private func explanation(of name: String, asked: String) -> OptionExplanation {
    let text = OptionText("-D\(name)", file: "")
    let lint = Lint.run(
      on: LintInput(text: text, release: release, names: names, catalogue: catalogue)
    )
    return OptionExplanation(
      name: name,
      isMisspelt: !["", "SQLITE_"].map { $0 + Self.optionName(asked) }.contains(name),
      row: catalogue[name],
      knownIn: names.releases(knowing: name),
      release: release,
      profiles: profiles.filter { $0.option(name) != nil }.map(\.name),
      // What it needs is told as that, since it is alone here by no fault of anybody's.
      lint: lint.findings.filter { $0.check != "missing-partner" }
    )
  }

  // MARK: Capabilities

  /// All that the catalogue names, in order.
  private var known: [Capability] {
    let ofRows = catalogue.rows.flatMap { $0.adds + $0.removes }
    let ofExtensions = catalogue.extensions.values.flatMap(\.adds)
    return Set((catalogue.stock + ofRows + ofExtensions).map(\.value)).sorted()
  }

  /// Returns what `KIND:NAME`, a function of the C API, or a bare name stands for.
  private func capability(named text: String) -> CapabilityExplanation? {
    if let capability = Capability(text) { return self.capability(capability) }
    if text.hasPrefix("sqlite3") { return capability(Capability(.symbol, text)) }
    let name = text.lowercased()
    let all = known.filter { $0.plainName.lowercased() == name }
    return all.isEmpty ? nil : explanation(of: all)
  }

  /// Returns what brings `capability`; of a function all its numbers of arguments, if none is given.
  private func capability(_ capability: Capability) -> CapabilityExplanation? {
    if known.contains(capability) { return explanation(of: [capability]) }
    let same = known.filter {
      $0.kind == capability.kind && $0.plainName.lowercased() == capability.name.lowercased()
    }
    return same.isEmpty ? nil : explanation(of: same)
  }

  private func explanation(of capabilities: [Capability]) -> CapabilityExplanation {
    CapabilityExplanation(
      capabilities: capabilities.map {
        CapabilityExplanation.Item($0, catalogue, release, profiles)
      },
      release: release
    )
  }
}

extension Capability {
  /// The name without a function's number of arguments.
  var plainName: String {
    guard kind == .function, let slash = name.lastIndex(of: "/"), slash != name.startIndex else {
      return name
    }
    return String(name[..<slash])
  }
}
