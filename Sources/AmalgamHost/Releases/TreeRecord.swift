import AmalgamCore

/// What a tree looked like when it was proved, so that an unchanged one need not be read again.
///
/// What `lstat` tells of everything in the tree, byte for byte: comparing it costs less than a
/// digest would. The time of the last change of anything is part of it and cannot be set back, so a
/// byte changed with size and time restored is noticed, and so is each file that comes or goes.
/// The entries stand in the order of the walk: another order of the same files costs a proof from
/// the bytes, and sorting them at every call would cost more.
struct TreeRecord {
  let checkIn: String
  let tags: String?
  let entries: [TreeEntry]

  /// The bytes of the file that keeps it.
  var bytes: [UInt8] {
    var bytes = Array("amalgam-tree 2\n\(checkIn)\n\(tags ?? "-")\n".utf8)
    bytes.reserveCapacity(bytes.count + entries.count * 100)
    for entry in entries {
      let status = entry.status
      let numbers = (
        status.kind.number, status.size, status.modified, status.changed, status.inode,
        status.device
      )
      withUnsafeBytes(of: numbers) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: entry.path.utf8)
      bytes.append(0)
    }
    return bytes
  }
}

extension FileStatus.Kind {
  fileprivate var number: Int {
    switch self {
    case .file: 0
    case .directory: 1
    case .link: 2
    case .other: 3
    }
  }
}

extension [TreeEntry] {
  /// Whether everything was last changed long enough ago for a change from now on to show.
  ///
  /// File systems keep time in ticks of up to 10 ms; a change in the tick of the last one leaves
  /// no trace.
  var isSettled: Bool {
    guard let newest = map(\.status.changed).max() else { return true }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    return newest < now - 20_000_000
  }
}
