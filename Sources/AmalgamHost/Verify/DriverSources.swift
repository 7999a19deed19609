import AmalgamCore

/// The conformance driver's C sources, as the binary carries them.
package struct DriverSources: Hashable, Sendable {
  /// Contents by file name.
  package let files: [String: [UInt8]]

  package init(files: [String: [UInt8]]) {
    self.files = files
  }

  /// Those that are built in.
  package static var embedded: DriverSources {
    let names = EmbeddedFiles.names.filter {
      $0.hasPrefix("Driver/") && ($0.hasSuffix(".c") || $0.hasSuffix(".h"))
    }
    let pairs = names.compactMap { name in
      EmbeddedFiles.text(of: name).map { (Path.name(of: name), Array($0.utf8)) }
    }
    return DriverSources(files: Dictionary(pairs) { first, _ in first })
  }

  /// The C files, in byte order.
  var units: [String] { files.keys.filter { $0.hasSuffix(".c") }.sorted() }

  /// The digest of names and contents.
  var digest: String {
    var parts: [UInt8] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      parts += "\(name) \(bytes.count)\n".utf8
      parts += bytes
    }
    return SHA256.hexDigest(of: parts)
  }
}
