import AmalgamCore

/// What the files were that a result came from, so that a later run can tell whether it still
/// stands without reading them all.
///
/// A file is unchanged if its device, inode, size and both times are; the time of the last change
/// of anything cannot be set back, so a byte edited with the old size and time put back is
/// noticed. Where only the record is old, the digest decides.
package struct StatRecord: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let path: String
    package let status: String
    /// The SHA-256, or empty for a file that is compared by its status alone.
    package let digest: String
  }

  /// The digest of what was asked; another one means the result is of something else.
  package let key: String
  package let entries: [Entry]

  package init(key: String, entries: [Entry]) {
    self.key = key
    self.entries = entries
  }

  /// Reads the text that ``text`` writes; `nil` for anything else, which is then no record.
  package init?(_ text: String) {
    var text = text
    guard let record = text.withUTF8(Self.read) else { return nil }
    self = record
  }

  /// Reads the record from its bytes, since there are hundreds of lines in each at every call.
  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> StatRecord? {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0].elementsEqual(mark.utf8), lines.removeLast().isEmpty
    else { return nil }
    var entries: [Entry] = []
    entries.reserveCapacity(lines.count)
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: 9, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let texts = parts.map { String(decoding: $0, as: UTF8.self) }
      entries.append(Entry(path: texts[2], status: texts[0], digest: texts[1]))
    }
    return StatRecord(key: String(decoding: lines[1], as: UTF8.self), entries: entries)
  }

  private static let mark = "amalgam-record 1"

  package var text: String {
    ([Self.mark, key] + entries.map { "\($0.status)\t\($0.digest)\t\($0.path)" })
      .joined(separator: "\n") + "\n"
  }

  /// Returns the status of `path` as a record has it, links followed; `-` where nothing is.
  package static func status(of path: String) -> String {
    var info = stat()
    guard stat(path, &info) == 0 else { return "-" }
    let status = FileStatus(info)
    return
      "\(status.device).\(status.inode).\(status.size).\(status.modified).\(status.changed)"
  }

  /// Makes an entry of the file as it is now.
  package static func entry(
    _ path: String,
    status: String? = nil,
    files: any Files
  ) throws -> Entry {
    let status = status ?? Self.status(of: path)
    return Entry(
      path: path,
      status: status,
      digest: SHA256.hexDigest(of: try files.read(path))
    )
  }

  /// Returns the first file that is not as it was, or `nil` if all are.
  ///
  /// A file whose status alone differs counts as unchanged when its digest is the recorded one; the
  /// record in the file `path` then gets the new status, so that its bytes are read this once.
  package func firstChange(files: any Files, keptAt path: String) -> String? {
    var current: [Entry] = []
    for entry in entries {
      // Taken before the bytes are read, so that a change from then on shows in the status.
      let status = Self.status(of: entry.path)
      if status != entry.status {
        guard status != "-", !entry.digest.isEmpty, let bytes = try? files.read(entry.path),
          SHA256.hexDigest(of: bytes) == entry.digest
        else { return entry.path }
      }
      current.append(Entry(path: entry.path, status: status, digest: entry.digest))
    }
    // Where it cannot be written the next run reads the bytes again, and is as right.
    if current != entries {
      try? files.write(StatRecord(key: key, entries: current).text, to: path)
    }
    return nil
  }
}
