import ObjectFiles

/// An archive for one of Apple's systems, as an `.xcframework` takes it.
package struct AppleArchive: Hashable, Sendable {
  /// The file, as messages name it.
  package let file: String
  package let bytes: [UInt8]
  /// As in a target triple: `ios`, `ios-simulator`, `macos`.
  package let platform: String
  /// In byte order.
  package let architectures: [String]

  /// Reads what the objects of `bytes` are for; they must all be for one system, and one of them the
  /// SQLite of `checkIn`, whose digits end every source id.
  package init(file: String, bytes: [UInt8], checkIn: String) throws(Failure) {
    self.file = file
    self.bytes = bytes
    let (platforms, architectures) = try Self.targets(of: bytes, file)
    guard let platform = platforms.first, platforms.count == 1, !architectures.isEmpty else {
      let found = platforms.isEmpty ? "none" : platforms.joined(separator: ", ")
      throw Failure(file, "is no archive for one system of Apple's: it names \(found)")
    }
    guard bytes.contains(text: checkIn) else {
      throw Failure(
        file,
        "holds no SQLite of check-in '\(checkIn)'",
        fix: "build the archive from the variant's own 'sqlite3.c'"
      )
    }
    self.platform = platform
    self.architectures = architectures
  }

  private static func targets(
    of bytes: [UInt8],
    _ file: String
  ) throws(Failure) -> (platforms: [String], architectures: [String]) {
    var platforms: Set<String> = []
    var architectures: Set<String> = []
    do {
      try bytes.withUnsafeBytes { contents in
        try ObjectFile.forEach(in: contents) { object throws(ReadError) in
          for platform in try object.platforms() { platforms.insert(platform.name) }
          if let architecture = object.architecture { architectures.insert("\(architecture)") }
        }
      }
    } catch {
      throw Failure(file, "cannot be read: \(error)")
    }
    return (platforms.sorted(), architectures.sorted())
  }

  /// Returns the names that the objects of an archive take from elsewhere; `file` is what a failure
  /// calls it.
  package static func imports(
    of bytes: [UInt8],
    _ file: String
  ) throws(Failure) -> Set<String> {
    var defined: Set<String> = []
    var undefined: Set<String> = []
    do {
      try bytes.withUnsafeBytes { contents in
        try ObjectFile.forEach(in: contents) { object throws(ReadError) in
          try object.forEachSymbol(externalOnly: true) { symbol in
            let name = String(decoding: symbol.name, as: UTF8.self)
            if symbol.definition == .undefined {
              undefined.insert(name)
            } else {
              defined.insert(name)
            }
          }
        }
      }
    } catch {
      throw Failure(file, "cannot be read: \(error)")
    }
    return undefined.subtracting(defined)
  }

  /// The system as an `.xcframework` names it, without the variant.
  var system: String { String(platform.split(separator: "-").first ?? "") }

  /// `simulator` or `maccatalyst`; `nil` for a device.
  var systemVariant: String? {
    switch platform.split(separator: "-").dropFirst().first {
    case "simulator": "simulator"
    case "macabi": "maccatalyst"
    default: nil
    }
  }

  /// The name of its folder.
  var identifier: String {
    ([system, architectures.joined(separator: "_")] + [systemVariant].compactMap { $0 })
      .joined(separator: "-")
  }
}

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return false }
    var index = startIndex
    while let next = self[index...].firstIndex(of: first), next + wanted.count <= endIndex {
      if self[next..<(next + wanted.count)].elementsEqual(wanted) { return true }
      index = next + 1
    }
    return false
  }
}
