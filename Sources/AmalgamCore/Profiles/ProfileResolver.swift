/// Applies inheritance: what a profile says on top of what it inherits.
package struct ProfileResolver {
  /// A profile's text and the name that messages use for its file.
  package struct Source: Hashable, Sendable {
    package let file: String
    package let text: String

    package init(file: String, text: String) {
      self.file = file
      self.text = text
    }
  }

  /// Finds an inherited profile by its name, seen from the file that inherits it; `nil` if none is.
  package typealias Lookup = (_ name: String, _ inheritingFile: String) throws -> Source?

  private let lookup: Lookup
  /// The names that a profile can inherit, for one that is misspelt.
  private let names: () -> [String]
  private var findings: [Finding] = []

  package init(names: @escaping () -> [String] = { [] }, lookup: @escaping Lookup) {
    self.names = names
    self.lookup = lookup
  }

  /// Returns `source` resolved for `target`, with all findings of its files and of their meeting.
  ///
  /// `target` replaces what the profile itself names; where neither names one it is `host`.
  package mutating func resolve(
    _ source: Source,
    target: String? = nil,
    host: String
  ) throws -> (profile: ResolvedProfile, isAbstract: Bool, findings: [Finding]) {
    findings = []
    let chain = try inheritanceChain(from: source)
    let own = chain[chain.count - 1]
    var resolved = ResolvedProfile(name: own.name, file: own.file)
    let target = target ?? chain.reversed().lazy.compactMap(\.target).first ?? host
    resolved.system = target
    var options = OptionSet()
    for profile in chain {
      options.beginFile()
      for item in profile.items { apply(item, to: &resolved, &options, target: target) }
    }
    resolved.options = options.inByteOrder
    resolved.overridden = options.overridden
    resolved.otherSystems = Self.otherSystems(in: chain, target: target)
    findings += resolved.settleExtensions()
    findings += resolved.instrumentFindings
    resolved.digest = SHA256.hexDigest(of: Array(chain.map(\.text).joined(separator: "\u{0}").utf8))
    return (resolved, own.isAbstract, findings)
  }

  /// Returns the options of each pattern that `target` does not match, as if it did.
  ///
  /// A line of a wider pattern holds too: `*-apple-*` for `*-apple-ios*`.
  private static func otherSystems(in chain: [Profile], target: String) -> [OtherSystem] {
    var patterns: [Glob] = []
    for item in chain.flatMap(\.items) {
      guard case .option(_, let pattern?) = item.kind, !pattern.matches(target),
        !patterns.contains(pattern)
      else { continue }
      patterns.append(pattern)
    }
    return patterns.map { system in
      var options = OptionSet()
      var lines: Set<SourceLocation> = []
      for profile in chain {
        options.beginFile()
        for item in profile.items {
          switch item.kind {
          case .option(let option, nil): options.set(option, isConditional: false)
          case .option(let option, let pattern?) where pattern.covers(system):
            options.set(option, isConditional: true)
            if pattern == system, let place = option.location { lines.insert(place) }
          case .unset(let name): _ = options.unset(name)
          default: break
          }
        }
      }
      return OtherSystem(pattern: system.pattern, options: options.inByteOrder, lines: lines)
    }
  }

  /// Returns the profiles from the root of the inheritance to `source`.
  private mutating func inheritanceChain(from source: Source) throws -> [Profile] {
    var chain: [Profile] = []
    var next: Source? = source
    while let source = next {
      let parser = ProfileParser(text: source.text, file: source.file)
      findings += parser.findings
      chain.insert(parser.profile, at: 0)
      next = nil
      guard let parent = parser.profile.inherited else { continue }
      let found = try lookup(parent.value, source.file)
      if let found, chain.contains(where: { $0.file == found.file }) {
        let files = chain.reversed().map(\.file) + [found.file]
        findings.append(.inherit(.cycle(parent.value, files), parent, fix: "remove the line"))
      } else if let found {
        next = found
      } else {
        let meant = Spelling.nearest(to: parent.value, among: names())
        let fix = meant.map { "write the line as 'inherit \($0)'" } ?? "remove the line"
        findings.append(.inherit(.notFound(parent.value, meant), parent, fix: fix))
      }
    }
    return chain
  }

  private mutating func apply(
    _ item: Profile.Item,
    to resolved: inout ResolvedProfile,
    _ options: inout OptionSet,
    target: String
  ) {
    switch item.kind {
    case .release(let version): resolved.release = Located(version, at: item.location)
    case .optimize(let level): resolved.optimize = Located(level, at: item.location)
    case .library(let name): resolved.library = name
    case .addExtension(let reference): add(reference, to: &resolved)
    case .extensionSet(let set):
      resolved.sets.removeAll { $0.name == set.name }
      resolved.sets.append(set)
    case .option(let option, let pattern):
      if pattern?.matches(target) ?? true {
        options.set(option, isConditional: pattern != nil)
      }
    case .unset(let name):
      if !options.unset(name) { findings.append(.unset(name, item.location)) }
    case .compilerFlags(let flags):
      resolved.compilerFlags += flags.map { Located($0, at: item.location) }
    case .target(let triple): resolved.target = Located(triple, at: item.location)
    case .runner(let words): resolved.runner = words
    case .demand(let demand): add(demand, to: &resolved)
    case .limit(let limit):
      resolved.limits.removeAll { $0.subject == limit.subject }
      resolved.limits.append(limit)
    case .growth(let limit): resolved.growth = Located(limit, at: item.location)
    case .accept(let line): resolved.acceptances.append(line)
    case .manifest(let isOn): resolved.hasManifestFunction = isOn
    case .instrument(let what): resolved.instrument = Located(what, at: item.location)
    case .prefix(let text): resolved.prefix = Located(text, at: item.location)
    case .visibility(let value): resolved.visibility = Located(value, at: item.location)
    }
  }

  /// A line of another file may say otherwise of when an inherited extension is registered.
  private mutating func add(_ reference: ExtensionReference, to resolved: inout ResolvedProfile) {
    guard let index = resolved.extensions.firstIndex(where: { $0.name == reference.name }) else {
      resolved.extensions.append(reference)
      return
    }
    let earlier = resolved.extensions[index]
    if earlier.location.file != reference.location.file,
      earlier.isOnDemand != reference.isOnDemand
    {
      resolved.extensions[index] = reference
    } else {
      findings.append(.twice(extension: reference, earlier))
    }
  }

  private mutating func add(_ demand: Demand, to resolved: inout ResolvedProfile) {
    if let other = resolved.demands.first(where: {
      $0.capability == demand.capability && $0.isRequired != demand.isRequired
    }) {
      findings.append(.contradiction(demand, other))
    }
    resolved.demands.append(demand)
  }
}

