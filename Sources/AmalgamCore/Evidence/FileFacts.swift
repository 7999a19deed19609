import ObjectFiles

/// What one finished file tells of itself as a file, whatever SQLite is in it: what demands such as
/// `alignment:16k` are held against.
package struct FileFacts: Hashable, Sendable {
  /// As messages name it.
  package var file: String
  /// All names that programs can be linked or loaded with.
  package var exported: Set<String> = []
  /// The libraries that it asks the loader for.
  package var needed: Set<String> = []
  /// How many copies of SQLite are in it, of one processor where it has code for several.
  package var copies = 0
  /// Whose encryption its copies have, as ``Encryption`` names it; `unknown` for nobody known.
  package var encryptions: Set<String> = []
  /// The smallest alignment of a segment that is mapped; `nil` for a file without ELF segments.
  package var alignment: Int?
  /// The name that programs linked with it ask the loader for.
  package var libraryName: String?
  /// Whether a linker made it.
  package var isImage = false

  package init(file: String) { self.file = file }

  /// Reads a file, whose parts that cannot be read are left out.
  package init(
    file: String,
    bytes: UnsafeRawBufferPointer,
    members: ThinMembers = .none
  ) throws(ReadError) {
    self.init(file: file)
    try ObjectFile.forEach(in: bytes, members: members) { object throws(ReadError) in
      guard object.unreadable == nil, object.kind != .debugSymbols else { return }
      try object.forEachExportedName { name throws(ReadError) in
        exported.insert(String(decoding: name, as: UTF8.self))
      }
      needed.formUnion(try object.neededLibraries())
      if libraryName == nil { libraryName = try object.libraryName() }
      let own = try object.segmentAlignment().map { Int(clamping: $0) }
      alignment = [alignment, own].compactMap { $0 }.min()
      switch object.kind {
      case .sharedLibrary, .executable, .bundle: isImage = true
      case .relocatable, .importStub, .debugSymbols, .other: break
      }
    }
    let found = try EmbeddedCopy.all(in: bytes, members: members).copies
    copies = Dictionary(grouping: found) { $0.architecture }.values.map(\.count).max() ?? 0
    for copy in found {
      let marks = try Encryption.marks(
        in: bytes,
        members: members,
        architecture: copy.architecture,
        options: copy.options,
        hasKey: exported.contains("sqlite3_key")
      )
      encryptions.formUnion(marks.map { String($0.dropFirst("encryption:".utf8.count)) })
    }
  }
}

extension Capability.Kind {
  /// Whether it is a fact of a file, which needs nobody to run it.
  package var isOfFile: Bool {
    switch self {
    case .export, .import, .copies, .alignment, .encryption, .installName: true
    case .module, .function, .collation, .tokenizer, .pragma, .symbol, .syntax, .file, .fixed: false
    }
  }
}

extension FileFacts {
  /// Returns whether `capability` is a fact of the file.
  package func state(of capability: Capability) -> CapabilityState {
    switch capability.kind {
    case .export:
      return exported.contains(where: Glob(capability.name).matches) ? .present : .absent
    case .import:
      guard isImage else { return .unknown("no linker made it, so it names no library") }
      let glob = Glob(capability.name)
      let isNeeded = needed.contains { glob.matches($0) || glob.matches(Path.name(of: $0)) }
      return isNeeded ? .present : .absent
    case .copies: return Int(capability.name) == copies ? .present : .absent
    case .alignment:
      guard let alignment else { return .unknown("it has no ELF segments") }
      return alignment >= (capability.pageSize ?? .max) ? .present : .absent
    case .encryption:
      guard copies > 0 else { return .unknown("no copy of SQLite is in it") }
      if encryptions.contains(capability.name) { return .present }
      return encryptions.contains("unknown")
        ? .unknown("it has sqlite3_key, and nothing tells whose") : .absent
    case .installName:
      guard isImage else { return .unknown("no linker made it, so it has no name for loaders") }
      return libraryName.map(Glob(capability.name).matches) ?? false ? .present : .absent
    case .module, .function, .collation, .tokenizer, .pragma, .symbol, .syntax, .file, .fixed:
      return .unknown("a file alone does not tell")
    }
  }

  /// What was found in place of `capability`, for a note; `nil` where that says nothing more.
  package func finding(for capability: Capability) -> String? {
    switch capability.kind {
    case .export:
      let glob = Glob(capability.name)
      let names = exported.filter(glob.matches).sorted()
      return names.isEmpty
        ? "it exports \(exported.count.counted("name"))" : "such as \(names.examples)"
    case .import:
      return needed.isEmpty ? "it asks for no library" : "it asks for \(needed.sorted().examples)"
    case .copies: return copies == 1 ? "1 copy is in it" : "\(copies) copies are in it"
    case .alignment: return alignment.map { "its segments are aligned to \($0)" }
    case .encryption:
      return encryptions.isEmpty
        ? "its SQLite encrypts nothing"
        : "its encryption is that of \(encryptions.sorted().examples)"
    case .installName: return libraryName.map { "its name is '\($0)'" } ?? "it has no name"
    case .module, .function, .collation, .tokenizer, .pragma, .symbol, .syntax, .file, .fixed:
      return nil
    }
  }
}

extension Capability {
  /// The bytes of `alignment:16k`; `nil` where it is no power of two.
  package var pageSize: Int? {
    let isKilo = name.last == "k"
    let digits = isKilo ? name.dropLast() : name[...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
      number > 0, number <= 1 << 30, number & (number - 1) == 0
    else { return nil }
    return isKilo ? number * 1024 : number
  }

  /// Why the name cannot be one of its kind; `nil` where it can.
  package var nameProblem: String? {
    switch kind {
    case .alignment:
      pageSize == nil ? "'\(self)' asks for no power of two, such as 4096 or 16k" : nil
    case .copies:
      Int(name).map { $0 >= 0 } ?? false ? nil : "'\(self)' asks for no number of copies"
    case .encryption:
      Encryption(rawValue: name) == nil
        ? "'\(self)' names no maker of encryption that is known: "
          + Encryption.allCases.map(\.rawValue).joined(separator: ", ") : nil
    default: nil
    }
  }
}
