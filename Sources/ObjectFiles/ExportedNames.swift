/// The names that a library offers to those who link with it.
package struct ExportedNames: Equatable, Sendable {
  package var names: Set<String> = []
  /// What could not be read; where it is not empty, a name missing from `names` proves nothing.
  package var unread: [UnreadObject] = []
}

extension ExportedNames {
  /// Reads the exported names of each object in `file` for which `isWanted` holds.
  package init(
    in file: UnsafeRawBufferPointer,
    members: ThinMembers = .none,
    where isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) throws(ReadError) {
    var (names, unread): (Set<String>, [UnreadObject]) = ([], [])
    try ObjectFile.forEach(in: file, members: members) { object throws(ReadError) in
      if let object = UnreadObject(object) { unread.append(object) }
      try object.forEachExportedName { name in
        if isWanted(name) { names.insert(String(decoding: name, as: UTF8.self)) }
      }
    }
    self.init(names: names, unread: unread)
  }
}

/// An object of which nothing can be told.
package struct UnreadObject: Equatable, Sendable {
  package let member: String?
  package let reason: ObjectFile.Unreadable

  /// Returns `nil` for an object that can be read.
  package init?(_ object: ObjectFile) {
    guard let reason = object.unreadable else { return nil }
    self.reason = reason
    member = object.member
  }
}
