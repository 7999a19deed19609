/// A declaration of C source: what it declares and whether a linker sees it.
struct CDeclaration: Hashable, Sendable {
  /// The name of the function, variable or type.
  var name: String
  var kind: Kind
  /// The words before the name, such as `static` and `extern`.
  var specifiers: Set<String>
  /// Whether it has a function's body or an initial value.
  var isDefinition: Bool
  /// The tokens before the name; for a function the type of its result.
  private(set) var head: [CToken]
  /// The tokens after the name.
  private(set) var tail: [CToken]

  enum Kind: Hashable, Sendable {
    /// With its number of parameters; `nil` for any number.
    case function(parameters: Int?)
    case variable
    case typedef
  }

  /// Whether an object compiled from it defines the name for other objects.
  var isGlobalDefinition: Bool {
    guard !specifiers.contains("static"), !specifiers.contains("inline") else { return false }
    switch kind {
    case .function: return isDefinition
    case .variable: return isDefinition || !specifiers.contains("extern")
    case .typedef: return false
    }
  }
}

extension CDeclaration {
  /// All of its tokens, for the type of a `typedef`.
  var typeTokens: [CToken] { head + [.word(name)] + tail }

  /// The types of a function's parameters; `nil` for any number, and where one is not understood.
  var parameterTypes: [CType]? {
    guard case .function(parameters: _?) = kind, tail.first?.isSign("(") ?? false else {
      return nil
    }
    return CType.parameters(tail)
  }

  var isArray: Bool { tail.first?.isSign("[") ?? false }

  /// Reads the tokens before a declaration's `;`, body or initial value; `nil` if they declare
  /// nothing, as `struct x;` does.
  init?(_ tokens: [CToken], isDefinition: Bool) {
    let tokens = Self.withoutAttributes(tokens)
    let open = tokens.firstIndex { $0.isSign("(") } ?? tokens.endIndex
    let words = tokens[..<open]
    specifiers = Set(words.compactMap(\.identifier))
    self.isDefinition = isDefinition
    let place: Int
    if open < tokens.endIndex, let inner = Self.nameInParentheses(tokens, open) {
      place = inner
    } else {
      // `name[4]`, `name:3`, or the last word before a list of parameters or the end.
      let end = words.firstIndex { $0.isSign("[") || $0.isSign(":") || $0.isSign(",") } ?? open
      guard let last = tokens[..<end].lastIndex(where: { $0.identifier != nil }),
        last + 1 == end || end < open
      else { return nil }
      place = last
    }
    guard let name = tokens[place].identifier,
      tokens.contains(where: { $0.identifier != nil && $0 != .word(name) })
    else { return nil }
    self.name = name
    self.head = Array(tokens[..<place])
    tail = Array(tokens[(place + 1)...])
    let next = place + 1
    let hasParameters = next < tokens.count && tokens[next].isSign("(")
    let isPlainInParentheses =
      next < tokens.count && tokens[next].isSign(")") && tokens[place - 1].isSign("(")
    if specifiers.contains("typedef") {
      kind = .typedef
    } else if hasParameters {
      kind = .function(parameters: Self.parameters(tokens[next...]))
    } else if isPlainInParentheses {
      kind = .function(parameters: Self.parameters(tokens[(next + 1)...]))
    } else {
      kind = .variable
    }
    // `struct x` alone is no variable.
    let before = place > 0 ? tokens[place - 1].identifier : nil
    if kind == .variable, before.map(CDeclarations.isTagKeyword) ?? false { return nil }
  }

  /// Returns where the name is in `(*name)(…)` or `(*name(…))(…)`, whose first parenthesis is at
  /// `open`; `nil` where the parenthesis begins a list of parameters.
  private static func nameInParentheses(_ tokens: [CToken], _ open: Int) -> Int? {
    let isPointer = open + 1 < tokens.count && tokens[open + 1].isSign("*")
    if !isPointer, open > 0, let word = tokens[open - 1].identifier, !typeWords.contains(word) {
      return nil
    }
    var index = open + 1
    var last: Int?
    while index < tokens.count, !tokens[index].isSign(")") {
      if tokens[index].isSign("("), last == nil {
        index += 1
        continue
      }
      if tokens[index].isSign("(") || tokens[index].isSign("[") { break }
      if tokens[index].identifier != nil { last = index }
      index += 1
    }
    return last
  }

  /// A parenthesis after one of these begins a declarator, after another word a list of parameters.
  private static let typeWords: Set<String> = [
    "void", "int", "char", "double", "long", "unsigned",
  ]

  /// Counts what stands between the parentheses that `tokens` begin with; `nil` with `...`.
  private static func parameters(_ tokens: ArraySlice<CToken>) -> Int? {
    var depth = 0
    var commas = 0
    var words: [CToken] = []
    loop: for token in tokens {
      if token.isSign("(") || token.isSign("[") {
        depth += 1
      } else if token.isSign(")") || token.isSign("]") {
        depth -= 1
        if depth == 0 { break loop }
      } else if depth == 1, token.isSign(",") {
        commas += 1
      } else if depth == 1, token.isSign(".") {
        return nil
      }
      words.append(token)
    }
    let inside = words.dropFirst()
    if inside.isEmpty || Array(inside) == [.word("void")] { return 0 }
    return commas + 1
  }

  /// Takes away `__attribute__((…))` and the like.
  private static func withoutAttributes(_ tokens: [CToken]) -> [CToken] {
    var kept: [CToken] = []
    var index = 0
    while index < tokens.count {
      let word = tokens[index].identifier
      guard let word, attributes.contains(word), index + 1 < tokens.count,
        tokens[index + 1].isSign("(")
      else {
        kept.append(tokens[index])
        index += 1
        continue
      }
      var depth = 0
      repeat {
        index += 1
        if tokens[index].isSign("(") { depth += 1 }
        if tokens[index].isSign(")") { depth -= 1 }
      } while depth > 0 && index + 1 < tokens.count
      index += 1
    }
    return kept
  }

  private static let attributes: Set<String> = [
    "__attribute__", "__attribute", "__declspec", "_Alignas", "__asm__", "__asm", "asm",
  ]
}
