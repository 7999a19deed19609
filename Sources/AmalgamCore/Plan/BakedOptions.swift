/// Puts a profile's options into `sqlite3.c` and `sqlite3.h`, so that whoever compiles or imports
/// them, with whatever flags, gets the same SQLite.
package struct BakedOptions: Hashable, Sendable {
  /// The block between its marker lines, each line ended.
  package let block: String

  /// The options of `sqlite3.c`: plain definitions in byte order, so that another value on a
  /// command line warns and the profile's wins.
  package init(source options: [CompileOption], profile: String, release: Version) {
    block = Self.block(of: options, profile: profile, release: release) {
      "#define \($0.name) \($0.value)\n"
    }
  }

  /// The options of `sqlite3.h`: only those in `gates`, the names that its declarations depend on.
  ///
  /// A client's own definition is put aside, since the library does not have it.
  package init(
    header options: [CompileOption],
    gates: Set<String>,
    profile: String,
    release: Version
  ) {
    let gating = options.filter { $0.name.hasPrefix("SQLITE_") && gates.contains($0.name) }
    block = Self.block(of: gating, profile: profile, release: release) {
      "#undef \($0.name)\n#define \($0.name) \($0.value)\n"
    }
  }

  private static func block(
    of options: [CompileOption],
    profile: String,
    release: Version,
    line: (CompileOption) -> String
  ) -> String {
    "/* amalgam: begin options of '\(profile)', SQLite \(release) */\n"
      + options.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(line).joined()
      + "/* amalgam: end options */\n"
  }

  /// Returns `source` with the block before `#define SQLITE_CORE`, then a `#line`, so that the line
  /// numbers that SQLite logs stay upstream's; `nil` if the source has no such line.
  package func baked(intoSource source: [UInt8]) -> [UInt8]? {
    guard let start = source.startOfLine("#define SQLITE_CORE") else { return nil }
    let line = source[..<start].count { $0 == UInt8(ascii: "\n") } + 1
    return Array(source[..<start]) + Array(block.utf8) + Array("#line \(line)\n".utf8)
      + source[start...]
  }

  /// Returns `header` with the block after its include guard; `nil` if it has no such line.
  package func baked(intoHeader header: [UInt8]) -> [UInt8]? {
    guard let guardLine = header.startOfLine("#define SQLITE3_H"),
      let end = header[guardLine...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return Array(header[...end]) + Array(block.utf8) + header[(end + 1)...]
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
