/// The `manifest` of a source tree: every file with its digest, and itself the check-in.
///
/// Fossil's check-in id is the SHA3-256 of the manifest without the last line, which only keeps a
/// copy of the file from being taken for the artifact. So the id proves the manifest, and the
/// manifest every file.
package struct FossilManifest: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The path below the tree.
    package let name: String
    package let digest: FileDigest
  }

  /// The SHA3-256 of the artifact, 64 digits.
  package let checkIn: String
  /// The year of the check-in, from its date.
  package let year: Int?
  /// The files in the order of the manifest.
  package let entries: [Entry]

  private static let lastLine = "# Remove this line to create a well-formed Fossil manifest.\n"

  /// Reads `bytes`; `file` is what messages call it.
  package init(parsing bytes: [UInt8], file: String) throws(Failure) {
    guard bytes.reversed().starts(with: Self.lastLine.utf8.reversed()) else {
      throw Failure(
        file,
        "is not the manifest of a source tree: its last line is not "
          + "'\(Self.lastLine.dropLast())'"
      )
    }
    let artifact = bytes.dropLast(Self.lastLine.utf8.count)
    var entries: [Entry] = []
    var year: Int?
    let lines = artifact.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.starts(with: "D ".utf8) { year = Self.year(in: line.dropFirst(2)) }
      guard line.starts(with: "F ".utf8) else { continue }
      guard let entry = Entry(parsing: line.dropFirst(2)) else {
        let text = String(decoding: line.prefix(120), as: UTF8.self)
        throw Failure("\(file):\(index + 1)", "cannot be read as a file and its digest: '\(text)'")
      }
      entries.append(entry)
    }
    try Self.checkRepeated(entries, file: file)
    checkIn = SHA3.hexDigest(of: artifact)
    self.year = year
    self.entries = entries
  }

  /// Returns the year of a date such as `2026-07-24T19:02:57.525`.
  private static func year(in date: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: date.prefix(4), as: UTF8.self)).flatMap { $0 > 1999 ? $0 : nil }
  }

  private static func checkRepeated(_ entries: [Entry], file: String) throws(Failure) {
    var names: Set<String> = []
    for entry in entries where !names.insert(entry.name).inserted {
      throw Failure(file, "names the file '\(entry.name)' twice")
    }
  }
}

extension FossilManifest.Entry {
  /// Reads what follows `F `: name, digest and at most a mode and an old name.
  fileprivate init?(parsing text: some Collection<UInt8>) {
    let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard (2...4).contains(words.count), let name = Self.unescaped(words[0]),
      let digest = FileDigest(digits: String(decoding: words[1], as: UTF8.self)),
      Self.staysInside(name)
    else { return nil }
    self.init(name: name, digest: digest)
  }

  /// Returns the name with `\s` as a blank and `\\` as a backslash; other escapes stand for
  /// control characters, which no name of SQLite's has.
  private static func unescaped(_ word: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = word.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "s"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "\\"): bytes.append(byte)
      default: return nil
      }
    }
    return bytes.contains { $0 < 0x20 } ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func staysInside(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { !["", ".", ".."].contains($0) }
  }
}

/// The digest of a file by one of the algorithms Fossil has used.
package enum FileDigest: Hashable, Sendable {
  case sha3(String)
  case sha1(String)

  /// Tells the algorithm by the number of hexadecimal digits, as Fossil does.
  package init?(digits: String) {
    if PublishedDigest.hexadecimal(digits, count: 64) == digits {
      self = .sha3(digits)
    } else if PublishedDigest.hexadecimal(digits, count: 40) == digits {
      self = .sha1(digits)
    } else {
      return nil
    }
  }

  /// Returns the digest of `bytes` by the same algorithm.
  package func ofSameKind(for bytes: [UInt8]) -> FileDigest {
    switch self {
    case .sha3: .sha3(SHA3.hexDigest(of: bytes))
    case .sha1: .sha1(SHA1.hexDigest(of: bytes))
    }
  }
}

extension FileDigest: CustomStringConvertible {
  package var description: String {
    switch self {
    case .sha3(let digits): "sha3-256:\(digits)"
    case .sha1(let digits): "sha1:\(digits)"
    }
  }
}
