/// A place in a text file, and the line it is on, so that a message can show it.
package struct SourceLocation: Hashable, Sendable {
  /// The file as the user would name it: relative to the root where it lies below it.
  package let file: String
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int
  /// The text of the line, without its end.
  package let excerpt: String

  package init(file: String, line: Int, column: Int, excerpt: String) {
    self.file = file
    self.line = line
    self.column = column
    self.excerpt = excerpt
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, the form that editors and CI systems make a link of.
  package var description: String { "\(file):\(line):\(column)" }

  /// `file:line`, the form for a note that points at another line.
  package var fileAndLine: String { "\(file):\(line)" }
}
