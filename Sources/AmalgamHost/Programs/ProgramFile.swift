import AmalgamCore
import ObjectFiles

/// A file with objects in it: one that was named, or one inside a folder or a zip that was named.
package struct ProgramFile {
  /// As messages name it; what is inside another file follows that file's name and a slash.
  package let name: String
  package let bytes: UnsafeRawBufferPointer
  package let format: FileFormat
  /// The same for two names of one file: a path and a link, or a hard link.
  package let identity: Identity
  /// What keeps ``bytes`` where they are.
  private let contents: FileContents
  /// The files of a thin archive's members, by their names in it.
  private let outside: [String: FileContents]

  package struct Identity: Hashable, Sendable {
    package let file: FileContents.Identity
    /// Where it begins, for a file inside another one.
    package let offset: Int
  }

  init(
    name: String,
    contents: FileContents,
    range: Range<Int>? = nil,
    outside: [String: FileContents] = [:]
  ) {
    self.name = name
    self.contents = contents
    self.outside = outside
    let range = range ?? 0..<contents.bytes.count
    bytes = UnsafeRawBufferPointer(rebasing: contents.bytes[range])
    format = FileFormat(of: Window(bytes))
    identity = Identity(file: contents.identity, offset: range.lowerBound)
  }

  /// What readers of the file find a thin archive's members by.
  package var members: ThinMembers {
    ThinMembers { outside[String(decoding: $0, as: UTF8.self)]?.bytes }
  }

  /// Calls `body` with each object, also with those of a thin archive.
  package func forEachObject(_ body: (ObjectFile) throws(ReadError) -> Void) throws(ReadError) {
    try ObjectFile.forEach(in: bytes, members: members, body)
  }

  /// The failure of a read: the file, what was wrong, and where.
  package func failure(_ error: ReadError) -> Failure {
    Failure(error.place(in: name), "cannot be read: \(error)")
  }
}

/// All files that were named, with what is in those that are folders or archives of folders.
package struct ProgramFiles {
  package var files: [ProgramFile] = []
  /// What could not be opened or holds nothing to read.
  package var failures: [Failure] = []
}
