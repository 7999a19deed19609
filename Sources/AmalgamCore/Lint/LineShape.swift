/// What a line is as a whole: names of options only, a row of `PRAGMA compile_options`.
struct LineShape {
  /// How many words it has, without commas, quotes and a bullet.
  let words: Int
  private let areNames: Bool
  private let hasPrefixed: Bool
  private let beginsLikeOption: Bool

  init(_ line: [UInt8]) {
    let words = line.split { $0.isBlank || $0.isQuote || ";)".utf8.contains($0) }
      .filter { !["\\", "-", ","].contains(String(decoding: $0, as: UTF8.self)) }
    self.words = words.count
    areNames = words.allSatisfy { word in
      let name = word.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }
      return name.count > 2 && CompileOption.isName(String(decoding: name, as: UTF8.self))
    }
    hasPrefixed = words.contains { $0.starts(with: "SQLITE_".utf8) }
    beginsLikeOption =
      words.first.map { word in
        ["ENABLE_", "OMIT_", "HAVE_"].contains { word.starts(with: $0.utf8) }
      } ?? false
  }

  /// Whether it can be what `PRAGMA compile_options` printed.
  var isRow: Bool { areNames && words == 1 }

  /// Whether it holds names of options and nothing else.
  var listsOptions: Bool { areNames && (hasPrefixed || (words == 1 && beginsLikeOption)) }
}
