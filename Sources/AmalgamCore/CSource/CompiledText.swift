/// The part of a C source that is compiled as an extension, as far as its own conditions tell.
///
/// A branch is left out where the names that decide it are known: those of the file itself,
/// `SQLITE_CORE`, which every extension is compiled with, and those of other systems and of SQLite's
/// shell. Of what cannot be decided every branch stays. Macros that give a name another name are
/// applied, since files of SQLite's name entry points by them.
struct CompiledText {
  private(set) var bytes: [UInt8] = []
  private var defined: [String: Bool]
  private var renamed: [String: String] = [:]
  private var branches: [Branch] = []
  private let included: (String) -> [UInt8]?
  private var depth = 0

  private struct Branch {
    /// Whether what is around it is compiled.
    let isOuterLive: Bool
    /// Whether an earlier branch was surely taken.
    var isDecided: Bool
    var isLive: Bool
  }

  /// Reads `source`; `included` gives the files that it includes between quotes.
  init(
    _ source: [UInt8],
    windows: Bool = false,
    included: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    defined = ["SQLITE_CORE": true, "SQLITE_SHELL_EXTFUNCS": false]
    for name in ["_WIN32", "WIN32", "_WIN64", "_MSC_VER", "__CYGWIN__"] { defined[name] = windows }
    self.included = included
    read(source)
  }

  /// The text without its literals.
  var text: String { CText.withoutComments(String(decoding: bytes, as: UTF8.self)) }

  private var isLive: Bool { branches.last?.isLive ?? true }

  private mutating func read(_ source: [UInt8]) {
    let outer = branches
    for line in Self.logicalLines(source) {
      let words = line.drop { $0 == 32 || $0 == 9 }
      if words.first == UInt8(ascii: "#") {
        directive(String(decoding: words.dropFirst(), as: UTF8.self))
      } else if isLive {
        bytes += renaming(line)
        bytes.append(10)
      }
    }
    branches = outer
  }

  /// The lines without comments, those that a backslash joins as one.
  private static func logicalLines(_ source: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = String(decoding: source, as: UTF8.self)
    let plain = Array(CText.withoutComments(text, keepingLiterals: true).utf8)
    var lines: [ArraySlice<UInt8>] = []
    var joined: [UInt8] = []
    for line in plain.split(separator: 10, omittingEmptySubsequences: false) {
      let body = line.last == 13 ? line.dropLast() : line
      if body.last == UInt8(ascii: "\\") {
        joined += body.dropLast() + [32]
      } else {
        lines.append(joined.isEmpty ? body : (joined + body)[...])
        joined = []
      }
    }
    return joined.isEmpty ? lines : lines + [joined[...]]
  }

  private mutating func directive(_ text: String) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard let name = words.first else { return }
    let rest = words.dropFirst().joined(separator: " ")
    switch name {
    case "ifdef": begin(value(of: rest))
    case "ifndef": begin(value(of: rest).map { !$0 })
    case "if": begin(BranchCondition(rest, defined).value)
    case "elif": otherwise(BranchCondition(rest, defined).value)
    case "else": otherwise(true)
    case "endif": _ = branches.popLast()
    case "define" where isLive: define(words.dropFirst().map(String.init))
    case "undef" where isLive:
      defined[rest] = false
      renamed[rest] = nil
    case "include" where isLive: include(rest)
    default: break
    }
  }

  private func value(of name: String) -> Bool? { defined[name] }

  private mutating func begin(_ value: Bool?) {
    branches.append(
      Branch(isOuterLive: isLive, isDecided: value == true, isLive: isLive && value != false)
    )
  }

  private mutating func otherwise(_ value: Bool?) {
    guard var branch = branches.popLast() else { return }
    branch.isLive = branch.isOuterLive && !branch.isDecided && value != false
    if value == true { branch.isDecided = true }
    branches.append(branch)
  }

  private mutating func define(_ words: [String]) {
    guard let name = words.first?.prefix(while: { $0 != "(" }).description else { return }
    defined[name] = true
    renamed[name] = words.count == 2 && words[0] == name && words[1].isCIdentifier ? words[1] : nil
  }

  private mutating func include(_ text: String) {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count >= 3, depth < 16, let source = included(String(parts[1])) else { return }
    depth += 1
    read(source)
    depth -= 1
  }

  private func renaming(_ line: ArraySlice<UInt8>) -> [UInt8] {
    if renamed.isEmpty { return Array(line) }
    var result: [UInt8] = []
    var rest = line
    while let first = rest.first {
      let word = rest.prefix { $0.isIdentifierPart }
      if word.isEmpty {
        result.append(first)
        rest = rest.dropFirst()
        continue
      }
      let name = String(decoding: word, as: UTF8.self)
      result += (renamed[name] ?? name).utf8
      rest = rest.dropFirst(word.count)
    }
    return result
  }
}

/// What stands behind `#if`, as far as `defined`, `!`, `&&`, `||` and numbers go.
private struct BranchCondition {
  /// `nil` where something else decides.
  private(set) var value: Bool?
  private var words: [Substring] = []
  private let defined: [String: Bool]

  init(_ text: String, _ defined: [String: Bool]) {
    self.defined = defined
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      let name = rest.prefix { $0.utf8.allSatisfy(\.isIdentifierPart) }
      let word =
        !name.isEmpty ? name : rest.prefix(rest.hasPrefix("&&") || rest.hasPrefix("||") ? 2 : 1)
      words.append(word)
      rest = rest.dropFirst(word.count)
    }
    // Nobody writes that many, and brackets are read by recursion.
    if words.count > 400 { return }
    words.reverse()
    let read = either()
    // What is left over was not understood.
    value = words.isEmpty ? read : nil
  }

  private mutating func either() -> Bool? {
    var value = both()
    while words.last == "||" {
      words.removeLast()
      let other = both()
      value = value == true || other == true ? true : value == false && other == false ? false : nil
    }
    return value
  }

  private mutating func both() -> Bool? {
    var value = single()
    while words.last == "&&" {
      words.removeLast()
      let other = single()
      value = value == false || other == false ? false : value == true && other == true ? true : nil
    }
    return value
  }

  private mutating func single() -> Bool? {
    guard let word = words.popLast() else { return nil }
    switch word {
    case "!": return single().map { !$0 }
    case "(":
      let value = either()
      if words.last == ")" { words.removeLast() }
      return value
    case "defined":
      let isBracketed = words.last == "("
      if isBracketed { words.removeLast() }
      let name = words.popLast().map(String.init) ?? ""
      if isBracketed, words.last == ")" { words.removeLast() }
      return defined[name]
    default: return word.first?.isNumber ?? false ? word != "0" : nil
    }
  }
}
