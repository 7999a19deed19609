extension SymbolEvidence {
  /// How many checks a look at a program makes.
  static let checks = 12

  /// Returns what is to be said of the names of a program.
  func findings(_ request: SymbolsRequest) -> [Finding] {
    let cure = SymbolCure(request.catalogue, hasCopy: true)
    return groups.map { $0.finding(isOrdered: request.isLinkOrder, cure) } + undefinedFindings
      + surplus.map(finding) + autolinkFindings + early.map(\.finding) + lineFindings
      + copyFindings + images.findings
  }

  private var undefinedFindings: [Finding] {
    var groups: [UndefinedKey: [String]] = [:]
    for name in undefined { groups[UndefinedKey(name), default: []].append(name.symbol) }
    return groups.map { key, symbols in
      Finding(
        key.isLinked ? .error : .warning,
        check: "undefined-symbols",
        subject: symbols.count == 1 ? symbols[0] : key.cure ?? symbols[0],
        .undefined(symbols, key.cure),
        in: key.files.inSentence,
        fix: key.fix
      )
    }
  }

  private func finding(_ surplus: Surplus) -> Finding {
    Finding(
      .warning,
      check: "surplus-symbols",
      subject: surplus.names[0],
      .surplus(surplus.names),
      in: surplus.file
    )
  }

  private var autolinkFindings: [Finding] {
    guard let autolink else { return [] }
    return [
      Finding(
        .warning,
        check: "autolink",
        subject: autolink.option,
        .autolink(autolink),
        in: autolink.requester ?? Self.line,
        fix: autolink.requester == nil
          ? "put an archive of SQLite on the link line in its place"
          : "put an archive of SQLite on the link line, and \(LibraryRequest.cure(of: autolink.option))"
      )
    ]
  }

  private static let line = "the link line"

  /// Of a library that is not here nothing is known but its name, which is enough for a warning.
  private var lineFindings: [Finding] {
    guard let option = unseenLibrary else { return [] }
    return [
      Finding(
        .warning,
        check: "unseen-library",
        subject: option,
        .unseen(option),
        in: Self.line,
        fix: "drop '\(option)' from the link line, or name the folder of its library by '-L'"
      )
    ]
  }

  private var copyFindings: [Finding] {
    guard copies.count > 1 else { return [] }
    return [
      Finding(
        .warning,
        check: "two-copies",
        subject: "locks",
        .copies(copies),
        in: copies.map(\.place).map(\.withoutQuotes).inSentence,
        notes: [
          "POSIX drops all locks of a process on a file as soon as it closes the file once, "
            + "and a copy of SQLite knows nothing of what another one has open"
        ],
        fix: "keep one copy, or open no file from both"
      )
    ]
  }
}

/// What makes names that nothing defines one finding.
private struct UndefinedKey: Hashable {
  let files: [String]
  let cure: String?
  let isLinked: Bool

  init(_ name: SymbolEvidence.Undefined) {
    (files, cure, isLinked) = (name.files, name.cure, name.isLinked)
  }

  var fix: String? {
    guard let cure else { return nil }
    if cure == SymbolCure.noCopy { return "add the archive of a variant to the link line" }
    return cure.hasPrefix("SQLITE_") ? "build SQLite with \(cure)" : "take \(cure)"
  }
}

extension [String] {
  /// Names of files in front of a sentence; the first ones of many.
  fileprivate var inSentence: String {
    prefix(4).joined(separator: ", ") + (count > 4 ? ", …" : "")
  }
}

extension String {
  fileprivate var withoutQuotes: String {
    String(drop { $0 == "'" }.prefix { $0 != "'" })
  }
}

extension Finding.Message {
  fileprivate static func undefined(_ symbols: [String], _ cure: String?) -> Self {
    let names =
      symbols.count == 1 ? "'\(symbols[0])'" : "\(symbols.count) names: \(symbols.examples)"
    if cure == SymbolCure.noCopy { return "no SQLite on this link line, which needs \(names)" }
    let bringer = cure.map { "; \($0) has \(symbols.count == 1 ? "it" : "them")" } ?? ""
    return symbols.count == 1
      ? "nothing given here defines \(names)\(bringer)"
      : "nothing given here defines \(symbols.count) names\(bringer): \(symbols.examples)"
  }

  fileprivate static func surplus(_ names: [String]) -> Self {
    names.count == 1
      ? "defines the global name '\(names[0])', which is not SQLite's"
      : "defines \(names.count) global names that are not SQLite's: \(names.examples)"
  }

  fileprivate static func autolink(_ autolink: SymbolEvidence.Autolink) -> Self {
    let names = autolink.names
    let answerer =
      LibraryRequest.isForWindows(autolink.option) ? "that library" : "the system's copy"
    let asked =
      autolink.requester == nil
      ? "'\(autolink.option)' was not found"
      : "the object asks the linker for '\(autolink.option)' by itself, as "
        + "\(LibraryRequest.cause(of: autolink.option)) makes it"
    return "no file given here has SQLite; \(asked), so \(answerer) answers for "
      + (names.count == 1 ? "'\(names[0])'" : "\(names.count) names: \(names.examples)")
  }

  fileprivate static func unseen(_ option: String) -> Self {
    "'\(option)' asks for a SQLite beside the one that was given, and was not found: where it "
      + "stands in front, the linker takes that one and says nothing"
  }

  fileprivate static func copies(_ copies: [SymbolEvidence.Copy]) -> Self {
    let names = copies.map { copy in copy.place + (copy.summary.map { " (\($0))" } ?? "") }
    return "\(copies.count) copies of SQLite are at work in one process: "
      + "\(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
  }
}
