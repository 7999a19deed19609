/// Path arithmetic on strings; nothing is looked up.
package enum Path {
  /// Returns `part` below `base`, or `part` itself if it is absolute.
  package static func join(_ base: String, _ part: String) -> String {
    if part.hasPrefix("/") || base.isEmpty || base == "." { return part }
    return base.hasSuffix("/") ? base + part : base + "/" + part
  }

  /// Returns what follows the last `/`.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the folder that holds `path`; `.` for a bare name, `/` at the top.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns `path` without `.` parts, doubled slashes and, where it can, without `..`.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Returns `path` as seen from `base` where it lies below it, else `path`.
  ///
  /// Both must be absolute.
  package static func relative(_ path: String, to base: String) -> String {
    let prefix = base.hasSuffix("/") ? base : base + "/"
    if path == base { return "." }
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
