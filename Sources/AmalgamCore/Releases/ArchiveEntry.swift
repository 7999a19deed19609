/// One line of an archive's listing.
package struct ArchiveEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, directory
    /// A symbolic or hard link, and where it leads if the listing says.
    case link(to: String?)
    /// A device, a pipe or a socket.
    case special
  }

  package let kind: Kind
  package let name: String
  /// Bytes when unpacked.
  package let size: Int

  package init(_ kind: Kind, _ name: String, size: Int = 0) {
    self.kind = kind
    self.name = name
    self.size = size
  }
}

extension ArchiveEntry {
  /// Reads a line of `tar --numeric-owner -tv` in the C locale, as GNU tar, busybox or bsdtar
  /// write it; `nil` for anything else.
  ///
  /// GNU: mode, owner/group, size, day, time. bsdtar: mode, links, owner, group, size, month, day,
  /// time or year. One blank and the name follow; both escape line breaks in names.
  package init?(tarLine line: some StringProtocol) {
    var fields = FieldReader(line)
    guard let mode = fields.next(), let second = fields.next() else { return nil }
    let isBSD = !second.contains("/")
    if isBSD { guard fields.next() != nil, fields.next() != nil else { return nil } }
    guard let size = fields.next() else { return nil }
    for _ in 0..<(isBSD ? 3 : 2) { guard fields.next() != nil else { return nil } }
    self.init(mode: mode, size: size, name: fields.name)
  }

  /// Reads a line of `unzip -Z -s`: mode, version, system, size, type, method, day, time, name.
  package init?(zipLine line: some StringProtocol) {
    var fields = FieldReader(line)
    guard let mode = fields.next(), fields.next() != nil, fields.next() != nil,
      let size = fields.next()
    else { return nil }
    for _ in 0..<4 { guard fields.next() != nil else { return nil } }
    // An archive that was not made on a Unix system tells no kind but a folder's, by its name.
    let isUntold = mode.hasPrefix("?")
    let kind = fields.name.hasSuffix("/") ? "d" : "-"
    self.init(mode: isUntold ? kind : String(mode), size: size, name: fields.name)
  }

  private init?(mode: String, size: String, name: String) {
    guard let letter = mode.first, !name.isEmpty else { return nil }
    switch letter {
    case "-":
      guard let size = Int(size), size >= 0 else { return nil }
      self.init(.file, name, size: size)
    case "d": self.init(.directory, name)
    case "l": self = .link(name, separator: " -> ", size: max(0, Int(size) ?? 0))
    case "h": self = .link(name, separator: " link to ", size: 0)
    default: self.init(.special, name)
    }
  }

  private static func link(_ text: String, separator: String, size: Int) -> ArchiveEntry {
    guard let range = text.firstRange(of: separator) else {
      return ArchiveEntry(.link(to: nil), text, size: size)
    }
    let target = String(text[range.upperBound...])
    return ArchiveEntry(.link(to: target), String(text[..<range.lowerBound]), size: size)
  }
}

/// Cuts off fields that are separated by runs of blanks.
private struct FieldReader {
  private var rest: Substring

  init(_ line: some StringProtocol) {
    rest = Substring(line)
  }

  mutating func next() -> String? {
    rest = rest.drop { $0 == " " }
    let field = rest.prefix { $0 != " " }
    rest = rest.dropFirst(field.count)
    return field.isEmpty ? nil : String(field)
  }

  /// All that follows one blank: names may begin with blanks and hold them.
  var name: String { String(rest.dropFirst()) }
}
