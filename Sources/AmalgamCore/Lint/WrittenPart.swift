/// What of a mention stands in the text, where code makes the rest.
extension MentionFinder {
  /// Whether it is spelled as an option, or as one in small letters, which a `-D` takes too.
  static func isName(_ text: String) -> Bool {
    CompileOption.isName(text) || text.lowercased().hasPrefix("sqlite")
  }

  /// Whether a part of the name comes from elsewhere: `SQLITE_ENABLE_${x}`, `"SQLITE_" + x`.
  func isSpliced(_ name: Range<Int>) -> Bool {
    line.splices(at: name.upperBound) || line.has("_", at: name.upperBound - 1)
      || line.has("}", at: name.lowerBound - 1)
  }

  /// Whether more of a value comes from elsewhere: `"-DSQLITE_DQS=" + x`, `concat!("…=", x)`.
  func isContinued(_ value: MentionValue) -> Bool {
    guard value.range != nil, value.end < line.count, line[value.end].isQuote else { return false }
    let next = line.skippingBlanks(from: value.end + 1)
    guard next < line.count else { return false }
    return "+.%<".utf8.contains(line[next]) || context.callee == "concat" && line.has(",", at: next)
  }
}
