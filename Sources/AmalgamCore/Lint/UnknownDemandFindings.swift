extension OptionCatalogue {
  /// A capability that no release can have, and what may be meant.
  package struct UnknownCapability: Hashable, Sendable {
    package let capability: Capability
    /// The name that is spelt nearly so.
    package let nearest: String?
    /// All names of the kind.
    package let known: [String]

    /// What is wrong with it.
    package var message: Finding.Message {
      let question = nearest.map { "; did you mean '\(capability.kind.rawValue):\($0)'?" } ?? ""
      return "no release has '\(capability)'\(question)"
    }
  }

  /// Returns what is to say of a capability whose kind has names that SQLite alone gives, and which
  /// is none of them; `nil` for every other.
  ///
  /// A module, a function, a collation, a tokenizer or a symbol may be anybody's.
  package func unknown(_ capability: Capability) -> UnknownCapability? {
    guard [.file, .syntax, .pragma].contains(capability.kind) else { return nil }
    let lines = stock + rows.flatMap { $0.adds + $0.removes }
    let names = Set(lines.map(\.value).filter { $0.kind == capability.kind }.map(\.name))
    guard !names.contains(capability.name) else { return nil }
    let nearest = Spelling.nearest(to: capability.name, among: names.sorted())
    return UnknownCapability(capability: capability, nearest: nearest, known: names.sorted())
  }

  /// Returns an error for each demand of a profile that nothing can meet, or fail, by its name.
  package func unknownDemands(of profile: ResolvedProfile) -> [Finding] {
    profile.demands.compactMap { demand in
      guard let unknown = unknown(demand.capability) else { return nil }
      let kind = demand.capability.kind.rawValue
      let verb = demand.isRequired ? "require" : "forbid"
      return Finding(
        .error,
        check: "unknown-capability",
        subject: demand.capability.description,
        unknown.message,
        at: demand.location,
        notes: unknown.known.count > 40 ? [] : [.known(unknown.known)],
        fix: unknown.nearest.map { "write '\(verb) \(kind):\($0)'" } ?? "remove the line"
      )
    }
  }
}

extension String {
  fileprivate static func known(_ names: [String]) -> Self {
    "known are \(names.joined(separator: ", "))"
  }
}
