/// What a link line can find on the machine.
package struct LinkFiles: Sendable {
  let exists: @Sendable (String) -> Bool
  let text: @Sendable (String) -> String?
  /// The folders that a linker looks into unasked.
  let folders: [String]

  /// `exists` tells whether there is a file of that path; `text` returns what is in one that holds
  /// text and no object; `folders` are those that a linker looks into unasked.
  package init(
    folders: [String] = [],
    exists: @escaping @Sendable (String) -> Bool,
    text: @escaping @Sendable (String) -> String?
  ) {
    self.folders = folders
    self.exists = exists
    self.text = text
  }
}

/// The words of a link line one by one: what is passed on by `-Wl,` and `-Xlinker`, and what stands
/// in response files.
struct LinkWords {
  /// How deep files may lead to other files.
  static let deepest = 16
  /// More files than any link line leads to, and more words than any has.
  static let mostFiles = 10_000
  static let most = 1_000_000

  private(set) var words: [String] = []
  private let files: LinkFiles
  private var opened = 0

  init(_ words: [String], _ files: LinkFiles) {
    self.files = files
    add(words.startsWithTool ? Array(words.dropFirst()) : words, depth: 0)
  }

  private mutating func add(_ words: [String], depth: Int) {
    for word in words where self.words.count < Self.most {
      if word == "-Xlinker" || word == "-Xclang-linker" { continue }
      if word.hasPrefix("-Wl,") {
        let passed = word.dropFirst(4).split(separator: ",").map(String.init)
        passed.forEach { add([$0], depth: depth) }
      } else if word.hasPrefix("@"), depth < Self.deepest, opened < Self.mostFiles,
        let text = files.text(String(word.dropFirst()))
      {
        opened += 1
        add(text.shellWords, depth: depth + 1)
      } else {
        self.words.append(word)
      }
    }
  }
}

extension [String] {
  /// Whether a line was taken with the tool that it is for.
  fileprivate var startsWithTool: Bool {
    guard count > 1, let first else { return false }
    let name = Path.name(of: first)
    let base =
      name.split(separator: "-").filter { !$0.allSatisfy { $0.isNumber || $0 == "." } }
      .last ?? ""
    return tools.contains(String(base))
  }

  private var tools: Set<String> {
    [
      "ld", "ld.bfd", "ld.gold", "ld.lld", "ld64.lld", "gold", "link", "link.exe", "collect2", "cc",
      "c++", "gcc",
      "g++",
      "clang", "clang++", "swiftc",
    ]
  }
}

extension String {
  /// The words of a response file: blanks part them, quotes and backslashes keep what they are.
  fileprivate var shellWords: [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in self {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        (quote, word) = (character, word ?? "")
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
