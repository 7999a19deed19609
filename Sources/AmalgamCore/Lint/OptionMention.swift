/// One place of a text or a profile that sets, or unsets, a compile-time option.
package struct OptionMention: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// A line of a profile, or a line that holds the option alone.
    case line
    /// `-DNAME`, `/DNAME`, `-D NAME`.
    case flag
    /// `-UNAME`, `#undef NAME`.
    case unset
    /// `#define NAME 1`.
    case directive
    /// A call, a quoted item, an entry of a map or a bare word of a list of definitions.
    case item
    /// A row of `PRAGMA compile_options`, which has no `SQLITE_`.
    case reported
    /// `--enable-fts5`.
    case configureSwitch
  }

  /// The option; its location is that of the name.
  package let option: CompileOption
  package let form: Form
  /// The whole of what stands there, such as `-DSQLITE_DQS=0` or `.define("SQLITE_DQS", to: "0")`.
  package let written: String
  /// Where ``written`` begins.
  package let start: SourceLocation
  /// Where in ``written`` the name stands and, if it has one, the value; in UTF-8.
  package let nameRange: Range<Int>
  package let valueRange: Range<Int>?
  /// Whether the text says the value; where an expression computes it, only the name is judged.
  package var isValueKnown = true
  /// Whether it stands on several lines with nothing else on them.
  package var ownsLines = false
  /// What goes between this and another one beside it; `nil` where each has its own line.
  package let separator: String?
  /// Mentions of one group are together whenever one of them is: a flags line, a list.
  package let group: Int

  /// The name as it is written, without `SQLITE_` in a row of `PRAGMA compile_options`.
  package var spelledName: String { text(in: nameRange) }

  /// Whether it sets the option, so that its value counts.
  package var setsOption: Bool { form != .unset && form != .configureSwitch }

  /// Whether the value is written, even if empty.
  package var hasValue: Bool { valueRange != nil }

  /// Returns ``written`` for another option, or another value of this one.
  ///
  /// No value takes the value away where the form can do without.
  package func rewritten(name: String, value: String?) -> String {
    let end = written.utf8.count
    let head = text(in: 0..<nameRange.lowerBound) + name
    guard let valueRange else {
      // Without a value it is 1.
      let assigned = value.map { $0 == "1" ? "" : "=\($0)" } ?? ""
      return head + assigned + text(in: nameRange.upperBound..<end)
    }
    let between = text(in: nameRange.upperBound..<valueRange.lowerBound)
    let tail = text(in: valueRange.upperBound..<end)
    if value == nil, between == "=" { return head + tail }
    // What stays keeps the quotes and backslashes that this text needs.
    let new = value == option.value ? text(in: valueRange) : value ?? "1"
    return head + (between.isEmpty ? " " : between) + new + tail
  }

  private func text(in range: Range<Int>) -> String {
    let bytes = Array(written.utf8)
    return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

extension OptionMention {
  /// The mention that a line of a profile is.
  package init(inProfile option: CompileOption) {
    let location = option.location ?? SourceLocation(file: "", line: 0, column: 1, excerpt: "")
    let length = option.name.utf8.count
    let word = location.excerpt.dropFirst(location.column - 1).prefix { $0 != " " && $0 != "\t" }
    let hasValue = word.utf8.dropFirst(length).first == UInt8(ascii: "=")
    self.init(
      option: option,
      form: .line,
      written: word.isEmpty ? option.name : String(word),
      start: location,
      nameRange: 0..<length,
      valueRange: hasValue ? length + 1..<word.utf8.count : nil,
      separator: nil,
      group: 0
    )
  }
}
