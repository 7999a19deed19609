import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Whether the suites speak of everything that the libraries list.
@Suite(.serialized)
struct SuiteCoverageTests {
  private let sql: SuiteWords

  init() throws {
    sql = SuiteWords(try SuiteFiles.embedded())
  }

  @Test(
    .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))"),
    arguments: FetchedRelease.all
  )
  func `no function, module or tokenizer of the full variant is without a case`(
    release: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("inherit full\noptimize debug\n", to: "all.profile")

    let outcome = try BuiltTool(in: folder.path).run(
      "verify",
      "./all.profile",
      "--format",
      "json",
      release: release
    )

    let listed = try Parsed(outcome.output)["variants"][0]["capabilities"].elements
      .filter { $0["state"] == "present" }.compactMap { $0["name"].string }
    #expect(listed.count { $0.hasPrefix("function:") } >= 150)
    #expect(listed.count { $0.hasPrefix("module:") } >= 10)
    #expect(listed.count { $0.hasPrefix("tokenizer:") } == 4)
    #expect(listed.filter { !sql.names($0) } == [])
  }

  @Test(arguments: [
    "->", "->>", "||", "~", "<<", ">>", "&", "|", "*", "/", "%", "+", "-", "<", "<=", ">", ">=",
    "=",
    "==", "<>", "!=",
  ])
  func `every operator has a case`(sign: String) {
    #expect(sql.signs.contains(sign))
  }

  @Test(arguments: [
    "and", "or", "not", "is", "isnull", "notnull", "between", "in", "exists", "like", "glob",
    "regexp", "match", "escape", "collate", "distinct", "cast", "case", "raise",
  ])
  func `every operator that is a word has a case`(word: String) {
    #expect(sql.words.contains(word))
  }
}

/// The words and signs in the SQL of suites, comments apart.
private struct SuiteWords {
  private(set) var words: Set<String> = []
  /// Words with a parenthesis behind them.
  private(set) var calls: Set<String> = []
  /// Runs of characters that are no letter, digit, blank, quote or bracket.
  private(set) var signs: Set<String> = []

  /// Functions that are written as an operator or without parentheses.
  private static let bare: Set = [
    "current_date", "current_time", "current_timestamp", "glob", "like", "match", "regexp",
  ]

  init(_ scripts: [Script]) {
    for record in scripts.flatMap(\.records) {
      switch record.kind {
      case .statement(let sql, _), .plan(let sql, _): add(sql)
      case .query(let query): add(query.sql)
      case .require, .halt, .connection, .disconnect, .register, .restart, .probe: break
      }
    }
  }

  private mutating func add(_ sql: String) {
    var rest = sql.lowercased()[...]
    while let first = rest.first {
      if first.isWordCharacter {
        let word = String(rest.prefix(while: \.isWordCharacter))
        rest = rest.dropFirst(word.count)
        words.insert(word)
        if rest.drop(while: { "\" \n".contains($0) }).first == "(" { calls.insert(word) }
      } else {
        let sign = rest.prefix { !$0.isWordCharacter && !" \n'\"()[],;.".contains($0) }
        if !sign.isEmpty { signs.insert(String(sign)) }
        rest = rest.dropFirst(max(1, sign.count))
      }
    }
  }

  /// Returns whether some case is of `capability`; those of kinds that SQL does not name have one.
  func names(_ capability: String) -> Bool {
    let parts = capability.split(separator: ":", maxSplits: 1).map(String.init)
    let name = parts.last?.lowercased() ?? ""
    switch parts.first {
    case "function":
      let function = String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)])
      return calls.contains(function) || signs.contains(function)
        || (Self.bare.contains(function) && words.contains(function))
    case "module", "tokenizer": return words.contains(name)
    default: return true
    }
  }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
