import ObjectFiles

/// What a library or program has of SQLite's API, and what it takes from others: one image, or all
/// members of an archive for one architecture.
package struct APISurvey: Sendable {
  package let architecture: Architecture?
  package let format: ObjectFile.Format
  /// Whether a linker made it, so that what it lacks must come from another image.
  package let isImage: Bool
  /// The name that programs linked with it ask the loader for.
  package var libraryName: String?
  /// Names that it has, hidden and local ones too as far as its tables still tell.
  package var defined: Set<String> = []
  /// Names that others can be linked or loaded with.
  package var exported: Set<String> = []
  /// Names that it lacks, each with the library it takes them from; empty where nobody is named.
  package var taken: [String: String] = [:]
  /// How many names of the API it has behind each prefix.
  package var prefixes: [String: Int] = [:]
  /// What its objects ask of the linker that could bring a SQLite, in their order.
  package var requests: [Request] = []
  /// Whether a table of symbols is there beside what the loader needs.
  package var hasSymbolTable = false

  /// An argument for the linker that an object carries itself.
  package struct Request: Hashable, Sendable {
    package let member: String?
    package let argument: String
  }

  package init(architecture: Architecture?, format: ObjectFile.Format, isImage: Bool) {
    self.architecture = architecture
    self.format = format
    self.isImage = isImage
  }

  /// Whether anything of SQLite is there.
  package var isOfInterest: Bool {
    !defined.isEmpty || !exported.isEmpty || !taken.isEmpty || !prefixes.isEmpty
      || !requests.isEmpty
  }

  /// The prefix that most names have; `nil` where few have one or more have none.
  package var prefix: String? { copyPrefixes.first }

  /// The prefixes of whole copies, that of most names in front; a few wrappers are none.
  package var copyPrefixes: [String] {
    let most = prefixes.values.max() ?? 0
    return prefixes.filter { $0.value > 20 && $0.value > defined.count && $0.value * 2 > most }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The libraries that names are taken from, in byte order.
  package var providers: [String] { Set(taken.values.filter { !$0.isEmpty }).sorted() }
}

extension APISurvey {
  /// Reads each group of objects in a file; `lookingForPrefixes` costs a look into every name.
  package static func all(
    in file: UnsafeRawBufferPointer,
    members: ThinMembers = .none,
    names: KnownAPI,
    lookingForPrefixes: Bool
  ) throws(ReadError) -> [APISurvey] {
    var surveys: [APISurvey] = []
    try ObjectFile.forEach(in: file, members: members) { object throws(ReadError) in
      // A dSYM has the names of a program and none of its contents.
      guard object.kind != .debugSymbols, object.unreadable == nil else { return }
      let index = surveys.firstIndex {
        $0.architecture == object.architecture && $0.format == object.format
      }
      var survey =
        index.map { surveys[$0] }
        ?? APISurvey(
          architecture: object.architecture,
          format: object.format,
          isImage: object.isImage
        )
      try survey.read(object, names, lookingForPrefixes)
      if let index { surveys[index] = survey } else { surveys.append(survey) }
    }
    return surveys.map(\.withoutOwnNames)
  }

  /// What one member of an archive lacks another one has.
  private var withoutOwnNames: APISurvey {
    var survey = self
    for name in defined { survey.taken[name] = nil }
    return survey
  }

  private mutating func read(
    _ object: ObjectFile,
    _ names: KnownAPI,
    _ lookingForPrefixes: Bool
  ) throws(ReadError) {
    if libraryName == nil { libraryName = try object.libraryName() }
    try object.forEachExportedName { name throws(ReadError) in
      if let name = names.name(name) { exported.insert(name) }
    }
    defined.formUnion(exported)
    try object.forEachSymbol(in: .full) { symbol throws(ReadError) in
      hasSymbolTable = true
      if let name = names.name(symbol.name) {
        if !symbol.isUndefined {
          defined.insert(name)
        } else if !isImage {
          taken[name] = ""
        }
      } else if lookingForPrefixes, !symbol.isUndefined, let prefix = names.prefix(symbol.name) {
        prefixes[prefix, default: 0] += 1
      }
    }
    if isImage { try readImports(of: object, names) }
    try readRequests(of: object)
  }

  private mutating func readImports(of object: ObjectFile, _ names: KnownAPI) throws(ReadError) {
    let libraries = try object.neededLibraries()
    // ELF names the libraries and the names, and not which of those has which of these.
    let likely = libraries.filter { $0.lowercased().contains("sqlite") }
    try object.forEachImport { bound throws(ReadError) in
      guard let name = names.name(bound.name) else { return }
      switch bound.provider {
      case .library(let index):
        taken[name] = libraries.indices.contains(index) ? libraries[index] : ""
      case .anyLibrary: taken[name] = likely.count == 1 ? likely[0] : ""
      case .ownImage: break
      case .mainExecutable: taken[name] = "the main program"
      }
    }
  }

  /// Keeps the requests that name a SQLite; an option and its value are two arguments.
  private mutating func readRequests(of object: ObjectFile) throws(ReadError) {
    var before = ""
    try object.forEachLinkerRequest { request throws(ReadError) in
      let argument: String
      switch request {
      case .option(let bytes): argument = String(decoding: bytes, as: UTF8.self)
      case .library(let bytes): argument = "-l" + String(decoding: bytes, as: UTF8.self)
      }
      defer { before = argument }
      guard argument.lowercased().contains("sqlite"), requests.count < 1_000 else { return }
      let isValue = before == "-framework" || before == "-l"
      requests.append(
        Request(member: object.member, argument: isValue ? "\(before) \(argument)" : argument)
      )
    }
  }
}

extension ObjectFile {
  /// Whether a linker made it.
  fileprivate var isImage: Bool {
    switch kind {
    case .sharedLibrary, .executable, .bundle: true
    case .relocatable, .importStub, .debugSymbols, .other: false
    }
  }
}
