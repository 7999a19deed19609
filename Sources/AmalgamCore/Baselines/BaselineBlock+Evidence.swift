extension BaselineBlock {
  /// Notes what was seen of a variant.
  package init(of verdict: VariantVerdict) {
    let library = verdict.evidence.primary
    var reader = EvidenceReader(verdict)
    reader.readAll()
    var sizes: [String: Sizes] = [:]
    if let compiler = verdict.compiler {
      sizes[compiler.withoutBlanks] = verdict.evidence.sizes
    }
    self.init(
      target: verdict.target,
      release: library?.version ?? "",
      sourceID: library?.sourceID ?? "",
      items: reader.items,
      sizes: sizes,
      unknown: reader.unknown
    )
  }
}

/// Takes the items out of what was seen of a library.
private struct EvidenceReader {
  private let verdict: VariantVerdict
  private let library: LibraryEvidence?
  private(set) var items: [BaselineItem] = []
  private(set) var unknown: [BaselineItem.Kind: String] = [:]

  init(_ verdict: VariantVerdict) {
    self.verdict = verdict
    library = verdict.evidence.primary
  }

  mutating func readAll() {
    guard let library else { return }
    guard library.unresolved.isEmpty, !library.version.isEmpty else { return readNames(library) }
    readOptions(library)
    add(.module, library.modules) { $0.hasPrefix("pragma_") ? nil : BaselineItem(.module, $0) }
    readFunctions(library)
    add(.collation, library.collations) { BaselineItem(.collation, $0) }
    add(.tokenizer, library.tokenizers) { BaselineItem(.tokenizer, $0) }
    add(.pragma, library.pragmas) { BaselineItem(.pragma, $0) }
    readProbes(library)
    readExports(library)
    readEnvironment(library)
  }

  private mutating func readExports(_ library: LibraryEvidence) {
    add(.export, library.exportedNames) {
      SymbolName.isOfLinker($0) ? nil : BaselineItem(.export, $0)
    }
  }

  /// Of a library that no program can be linked with the names alone are known.
  private mutating func readNames(_ library: LibraryEvidence) {
    for kind in BaselineItem.Kind.allCases where kind != .export {
      unknown[kind] = "no program could be linked with it"
    }
    readExports(library)
  }

  private mutating func add<Element>(
    _ kind: BaselineItem.Kind,
    _ listing: Listing<Element>,
    _ item: (Element) -> BaselineItem?
  ) {
    switch listing {
    case .known(let elements): items += Set(elements.compactMap(item))
    case .unknown(let reason): unknown[kind] = reason
    }
  }

  private mutating func readOptions(_ library: LibraryEvidence) {
    let states = verdict.options
    items += states.compactMap(\.baselineItem)
    let names = Set(states.map { CompileOption($0.name).shortName })
    add(.reported, library.reported) { row in
      let name = String(row.prefix { $0 != "=" })
      return names.contains(name) || BuildEnvironment.names.contains(name)
        ? nil : BaselineItem(.reported, row)
    }
  }

  /// A function of one name and number of arguments can be listed once for each encoding.
  private mutating func readFunctions(_ library: LibraryEvidence) {
    guard let functions = library.functions.elements else {
      unknown[.function] = library.functions.reason
      return
    }
    for (capability, entries) in Dictionary(grouping: functions, by: \.capability) {
      let flags = Set(entries.map(\.flagWords)).sorted().joined(separator: " | ")
      items.append(BaselineItem(.function, capability.name, flags))
    }
  }

  private mutating func readProbes(_ library: LibraryEvidence) {
    for (capability, _) in library.capabilityProbes {
      let state = library.state(of: capability, verdict.expectation)
      let kind: BaselineItem.Kind = capability.kind == .file ? .file : .syntax
      if state == .present, library.files[capability.name] == nil || kind == .syntax {
        items.append(BaselineItem(kind, capability.name))
      }
    }
    for (name, opening) in library.files {
      switch opening {
      case .readsAll: items.append(BaselineItem(.file, name, BaselineItem.fileUses[2]))
      case .refusesWrites, .writesOtherwise:
        items.append(BaselineItem(.file, name, BaselineItem.fileUses[1]))
      case .readsTheRest: items.append(BaselineItem(.file, name, BaselineItem.fileUses[0]))
      case .cannotOpen: break
      case .notTried(let reason): unknown[.file] = reason
      }
    }
    if let reason = library.filesNotRun { unknown[.file] = reason }
  }

  private mutating func readEnvironment(_ library: LibraryEvidence) {
    for row in library.reported.elements ?? [] {
      let parts = row.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, BuildEnvironment.names.contains(name) else { continue }
      let value = parts.count > 1 ? parts[1].baselineWord : ""
      items.append(BaselineItem(.environment, name, value))
    }
    let names = Set(verdict.evidence.libraries.flatMap { $0.exportedNames.elements ?? [] })
    items += names.filter { SymbolName.isOfLinker($0) }.map { BaselineItem(.environment, $0) }
  }
}

extension OptionState {
  /// `SQLITE_ENABLE_FTS5 asked 1 reported 1 effective 1`; `nil` for one that is nowhere on, and for
  /// what says how the library was compiled.
  fileprivate var baselineItem: BaselineItem? {
    let isOn = [asked, reported.text, effective.text].contains { $0 != nil && $0 != "off" }
    guard isOn, !BuildEnvironment.names.contains(CompileOption(name).shortName) else { return nil }
    let words = [asked ?? "-", reported.text ?? "?", effective.text ?? "?"].map(\.baselineWord)
    return BaselineItem(
      .option,
      name,
      "asked \(words[0]) reported \(words[1]) effective \(words[2])"
    )
  }
}

extension FunctionEntry {
  /// The flags in the words of `sqlite3_create_function`, unknown ones as hexadecimal digits.
  fileprivate var flagWords: String {
    var rest = UInt64(bitPattern: flags)
    var words = isBuiltIn ? ["builtin"] : []
    for (bit, word) in Self.flagNames where rest & bit != 0 {
      words.append(word)
      rest &= ~bit
    }
    return (words + (rest == 0 ? [] : ["0x" + String(rest, radix: 16)])).joined(separator: " ")
  }

  /// <https://sqlite.org/c3ref/c_deterministic.html>.
  private static let flagNames: [(UInt64, String)] = [
    (0x800, "deterministic"), (0x80000, "directonly"), (0x100000, "subtype"),
    (0x200000, "innocuous"), (0x1000000, "result-subtype"), (0x2000000, "selforder"),
  ]
}

extension String {
  /// `clang-21.0.0` of `clang 21.0.0`.
  package var withoutBlanks: String { String(map { $0 == " " ? "-" : $0 }) }
}
