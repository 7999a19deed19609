/// What a `require`, `skipif` or `onlyif` line asks.
package enum Condition: Hashable, Sendable {
  case capability(Capability)
  case version(atLeast: Bool, Version)
  /// The option in the spelling of `sqlite3.c`; any value where none is named.
  case option(name: String, value: String?)
  /// A database engine, as sqllogictest names it.
  case engine(String)

  /// Reads the words of a condition in a strict script; `nil` for anything else.
  package init?(_ words: [String]) {
    switch words.count {
    case 1:
      if let version = Self.version(in: words[0]) {
        self = version
      } else if let capability = Capability(words[0]), capability.isWellFormed {
        self = .capability(capability)
      } else {
        return nil
      }
    case 2 where words[0] == "option":
      let parts = words[1].split(separator: "=", maxSplits: 1).map(String.init)
      guard let short = parts.first, CompileOption.isName(short) else { return nil }
      let name = short.hasPrefix("SQLITE_") || short.hasPrefix("HAVE_") ? short : "SQLITE_" + short
      self = .option(name: name, value: parts.count > 1 ? parts[1] : nil)
    default: return nil
    }
  }

  private static func version(in word: String) -> Condition? {
    for (sign, atLeast) in [("version>=", true), ("version<", false)] where word.hasPrefix(sign) {
      return Version(word.dropFirst(sign.count)).map { .version(atLeast: atLeast, $0) }
    }
    return nil
  }
}

extension Condition: CustomStringConvertible {
  package var description: String {
    switch self {
    case .capability(let capability): capability.description
    case .version(let atLeast, let version): "version\(atLeast ? ">=" : "<")\(version)"
    case .option(let name, let value): "option \(name)" + (value.map { "=\($0)" } ?? "")
    case .engine(let name): name
    }
  }
}

extension Capability {
  /// Whether a function is named with its number of arguments, as every function must be.
  package var isWellFormed: Bool {
    guard kind == .function else { return true }
    guard let slash = name.lastIndex(of: "/"), slash > name.startIndex else { return false }
    return Int(name[name.index(after: slash)...]) != nil
  }
}
