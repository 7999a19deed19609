/// Text in columns, for people at a terminal of 100 columns.
package enum Layout {
  package static let width = 100

  /// Returns `text` broken at blanks into lines of at most `width` characters; a longer word has a
  /// line of its own.
  package static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// Returns lines of a label and its text, the labels in a column, the texts wrapped beside them;
  /// the column is as wide as the longest label, and at least `column`.
  package static func facts(
    _ facts: [(label: String, text: String)],
    indent: Int = 2,
    column: Int = 0
  ) -> [String] {
    let column = max(column, facts.map(\.label.count).max() ?? 0)
    let margin = String(repeating: " ", count: indent)
    return facts.flatMap { fact in
      wrapped(fact.text, width: width - indent - column - 2).enumerated().map { index, line in
        let label = index == 0 ? fact.label : ""
        return margin + label + String(repeating: " ", count: column - label.count + 2) + line
      }
    }
  }

  /// Returns rows of cells in columns; a last cell that would pass 100 columns goes on below itself.
  package static func table(_ rows: [[String]], indent: Int = 2) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    guard columns > 0 else { return [] }
    let widths = (0..<columns - 1).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let start = indent + widths.reduce(0) { $0 + $1 + 2 }
    let rest = max(20, width - start)
    return rows.flatMap { row -> [String] in
      let head = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count + 2)
      }
      let texts = row.count == columns ? wrapped(row[columns - 1], width: rest) : []
      let first = String(repeating: " ", count: indent) + head.joined() + (texts.first ?? "")
      let more = texts.dropFirst().map { String(repeating: " ", count: start) + $0 }
      return [first.withoutBlanksAtEnd] + more
    }
  }
}

extension String {
  fileprivate var withoutBlanksAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
