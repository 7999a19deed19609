/// Puts a profile's options into `sqlite3.c` and `sqlite3.h`, so that whoever compiles or imports
/// them, with whatever flags, gets the same SQLite.
package struct BakedOptions: Hashable, Sendable {
  private let options: [CompileOption]
  private let profile: String
  private let release: Version
  private let mark: VariantMark?

  /// `mark` is for the source alone.
  package init(
    _ options: [CompileOption],
    profile: String,
    release: Version,
    mark: VariantMark? = nil
  ) {
    self.mark = mark
    self.options = options.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    self.profile = profile
    self.release = release
  }

  /// Returns `source` with the options before `#define SQLITE_CORE`; `nil` if it has no such line.
  ///
  /// They are plain definitions, so that another value on a command line warns and the profile's
  /// wins. A `#line` after them keeps the line numbers that SQLite logs as upstream has them.
  ///
  /// `block` stands after the options, and the mark after both.
  package func baked(intoSource source: [UInt8], followedBy block: String = "") -> [UInt8]? {
    guard let start = source.startOfLine("#define SQLITE_CORE") else { return nil }
    let line = source[..<start].count { $0 == UInt8(ascii: "\n") } + 1
    let options = self.block(of: options) { "#define \($0.name) \($0.value)\n" }
    let added = options + block + (mark?.source ?? "") + "#line \(line)\n"
    return Array(source[..<start]) + Array(added.utf8) + source[start...]
  }

  /// Returns `header` with the options that its declarations depend on after its include guard;
  /// `nil` if it has no such line.
  ///
  /// A client's own definition is put aside, since the library does not have it.
  ///
  /// `block` stands after the options.
  package func baked(intoHeader header: [UInt8], followedBy block: String = "") -> [UInt8]? {
    guard let guardLine = header.startOfLine("#define SQLITE3_H"),
      let end = header[guardLine...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let gates = HeaderFacts(header: header).gates
    let options = self.block(of: options.filter { gates.contains($0.name) }) {
      "#undef \($0.name)\n#define \($0.name) \($0.value)\n"
    }
    return Array(header[...end]) + Array((options + block).utf8) + header[(end + 1)...]
  }

  /// The options, one a line: what tells these from others.
  package var identity: String {
    options.map(\.description).joined(separator: "\n") + (mark?.source ?? "")
  }

  /// Returns the options that are baked into a variant's `sqlite3.c`; `nil` where none are.
  package static func options(in source: [UInt8]) -> [CompileOption]? {
    guard let start = source.startOfLine("/* amalgam: begin options") else { return nil }
    var options: [CompileOption] = []
    for line in source[start...].split(separator: UInt8(ascii: "\n"), maxSplits: 2_000) {
      let words = String(decoding: line.prefix(4_096), as: UTF8.self)
        .split(separator: " ", maxSplits: 2)
      if words.starts(with: ["/*", "amalgam:"]), words.last?.hasPrefix("end") == true {
        return options
      }
      guard words.count == 3, words[0] == "#define" else { continue }
      options.append(CompileOption(String(words[1]), String(words[2])))
    }
    return nil
  }

  private func block(of options: [CompileOption], line: (CompileOption) -> String) -> String {
    "/* amalgam: begin options of '\(profile)', SQLite \(release) */\n"
      + options.map(line).joined() + "/* amalgam: end options */\n"
  }
}

/// What `sqlite3.h` says of itself.
package struct HeaderFacts: Hashable, Sendable {
  /// The `SQLITE_*` names tested in its conditionals and not defined by itself.
  package let gates: Set<String>

  package init(header: [UInt8]) {
    var tested: Set<String> = []
    var defined: Set<String> = []
    for line in header.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "#") {
      let words = String(decoding: line, as: UTF8.self)
        .split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard let directive = words.first else { continue }
      switch directive {
      case "if", "ifdef", "ifndef", "elif":
        tested.formUnion(words.dropFirst().filter { $0.hasPrefix("SQLITE_") }.map(String.init))
      case "define":
        if let name = words.dropFirst().first { defined.insert(String(name)) }
      default: break
      }
    }
    gates = tested.subtracting(defined)
  }
}

extension [UInt8] {
  /// Returns where a line begins that starts with `text`, followed by a blank or its end.
  fileprivate func startOfLine(_ text: String) -> Int? {
    let wanted = Array(text.utf8)
    var start = 0
    while start < count {
      let next = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
      let line = self[start..<next]
      if line.starts(with: wanted), line.dropFirst(wanted.count).first.map({ $0 <= 32 }) ?? true {
        return start
      }
      start = next + 1
    }
    return nil
  }
}
