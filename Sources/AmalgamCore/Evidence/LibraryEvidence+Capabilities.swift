extension LibraryEvidence {
  /// Returns whether the library has `capability`.
  package func state(of capability: Capability) -> CapabilityState {
    let name = capability.name
    switch capability.kind {
    case .function: return functions.state { $0.answers(capability) }
    case .module: return moduleState(of: name)
    case .collation: return collations.state { $0.lowercased() == name.lowercased() }
    case .tokenizer: return tokenizers.state(of: name)
    case .pragma: return pragmas.state(of: name)
    case .symbol: return symbols.state(of: name)
    case .syntax, .file: return probedState(of: capability)
    case .fixed: return .unknown("only the table of faults tells")
    case .export, .import, .copies, .alignment, .encryption, .installName:
      return facts?.state(of: capability) ?? .unknown("the file was not read")
    }
  }

  /// SQLite lists the table-valued function of a PRAGMA only where it was used before.
  private func moduleState(of name: String) -> CapabilityState {
    let prefix = Self.pragmaModulePrefix
    return name.hasPrefix(prefix)
      ? pragmas.state(of: String(name.dropFirst(prefix.count))) : modules.state(of: name)
  }

  private static let pragmaModulePrefix = "pragma_"

  private func probedState(of capability: Capability) -> CapabilityState {
    if capability.kind == .file, let opening = files[capability.name] { return opening.state }
    return switch capabilityProbes[capability] {
    case .value(let value?): value.isTrue ? .present : .absent
    case .value(nil), .error: .absent
    case .notRun(let reason): .unknown(reason)
    case nil: .unknown("no probe tells '\(capability)'")
    }
  }

  /// All capabilities that the library lists by itself.
  package var listedCapabilities: Set<Capability> {
    var all = Set((functions.elements ?? []).map(\.capability))
    let modules = (modules.elements ?? []).filter { !$0.hasPrefix(Self.pragmaModulePrefix) }
    all.formUnion(modules.map { Capability(.module, $0) })
    all.formUnion((collations.elements ?? []).map { Capability(.collation, $0) })
    all.formUnion((tokenizers.elements ?? []).map { Capability(.tokenizer, $0) })
    all.formUnion((pragmas.elements ?? []).map { Capability(.pragma, $0) })
    return all
  }
}
