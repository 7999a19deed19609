/// The variables of a text whose values become definitions: `${OPTIONS}` in a call of
/// `target_compile_definitions`, `$(OPTIONS)` behind `GCC_PREPROCESSOR_DEFINITIONS`.
struct DefinitionVariables {
  private(set) var names: Set<String> = []
  /// How many brackets of a call of definitions are open.
  private var depth = 0

  /// Reads the lines of a text, which have no comments.
  init(_ lines: [[UInt8]]) {
    for line in lines { read(line) }
  }

  private mutating func read(_ line: [UInt8]) {
    var announces = depth > 0
    var index = 0
    while index < line.count {
      let byte = line[index]
      if byte.isWordByte {
        let end = line.wordEnd(from: index)
        if TextStatement.announcesDefinitions(line.text(index..<end)) { announces = true }
        index = end
      } else if announces, let name = Self.reference(in: line, at: index) {
        names.insert(line.text(name))
        index = name.upperBound + 1
      } else {
        if byte == UInt8(ascii: "("), announces { depth += 1 }
        if byte == UInt8(ascii: ")"), depth > 0 {
          depth -= 1
          announces = depth > 0
        }
        index += 1
      }
    }
  }

  /// The name in `${NAME}` or `$(NAME)`; `nil` where a call begins with it, as with a target's.
  private static func reference(in line: [UInt8], at index: Int) -> Range<Int>? {
    let isBrace = line.has("${", at: index)
    guard isBrace || line.has("$(", at: index) else { return nil }
    let end = line.wordEnd(from: index + 2)
    let before = line.lastNonBlank(before: index)
    guard end > index + 2, line.has(isBrace ? "}" : ")", at: end),
      before.map({ line[$0] != UInt8(ascii: "(") }) ?? true
    else { return nil }
    return index + 2..<end
  }
}
