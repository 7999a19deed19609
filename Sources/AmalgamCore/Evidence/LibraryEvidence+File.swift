import ObjectFiles

extension LibraryEvidence {
  /// Adds what the file itself tells: the global names it defines and the size of its code.
  package mutating func readFile(_ bytes: UnsafeRawBufferPointer) {
    do throws(ReadError) {
      let exported = try ExportedNames(in: bytes)
      if let unread = exported.unread.first {
        let member = unread.member.map { "'\($0)' is " } ?? "it is "
        symbols = .unknown(member + unread.reason.rawValue)
      } else {
        symbols = .known(exported.names)
      }
      textBytes = try Self.textBytes(of: bytes)
    } catch {
      symbols = .unknown("it cannot be read: \(error)")
    }
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
  package static func lacksSQLite(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let names = try? ExportedNames(in: bytes, where: { $0.hasPrefix("sqlite3_") }) else {
      return false
    }
    return names.names.isEmpty && names.unread.isEmpty
  }

  /// Returns the name by which programs linked with a shared library ask for it; `nil` where it has
  /// none or cannot be read.
  package static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    guard let object = try? ObjectFile.all(in: bytes).first else { return nil }
    return try? object.libraryName()
  }
}
