import ObjectFiles

/// Asks every question there is; answers and errors are of no interest, only that one comes.
func readEverything(in input: UnsafeRawBufferPointer) {
  // The input stands for the members of a thin archive too.
  let members = ThinMembers { _ in input }
  var search = TextSearch(for: ["ENABLE_FTS5", "THREADSAFE=1", "3.45.6"])
  try? ObjectFile.forEach(in: input, members: members) { object throws(ReadError) in
    try? object.forEachDataPart { search.search($0.bytes) }
    _ = object.member
    _ = try? object.libraryName()
    _ = try? object.neededLibraries()
    _ = try? object.isSymbolic()
    _ = try? object.segmentAlignment()
    _ = try? object.platforms()
    try? object.forEachSymbol(in: .linking, externalOnly: true) { _ in }
    if let places = try? SymbolPlaces(object) {
      try? object.forEachSymbol(in: .full) { _ = try? places.offset(of: $0) }
    }
    try? object.forEachExportedName { _ in }
    try? object.forEachImport { _ in }
    try? object.forEachBoundSymbol { _, _ in }
    try? object.forEachLinkerRequest { _ in }
    try? object.forEachPointer { _, _ in }
  }
  _ = try? EmbeddedCopy.all(in: input, members: members)
  _ = try? Archive.thinMembers(of: input)
}
