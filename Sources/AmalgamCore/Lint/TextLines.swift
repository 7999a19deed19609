/// The lines of a text as an editor counts them: ended by LF, CR LF or CR.
struct TextLines {
  struct Line {
    var text: String
    /// What ends it; empty at the text's end.
    let ending: String
  }

  var lines: [Line] = []

  init(_ text: String) {
    var start = text.utf8.startIndex
    var index = start
    while index < text.utf8.endIndex {
      let byte = text.utf8[index]
      var next = text.utf8.index(after: index)
      guard byte == 0x0A || byte == 0x0D else {
        index = next
        continue
      }
      if byte == 0x0D, next < text.utf8.endIndex, text.utf8[next] == 0x0A {
        next = text.utf8.index(after: next)
      }
      append(text.utf8[start..<index], ending: text.utf8[index..<next])
      start = next
      index = next
    }
    if start < text.utf8.endIndex {
      append(text.utf8[start...], ending: text.utf8[text.utf8.endIndex...])
    }
  }

  /// The whole text.
  var text: String { lines.map { $0.text + $0.ending }.joined() }

  private mutating func append(_ line: Substring.UTF8View, ending: Substring.UTF8View) {
    lines.append(Line(text: String(Substring(line)), ending: String(Substring(ending))))
  }
}
