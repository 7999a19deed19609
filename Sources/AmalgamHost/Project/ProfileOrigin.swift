import AmalgamCore
import ObjectFiles

/// What `amalgam init --from` makes a profile of.
package struct ProfileOrigin {
  /// The options, in their order.
  package let text: OptionText
  /// What the profile's first lines say of where they come from.
  package let head: [String]
  /// The release of a library that was read; `nil` for text.
  package let release: Version?

  /// Reads a file: a library, an object or a program that holds SQLite, else text with options.
  package init(file path: String, display: String, files: any Files) throws(Failure) {
    let bytes = try files.read(path)
    if bytes.prefix(4096).contains(0) || bytes.starts(with: "!<arch>\n".utf8) {
      self = try Self.library(bytes, display: display)
    } else {
      try OptionText.check(size: bytes.count, of: display)
      try self.init(text: String(decoding: bytes, as: UTF8.self), display: display)
    }
  }

  /// Reads text with options: flags, an xcconfig, or what `PRAGMA compile_options` printed.
  package init(text: String, display: String) throws(Failure) {
    self.text = OptionText(text, file: display)
    head = ["the options of \(display), in their order"]
    release = nil
    if self.text.mentions.isEmpty {
      throw Failure(
        display,
        "sets no compile-time option of SQLite to make a profile of",
        fix: "give it text with options, such as '-DSQLITE_ENABLE_FTS5'"
      )
    }
  }

  private init(text: OptionText, head: [String], release: Version?) {
    self.text = text
    self.head = head
    self.release = release
  }

  private static func library(
    _ bytes: [UInt8],
    display: String
  ) throws(Failure) -> ProfileOrigin {
    let found: (copies: [EmbeddedCopy], unread: [UnreadObject])
    do {
      found = try bytes.withUnsafeBytes { try EmbeddedCopy.all(in: $0) }
    } catch {
      throw Failure(
        (error as? ReadError)?.place(in: display) ?? display,
        "cannot be read: \(error)"
      )
    }
    if let unread = found.unread.first, found.copies.isEmpty {
      throw Failure(
        unread.member.map { "\(display)(\($0))" } ?? display,
        "cannot tell its options: it holds \(unread.reason.rawValue)"
      )
    }
    guard let copy = found.copies.first else {
      throw Failure(
        display,
        "holds no SQLite: its options cannot be read from it",
        fix: "name the library that SQLite is in, or a text with its options"
      )
    }
    if found.copies.count > 1 {
      throw Failure(
        display,
        "holds \(found.copies.count) copies of SQLite, so one list of options does not describe it",
        fix: "name the archive, library or object of one of them"
      )
    }
    guard !copy.options.isEmpty else {
      throw Failure(
        display,
        "holds an SQLite that reports no option (SQLITE_OMIT_COMPILEOPTION_DIAGS)"
      )
    }
    let rows = copy.options.joined(separator: "\n")
    let isComplete = copy.optionOrigin == .table
    return ProfileOrigin(
      text: OptionText(rows + "\n", file: display),
      head: [
        "what the SQLite \(copy.version ?? "of unknown version") in \(display) reports"
          + (isComplete ? "" : ", as far as it could be found"),
        "options that SQLite never reports are not among them: 'amalgam diff' shows what differs",
      ],
      release: copy.version.flatMap { Version($0) }
    )
  }
}
