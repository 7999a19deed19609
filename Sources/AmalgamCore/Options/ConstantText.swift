/// Whether a text can be a number where C computes one: of digits, names, operators and brackets.
enum ConstantText {
  private enum Token: Hashable {
    case operand, mark, open, close
  }

  /// Returns whether `text` can be read as an integer constant; also where something else, such as
  /// `$(LIMIT)` or `{}`, is yet to be put into it.
  static func canBe(_ text: String) -> Bool {
    let isTemplate =
      text.utf8.contains { "$@{}`".utf8.contains($0) } || text.contains("\\(")
      || text.count > 2 && text.hasPrefix("%") && text.hasSuffix("%")
    // A backslash at the end of a line says that the value goes on behind it.
    if isTemplate || text.hasSuffix("\\") { return true }
    guard let tokens = tokens(of: Array(text.utf8)) else { return false }
    var depth = 0
    for (index, token) in tokens.enumerated() {
      let isBehindOperand = index > 0 && [.operand, .close].contains(tokens[index - 1])
      switch token {
      case .operand: if isBehindOperand { return false }
      case .open: depth += 1
      case .close: depth -= 1
      case .mark: break
      }
      if depth < 0 { return false }
    }
    return depth == 0 && tokens.contains(.operand) && tokens.last != .mark
  }

  /// The tokens; `nil` where something is none: quotes, a number with a fraction or a unit.
  private static func tokens(of bytes: [UInt8]) -> [Token]? {
    var tokens: [Token] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isWordByte {
        let end = bytes[index...].firstIndex { !$0.isWordByte && $0 != UInt8(ascii: ".") }
        let word = bytes.text(index..<(end ?? bytes.count))
        if !word.isCIdentifier, CInteger(word) == nil { return nil }
        tokens.append(.operand)
        index = end ?? bytes.count
        continue
      }
      switch byte {
      case UInt8(ascii: "("): tokens.append(.open)
      case UInt8(ascii: ")"): tokens.append(.close)
      case _ where byte.isBlank: break
      case _ where "+-*/%<>&|^~!?:=,".utf8.contains(byte): tokens.append(.mark)
      default: return nil
      }
      index += 1
    }
    return tokens
  }
}
