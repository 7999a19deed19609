/// An option that differs between two builds.
package struct Difference: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case added, removed, changed
    /// Another option brings it.
    case implied
    /// Nobody set it: SQLite's own default is another one.
    case defaultChanged = "default-changed"
    /// It says how the library was compiled.
    case environment
  }

  package let left: OptionState
  package let right: OptionState
  package let kind: Kind
  /// One sentence on what that means for a program.
  package let impact: String
  /// What each side comes to, as the text shows it.
  package let leftValue: String
  package let rightValue: String

  package var option: String { left.name }
}

/// A capability that one build has and the other has not.
package struct CapabilityDifference: Hashable, Sendable {
  package let capability: Capability
  package let left: CapabilityState
  package let right: CapabilityState
  /// Whether SQLite itself gained or lost it between the two releases.
  package let isUpstream: Bool
}

/// All that differs between two builds.
package struct Comparison: Sendable {
  package let left: DiffSide
  package let right: DiffSide
  package private(set) var differences: [Difference] = []
  package private(set) var capabilities: [CapabilityDifference] = []
  /// Options that one side sets and of which nothing can be said on the other, with the reason.
  package private(set) var unknown: [(option: String, reason: String)] = []
  /// How many options and capabilities were compared.
  package private(set) var compared = 0
  private let catalogue: OptionCatalogue

  package init(_ left: DiffSide, _ right: DiffSide, _ catalogue: OptionCatalogue) {
    self.left = left
    self.right = right
    self.catalogue = catalogue
    // What only SQLite itself sets is no difference that a user made.
    let known = catalogue.rows.filter { $0.kind != .internal }.map(\.name)
    let names = Set(known).union(left.optionNames).union(right.optionNames)
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { compare(name) }
    compareCapabilities()
  }

  /// Returns the comparison without what says how the libraries were compiled.
  package func ignoringEnvironment() -> Comparison {
    var result = self
    result.differences.removeAll { $0.kind == .environment }
    return result
  }

  /// Whether anything differs but environment and upstream defaults; with `strictly` anything.
  package func differs(strictly: Bool) -> Bool {
    if strictly { return !differences.isEmpty || !capabilities.isEmpty }
    return differences.contains { $0.kind != .environment && $0.kind != .defaultChanged }
      || capabilities.contains { !$0.isUpstream }
  }

  // MARK: Options

  private mutating func compare(_ name: String) {
    let states = (left.state(of: name, catalogue), right.state(of: name, catalogue))
    let isSet = states.0.asked != nil || states.1.asked != nil
    let values = (
      left.value(of: states.0, besideSet: isSet, catalogue),
      right.value(of: states.1, besideSet: isSet, catalogue)
    )
    guard let a = values.0.text, let b = values.1.text else {
      note(name, states, values)
      return
    }
    compared += 1
    if !a.isSameValue(as: b) {
      add(states, a, b)
    } else if let a = states.0.reported.text, let b = states.1.reported.text,
      !a.isSameValue(as: b), catalogue[name]?.isReportedAlone ?? true
    {
      add(states, "reported \(a)", "reported \(b)")
    }
  }

  /// One side sets the option, and of the other nothing can be said.
  private mutating func note(
    _ name: String,
    _ states: (OptionState, OptionState),
    _ values: (OptionState.Observed, OptionState.Observed)
  ) {
    let sides = [(left, states.0, values.0), (right, states.1, values.1)]
    let isSet = sides.contains { side, state, value in
      state.asked != nil
        || value.text.map { !$0.isSameValue(as: side.defaultValue(of: name, catalogue) ?? $0) }
          ?? false
    }
    guard isSet, let blind = sides.first(where: { $0.2.text == nil }),
      case .unknown(let reason) = blind.2
    else { return }
    unknown.append((name, reason))
  }

  private mutating func add(_ states: (OptionState, OptionState), _ a: String, _ b: String) {
    let kind = kind(states, a, b)
    differences.append(
      Difference(
        left: states.0,
        right: states.1,
        kind: kind,
        impact: Impact(states.0.name, kind, a, b, left, right, catalogue).sentence,
        leftValue: a,
        rightValue: b
      )
    )
  }

  private func kind(
    _ states: (OptionState, OptionState),
    _ a: String,
    _ b: String
  ) -> Difference.Kind {
    let name = states.0.name
    if BuildEnvironment.names.contains(CompileOption(name).shortName) { return .environment }
    let usual = (left.defaultValue(of: name, catalogue), right.defaultValue(of: name, catalogue))
    if let l = usual.0, let r = usual.1, !l.isSameValue(as: r), a.isSameValue(as: l),
      b.isSameValue(as: r), states.0.asked == nil, states.1.asked == nil
    {
      return .defaultChanged
    }
    let on = a == "off" ? right : left
    let state = a == "off" ? states.1 : states.0
    if a == "off" || b == "off", state.asked == nil, on.origin(of: name) != nil { return .implied }
    if a == "off" || a == "reported off" { return .added }
    if b == "off" || b == "reported off" { return .removed }
    return .changed
  }

  // MARK: Capabilities

  private mutating func compareCapabilities() {
    let names = left.capabilityNames.union(right.capabilityNames).sorted()
    let functions = (Functions(of: left, among: names), Functions(of: right, among: names))
    for capability in names {
      let (a, b) = (left.state(of: capability), right.state(of: capability))
      if a.reason != nil || b.reason != nil { continue }
      compared += 1
      guard a != b, capability != .manifestFunction else { continue }
      // SQLite has changed how it lists some that take any number of arguments.
      if (a == .present ? functions.1 : functions.0).covers(capability) { continue }
      capabilities.append(
        CapabilityDifference(
          capability: capability,
          left: a,
          right: b,
          isUpstream: isUpstream(capability)
        )
      )
    }
  }

  /// Whether the catalogue gives it to one of the two releases only, whatever the options.
  private func isUpstream(_ capability: Capability) -> Bool {
    let lines = catalogue.stock.filter { $0.value == capability }
    func has(_ release: Version) -> Bool { lines.contains { $0.releases.contains(release) } }
    if has(left.release) != has(right.release) { return true }
    let adding = catalogue.rows.flatMap(\.adds).filter { $0.value == capability }
    return !adding.isEmpty && lines.isEmpty && left.release != right.release
      && adding.allSatisfy {
        $0.releases.contains(left.release) != $0.releases.contains(right.release)
      }
  }
}

