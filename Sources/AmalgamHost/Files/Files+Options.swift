import AmalgamCore

extension Files {
  /// Returns the bytes of a text with options at `path`, which messages call `name`; one of more
  /// than ``OptionText/longest`` bytes is a failure, and is not read.
  package func readOptions(_ path: String, named name: String) throws(Failure) -> [UInt8] {
    if let status = status(of: path), status.kind == .file {
      try OptionText.check(size: status.size, of: name)
    }
    let bytes = try read(path)
    try OptionText.check(size: bytes.count, of: name)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Failure(name, "is UTF-16, which is not read", fix: "save the file as UTF-8")
    }
    return bytes
  }
}

extension OptionText {
  /// The most bytes of a text with options that is read: what has more is none.
  package static let longest = 64 << 20

  /// Throws where a text with options called `name` has too many bytes.
  package static func check(size: Int, of name: String) throws(Failure) {
    guard size > longest else { return }
    throw Failure(
      name,
      "has \(size) bytes, and a text with options is read up to \(longest)",
      fix: "give it the lines that set options, as 'grep SQLITE_' finds them"
    )
  }
}
