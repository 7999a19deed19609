/// What one object has of a copy of SQLite.
struct CopyPart {
  let member: String?
  let architecture: Architecture?
  let format: ObjectFile.Format
  let tables: [OptionTable]
  let looseOptions: [String]
  let sourceIDs: Set<SourceID>
  let versions: [String]
  /// Whether SQLite's code is there, not only what tells about it.
  let hasEngine: Bool

  /// Searches for texts, and only where there are some reads tables and symbols.
  init(of object: ObjectFile) throws(ReadError) {
    let texts = try CopyTexts(of: object)
    member = object.member
    architecture = object.architecture
    format = object.format
    hasEngine = texts.hasEngine
    sourceIDs = texts.sourceIDs
    tables = try OptionTable.all(in: object, anchors: texts.options)
    let mayBeCopy = hasEngine || !tables.isEmpty || !sourceIDs.isEmpty
    looseOptions =
      tables.isEmpty && mayBeCopy ? Self.looseOptions(near: texts.options, in: object) : []
    let named = mayBeCopy ? try Self.namedVersions(in: object) : []
    versions = named.isEmpty ? texts.versions.map(\.text) : named
  }

  /// Whether there is more than a version, which any library can have.
  var isOfInterest: Bool { hasEngine || !tables.isEmpty || !sourceIDs.isEmpty }

  /// Whether nothing is missing that the object of an amalgamation has.
  var isWhole: Bool { hasEngine && !sourceIDs.isEmpty }

  /// Returns the texts that symbols named `sqlite3_version`, also with a prefix, stand for.
  private static func namedVersions(in object: ObjectFile) throws(ReadError) -> [String] {
    var versions: [CopyTexts.Version] = []
    let places = try SymbolPlaces(object)
    try object.forEachSymbol(in: .full) { symbol throws(ReadError) in
      guard symbol.name.hasSuffix("sqlite3_version"), versions.count < 100,
        let offset = try places.offset(of: symbol),
        let text = CopyTexts.version(in: object.window.bytes, at: offset)
      else { return }
      versions.append(CopyTexts.Version(offset: offset, text: text))
    }
    return versions.sorted { $0.offset < $1.offset }.map(\.text)
  }

  /// Returns the options that stand side by side with one at `anchors`.
  private static func looseOptions(near anchors: [Int], in object: ObjectFile) -> [String] {
    let bytes = object.window.bytes
    var options: Set<String> = []
    for anchor in anchors {
      var place = anchor
      while let option = OptionTable.option(in: bytes, at: place), options.count < 1_000 {
        guard options.insert(option).inserted || place == anchor else { break }
        place += option.utf8.count + 1
      }
      place = anchor
      while let start = bytes.startOfText(before: place),
        let option = OptionTable.option(in: bytes, at: start), options.count < 1_000,
        options.insert(option).inserted
      {
        place = start
      }
    }
    return options.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns where the text begins that ends with the zero byte right before `place`.
  fileprivate func startOfText(before place: Int) -> Int? {
    guard place > 1, self[place - 1] == 0 else { return nil }
    var start = place - 1
    while start > 0, self[start - 1] != 0, place - start < 1_024 { start -= 1 }
    return start
  }

  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count >= wanted.count && self[(count - wanted.count)...].elementsEqual(wanted)
  }
}
