/// The values of a query of a strict script beside those it expects.
struct StrictComparison {
  private let columns: [Column]
  private let expected: [Value]
  private let got: [Value]

  init(_ query: Record.Query, expected: [Value], got: [Value]) {
    columns = query.columns
    self.expected = expected.ordered(query.order, columns: query.columns.count)
    self.got = got.ordered(query.order, columns: query.columns.count)
  }

  /// The first difference; `nil` where all values are as they should be.
  var mismatch: Mismatch? {
    for (index, pair) in zip(expected, got).enumerated() {
      let column = columns[index % columns.count]
      if let wrong = Self.wrong(pair.0, pair.1, column) {
        return .value(index, of: columns.count, expected: pair.0.shown, got: wrong)
      }
    }
    return expected.count == got.count
      ? nil : .values(expected.count, got: got.map(\.shown))
  }

  /// Returns how `got` is shown where it is not `expected`.
  private static func wrong(_ expected: Value, _ got: Value, _ column: Column) -> String? {
    if case .text(let bytes) = got, bytes.contains(where: { $0 < 32 || $0 == 127 }) {
      let hexadecimal = Value.blob(bytes).literal
      return "text with control characters, \(hexadecimal), which needs hex() or quote()"
    }
    return expected.matches(got) ? nil : got.shown
  }
}

extension [Value] {
  /// Returns the values in the order in which a query compares them.
  fileprivate func ordered(_ order: Record.Query.Order, columns: Int) -> [Value] {
    switch order {
    case .nosort: return self
    case .valuesort: return sorted { $0.literal < $1.literal }
    case .rowsort:
      let rows = stride(from: 0, to: count, by: columns).map { start in
        Array(self[start..<Swift.min(start + columns, count)])
      }
      return rows.map { ($0.map(\.literal), $0) }
        .sorted { $0.0.lexicographicallyPrecedes($1.0) }
        .flatMap(\.1)
    }
  }
}
