import ObjectFiles

extension InspectedFile {
  /// What `inspect` prints of the file: its kind, and each copy.
  var text: String {
    let kinds = contents.uniqued.joined(separator: "; ")
    let head = (kinds.isEmpty ? name : "\(name): \(kinds)").printable
    guard !copies.isEmpty else {
      return failures.isEmpty ? "\(head)\n  no SQLite is in it" : head
    }
    return ([head] + copies.map(\.text)).joined(separator: "\n")
  }
}

extension InspectedCopy {
  fileprivate var text: String {
    guard linkage == .embedded else { return importedText }
    var facts: [(label: String, text: String)] = []
    if let sourceID { facts.append(("source id", sourceID)) }
    if !possible.isEmpty { facts.append(("one of", possible.joined(separator: ", "))) }
    facts += optionFacts + nameFacts
    if !otherMarks.isEmpty { facts.append(("marks", otherMarks.joined(separator: ", "))) }
    let head = "  SQLite \(version ?? "of an unknown version")\(memberText): \(originText)"
    let lines = [head] + Layout.facts(facts, indent: 4, column: 9)
    // What stands in a hostile file must not begin a line.
    return lines.map(\.printable).joined(separator: "\n")
  }

  private var memberText: String { member.map { " in \($0)" } ?? "" }

  private var originText: String {
    switch origin {
    case .official: day.map { "the release of \($0)" } ?? "a release"
    case .modified:
      day.map { "changed source of the release of \($0)" } ?? "a check-in that is no release's"
    case .apple: "Apple's own source"
    case .unknown: sourceID == nil ? "no source id was found" : "a check-in newer than this tool"
    }
  }

  private var optionFacts: [(label: String, text: String)] {
    let isComplete = optionsComplete || options.isEmpty
    if marks.contains(Mark.fingerprints) {
      let found = options.isEmpty ? "none" : options.joined(separator: " ")
      return [
        ("options", "none are reported (SQLITE_OMIT_COMPILEOPTION_DIAGS)"), ("by names", found),
      ]
    }
    let note = isComplete ? "" : ", perhaps not all"
    return [("options", "\(options.count)\(note): \(options.joined(separator: " "))")]
  }

  private var nameFacts: [(label: String, text: String)] {
    guard let survey else { return [] }
    var parts = ["\(survey.exported.count) exported"]
    let prefixes = marks.filter { $0.hasPrefix(Mark.prefix("")) }.map { $0.dropFirst(7) }
    if !prefixes.isEmpty {
      let names = prefixes.map { "'\($0)'" }.joined(separator: " or ")
      parts = ["prefix \(names)", "\(survey.exported.count) without it exported"]
    }
    if !survey.taken.isEmpty {
      let from = survey.providers.isEmpty ? "elsewhere" : survey.providers.joined(separator: ", ")
      parts.append("\(survey.taken.count) taken from \(from)")
    }
    return [("names", parts.joined(separator: ", "))]
  }

  /// Those that no other line tells.
  private var otherMarks: [String] {
    marks.filter { $0 != Mark.fingerprints && $0 != Mark.looseOptions && !$0.hasPrefix("prefix:") }
  }

  private var importedText: String {
    let count = survey?.taken.count ?? 0
    let providers = survey?.providers ?? []
    let from =
      providers.isEmpty ? "a library that it does not name" : providers.joined(separator: ", ")
    return "  no SQLite is in it; \(count.counted("name")) of the API from \(from)".printable
  }

  /// The entry in the JSON; `digest` is the SHA-256 of the file.
  func json(_ digest: String?) -> JSON {
    .object([
      "file": .string(file),
      "sha256": .optional(digest),
      "member": .optional(member),
      "architecture": .optional(architecture?.description),
      "format": .string(format.rawValue),
      "version": .optional(version),
      "sourceID": .optional(sourceID),
      "origin": .string(origin.rawValue),
      "linkage": .string(linkage.rawValue),
      "options": .strings(options),
      "optionsComplete": .bool(optionsComplete),
      "exported": .integer(survey?.exported.count ?? 0),
      "undefined": .integer(survey?.taken.count ?? 0),
      "provider": .optional(survey?.providers.first),
      "marks": .strings(marks),
    ])
  }
}

extension [String] {
  /// Each text once, in order.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
