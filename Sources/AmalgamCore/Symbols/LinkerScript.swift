/// A linker script that stands for a library, such as GNU libc's `libc.so`: a text that names the
/// files to take in its place.
struct LinkerScript {
  struct Item: Equatable {
    let name: String
    var isAsNeeded = false
    var isInGroup = false
    /// Whether it is the first of its group.
    var beginsGroup = false
  }

  private(set) var items: [Item] = []
  /// Folders that `-l` is looked for in.
  private(set) var folders: [String] = []
  /// Names that have to be found.
  private(set) var needed: [String] = []
  /// Commands that could decide on names and are not modelled.
  private(set) var unread: [String] = []

  private var tokens: ArraySlice<String>

  /// Returns `nil` for a text that asks for no file.
  init?(_ text: String) {
    tokens = Self.tokens(of: text)[...]
    var isScript = false
    while let token = tokens.popFirst() {
      switch token {
      case "INPUT", "GROUP", "STARTUP":
        isScript = true
        readInputs(isGroup: token == "GROUP")
      case "SEARCH_DIR": folders += arguments()
      case "EXTERN", "ENTRY": needed += arguments()
      case "OUTPUT_FORMAT", "OUTPUT_ARCH", "TARGET", "OUTPUT": _ = arguments()
      case ";": break
      default:
        if !unread.contains(token), token.first?.isLetter ?? false { unread.append(token) }
        skipStatement()
      }
    }
    guard isScript else { return nil }
  }

  /// Reads a list in parentheses, in which `AS_NEEDED (…)` may stand.
  private mutating func readInputs(isGroup: Bool) {
    guard tokens.first == "(" else { return }
    var depth = 0
    var isFirst = isGroup
    var isNext = false
    while let token = tokens.popFirst() {
      switch token {
      case "(": depth += 1
      case ")": depth -= 1
      case "AS_NEEDED": isNext = true
      default:
        items.append(
          Item(
            name: token,
            isAsNeeded: isNext && depth > 1,
            isInGroup: isGroup,
            beginsGroup: isFirst
          )
        )
        isFirst = false
      }
      if depth <= 1, token == ")" { isNext = false }
      if depth == 0 { return }
    }
  }

  /// The words of a list in parentheses.
  private mutating func arguments() -> [String] {
    guard tokens.first == "(" else { return [] }
    tokens.removeFirst()
    let words = tokens.prefix { $0 != ")" }
    tokens = tokens.dropFirst(words.count + 1)
    return Array(words)
  }

  /// Passes by a command: to the end of its parentheses or braces, or to a semicolon.
  private mutating func skipStatement() {
    var depth = 0
    while let token = tokens.popFirst() {
      if token == "(" || token == "{" { depth += 1 }
      if token == ")" || token == "}" { depth -= 1 }
      if depth <= 0, token == ")" || token == "}" || token == ";" { return }
    }
  }

  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: [0x2F, 0x2A]) {
        rest = rest.dropFirst(2)
        while let next = rest.first, !rest.starts(with: [0x2A, 0x2F]) {
          _ = next
          rest = rest.dropFirst()
        }
        rest = rest.dropFirst(2)
      } else if byte <= 0x20 || byte == UInt8(ascii: ",") {
        rest = rest.dropFirst()
      } else if "(){};".utf8.contains(byte) {
        tokens.append(String(UnicodeScalar(byte)))
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "\"") {
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        tokens.append(String(decoding: name, as: UTF8.self))
        rest = rest.dropFirst(name.count + 2)
      } else {
        let name = rest.prefix { $0 > 0x20 && !"(){};,\"".utf8.contains($0) }
        tokens.append(String(decoding: name, as: UTF8.self))
        rest = rest.dropFirst(name.count)
      }
    }
    return tokens
  }
}
