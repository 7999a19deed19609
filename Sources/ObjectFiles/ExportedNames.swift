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
  package init(
    in file: UnsafeRawBufferPointer,
    where isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) throws(ReadError) {
    var (names, unread): (Set<String>, [Unread]) = ([], [])
    try ObjectFile.forEach(in: file) { object throws(ReadError) in
      if let reason = object.unreadable {
        unread.append(Unread(member: object.member, reason: reason))
      }
      try object.forEachExportedName { name in
        if isWanted(name) { names.insert(String(decoding: name, as: UTF8.self)) }
      }
    }
    self.init(names: names, unread: unread)
  }
}
