/// What a line is as a whole: names of options only, a row of `PRAGMA compile_options`.
struct LineShape {
  /// How many words it has, without commas, quotes, a bullet and the sides of a table.
  let words: Int
  private let areNames: Bool
  private let hasPrefixed: Bool
  private let beginsLikeOption: Bool

  init(_ line: [UInt8]) {
    let words = Self.withoutTexts(line).split { $0.isBlank || $0.isQuote || ";)".utf8.contains($0) }
      .filter { !["\\", "-", ",", "|", "│"].contains(String(decoding: $0, as: UTF8.self)) }
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

  /// The line with one letter for each value between quotes: `NAME="SQLITE_X"` has one word.
  private static func withoutTexts(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(where: \.isQuote) else { return line }
    var bare: [UInt8] = []
    var index = 0
    while index < line.count {
      bare.append(line[index])
      index += 1
      guard bare.last == UInt8(ascii: "="), index < line.count, line[index].isQuote,
        let close = line[(index + 1)...].firstIndex(of: line[index])
      else { continue }
      bare.append(UInt8(ascii: "V"))
      index = close + 1
    }
    return bare
  }

  /// Whether it can be what `PRAGMA compile_options` printed.
  var isRow: Bool { areNames && words == 1 }

  /// Whether it holds names of options and nothing else.
  var listsOptions: Bool { areNames && (hasPrefixed || (words == 1 && beginsLikeOption)) }
}
