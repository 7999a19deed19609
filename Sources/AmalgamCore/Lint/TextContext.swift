/// What stands around a place of a text: brackets, the statement, the branch of a condition.
struct TextContext {
  private struct Bracket {
    let byte: UInt8
    /// The word directly before it; empty for a list or a tuple.
    let callee: String
    /// A number of its own.
    let id: Int
    var listsDefinitions: Bool
  }

  /// The names of variables whose values are definitions.
  private let variables: Set<String>
  private var brackets: [Bracket] = []
  private var nextID = 1
  private var groups: [String: Int] = [:]
  /// Counts the lines that begin or end a branch.
  private var branch = 0
  private var statement = TextStatement()
  private var statementCount = 0
  private var isContinued = false
  private var lastByte: UInt8?
  /// The last byte that is no blank on the lines before.
  private(set) var byteBeforeLine: UInt8?
  private var lastWord = ""
  /// The word before the last `:` or `=`, up to the next comma or bracket.
  private var label = ""

  /// Whether this logical line calls SQLite's `configure`, to which switches belong.
  var callsConfigure: Bool { statement.callsConfigure }

  init(variables: Set<String> = []) {
    self.variables = variables
  }

  /// Begins a line, whose comments are blanks.
  mutating func beginLine(_ line: [UInt8]) {
    if !isContinued {
      statement = TextStatement(line)
      statementCount += 1
      label = ""
    }
    byteBeforeLine = lastByte
    isContinued = line.last(where: { !$0.isBlank }) == UInt8(ascii: "\\")
    if TextStatement.isBranch(line) { branch += 1 }
    lastWord = ""
  }

  mutating func pass(word: String) {
    lastWord = word
    lastByte = UInt8(ascii: "a")
    if word == "configure" { statement.callsConfigure = true }
    guard TextStatement.announcesDefinitions(word) || assignsDefinitions(to: word) else { return }
    if let bracket = brackets.last {
      brackets[brackets.count - 1].listsDefinitions =
        bracket.listsDefinitions || bracket.byte == UInt8(ascii: "(")
    } else {
      statement.listsDefinitions = true
    }
  }

  /// Whether the word is what a statement assigns to, and definitions use its value.
  private func assignsDefinitions(to word: String) -> Bool {
    guard variables.contains(word) else { return false }
    guard let callee else { return statement.variable.hasPrefix(word) }
    return ["set", "list"].contains(callee.lowercased())
  }

  mutating func pass(byte: UInt8, isQuoted: Bool) {
    guard !byte.isBlank else { return }
    if !isQuoted { passMark(byte) }
    if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "="), !lastWord.isEmpty {
      label = lastWord
    }
    // `concat!(…)` is no tuple.
    let isMacro = byte == UInt8(ascii: "!") && ["concat", "format"].contains(lastWord)
    if !byte.isQuote, !isMacro { lastWord = "" }
    lastByte = byte
  }

  /// Follows brackets and what separates entries, outside quotes.
  private mutating func passMark(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      open(byte)
      label = ""
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      _ = brackets.popLast()
      label = ""
    case UInt8(ascii: ","):
      label = ""
    case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"):
      label = ""
      // Another command, whose flags are its own.
      if brackets.isEmpty, statement.variable.isEmpty { statementCount += 1 }
    default:
      break
    }
  }

  /// Whether names that stand here are definitions.
  var listsDefinitions: Bool {
    TextStatement.announcesDefinitions(label)
      || brackets.last?.listsDefinitions ?? statement.listsDefinitions
  }

  /// The word before the innermost bracket, as of a call; `nil` outside brackets.
  var callee: String? { brackets.last?.callee }

  /// Whether the innermost call is one of CMake's that hands a value over with its quotes.
  var keepsQuotes: Bool {
    guard let bracket = brackets.last, bracket.byte == UInt8(ascii: "(") else { return false }
    let callee = bracket.callee.lowercased()
    return callee.hasSuffix("_definitions") || callee.hasSuffix("_compile_options")
      || ["set", "list"].contains(callee) && bracket.listsDefinitions
  }

  /// The innermost bracket.
  var bracket: UInt8? { brackets.last?.byte }

  /// Whether something in quotes here is an entry of a list, not an argument of a call.
  var holdsListItems: Bool {
    guard let bracket = brackets.last else { return true }
    if bracket.byte == UInt8(ascii: "{") || bracket.callee.isEmpty { return true }
    let callee = bracket.callee.lowercased()
    return bracket.listsDefinitions
      || ["listof", "arrayof", "setof", "vec"].contains { callee.hasSuffix($0) }
  }

  /// Returns the number of the group of mentions that this place belongs to, seen from outside the
  /// `depth` innermost brackets, which are the mention's own.
  mutating func group(without depth: Int = 0) -> Int {
    let outer = brackets.dropLast(depth).last?.id ?? 0
    let isShared = outer != 0 || statement.holdsFlagsOnly || !statement.variable.isEmpty
    let line = isShared ? "" : "\(statementCount)"
    return group(named: "\(outer) \(branch) \(statement.variable) \(line)")
  }

  /// Returns the group of lines that each hold one option.
  mutating func groupOfLines() -> Int { group(named: "\(brackets.last?.id ?? 0) \(branch)  ") }

  /// Returns a group that nothing else belongs to.
  mutating func ownGroup() -> Int { group(named: "own \(groups.count)") }

  private mutating func group(named key: String) -> Int {
    if let group = groups[key] { return group }
    groups[key] = groups.count
    return groups.count - 1
  }

  private mutating func open(_ byte: UInt8) {
    let announced =
      TextStatement.announcesDefinitions(lastWord) || TextStatement.announcesDefinitions(label)
    let inherited = lastWord.isEmpty && listsDefinitions
    brackets.append(
      Bracket(
        byte: byte,
        callee: lastWord,
        id: nextID,
        listsDefinitions: announced || (inherited && byte != UInt8(ascii: "{"))
      )
    )
    nextID += 1
  }
}
