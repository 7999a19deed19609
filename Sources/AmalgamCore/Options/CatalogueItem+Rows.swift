extension OptionRow {
  /// Adds what `item` says.
  mutating func read(_ item: CatalogueItem) throws(CatalogueItem.Problem) {
    try item.apply(to: &self)
  }
}

extension CatalogueItem {
  /// Adds what the line says to `row`.
  fileprivate func apply(to row: inout OptionRow) throws(Problem) {
    switch keyword {
    case "adds": row.adds += try capabilities()
    case "removes": row.removes += try capabilities()
    case "unsafe": row.unsafe += try capabilities()
    case "reported": row.reports.append(try qualified(try named(OptionRow.Report.self)))
    case "values": row.values.append(try qualified(try allowedValues()))
    case "default": row.defaults.append(try qualified(words.joined(separator: " ")))
    case "effect": for word in words { row.effects.append(try named(word)) }
    case "means": row.meaning = text()
    case "probe": row.probe = try probe()
    case "links": row.links += words
    case "outside": row.outside = text()
    case "unchecked": row.unchecked = text()
    default: try applyRelation(to: &row)
    }
  }

  /// Adds what the line says to `row`.
  func apply(to row: inout ExtensionRow) throws(Problem) {
    switch keyword {
    case "adds": row.adds += try capabilities()
    case "instead": row.instead.append(try qualified(try optionName()))
    case "links": row.links += words
    case "means": row.meaning = text()
    default: throw .unknown(keyword)
    }
  }

  /// Adds what the line says to `fault`.
  func apply(to fault: inout ReleaseFault) throws(Problem) {
    switch keyword {
    case "from": fault.first = try version()
    case "before": fault.before = try version()
    case "fixed":
      for word in words {
        guard let version = Version(word) else { throw .noVersion(word) }
        fault.fixed.append(version)
      }
    case "needs":
      for word in words {
        var choices: [ReleaseFault.Need] = []
        for choice in word.split(separator: "|") { choices.append(try Self.need(choice)) }
        fault.needs.append(choices)
      }
    case "source": fault.source = text()
    case "means": fault.meaning = text()
    default: throw .unknown(keyword)
    }
  }

  private static func need(_ text: Substring) throws(Problem) -> ReleaseFault.Need {
    if let capability = Capability(text) { return .capability(capability) }
    guard CompileOption.isName(text) else { throw .noCapability(String(text)) }
    return .option(String(text))
  }

  /// The lines that relate an option to releases and to other options.
  private func applyRelation(to row: inout OptionRow) throws(Problem) {
    switch keyword {
    case "since": row.releases = ReleaseRange(from: try version(), until: row.releases.until)
    case "until": row.releases = ReleaseRange(from: row.releases.from, until: try lastRelease())
    case "needs": row.needs += try demands()
    case "conflicts": row.conflicts += try choices()
    case "void": row.voids += try choices()
    case "implies":
      for word in words where !CompileOption.isName(word.prefix { $0 != "=" }) {
        throw .noName(word)
      }
      for word in words { row.implies.append(try qualified(word)) }
    case "instead": row.instead = try optionName()
    case "renamed":
      row.instead = try optionName()
      row.isRenamed = true
    case "refused": row.refused += try choices()
    case "only": for word in words { row.systems.append(try named(word)) }
    case "code":
      guard try word() == "none" else { throw .noValue(keyword) }
      row.codeless.append(try qualified(true))
    case "optimised": row.optimised.append(try qualified(true))
    case "untried": row.untried.append(try qualified(words.joined(separator: " ")))
    case "try": for word in spelledWords { row.trials.append(try qualified(word)) }
    case "builtin": row.isBuiltIn = true
    case "broken": row.broken.append(try qualified(words.joined(separator: " ")))
    default: throw .unknown(keyword)
    }
  }

  /// The demands of the line, each on its own.
  private func choices() throws(Problem) -> [Qualified<OptionDemand>] {
    var choices: [Qualified<OptionDemand>] = []
    for demand in try demands() {
      for choice in demand.value { choices.append(try qualified(choice)) }
    }
    return choices
  }

  private func allowedValues() throws(Problem) -> AllowedValues {
    guard let values = AllowedValues(words.joined()) else { throw .noValue(keyword) }
    return values
  }

  private func named<Name: RawRepresentable<String>>(_ type: Name.Type) throws(Problem) -> Name {
    try named(try word())
  }

  private func named<Name: RawRepresentable<String>>(_ word: String) throws(Problem) -> Name {
    guard let name = Name(rawValue: word) else { throw .noValue(word) }
    return name
  }

  private func probe() throws(Problem) -> OptionProbe {
    guard let way = words.first, !text(behind: 2).isEmpty else { throw .noValue(keyword) }
    let rest = text(behind: 2)
    switch way {
    case "capability":
      guard let capability = Capability(rest) else { throw .noCapability(rest) }
      return .capability(capability)
    case "sql": return .sql(rest)
    case "file": return .file(rest)
    case "wal": return .wal(rest)
    case "c": return .api(rest)
    case "symbol": return .symbol(rest)
    case "none": return .none(rest)
    default: throw .noValue(way)
    }
  }
}
