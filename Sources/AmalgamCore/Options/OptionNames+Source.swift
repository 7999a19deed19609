extension OptionNames {
  /// Returns the names that the conditionals of a `sqlite3.c` ask for and a user may set.
  ///
  /// The rule is that of `option-names.sh`: a name is listed when a conditional asks for it and it
  /// begins with `SQLITE_` or `HAVE_` or is one of `others`; not when it makes the file what it is,
  /// is an include guard, or is settled by the file itself.
  package static func testedMacros(in source: [UInt8]) -> Set<String> {
    var conditionals = Conditionals()
    source.withUnsafeBufferPointer { bytes in
      var scanner = DirectiveScanner(bytes)
      while let directive = scanner.next() { conditionals.read(directive) }
    }
    return conditionals.names
  }

  /// Names without the two prefixes that people set, and some that one platform settles too.
  package static let others: Set<String> = [
    "GEOPOLY_ENABLE_DEBUG", "LOCKPROXYDIR", "NDEBUG", "NO_GETTOD", "RBU_ENABLE_DELTA_CKSUM",
    "SESSIONS_STRM_CHUNK_SIZE", "SQLITE_4_BYTE_ALIGNED_MALLOC", "SQLITE_HOMEGROWN_RECURSIVE_MUTEX",
    "SQLITE_THREAD_MISUSE_WARNINGS", "STRERROR_R_CHAR_P", "THREADSAFE", "USE_PREAD", "USE_PREAD64",
    "VDBE_PROFILE", "YYSTACKDEPTH", "YYTRACKMAXSTACKDEPTH", "_HAVE_SQLITE_CONFIG_H",
  ]

  /// Names that make the file what it is, and the words of linkage.
  package static let reserved: Set<String> = [
    "SQLITE_AMALGAMATION", "SQLITE_API", "SQLITE_APICALL", "SQLITE_CALLBACK", "SQLITE_CDECL",
    "SQLITE_CORE", "SQLITE_EXTERN", "SQLITE_PRIVATE", "SQLITE_STDCALL", "SQLITE_SYSAPI",
    "SQLITE_TCLAPI",
  ]
}

/// What the conditionals of a file ask for and what it defines.
private struct Conditionals {
  private var asked: Set<String> = []
  private var settled: Set<String> = []
  /// Names with a definition inside a conditional that asks for the name: a default.
  private var withDefault: Set<String> = []
  private var around: [Set<String>] = []

  mutating func read(_ directive: [UInt8]) {
    let words = directive.words
    guard let keyword = words.first else { return }
    let condition = Set(words.dropFirst().filter { $0 != "defined" })
    switch keyword {
    case "if", "ifdef", "ifndef":
      asked.formUnion(condition)
      around.append(condition)
    case "elif":
      asked.formUnion(condition)
      if let level = around.indices.last { around[level].formUnion(condition) }
    case "endif":
      _ = around.popLast()
    case "define":
      guard words.count > 1 else { return }
      if around.contains(where: { $0.contains(words[1]) }) {
        withDefault.insert(words[1])
      } else {
        settled.insert(words[1])
      }
    default:
      break
    }
  }

  var names: Set<String> {
    asked.filter { name in
      if OptionNames.others.contains(name) { return true }
      guard name.hasPrefix("SQLITE_") || name.hasPrefix("HAVE_"), name.last != "_",
        CompileOption.isName(name), !OptionNames.reserved.contains(name),
        !(name.hasPrefix("SQLITE") && name.hasSuffix("_H"))
      else { return false }
      return !settled.contains(name) || withDefault.contains(name) || name.isOfFamily
    }
  }
}

extension String {
  /// Whether it is an option even where the file settles it: one may switch another on.
  fileprivate var isOfFamily: Bool {
    let families = ["ENABLE_", "OMIT_", "DISABLE_", "DEFAULT_", "MAX_"]
    let systems = ["KV", "OTHER", "UNIX", "WIN"]
    return hasPrefix("HAVE_") || families.contains { hasPrefix("SQLITE_" + $0) }
      || systems.contains { self == "SQLITE_OS_" + $0 }
  }
}

extension [UInt8] {
  /// The runs of letters, digits and `_` that do not begin with a digit.
  fileprivate var words: [String] {
    split { !$0.isWord }.filter { $0.first?.isDigit == false }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  fileprivate var isWord: Bool {
    isDigit || self == UInt8(ascii: "_") || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A)
  }
}
