import AmalgamCore

/// What only this run of the tool puts into the names of what it makes for itself.
///
/// A process's number is not enough: two containers that share a cache have the same ones.
enum RunToken {
  /// `PROCESS-PLACE-NUMBER`: the place is the machine and its view of processes, the number is
  /// drawn.
  static let current = "\(getpid())-\(place)-\(UInt32.random(in: 0...UInt32.max))"

  /// Whether what bears `token` and was last changed at `changed` belongs to nobody any more: it
  /// is this run's own, its run is over, or it is of a place that cannot be asked and a day old.
  static func isLeftOver(_ token: some StringProtocol, changed: Int) -> Bool {
    let parts = token.split(separator: "-")
    guard parts.count == 3, let process = pid_t(parts[0]) else { return false }
    if token == current { return true }
    if parts[1] == place { return kill(process, 0) != 0 && errno == ESRCH }
    return isOld(changed)
  }

  /// Whether a time in nanoseconds since 1970 is more than a day ago.
  static func isOld(_ changed: Int) -> Bool {
    Int(time(nil)) - changed / 1_000_000_000 > 24 * 60 * 60
  }

  private static let place: String = {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    var info = stat()
    // The numbers of processes mean something within one namespace only; macOS has no other.
    let namespace = stat("/proc/self/ns/pid", &info) == 0 ? UInt64(info.st_ino) : 0
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + Array("\(namespace)".utf8)
    return String(SHA256.hexDigest(of: bytes).prefix(8))
  }()
}
