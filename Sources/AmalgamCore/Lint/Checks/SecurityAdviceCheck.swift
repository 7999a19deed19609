/// Options that open a way in, or promise a protection that they do not give.
struct SecurityAdviceCheck: LintCheck {
  let id = "security-advice"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      switch row.name {
      case "SQLITE_ENABLE_FTS3_TOKENIZER": advice(mention, .tokenizer)
      case "SQLITE_ENABLE_LOAD_EXTENSION": advice(mention, .loadExtension)
      case "SQLITE_SECURE_DELETE" where Self.judges(mention): secureDelete(mention)
      case "SQLITE_TRUSTED_SCHEMA": trust(mention, input)
      default: nil
      }
    }
  }

  /// Whether the value of this mention is this check's matter.
  static func judges(_ mention: OptionMention) -> Bool {
    mention.option.name == "SQLITE_SECURE_DELETE" && mention.isValueKnown
      && mention.option.value.uppercased() == "FAST"
  }

  private func advice(_ mention: OptionMention, _ message: Finding.Message) -> LintFinding {
    LintFinding(.warning, check: id, mention, message, fix: Fix(mention.removal))
  }

  /// A schema that is not trusted calls no function that is not declared innocuous, and one that is
  /// calls all of them.
  private func trust(_ mention: OptionMention, _ input: LintInput) -> LintFinding? {
    let names = input.unsafeFunctions
    guard !names.isEmpty, let value = CInteger(mention.option.value) else { return nil }
    let isUntrusted = value == .value(0)
    return LintFinding(.note, check: id, mention, isUntrusted ? .untrusted(names) : .trusted(names))
  }

  private func secureDelete(_ mention: OptionMention) -> LintFinding {
    LintFinding(
      .error,
      check: id,
      mention,
      .secureDelete,
      fix: Fix([
        .init([mention.writing("SQLITE_FAST_SECURE_DELETE", value: "1")], for: "for the fast mode"),
        .init([mention.writing("SQLITE_SECURE_DELETE", value: "1")], for: "for the full one"),
      ])
    )
  }
}

extension Finding.Message {
  fileprivate static let tokenizer: Self =
    "'SQLITE_ENABLE_FTS3_TOKENIZER' lets SQL hand a pointer to 'fts3_tokenizer'"

  fileprivate static let loadExtension: Self =
    "'SQLITE_ENABLE_LOAD_EXTENSION', whatever its value, lets every connection load extensions"

  fileprivate static func untrusted(_ names: [String]) -> Self {
    "under 'SQLITE_TRUSTED_SCHEMA=0' no view, trigger or index may call what is not declared "
      + "innocuous: \(names.quotedList)"
  }

  fileprivate static func trusted(_ names: [String]) -> Self {
    "'SQLITE_TRUSTED_SCHEMA=1' lets views, triggers and indexes of any file call what is not "
      + "declared innocuous: \(names.quotedList)"
  }

  fileprivate static let secureDelete: Self =
    "'SQLITE_SECURE_DELETE=FAST' gives the full mode: SQLite only asks whether it is set"
}

extension LintInput {
  /// The functions that the options bring and that are not declared innocuous, without their
  /// numbers of arguments.
  fileprivate var unsafeFunctions: [String] {
    let lines = effective.rows.flatMap { row in row.unsafe.filter { effective.holds($0, for: row) }
    }
    return Set(lines.map(\.value.plainName)).sorted()
  }
}

extension [String] {
  fileprivate var quotedList: String { map { "'\($0)'" }.joined(separator: ", ") }
}
