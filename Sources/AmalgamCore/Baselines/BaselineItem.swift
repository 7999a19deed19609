/// One line of what a variant was approved with.
package struct BaselineItem: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// An option, with what was asked, reported and effective.
    case option
    /// A row of `PRAGMA compile_options` that the catalogue does not know.
    case reported
    case module, function, collation, tokenizer, pragma, syntax, file
    /// A name that programs can be linked with.
    case export
    /// What the compiler or the linker made, which is listed and never compared.
    case environment

    /// What the kinds of capabilities are called elsewhere: `symbol:` for an exported name.
    fileprivate var prefix: String { self == .option ? "" : "\(rawValue):" }
  }

  package let kind: Kind
  package let name: String
  /// What is compared of it beside its being there; empty for most.
  package let value: String

  package init(_ kind: Kind, _ name: String, _ value: String = "") {
    self.kind = kind
    self.name = name
    self.value = value
  }

  /// What findings call it: the option's name, `module:fts5`, `export:sqlite3_open`.
  package var subject: String { kind.prefix + name }

  /// The line without its indent.
  package var line: String {
    "\(kind.rawValue) \(name.baselineWord)" + (value.isEmpty ? "" : " \(value)")
  }
}

extension BaselineItem {
  /// What can be done with a file, from the least to the most.
  static let fileUses = ["reads the rest", "reads", "reads and writes"]

  /// Whether it is a file with which more can be done than before.
  func isMore(than old: BaselineItem) -> Bool {
    guard kind == .file, old.kind == .file, let now = Self.fileUses.firstIndex(of: value),
      let before = Self.fileUses.firstIndex(of: old.value)
    else { return false }
    return now > before
  }

  /// In the order of a baseline: by kind, then by the bytes of the name.
  package static func isInOrder(_ a: BaselineItem, _ b: BaselineItem) -> Bool {
    let (first, second) = (a.kind.place, b.kind.place)
    if first != second { return first < second }
    return a.name == b.name ? a.value < b.value : a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
  }
}

extension BaselineItem.Kind {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension String {
  /// The text as one word of a line: blanks, quotes, `#`, `%` and control characters as `%HH`.
  package var baselineWord: String {
    if isEmpty { return "%" }
    let digits = Array("0123456789ABCDEF")
    return unicodeScalars.map { scalar -> String in
      guard scalar.isControl || " \"#%".unicodeScalars.contains(scalar) else {
        return String(scalar)
      }
      return String(scalar).utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }
    .joined()
  }

  /// Reads what ``baselineWord`` writes; `nil` where a `%` has no two digits behind it.
  package init?(baselineWord word: String) {
    if word == "%" {
      self = ""
      return
    }
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let text = String(decoding: rest.prefix(2), as: UTF8.self)
      guard rest.count >= 2, text.allSatisfy(\.isHexDigit), let value = UInt8(text, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}
