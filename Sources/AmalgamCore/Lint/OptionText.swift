/// The compile-time options that a text which is no profile sets: flags, an xcconfig, a gypi, a
/// podspec, `build.rs`, `Package.swift`, `CMakeLists.txt`, `#define`s, what
/// `PRAGMA compile_options` printed.
///
/// Names are taken where they set something, never where a text only asks for them. Flags are taken
/// whatever they define, since a name without `SQLITE_` may be an option misspelt.
package struct OptionText: Sendable {
  /// The file as messages name it.
  package let file: String
  /// In the order of the text.
  package let mentions: [OptionMention]

  package init(_ text: String, file: String) {
    self.file = file
    // Some editors begin a file with a mark of its byte order, which is no part of the text.
    let text =
      text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let lines = TextLines(text).lines.map(\.text)
    var eraser = CommentEraser(TextSyntax(file: file))
    var swiftSettings = SwiftSettingsEraser()
    let bare = lines.map { swiftSettings.erase(eraser.erase($0)) }
    var reader = OptionTextReader(
      file: file,
      isListing: Self.isListing(bare),
      variables: DefinitionVariables(bare).names
    )
    var index = 0
    while index < lines.count {
      // A call of 'define' over several lines is read as one.
      let count = CallLines.count(from: index, of: bare)
      let range = index..<index + count
      reader.read(
        lines[range].joined(separator: "\n"),
        without: Array(bare[range].joined(separator: [0x20])),
        number: index + 1
      )
      index += count
    }
    mentions = reader.mentions
  }

  /// Whether it is what `PRAGMA compile_options` printed: a row a line, without `SQLITE_`.
  private static func isListing(_ lines: [[UInt8]]) -> Bool {
    let rows = lines.map { OptionRowText($0) }.filter { $0 != .blank }
    let named = rows.count { if case .row = $0 { true } else { false } }
    return named > 0 && named * 2 >= rows.count && !rows.contains(.prefixed)
      && rows.contains { $0 == .row(isTelling: true) }
  }
}

/// A line as a row of `PRAGMA compile_options`.
private enum OptionRowText: Hashable {
  case blank, prefixed, other
  case row(isTelling: Bool)

  init(_ line: [UInt8]) {
    // Also the sides of a table, as the shell draws one.
    let ends: (UInt8) -> Bool = { $0.isBlank || $0.isQuote || ",|│".utf8.contains($0) }
    let text = Array(line.drop(while: ends).reversed().drop(while: ends).reversed())
    let name = String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    if !text.contains(where: \.isWordByte) {
      self = .blank
    } else if text.firstRange(of: Array("SQLITE_".utf8)) != nil {
      self = .prefixed
    } else if CompileOption.isName(name), name.utf8.count > 2 {
      let telling = ["ENABLE_", "OMIT_", "DEFAULT_", "MAX_", "THREADSAFE", "COMPILER"]
      self = .row(isTelling: telling.contains { name.hasPrefix($0) })
    } else {
      self = .other
    }
  }
}
