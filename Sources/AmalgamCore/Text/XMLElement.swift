/// A piece of XML that is written, never read.
package struct XMLElement: Sendable {
  private let name: String
  private let attributes: [(name: String, value: String)]
  private let contents: Contents

  private enum Contents {
    case elements([XMLElement])
    case text(String)
  }

  package init(
    _ name: String,
    _ attributes: KeyValuePairs<String, String>,
    _ elements: [XMLElement] = []
  ) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    contents = .elements(elements)
  }

  package init(_ name: String, _ attributes: KeyValuePairs<String, String>, text: String) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    contents = .text(text)
  }

  /// The document with this element as its root.
  package var document: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    text += indent + "<" + name
    for attribute in attributes {
      text += " \(attribute.name)=\"\(attribute.value.printable.escapedForMarkup)\""
    }
    switch contents {
    case .elements(let elements) where elements.isEmpty: text += "/>\n"
    case .elements(let elements):
      text += ">\n"
      for element in elements { element.write(to: &text, indent: indent + "  ") }
      text += "\(indent)</\(name)>\n"
    case .text(let contents):
      let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
      let printable = lines.map { String($0).printable }.joined(separator: "\n")
      text += ">\(printable.escapedForMarkup)</\(name)>\n"
    }
  }
}

extension String {
  /// The text as XML and HTML take it in an element or in a quoted attribute.
  ///
  /// The two noncharacters that XML 1.0 has no way to write are replaced; control characters are
  /// `printable`'s.
  package var escapedForMarkup: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
