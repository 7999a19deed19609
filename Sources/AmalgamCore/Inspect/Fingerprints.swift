import ObjectFiles

/// What a copy without a table of its options (`SQLITE_OMIT_COMPILEOPTION_DIAGS`) still tells of
/// them: the names of the modules and functions that an option brings stand in its data.
///
/// It is less than a table: an option that brings neither leaves none, and another library in the
/// same program may have a text that is spelled alike.
package struct Fingerprints {
  /// The names of each option that leaves some, all of which must be there.
  private let names: [(option: String, names: [String])]

  /// Takes the options of the catalogue that add modules or functions to what stock SQLite has.
  package init(_ catalogue: OptionCatalogue, release: Version) {
    let stock = Set(catalogue.stock.map(\.value))
    names = catalogue.rows.compactMap { row in
      guard row.releases.contains(release), row.isFlag, !Self.leavesNone.contains(row.name)
      else { return nil }
      let added = row.adds.filter { $0.releases.contains(release) && !stock.contains($0.value) }
      let names = Set(added.compactMap { $0.value.textInData })
      return names.isEmpty ? nil : (CompileOption(row.name).shortName, names.sorted())
    }
  }

  /// The functions of this one are in every build; the option only lets them be called.
  private static let leavesNone: Set<String> = ["SQLITE_ENABLE_INTERNAL_FUNCTIONS"]

  /// Returns the options whose names are all in the data of `file`, in byte order.
  package func options(
    in file: UnsafeRawBufferPointer,
    members: ThinMembers = .none,
    architecture: Architecture?
  ) throws(ReadError) -> [String] {
    var search = TextSearch(for: Set(names.flatMap(\.names)))
    try ObjectFile.forEach(in: file, members: members) { object throws(ReadError) in
      guard object.architecture == architecture else { return }
      try object.forEachDataPart { search.search($0.bytes) }
    }
    return names.filter { $0.names.allSatisfy(search.found.contains) }.map(\.option)
  }
}

extension Capability {
  /// The text that is in the data of a library which has it, where it is one that few others have.
  fileprivate var textInData: String? {
    switch kind {
    case .module: name
    case .function:
      name.split(separator: "/").first.map(String.init).flatMap { $0.utf8.count > 4 ? $0 : nil }
    case .collation, .tokenizer, .pragma, .symbol, .syntax, .file, .fixed, .export, .import,
      .copies, .alignment, .encryption, .installName:
      nil
    }
  }
}
