import AmalgamCore
import AmalgamHost

/// The machine's files, and what is read of them.
final class CountingFiles: Files, @unchecked Sendable {
  var reads: [String] = []
  /// Called before anything is moved, with where it goes.
  var beforeMove: (String) -> Void = { _ in }
  /// What every file says of its last change, in place of the truth.
  var changed: Int?
  private let files = SystemFiles()

  func status(of path: String) -> FileStatus? {
    guard let status = files.status(of: path), let changed else { return files.status(of: path) }
    return FileStatus(kind: status.kind, size: status.size, changed: changed, inode: status.inode)
  }

  func read(_ path: String) throws(Failure) -> [UInt8] {
    reads.append(path)
    return try files.read(path)
  }

  func write(_ contents: [UInt8], to path: String) throws(Failure) {
    try files.write(contents, to: path)
  }

  func list(_ path: String) throws(Failure) -> [String] { try files.list(path) }

  func move(_ old: String, to new: String) throws(Failure) {
    beforeMove(new)
    try files.move(old, to: new)
  }

  func remove(_ path: String) throws(Failure) { try files.remove(path) }
  func makeDirectory(_ path: String) throws(Failure) { try files.makeDirectory(path) }
}