extension ResolvedProfile {
  /// The table of the counters is a virtual one.
  fileprivate var instrumentFindings: [Finding] {
    guard countsCalls, let option = option("SQLITE_OMIT_VIRTUALTABLE"), let line = instrument else {
      return []
    }
    return [
      Finding(
        .error,
        check: "profile-instrument",
        subject: option.name,
        .noTables(option),
        at: line.location,
        fix: "remove one of the two lines"
      )
    ]
  }
}

extension Profile {
  fileprivate var target: String? {
    items.lazy.compactMap { if case .target(let triple) = $0.kind { triple } else { nil } }.first
  }
}

extension Finding {
  fileprivate static func inherit(
    _ message: Message,
    _ parent: Located<String>,
    fix: String
  ) -> Finding {
    Finding(
      .error,
      check: "profile-inherit",
      subject: parent.value,
      message,
      at: parent.location,
      fix: fix
    )
  }

  fileprivate static func unset(_ name: String, _ location: SourceLocation) -> Finding {
    Finding(
      .warning,
      check: "profile-unset",
      subject: name,
      .nothingToUnset(name),
      at: location,
      fix: "remove the line"
    )
  }

  fileprivate static func contradiction(_ demand: Demand, _ other: Demand) -> Finding {
    Finding(
      .error,
      check: "profile-demand",
      subject: demand.capability.description,
      .contradiction(demand, other),
      at: demand.location,
      fix: "remove one of the two lines"
    )
  }
}

extension Finding.Message {
  fileprivate static func cycle(_ name: String, _ files: [String]) -> Self {
    "inheriting '\(name)' makes a cycle: \(files.joined(separator: ", "))"
  }
  fileprivate static func notFound(_ name: String, _ meant: String?) -> Self {
    "no profile '\(name)' is beside this file, in Profiles or built in"
      + (meant.map { "; did you mean '\($0)'?" } ?? "")
  }
  fileprivate static func nothingToUnset(_ name: String) -> Self {
    "'unset \(name)' has nothing to unset: the profile does not inherit it"
  }
  fileprivate static func noTables(_ option: CompileOption) -> Self {
    "'instrument calls' brings the virtual table 'amalgam_calls', and '\(option.name)'"
      + "\(option.location.map { " at \($0.fileAndLine)" } ?? "") leaves virtual tables out"
  }
  fileprivate static func contradiction(_ demand: Demand, _ other: Demand) -> Self {
    let (now, before) = demand.isRequired ? ("required", "forbidden") : ("forbidden", "required")
    return "'\(demand.capability)' is \(now), but \(before) at \(other.location.fileAndLine)"
  }
}
