/// Reads what `llvm-nm --format=posix` prints, as a second opinion on a symbol table.
func outline(ofNames output: String) -> [String] {
  output.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ")
    guard words.count >= 2, let letter = words[1].first else { return nil }
    return "\(words[0]) \(definition(letter)) \(binding(letter))"
  }.sorted()
}

private func definition(_ letter: Character) -> String {
  switch letter {
  case "U", "w", "v": "undefined"
  case "C", "c": "common"
  case "A", "a": "absolute"
  default: "defined"
  }
}

private func binding(_ letter: Character) -> String {
  switch letter {
  case "w", "W", "v", "V": "weak"
  case "u", "i": "global"
  default: letter.isUppercase ? "global" : "local"
  }
}
