/// Reads a profile and tells all that is wrong with its lines at once.
package struct ProfileParser {
  package private(set) var profile: Profile
  package private(set) var findings: [Finding] = []
  /// The line that first gave each single-valued item, by its keyword.
  private var firstLines: [String: SourceLocation] = [:]

  /// Parses `text` of `file`, the name that messages use.
  package init(text: String, file: String) {
    profile = Profile(name: Profile.name(ofFile: file), file: file, text: text)
    if !Profile.isName(profile.name) {
      findings.append(.syntax(.badProfileName(profile.name), file: file))
    }
    for line in SourceLine.lines(of: text, file: file) { parse(line) }
  }

  private mutating func parse(_ line: SourceLine) {
    if let column = line.openQuoteColumn {
      let place = SourceLocation(
        file: line.file,
        line: line.number,
        column: column,
        excerpt: line.text
      )
      findings.append(.syntax(.openQuote, at: place, fix: "close the quote"))
      return
    }
    guard let first = line.words.first else { return }
    let item = ProfileLine(line)
    do throws(ProfileLine.Problem) {
      try parse(item, keyword: first)
    } catch {
      let fix = error.fix ?? "remove the line"
      findings.append(.syntax(error.message, at: error.location, fix: fix))
    }
  }

  private mutating func parse(
    _ line: ProfileLine,
    keyword: SourceLine.Word
  ) throws(ProfileLine.Problem) {
    switch keyword.text {
    case "abstract":
      try line.expectWords(0)
      try once(keyword.text, line)
      profile.isAbstract = true
    case "inherit":
      let name = try line.onlyWord("the name of a profile")
      try once(keyword.text, line)
      guard profile.items.isEmpty else {
        throw line.problem(.inheritNotFirst, fix: "move the line to the top")
      }
      profile.inherited = Located(name, at: line.location)
    default:
      let kind = try line.item()
      if let keyword = kind.singleKeyword { try once(keyword, line) }
      profile.items.append(Profile.Item(kind: kind, location: line.location))
    }
  }

  /// Notes that `keyword` stands on `line`; a second line of it in one file is a problem.
  private mutating func once(
    _ keyword: String,
    _ line: ProfileLine
  ) throws(ProfileLine.Problem) {
    if let earlier = firstLines[keyword] { throw line.problem(.twice(keyword, earlier)) }
    firstLines[keyword] = line.location
  }
}

extension Profile.Item.Kind {
  /// The keyword of an item that a profile can have only once; `nil` for lists.
  fileprivate var singleKeyword: String? {
    switch self {
    case .release: "sqlite"
    case .optimize: "optimize"
    case .library: "library"
    case .target: "target"
    case .runner: "runner"
    case .manifest: "manifest"
    case .instrument: "instrument"
    case .prefix: "prefix"
    case .visibility: "visibility"
    case .extensionSet(let set): "set \(set.name)"
    case .limit(let limit): "limit \(limit.subject.rawValue)"
    case .growth: "limit growth"
    default: nil
    }
  }
}

extension Finding {
  /// A line that does not say anything a profile can say.
  static func syntax(_ message: Message, at location: SourceLocation, fix: String?) -> Finding {
    Finding(
      .error,
      check: "profile-syntax",
      subject: location.fileAndLine,
      message,
      at: location,
      fix: fix
    )
  }

  fileprivate static func syntax(_ message: Message, file: String) -> Finding {
    .syntax(
      message,
      at: SourceLocation(file: file, line: 1, column: 1, excerpt: ""),
      fix: "rename the file"
    )
  }
}

extension Finding.Message {
  fileprivate static var openQuote: Self { "the quote is not closed on this line" }
  fileprivate static var inheritNotFirst: Self {
    "'inherit' stands after other items; it comes first, so that they override what it brings"
  }
  fileprivate static func badProfileName(_ name: String) -> Self {
    "'\(name)' is no profile name: lower-case letters, digits and '-', not '-' first"
  }
  fileprivate static func twice(_ keyword: String, _ earlier: SourceLocation) -> Self {
    "'\(keyword)' is given twice in this file, first at \(earlier.fileAndLine)"
  }
}