/// The numbers of arguments with which one side's functions can be called.
private struct Functions {
  /// The fewest arguments of those that take any number from there on, by name.
  private var fewest: [String: Int] = [:]

  init(of side: DiffSide, among names: [Capability]) {
    for capability in names where side.state(of: capability) == .present {
      guard let (name, count) = capability.signature, let least = Self.least(count) else {
        continue
      }
      fewest[name] = min(least, fewest[name] ?? least)
    }
  }

  /// Whether what `capability` can be called with works, listed with another number of arguments.
  func covers(_ capability: Capability) -> Bool {
    guard let (name, count) = capability.signature, let least = fewest[name] else { return false }
    return count >= least || Self.least(count) != nil
  }

  /// From how many arguments on a function with a negative number takes them: -1 from none, -3 from
  /// one, -4 from two, as `pragma_function_list` has it; `nil` for a fixed number.
  private static func least(_ count: Int) -> Int? {
    count >= 0 ? nil : max(0, -2 - count)
  }
}

extension Capability {
  /// A function's name and number of arguments; `nil` for another kind.
  fileprivate var signature: (name: String, count: Int)? {
    guard kind == .function, let slash = name.lastIndex(of: "/"),
      let count = Int(name[name.index(after: slash)...])
    else { return nil }
    return (String(name[..<slash]), count)
  }
}

extension OptionRow {
  /// Whether being reported says that somebody set it, even if it does nothing.
  fileprivate var isReportedAlone: Bool { isFlag || kind == .retired || kind == .apple }
}
