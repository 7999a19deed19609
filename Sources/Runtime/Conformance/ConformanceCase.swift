import CSQLiteVariantCases

/// One record of the variant's suites, as the table of this package has it.
struct ConformanceCase {
  enum Kind: String {
    /// A statement that must succeed; it prepares others and is no case by itself.
    case success
    /// An extension that the connection asks for, by its name; no case by itself.
    case register
    /// A mark of a suite that asks for what the app registers itself.
    case app
    /// A statement that must fail with a message that begins as expected.
    case error
    /// A query whose values are compared in their order, row by row, or value by value.
    case query, rowsort, valuesort
    /// A query of whose plan some step must, or none may, have a text.
    case planRequires, planForbids
  }

  let suite: String
  /// The line of the suite's file.
  let line: Int
  let kind: Kind
  /// The columns of a query.
  let columns: Int
  /// The statements: of a case that must fail as many as it has, else one.
  let statements: [String]
  /// Values or beginnings of messages, one a line.
  let expected: String

  /// Returns them in the order in which they run, with or without suites that need the app.
  static func all(includingApp: Bool) -> [ConformanceCase] {
    let ofApp = Set(all.filter { $0.kind == .app }.map(\.suite))
    return all.filter { $0.kind != .app && (includingApp || !ofApp.contains($0.suite)) }
  }

  private static let all: [ConformanceCase] = (0..<amalgam_variant_case_count()).compactMap {
    index in
    guard let row = amalgam_variant_case_at(index)?.pointee,
      let kind = Kind(rawValue: String(cString: row.kind))
    else { return nil }
    return ConformanceCase(
      suite: String(cString: row.suite),
      line: Int(row.line),
      kind: kind,
      columns: Int(row.columns),
      statements: String(cString: row.sql).split(separator: "\u{1F}").map(String.init),
      expected: String(cString: row.expected)
    )
  }

  var sql: String { statements.joined(separator: "; ") }

  /// The expected values; a text of the table may be empty, and so may the last line.
  var values: [SQLValue] {
    expected.isEmpty
      ? []
      : expected.split(separator: "\n", omittingEmptySubsequences: false)
        .compactMap(SQLValue.init(tagged:))
  }

  /// Returns what is wrong with the rows of a query or a plan; `nil` where nothing is.
  func mismatch(_ rows: [[SQLValue]]) -> String? {
    switch kind {
    case .success, .register, .app, .error: nil
    case .planRequires, .planForbids: planMismatch(rows)
    case .query, .rowsort, .valuesort: valueMismatch(rows)
    }
  }

  private func planMismatch(_ rows: [[SQLValue]]) -> String? {
    let steps = rows.compactMap { row -> String? in
      if case .text(let text) = row.last { text } else { nil }
    }
    let isThere = steps.contains { $0.contains(expected) }
    guard isThere != (kind == .planRequires) else { return nil }
    let demand = kind == .planRequires ? "a" : "no"
    return "expected \(demand) step with '\(expected)', got \(steps.joined(separator: ", "))"
  }

  private func valueMismatch(_ rows: [[SQLValue]]) -> String? {
    if let row = rows.first(where: { $0.count != columns }) {
      return "expected \(columns) columns, got \(row.count)"
    }
    let wanted = ordered(values)
    let got = ordered(rows.flatMap { $0 })
    for (index, pair) in zip(wanted, got).enumerated() where !pair.0.matches(pair.1) {
      let place = "row \(index / columns + 1), column \(index % columns + 1)"
      return "expected \(pair.0.literal) in \(place), got \(pair.1.literal)"
    }
    return wanted.count == got.count
      ? nil : "expected \(wanted.count) values, got \(got.count)"
  }

  private func ordered(_ values: [SQLValue]) -> [SQLValue] {
    switch kind {
    case .rowsort:
      stride(from: 0, to: values.count, by: columns)
        .map { Array(values[$0..<min($0 + columns, values.count)]) }
        .map { row in (key: row.map(\.literal), row: row) }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .flatMap(\.row)
    case .valuesort: values.sorted { $0.literal < $1.literal }
    default: values
    }
  }
}
