extension OptionCatalogue {
  /// Returns an error for each demand of a kind whose names SQLite alone gives, and that none of
  /// them is.
  ///
  /// A module, a function, a collation, a tokenizer or a symbol may be anybody's.
  package func unknownDemands(of profile: ResolvedProfile) -> [Finding] {
    let closed: Set<Capability.Kind> = [.file, .syntax, .pragma]
    let demands = profile.demands.filter { closed.contains($0.capability.kind) }
    guard !demands.isEmpty else { return [] }
    let lines = stock + rows.flatMap { $0.adds + $0.removes }
    let known = Set(lines.map(\.value).filter { closed.contains($0.kind) })
    return demands.filter { !known.contains($0.capability) }.map { finding(on: $0, known) }
  }

  private func finding(on demand: Demand, _ known: Set<Capability>) -> Finding {
    let kind = demand.capability.kind
    let names = known.filter { $0.kind == kind }.map(\.name).sorted()
    let nearest = Spelling.nearest(to: demand.capability.name, among: names)
    let verb = demand.isRequired ? "require" : "forbid"
    return Finding(
      .error,
      check: "unknown-capability",
      subject: demand.capability.description,
      .unknown(demand.capability, nearest),
      at: demand.location,
      notes: kind == .pragma ? [] : [.known(names)],
      fix: nearest.map { "write '\(verb) \(kind.rawValue):\($0)'" } ?? "remove the line"
    )
  }
}

extension Finding.Message {
  fileprivate static func unknown(_ capability: Capability, _ nearest: String?) -> Self {
    let question = nearest.map { "; did you mean '\(capability.kind.rawValue):\($0)'?" } ?? ""
    return "no release has '\(capability)'\(question)"
  }
}

extension String {
  fileprivate static func known(_ names: [String]) -> Self {
    "known are \(names.joined(separator: ", "))"
  }
}
