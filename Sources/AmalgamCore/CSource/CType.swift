/// The type of a C parameter, result or `typedef`, as far as SQLite's API needs it.
indirect enum CType: Hashable, Sendable {
  /// A built-in type, its words joined by blanks; `void` is one.
  case builtIn(String)
  /// A `typedef`'s name.
  case named(String)
  /// A structure, union or enumeration by its tag.
  case tagged(String)
  case pointer(CType, isConstant: Bool)
  case function(result: CType, parameters: [CType])
}

extension CType {
  /// Reads a declarator with or without a name, such as `const char *z` or `int (*x)(void*)`; `nil`
  /// for anything else.
  init?(_ tokens: some Collection<CToken>) {
    var reader = Reader(tokens: Array(tokens))
    guard let type = reader.type() else { return nil }
    self = type
  }

  /// The types between the parentheses that `tokens` begin with; `nil` with `...` or anything else
  /// that has no type.
  static func parameters(_ tokens: some Collection<CToken>) -> [CType]? {
    var reader = Reader(tokens: Array(tokens))
    return reader.parameters()
  }

  private struct Reader {
    let tokens: [CToken]
    var index = 0

    private var token: CToken? { index < tokens.count ? tokens[index] : nil }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard token?.isSign(sign) ?? false else { return false }
      index += 1
      return true
    }

    mutating func type() -> CType? {
      guard let (base, isConstant) = base() else { return nil }
      let type = pointers(to: base, isConstant)
      if token?.isSign("(") ?? false { return functionPointer(type) }
      skipName()
      return take("[") ? .pointer(type, isConstant: isConstant) : type
    }

    private mutating func base() -> (CType, isConstant: Bool)? {
      var isConstant = false
      var words: [String] = []
      while let word = token?.identifier {
        if word == "const" {
          isConstant = true
        } else if CDeclarations.isTagKeyword(word) {
          index += 1
          guard let tag = token?.identifier else { return nil }
          index += 1
          return (.tagged(tag), skipQualifiers() || isConstant)
        } else if Self.builtIn.contains(word) {
          words.append(word)
        } else if !Self.skipped.contains(word) {
          if !words.isEmpty { break }
          index += 1
          return (.named(word), skipQualifiers() || isConstant)
        }
        index += 1
      }
      return words.isEmpty ? nil : (.builtIn(words.joined(separator: " ")), isConstant)
    }

    /// Skips what may stand after a type or a `*`; returns whether `const` is among it.
    private mutating func skipQualifiers() -> Bool {
      var isConstant = false
      while let word = token?.identifier, word == "const" || Self.skipped.contains(word) {
        isConstant = isConstant || word == "const"
        index += 1
      }
      return isConstant
    }

    private mutating func pointers(to base: CType, _ isConstant: Bool) -> CType {
      var (type, isConstant) = (base, isConstant)
      while take("*") {
        type = .pointer(type, isConstant: isConstant)
        isConstant = skipQualifiers()
      }
      return type
    }

    /// Reads `(*name)(…)` after the type of the result.
    private mutating func functionPointer(_ result: CType) -> CType? {
      guard take("("), take("*") else { return nil }
      skipName()
      guard take(")"), let parameters = parameters() else { return nil }
      return .pointer(.function(result: result, parameters: parameters), isConstant: false)
    }

    mutating func parameters() -> [CType]? {
      guard take("(") else { return nil }
      if take(")") { return [] }
      var types: [CType] = []
      repeat {
        let start = index
        skipParameter()
        guard let type = CType(tokens[start..<index]) else { return nil }
        types.append(type)
      } while take(",")
      guard take(")") else { return nil }
      return types == [.builtIn("void")] ? [] : types
    }

    private mutating func skipParameter() {
      var depth = 0
      while let token {
        if depth == 0, token.isSign(",") || token.isSign(")") { return }
        if token.isSign("(") { depth += 1 }
        if token.isSign(")") { depth -= 1 }
        index += 1
      }
    }

    private mutating func skipName() {
      if token?.identifier != nil { index += 1 }
    }

    private static let builtIn: Set<String> = [
      "void", "char", "short", "int", "long", "double", "float", "signed", "unsigned",
    ]
    private static let skipped: Set<String> = [
      "typedef", "extern", "volatile", "restrict", "__restrict", "register",
    ]
  }
}
