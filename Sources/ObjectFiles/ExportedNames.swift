/// The names that a library offers to those who link with it.
package struct ExportedNames: Equatable, Sendable {
  package var names: Set<String> = []
  /// What could not be read; where it is not empty, a name missing from `names` proves nothing.
  package var unread: [Unread] = []

  package struct Unread: Equatable, Sendable {
    package let member: String?
    package let reason: ObjectFile.Unreadable
  }
}

extension ExportedNames {
  /// Reads the exported names of each object in `file` for which `isWanted` holds.
  ///
  /// Of an archive or relocatable object these are the global, weak and common names that are not
  /// hidden, of a shared library or program the ones its loader can find.
  package init(
    in file: UnsafeRawBufferPointer,
    where isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) throws(ReadError) {
    var (names, unread): (Set<String>, [Unread]) = ([], [])
    try ObjectFile.forEach(in: file) { object throws(ReadError) in
      if let reason = object.unreadable {
        unread.append(Unread(member: object.member, reason: reason))
      }
      try object.forEachSymbol(externalOnly: true) { symbol in
        guard symbol.isExported, isWanted(symbol.name) else { return }
        names.insert(String(decoding: symbol.name, as: UTF8.self))
      }
    }
    self.init(names: names, unread: unread)
  }
}
