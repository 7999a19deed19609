/// A part of a page that says more than findings do.
package struct ReportSection: Sendable {
  package enum Mark: String, Sendable {
    case plain, good, bad, open
  }

  package struct Cell: Sendable, ExpressibleByStringLiteral {
    package let text: String
    package let mark: Mark

    package init(_ text: String, _ mark: Mark = .plain) {
      self.text = text
      self.mark = mark
    }

    package init(stringLiteral value: String) { self.init(value) }
  }

  /// A bar with what it stands for.
  package struct Bar: Sendable {
    package let label: String
    package let text: String
    package let number: Int
    package let mark: Mark

    package init(_ label: String, _ text: String, _ number: Int, _ mark: Mark = .plain) {
      self.label = label
      self.text = text
      self.number = number
      self.mark = mark
    }
  }

  package enum Contents: Sendable {
    /// The first cell of each row is its head.
    case table(head: [String], rows: [[Cell]])
    case bars([Bar])
    case lines([String])
  }

  package let title: String
  package let contents: Contents
  /// Whether it is shown only to who asks for it.
  package let isFolded: Bool

  package init(_ title: String, _ contents: Contents, isFolded: Bool = false) {
    self.title = title
    self.contents = contents
    self.isFolded = isFolded
  }
}
