/// Options that open a way in, or promise a protection that they do not give.
struct SecurityAdviceCheck: LintCheck {
  let id = "security-advice"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      switch row.name {
      case "SQLITE_ENABLE_FTS3_TOKENIZER": advice(mention, .tokenizer)
      case "SQLITE_ENABLE_LOAD_EXTENSION": advice(mention, .loadExtension)
      case "SQLITE_SECURE_DELETE" where Self.judges(mention): secureDelete(mention)
      default: nil
      }
    }
  }

  /// Whether the value of this mention is this check's matter.
  static func judges(_ mention: OptionMention) -> Bool {
    mention.option.name == "SQLITE_SECURE_DELETE" && mention.option.value.uppercased() == "FAST"
  }

  private func advice(_ mention: OptionMention, _ message: Finding.Message) -> LintFinding {
    LintFinding(.warning, check: id, mention, message, fix: Fix(mention.removal))
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

  fileprivate static let secureDelete: Self =
    "'SQLITE_SECURE_DELETE=FAST' gives the full mode: SQLite only asks whether it is set"
}
