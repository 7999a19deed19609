/// The first line of a `query` record: `query LETTERS [SORT] [LABEL]`.
struct QueryHeader {
  let columns: [Column]
  let order: Record.Query.Order
  let label: String?

  /// Reads the current line; notes what is wrong with it and is `nil` then.
  init?(_ lines: inout ScriptLines, letters: String) {
    let words = lines.words
    guard words.count > 1 else {
      lines.refuse(
        "the query names no columns",
        at: lines.location(),
        fix: "write 'query' and one letter of \(letters) a column"
      )
      return nil
    }
    let columns = words[1].text.compactMap { letters.contains($0) ? Column(rawValue: $0) : nil }
    guard columns.count == words[1].text.count else {
      lines.refuse(
        "'\(words[1].text)' is no list of columns",
        at: lines.location(of: words[1]),
        fix: "write one letter of \(letters) a column"
      )
      return nil
    }
    self.columns = columns
    guard words.count < 3 || Record.Query.Order(rawValue: words[2].text) != nil else {
      lines.refuse(
        "'\(words[2].text)' is no order of values",
        at: lines.location(of: words[2]),
        fix: "use 'nosort', 'rowsort' or 'valuesort'"
      )
      return nil
    }
    order = words.count > 2 ? Record.Query.Order(rawValue: words[2].text) ?? .nosort : .nosort
    label = words.count > 3 ? words[3].text : nil
    if order == .valuesort, letters.contains("L"), Set(columns).count > 1 {
      lines.refuse(
        "'valuesort' mixes the columns, so they need one letter",
        at: lines.location(of: words[1]),
        fix: "use 'L' for every column, or 'rowsort'"
      )
    }
    if words.count > 4 {
      lines.refuse(
        "'\(words[4].text)' is more than the record takes",
        at: lines.location(of: words[4]),
        fix: "remove it"
      )
    }
  }
}
