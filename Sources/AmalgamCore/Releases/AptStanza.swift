/// One stanza of apt's sources, whichever of the two forms it was written in.
struct AptStanza {
  /// The fields as pairs, in the order of the file.
  private(set) var fields: [(name: String, value: String)] = []

  /// Returns the stanzas of the file `name`: `.sources` is deb822, everything else one-line.
  static func all(in text: String, of name: String) -> [AptStanza] {
    name.hasSuffix(".sources") ? deb822(text) : oneLine(text)
  }

  /// The archives that are not the security one, which serves no whole suite.
  var archives: [String] {
    (self["URIs"] ?? "").split { $0 == " " || $0 == "\t" || $0.isNewline }.map(String.init)
      .filter { !$0.contains("security") }
  }

  /// Whether it is switched on and serves packages in suites with components.
  var isUsable: Bool {
    let isOff = ["no", "false", "0", "off"].contains(self["Enabled"]?.lowercased() ?? "")
    let types = (self["Types"] ?? "").split(separator: " ")
    return !isOff && types.contains { $0 == "deb" || $0 == "deb-src" } && !archives.isEmpty
      && self["Components"] != nil
  }

  private subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  private mutating func continueLast(with line: Substring) {
    guard let last = fields.popLast() else { return }
    fields.append((last.name, last.value + "\n" + line))
  }

  /// Reads stanzas apart by empty lines, of `Name: value`; a line that begins with a blank
  /// continues a value, `#` at a line's start is a comment.
  private static func deb822(_ text: String) -> [AptStanza] {
    var stanzas: [AptStanza] = []
    var stanza = AptStanza()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy({ $0 == " " || $0 == "\t" }) {
        stanzas.append(stanza)
        stanza = AptStanza()
      } else if line.first == " " || line.first == "\t" {
        stanza.continueLast(with: line)
      } else if line.first != "#", let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        stanza.fields.append((String(line[..<colon]), String(value)))
      }
    }
    return stanzas + [stanza]
  }

  /// Reads lines of `deb [option=value …] URI suite component …`.
  private static func oneLine(_ text: String) -> [AptStanza] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let plain = line.prefix { $0 != "#" }
      var words = plain.split { " \t[]".contains($0) }.map(String.init)[...]
      guard let type = words.popFirst() else { return nil }
      let options = plain.contains("[") ? words.prefix { $0.contains("=") } : []
      words = words.dropFirst(options.count)
      guard words.count >= 3, let uri = words.popFirst(), let suite = words.popFirst() else {
        return nil
      }
      let fields = [
        ("Types", type), ("URIs", uri), ("Suites", suite),
        ("Components", words.joined(separator: " ")),
      ]
      return AptStanza(fields: fields + options.compactMap(field(of:)))
    }
  }

  /// Returns `signed-by=/a,/b` as the field `Signed-By` with the values apart by blanks.
  private static func field(of option: String) -> (name: String, value: String)? {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let aliases = ["arch": "Architectures", "lang": "Languages", "target": "Targets"]
    let words = parts[0].split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let value = String(parts[1].map { $0 == "," ? " " : $0 })
    return (aliases[parts[0]] ?? words.joined(separator: "-"), value)
  }
}
