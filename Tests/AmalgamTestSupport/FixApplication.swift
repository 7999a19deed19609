import AmalgamCore

/// Does what a `fix:` line says, so that a test can see that it helps.
package enum FixApplication {
  /// Returns `text` after the edit, or `nil` if the line is no edit that a machine can make.
  package static func apply(_ fix: String, to text: String, at location: SourceLocation) -> String?
  {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let index = location.line - 1
    guard lines.indices.contains(index) else { return nil }
    if fix == "close the quote" {
      lines[index] += "\""
    } else if fix.hasPrefix("add '") {
      lines[index] += " " + fix.dropFirst(5).dropLast()
    } else if fix.hasPrefix("write the line as '") {
      lines[index] = String(fix.dropFirst("write the line as '".count).dropLast())
    } else if fix == "move the line to the top" {
      lines.insert(lines.remove(at: index), at: 0)
    } else if fix.hasPrefix("remove the line") {
      lines.remove(at: index)
    } else if let quoted = firstQuoted(in: fix) {
      let replacement = fix.hasPrefix("remove '") ? "" : quoted
      lines[index] = replacingWord(in: lines[index], at: location.column, with: replacement)
    } else {
      return nil
    }
    return lines.joined(separator: "\n")
  }

  private static func firstQuoted(in fix: String) -> String? {
    let parts = fix.split(separator: "'", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : nil
  }

  private static func replacingWord(in line: String, at column: Int, with word: String) -> String {
    let start = line.index(line.startIndex, offsetBy: column - 1)
    let end = line[start...].firstIndex(of: " ") ?? line.endIndex
    return line[..<start] + word + line[end...]
  }
}
