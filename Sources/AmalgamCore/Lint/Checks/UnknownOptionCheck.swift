/// Names that no release, or another release only, looks at: a compiler takes them without a word.
struct UnknownOptionCheck: LintCheck {
  let id = "unknown-option"

  func findings(in input: LintInput) -> [LintFinding] {
    zip(input.mentions, input.kinds).compactMap { mention, kind in
      switch kind {
      case .unknown(let meant):
        finding(mention, .unknown(mention.option.name, meant: meant), meant, input)
      case .elsewhere(let releases):
        finding(mention, .elsewhere(mention.option.name, input.release, releases), nil, input)
      default:
        nil
      }
    }
  }

  private func finding(
    _ mention: OptionMention,
    _ message: Finding.Message,
    _ meant: String?,
    _ input: LintInput
  ) -> LintFinding {
    let name = input.catalogue.extensionMeant(by: mention.option)
    let adding = name.flatMap { input.isProfile ? mention.compilingIn($0) : nil }
    return LintFinding(
      .error,
      check: id,
      mention,
      message,
      notes: name.map { [.isExtension($0)] } ?? [],
      fix: Fix(meant.map { input.correction(of: mention, to: $0) } ?? adding ?? mention.removal)
    )
  }
}

extension Finding.Message {
  fileprivate static func unknown(_ name: String, meant: String?) -> Self {
    let question = meant.map { "; did you mean '\($0)'?" } ?? ""
    return "unknown compile-time option '\(name)'\(question)"
  }

  fileprivate static func elsewhere(_ name: String, _ release: Version, _ others: [Version]) -> Self
  {
    let list = others.map(\.description).joined(separator: ", ")
    return "SQLite \(release) does not know '\(name)', which \(list) has"
  }
}

extension String {
  static func isExtension(_ name: String) -> Self {
    "'\(name)' is an extension; a profile compiles it in with 'extension \(name)'"
  }
}

extension OptionCatalogue {
  /// The extension that somebody took for an option, as `regexp` with `SQLITE_ENABLE_REGEXP`.
  func extensionMeant(by option: CompileOption) -> String? {
    let head = "SQLITE_ENABLE_"
    guard option.name.hasPrefix(head) else { return nil }
    let name = option.name.dropFirst(head.count).lowercased()
    return extensions[name] == nil ? nil : name
  }
}

extension OptionMention {
  /// Returns the edit of a profile's line that compiles an extension in.
  func compilingIn(_ name: String) -> Edit {
    .write("extension \(name)", over: written, at: start)
  }
}
