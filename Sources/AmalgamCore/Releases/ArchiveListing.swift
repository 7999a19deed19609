/// What an archive would unpack to, judged before anything is unpacked.
package struct ArchiveListing: Hashable, Sendable {
  package static let maximumFiles = 10_000
  package static let maximumBytes = 512 << 20

  package let entries: [ArchiveEntry]

  package init(_ entries: [ArchiveEntry]) {
    self.entries = entries
  }

  /// Reads the listing that `tar` printed; `archive` is what messages call the file.
  package init(tar text: String, archive: String) throws(Failure) {
    try self.init(text.split(whereSeparator: \.isNewline), archive: archive) {
      ArchiveEntry(tarLine: $0)
    }
  }

  /// Reads the listing that `unzip -Z -s` printed: two lines of header, the entries, totals.
  package init(zip text: String, archive: String) throws(Failure) {
    let lines = text.split(whereSeparator: \.isNewline)
    try self.init(lines.dropFirst(2).dropLast(), archive: archive) { ArchiveEntry(zipLine: $0) }
  }

  private init(
    _ lines: some Sequence<Substring>,
    archive: String,
    read: (Substring) -> ArchiveEntry?
  ) throws(Failure) {
    var entries: [ArchiveEntry] = []
    for line in lines {
      guard let entry = read(line) else {
        throw Failure(archive, "has an entry that cannot be read: '\(String(line).cut(to: 120))'")
      }
      entries.append(entry)
    }
    self.init(entries)
  }

  /// The most bytes that one file may have when it is unpacked: a header that tells less than there is
  /// must not fill a disk.
  package var largestFile: Int { (entries.map(\.size).max() ?? 0) + (1 << 20) }

  /// Throws the first reason not to unpack the archive.
  package func check(archive: String) throws(Failure) {
    guard !entries.isEmpty else { throw Failure(archive, "holds no file") }
    var names: Set<String> = []
    var bytes = 0
    for (index, entry) in entries.enumerated() {
      let named = "'\(entry.name.cut(to: 120))'"
      if let reason = entry.danger {
        throw Failure(archive, "has the entry \(named), \(reason)")
      }
      if entry.kind == .file, !names.insert(Path.normalized(entry.name)).inserted {
        throw Failure(archive, "has the entry \(named) twice")
      }
      bytes = bytes.addingReportingOverflow(entry.size).overflow ? .max : bytes + entry.size
      guard bytes <= Self.maximumBytes else {
        throw Failure(
          archive,
          "unpacks to more than 512 MiB; the entry \(named) has \(entry.size) bytes"
        )
      }
      guard index < Self.maximumFiles else {
        throw Failure(
          archive,
          "has \(entries.count) entries, and at most 10000 are unpacked; one more is \(named)"
        )
      }
    }
  }
}

extension ArchiveEntry {
  /// Why unpacking it could touch something outside of its folder, or make what a source tree
  /// never has; `nil` for a plain file or folder inside.
  fileprivate var danger: String? {
    if name.hasPrefix("/") { return "an absolute path" }
    if name.split(separator: "/").contains("..") { return "which leads out by '..'" }
    switch kind {
    case .link(let target?): return "a link to '\(target.cut(to: 120))'; a source tree has none"
    case .link(nil): return "a link; a source tree has none"
    case .special: return "a special file; a source tree has none"
    case .file, .directory: return nil
    }
  }
}
