/// The list of headers that a compiler writes with `-MD`, in make's syntax.
enum Depfile {
  /// Returns the prerequisites of the first rule in `text`.
  static func prerequisites(in text: String) -> [String] {
    guard let colon = text.firstIndex(of: ":") else { return [] }
    var names: [String] = []
    var name = ""
    var isEscaped = false
    for character in text[text.index(after: colon)...] {
      if isEscaped {
        // A backslash before a line's end joins lines; before a blank it keeps the blank.
        if !character.isNewline { name.append(character) }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character.isWhitespace {
        if !name.isEmpty { names.append(name) }
        name = ""
        if character.isNewline, !names.isEmpty { break }
      } else {
        name.append(character)
      }
    }
    if !name.isEmpty { names.append(name) }
    return names
  }
}
