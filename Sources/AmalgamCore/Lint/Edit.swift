/// A change of a text that makes a finding go away.
package enum Edit: Hashable, Sendable {
  /// Puts `new` where `old` stands.
  case write(_ new: String, over: String, at: SourceLocation)
  /// Takes `old` away with its comma, and the line where nothing else is on it.
  case remove(_ old: String, at: SourceLocation)
  case removeLine(SourceLocation)
  /// Takes away the line of the place and those behind it.
  case removeLines(SourceLocation, count: Int)
  /// Puts `new` and a separator before the place.
  case add(_ new: String, separator: String, at: SourceLocation)
  /// Puts a line before the one of the place.
  case addLine(_ text: String, at: SourceLocation)

  /// Returns the edit as the fix line of a finding at `place` says it.
  package func sentence(seenFrom place: SourceLocation?) -> String {
    let isHere = location.line == place?.line && location.file == place?.file
    let line =
      location.file == place?.file
      ? "line \(location.line)" : "line \(location.line) of '\(location.file)'"
    return switch self {
    case .write(let new, _, _):
      "write \(new.withoutLineEnds.inQuotes)" + (isHere ? "" : " in \(line)")
    case .remove(let old, let place):
      if Self.rest(of: place.excerpt, without: old, at: place.column).isEmpty {
        isHere ? "remove the line" : "remove \(line)"
      } else {
        "remove \(old.withoutLineEnds.inQuotes)"
          + (isHere || old.lineCount > 1 ? "" : " from \(line)")
      }
    case .removeLines(let place, let count):
      "remove lines \(place.line) to \(place.line + count - 1)"
    case .removeLine: isHere ? "remove the line" : "remove \(line)"
    case .add(let new, _, _): "add \(new.inQuotes)"
    case .addLine(let text, _): "add the line '\(text.withoutBlanksAround)'"
    }
  }

  package var location: SourceLocation {
    switch self {
    case .write(_, _, let place), .remove(_, let place), .removeLine(let place),
      .removeLines(let place, _), .add(_, _, let place), .addLine(_, let place):
      place
    }
  }

  /// Returns `text` with the edit made; unchanged where the place is not as the edit expects it.
  package func applied(to text: String) -> String {
    var lines = TextLines(text)
    let index = location.line - 1
    guard lines.lines.indices.contains(index) else { return text }
    let count = min(spannedLines, lines.lines.count - index)
    var line = lines.lines[index..<index + count].map(\.text).joined(separator: "\n")
    switch self {
    case .write(let new, let old, let place):
      guard let range = line.range(of: old, at: place.column) else { return text }
      line.replaceSubrange(range, with: new)
    case .add(let new, let separator, let place):
      guard let range = line.range(of: "", at: place.column) else { return text }
      line.replaceSubrange(range, with: new + separator)
    case .addLine(let new, _):
      let ending = lines.lines[index].ending.isEmpty ? "\n" : lines.lines[index].ending
      lines.lines.insert(.init(text: new, ending: ending), at: index)
      return lines.text
    case .removeLine:
      lines.remove(index)
      return lines.text
    case .removeLines:
      for _ in 0..<count { lines.remove(index) }
      return lines.text
    case .remove(let old, let place):
      guard line.range(of: old, at: place.column) != nil else { return text }
      if Self.rest(of: line, without: old, at: place.column).isEmpty {
        lines.remove(index)
        return lines.text
      }
      line = line.removing(old, at: place.column)
    }
    let ending = lines.lines[index + count - 1].ending
    lines.lines.replaceSubrange(index..<index + count, with: [.init(text: line, ending: ending)])
    return lines.text
  }

  /// How many lines of the text it takes.
  private var spannedLines: Int {
    switch self {
    case .write(_, let old, _), .remove(let old, _): old.lineCount
    case .removeLines(_, let count): count
    case .removeLine, .add, .addLine: 1
    }
  }

  /// What a line says beside `old`: nothing, where only a comma and a backslash are left.
  private static func rest(of line: String, without old: String, at column: Int) -> String {
    // A line much longer than the mention says more; looking closer takes long on a huge one.
    if line.utf8.count > old.utf8.count + 1000 { return line }
    return line.removing(old, at: column).filter { !" \t,\\".contains($0) }
  }
}

extension String {
  /// How many lines it has, the last one without an end.
  var lineCount: Int { utf8.count { $0 == 0x0A } + 1 }

  /// The text with one blank, or none behind a bracket, for each end of a line and those around it.
  var withoutLineEnds: String {
    guard lineCount > 1 else { return self }
    return split(separator: "\n").map { String($0).withoutBlanksAround }.reduce("") { text, line in
      text + (text.isEmpty || text.hasSuffix("(") || line.hasPrefix(")") ? "" : " ") + line
    }
  }
}

extension TextLines {
  /// Removes a line; leaves it empty where the line before would otherwise take in the next one.
  fileprivate mutating func remove(_ index: Int) {
    let isJoined = index > 0 && lines[index - 1].text.last == "\\"
    if isJoined && lines[index].text.last != "\\" {
      lines[index].text = ""
    } else {
      lines.remove(at: index)
    }
  }
}

extension String {
  /// The range of `text` at the column, from 1; `nil` if something else stands there.
  fileprivate func range(of text: String, at column: Int) -> Range<Index>? {
    guard column > 0, let start = index(startIndex, offsetBy: column - 1, limitedBy: endIndex),
      self[start...].hasPrefix(text),
      let end = index(start, offsetBy: text.count, limitedBy: endIndex)
    else { return nil }
    return start..<end
  }

  /// The line without `text`, the comma behind it and one blank.
  fileprivate func removing(_ text: String, at column: Int) -> String {
    guard let range = range(of: text, at: column) else { return self }
    var tail = self[range.upperBound...]
    let comma = tail.drop { $0 == " " }
    if comma.first == "," { tail = comma.dropFirst() }
    let head = self[..<range.lowerBound]
    if tail.first == " ", head.last.map({ " \t([{".contains($0) }) ?? true {
      tail = tail.dropFirst()
    }
    return String(head + tail)
  }

  /// The text in single quotes, unless it has its own.
  fileprivate var inQuotes: String {
    count > 1 && first == "'" && last == "'" ? self : "'\(self)'"
  }

  fileprivate var withoutBlanksAround: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
