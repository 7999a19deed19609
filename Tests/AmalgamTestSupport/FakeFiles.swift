import AmalgamCore
import AmalgamHost

/// A file system in memory.
///
/// Each write gets a later time, so that up-to-date checks can be tested without waiting.
package final class FakeFiles: Files, @unchecked Sendable {
  private struct Entry {
    var bytes: [UInt8]
    var kind: FileStatus.Kind
    var time: Int
    var inode: UInt64
  }

  private var entries: [String: Entry] = [:]
  private var clock = 0
  /// The paths that were written or moved to, in order.
  package private(set) var written: [String] = []

  package init(_ files: [String: String] = [:]) {
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { put(Array(text.utf8), at: path) }
    written = []
  }

  package func status(of path: String) -> FileStatus? {
    if let entry = entries[path] {
      return FileStatus(
        kind: entry.kind,
        size: entry.bytes.count,
        modified: entry.time,
        changed: entry.time,
        inode: entry.inode
      )
    }
    return entries.keys.contains { $0.hasPrefix(path + "/") } ? FileStatus(kind: .directory) : nil
  }

  package func read(_ path: String) throws(Failure) -> [UInt8] {
    guard let entry = entries[path], entry.kind == .file else {
      throw Failure(path, "cannot be read: No such file or directory")
    }
    return entry.bytes
  }

  package func write(_ contents: [UInt8], to path: String) throws(Failure) {
    put(contents, at: path)
  }

  package func list(_ path: String) throws(Failure) -> [String] {
    let names = entries.keys.filter { $0.hasPrefix(path + "/") }
      .compactMap { $0.dropFirst(path.count + 1).split(separator: "/").first.map(String.init) }
    guard !names.isEmpty else {
      throw Failure(path, "cannot be listed: No such file or directory")
    }
    return Set(names).sorted()
  }

  package func move(_ old: String, to new: String) throws(Failure) {
    for (path, entry) in entries where path == old || path.hasPrefix(old + "/") {
      entries[path] = nil
      entries[new + path.dropFirst(old.count)] = entry
    }
    written.append(new)
  }

  package func remove(_ path: String) throws(Failure) {
    entries = entries.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
  }

  /// Does nothing: a folder is there as soon as something is in it.
  package func makeDirectory(_ path: String) throws(Failure) {}

  /// Puts a symbolic link at `path`.
  package func link(_ path: String) {
    put([], at: path)
    entries[path]?.kind = .link
  }

  private func put(_ bytes: [UInt8], at path: String) {
    clock += 1
    let inode = UInt64(clock)
    entries[path] = Entry(bytes: bytes, kind: .file, time: clock, inode: inode)
    written.append(path)
  }
}
