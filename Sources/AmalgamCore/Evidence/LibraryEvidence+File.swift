import ObjectFiles

extension LibraryEvidence {
  /// Adds what the file itself tells: the global names it defines and the size of its code.
  ///
  /// Names are noted without the prefix of `isolation`. Of an archive whose names are to be hidden
  /// those count that a program can be linked with.
  package mutating func readFile(
    _ bytes: UnsafeRawBufferPointer,
    _ isolation: Isolation = Isolation()
  ) {
    do throws(ReadError) {
      let exported = try ExportedNames(in: bytes)
      if let unread = exported.unread.first {
        let member = unread.member.map { "'\($0)' is " } ?? "it is "
        symbols = .unknown(member + unread.reason.rawValue)
      } else {
        exportedNames = .known(exported.names)
        let isHidden = isolation.isHidden && linkage == .archive
        let names =
          isHidden ? try Self.linkableNames(in: bytes, isolation.prefix) : exported.names
        noteNames(names, isolation.prefix)
      }
      textBytes = try Self.textBytes(of: bytes)
    } catch {
      symbols = .unknown("it cannot be read: \(error)")
    }
  }

  /// Notes `names` as what the library defines, without the prefix.
  private mutating func noteNames(_ names: Set<String>, _ prefix: NamePrefix?) {
    guard let prefix else {
      symbols = .known(names)
      return
    }
    symbols = .known(Set(names.map { prefix.stripped($0) ?? $0 }))
    unprefixed = names.filter { prefix.stripped($0) == nil && !SymbolName.isOfLinker($0) }
  }

  /// Returns the names, hidden or not, of the objects that have SQLite's API.
  private static func linkableNames(
    in bytes: UnsafeRawBufferPointer,
    _ prefix: NamePrefix?
  ) throws(ReadError) -> Set<String> {
    let mark = "sqlite3_libversion"
    var all: Set<String> = []
    try ObjectFile.forEach(in: bytes) { object throws(ReadError) in
      var names: Set<String> = []
      try object.forEachSymbol(externalOnly: true) { symbol in
        if symbol.isExternalDefinition {
          names.insert(String(decoding: symbol.name, as: UTF8.self))
        }
      }
      if names.contains(mark) || names.contains((prefix?.text ?? "") + mark) {
        all.formUnion(names)
      }
    }
    return all
  }

  private static func textBytes(of bytes: UnsafeRawBufferPointer) throws(ReadError) -> Int? {
    var total: UInt64? = 0
    try ObjectFile.forEach(in: bytes) { object throws(ReadError) in
      guard let sum = total, let own = try object.textBytes() else {
        total = nil
        return
      }
      total = sum &+ own
    }
    return total.flatMap { Int(exactly: $0) }
  }
}

/// What a library file says of itself before anything is linked with it.
package enum LibraryFile {
  /// Returns whether `bytes` are of a shared library, an archive, or neither.
  package static func linkage(of bytes: UnsafeRawBufferPointer) -> LibraryEvidence.Linkage? {
    if bytes.starts(with: "!<arch>\n".utf8) || bytes.starts(with: "!<thin>\n".utf8) {
      return .archive
    }
    guard let object = try? ObjectFile.all(in: bytes).first else { return nil }
    return object.kind == .sharedLibrary ? .shared : object.kind == .relocatable ? .archive : nil
  }

  /// Returns whether it surely defines no name of SQLite's API, so is no library of SQLite.
  ///
  /// A prefixed SQLite is one too, and one whose names are hidden.
  package static func lacksSQLite(
    _ bytes: UnsafeRawBufferPointer,
    prefix: String = ""
  ) -> Bool {
    var isFound = false
    let all: Void? = try? ObjectFile.forEach(in: bytes) { object throws(ReadError) in
      if object.unreadable != nil { isFound = true }
      try object.forEachSymbol(externalOnly: true) { symbol in
        guard symbol.isExternalDefinition else { return }
        isFound = isFound || symbol.name.hasPrefix("sqlite3_")
        if !isFound, !prefix.isEmpty {
          let name = String(decoding: symbol.name, as: UTF8.self)
          isFound = name.hasPrefix("\(prefix)sqlite3_")
        }
      }
    }
    return all != nil && !isFound
  }

  /// Returns the name by which programs linked with a shared library ask for it; `nil` where it has
  /// none or cannot be read.
  package static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    guard let object = try? ObjectFile.all(in: bytes).first else { return nil }
    return try? object.libraryName()
  }
}
