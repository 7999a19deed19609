/// Compares answers with what records expect, in the order of a script.
struct RecordJudge {
  /// The values that queries of one label must all have.
  private struct Labelled {
    let line: Int
    let digest: String
  }

  private var labels: [String: Labelled] = [:]

  /// Returns what is wrong with `answer`, or `nil` if it is what `record` expects.
  mutating func mismatch(_ record: Record, _ answer: Answer) -> Mismatch? {
    switch record.kind {
    case .statement(_, .success), .connection, .disconnect, .register, .restart, .halt, .require:
      answer.error == nil ? nil : Mismatch(expected: "success", got: answer.result.inWords)
    case .statement(_, .error(let prefix)): Self.mismatch(errorPrefix: prefix, answer)
    case .query(let query): mismatch(query, answer, line: record.location.line)
    case .plan(_, let demand): Self.mismatch(demand, answer)
    case .probe: Self.mismatch(ofProbe: answer)
    }
  }

  /// A prefix may name several beginnings, parted by ` | `: the words of a syntax error depend on
  /// how the parser was generated.
  private static func mismatch(errorPrefix: String?, _ answer: Answer) -> Mismatch? {
    let beginnings = errorPrefix?.alternatives ?? [""]
    if let error = answer.error, beginnings.contains(where: { error.hasPrefix($0) }) { return nil }
    let expected =
      errorPrefix == nil
      ? "an error"
      : "an error that begins \(beginnings.map { "'\($0)'" }.joined(separator: " or "))"
    return Mismatch(expected: expected, got: answer.result.inWords)
  }

  private static func mismatch(_ demand: Record.PlanDemand, _ answer: Answer) -> Mismatch? {
    let steps = answer.rows.compactMap { $0.first?.string }
    let expected = "\(demand.isRequired ? "a" : "no") step of the plan with '\(demand.text)'"
    guard answer.error == nil else {
      return Mismatch(expected: expected, got: answer.result.inWords)
    }
    if steps.contains(where: { $0.contains(demand.text) }) == demand.isRequired { return nil }
    return Mismatch(expected: expected, got: steps.map { "'\($0)'" }.joined(separator: ", "))
  }

  private static func mismatch(ofProbe answer: Answer) -> Mismatch? {
    if answer.error == nil, answer.rows.last?.first?.isTrue ?? false { return nil }
    let got = answer.error == nil ? answer.rows.last?.first?.shown ?? "no row" : nil
    return Mismatch(expected: "a probe that says yes", got: got ?? answer.result.inWords)
  }

  // MARK: Queries

  private mutating func mismatch(
    _ query: Record.Query,
    _ answer: Answer,
    line: Int
  ) -> Mismatch? {
    let columns = query.columns.count
    guard answer.error == nil else {
      return Mismatch(expected: "\(query.expected.inWords)", got: answer.result.inWords)
    }
    if let row = answer.rows.first(where: { $0.count != columns }) {
      return Mismatch(expected: columns.counted("column"), got: row.count.counted("column"))
    }
    let values = answer.rows.flatMap { $0 }
    switch query.expected {
    case .values(let expected):
      let wrong = StrictComparison(query, expected: expected, got: values).mismatch
      return wrong ?? mismatch(label: query.label, values.map(\.literal), line: line)
    case .lines, .hash, .anything:
      let lines = LogicTestComparison(query, rows: answer.rows)
      return lines.mismatch ?? mismatch(label: query.label, lines.sorted, line: line)
    }
  }

  private mutating func mismatch(label: String?, _ values: [String], line: Int) -> Mismatch? {
    guard let label else { return nil }
    let digest = values.digest
    guard let first = labels[label] else {
      labels[label] = Labelled(line: line, digest: digest)
      return nil
    }
    if first.digest == digest { return nil }
    return Mismatch(
      expected: "the values of label '\(label)' at line \(first.line)",
      got: values.isEmpty
        ? "no values" : values.prefix(3).joined(separator: ", ") + (values.count > 3 ? ", …" : "")
    )
  }
}

extension [String] {
  /// The MD5 of the values, each with a line end, as sqllogictest hashes them.
  var digest: String {
    var bytes: [UInt8] = []
    for value in self {
      bytes += value.utf8
      bytes.append(10)
    }
    return MD5.hexDigest(of: bytes)
  }
}

extension ExpectedValues {
  fileprivate var inWords: String {
    switch self {
    case .values(let values): values.count == 1 ? values[0].shown : values.count.values
    case .lines(let lines): lines.count == 1 ? "'\(lines[0])'" : lines.count.values
    case .hash(let count, _): count.values
    case .anything: "success"
    }
  }
}

extension String {
  /// The parts between ` | `.
  var alternatives: [String] {
    var parts = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if word == "|" {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }
}
