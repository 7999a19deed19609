/// Values that an option does not have, most of which compile without a word.
struct ValueRangeCheck: LintCheck {
  let id = "value-range"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      guard !row.isFlag, mention.form != .reported else { return nil }
      let allowed = row.values.last { $0.releases.contains(input.release) }?.value
      if mention.hasValue, mention.option.value.isEmpty {
        // Beside another mention a value of its own would set the option twice.
        let isAlone = input.count(of: row.name, beside: mention) == 1
        return empty(mention, isAlone ? row.value(meantBy: "", allowed) : nil)
      }
      guard let allowed, allowed.verdict(on: mention.option.value) == .refused else { return nil }
      return refused(mention, allowed, row)
    }
  }

  private func empty(_ mention: OptionMention, _ value: String?) -> LintFinding {
    let writing = value.map { mention.writing(mention.option.name, value: $0) }
    return LintFinding(
      .error,
      check: id,
      mention,
      .empty(mention.option.name),
      fix: Fix(writing ?? mention.removal)
    )
  }

  private func refused(
    _ mention: OptionMention,
    _ allowed: AllowedValues,
    _ row: OptionRow
  ) -> LintFinding {
    let value = row.value(meantBy: mention.option.value, allowed) ?? mention.inQuotes(allowed)
    let writing = value.map { Fix.Choice([mention.writing(mention.option.name, value: $0)]) }
    return LintFinding(
      .error,
      check: id,
      mention,
      .refused(mention.option, allowed),
      fix: Fix([writing, .init([mention.removal])].compactMap { $0 })
    )
  }
}

extension OptionRow {
  /// The value that somebody who wrote `text` may have meant: the nearest number, 1 or 0 for yes and
  /// no, what stands between quotes, else the default; `nil` where nothing of that is allowed.
  fileprivate func value(meantBy text: String, _ allowed: AllowedValues?) -> String? {
    let usual = defaults.last?.value
    let word = text.meansNo ? "0" : text.meansYes ? (usual == "0" ? "1" : usual ?? "1") : nil
    let bare = String(text.filter { !"\"'\\".contains($0) })
    let guesses = [word, allowed?.nearest(to: text), bare, usual, allowed?.first]
    return guesses.compactMap { $0 }.first {
      !$0.isEmpty && allowed?.verdict(on: $0) ?? .allowed == .allowed
    }
  }
}

extension OptionMention {
  /// Its value as a text of C's, where that is what is allowed and a line takes it as it stands.
  fileprivate func inQuotes(_ allowed: AllowedValues) -> String? {
    let value = option.value
    let isPlain = value.utf8.allSatisfy { $0.isWordByte || "-./".utf8.contains($0) }
    let text = "\"\(value)\""
    guard form == .line || form == .directive, isPlain, allowed.verdict(on: text) == .allowed else {
      return nil
    }
    return text
  }
}

extension String {
  /// Whether it says no where a number is expected.
  var meansNo: Bool { ["no", "off", "false", "disable", "disabled"].contains(lowercased()) }

  /// Whether it says yes where a number is expected.
  var meansYes: Bool { ["yes", "on", "true", "enable", "enabled"].contains(lowercased()) }
}

extension Finding.Message {
  fileprivate static func empty(_ name: String) -> Self {
    "'\(name)' is set to nothing, which SQLite's '#if' cannot read"
  }

  fileprivate static func refused(_ option: CompileOption, _ allowed: AllowedValues) -> Self {
    let isTooLarge = if case .tooLarge = CInteger(option.value) { true } else { false }
    let size = isTooLarge && allowed.inWords == "any whole number" ? " of 64 bits" : ""
    return "'\(option)' is set, but '\(option.name)' may be \(allowed.inWords)\(size)"
  }
}
