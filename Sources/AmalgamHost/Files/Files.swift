import AmalgamCore

/// What `lstat` tells of a path, as far as up-to-date checks and safety need it.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, directory, link, other
  }

  package let kind: Kind
  package let size: Int
  /// Nanoseconds since 1970 of the last change of contents.
  package let modified: Int
  /// Nanoseconds since 1970 of the last change of anything; cannot be set back by a program.
  package let changed: Int
  package let device: UInt64
  package let inode: UInt64
  package let isExecutable: Bool

  package init(
    kind: Kind,
    size: Int = 0,
    modified: Int = 0,
    changed: Int = 0,
    device: UInt64 = 0,
    inode: UInt64 = 0,
    isExecutable: Bool = false
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.changed = changed
    self.device = device
    self.inode = inode
    self.isExecutable = isExecutable
  }
}

/// The file system, so that tests can stand in a picture of one.
package protocol Files: Sendable {
  /// Returns what `path` is, links not followed, or `nil` if nothing is there.
  func status(of path: String) -> FileStatus?

  /// Returns the contents of the regular file at `path`, links followed.
  func read(_ path: String) throws(Failure) -> [UInt8]

  /// Writes `contents` beside `path` and renames, so that the file is whole or as it was; makes
  /// the folders above it.
  func write(_ contents: [UInt8], to path: String) throws(Failure)

  /// Returns the names in the folder `path` in byte order, without `.` and `..`.
  func list(_ path: String) throws(Failure) -> [String]

  /// Renames `old` to `new`, replacing a file there; makes the folders above it.
  func move(_ old: String, to new: String) throws(Failure)

  /// Removes `path` and all below it; links are removed, not followed. Nothing there is fine.
  func remove(_ path: String) throws(Failure)
}

extension Files {
  /// Returns the text at `path`; anything but UTF-8 is a failure that names the byte.
  package func readText(_ path: String) throws(Failure) -> String {
    let bytes = try read(path)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw Failure(path, "is no UTF-8 text", fix: "save the file as UTF-8")
  }

  package func write(_ text: String, to path: String) throws(Failure) {
    try write(Array(text.utf8), to: path)
  }

  /// Returns whether a regular file is at `path` itself.
  package func isFile(_ path: String) -> Bool { status(of: path)?.kind == .file }

  package func isDirectory(_ path: String) -> Bool { status(of: path)?.kind == .directory }
}
