/// What the parts of a profile cost, the dearest first.
package struct CostReport: Sendable {
  /// What opening a connection costs.
  package struct Opening: Hashable, Sendable {
    package let heap: Int
    package let nanoseconds: Int

    package init(heap: Int, nanoseconds: Int) {
      self.heap = heap
      self.nanoseconds = nanoseconds
    }
  }

  private let whole: ObjectWeight
  private let rows: [CostRow]
  /// With all extensions registered on every connection.
  private let automatic: Opening
  /// With all of them on demand, and no connection that asks; `nil` without extensions.
  private let onDemand: Opening?
  /// With all of them on demand, and every connection asking.
  private let asked: Opening?
  /// Without any of them.
  private let bare: Opening
  private let conditions: String

  package init(
    whole: ObjectWeight,
    rows: [CostRow],
    automatic: Opening,
    onDemand: Opening?,
    asked: Opening?,
    bare: Opening,
    conditions: String
  ) {
    self.whole = whole
    self.rows = rows.sorted {
      ($1.text + $1.data, $0.group.title) < ($0.text + $0.data, $1.group.title)
    }
    self.automatic = automatic
    self.onDemand = onDemand
    self.asked = asked
    self.bare = bare
    self.conditions = conditions
  }

  // MARK: Text

  package var text: String {
    let head = [
      "\(conditions): text \(whole.text), data \(whole.data), \(whole.exported.count) exported names",
      "",
    ]
    return (head + table + [""] + openings + timed + problems).joined(separator: "\n")
  }

  private var table: [String] {
    let largest = rows.map { abs($0.text + $0.data) }.max() ?? 0
    let measured = rows.filter { $0.problem == nil }
    let cells = measured.map { row in
      [
        row.group.shortTitle, "\(row.text)".padded(9), "\(row.data)".padded(7),
        Self.names(row).padded(5), Self.bar(row.text + row.data, largest),
      ]
    }
    let head = ["built in", "text".padded(9), "data".padded(7), "names".padded(5), ""]
    return Layout.table([head] + cells)
  }

  private static func names(_ row: CostRow) -> String {
    row.withheld.isEmpty ? "\(row.exported.count)" : "-\(row.withheld.count)"
  }

  /// At most 20 signs; `-` for what makes the library smaller.
  private static func bar(_ bytes: Int, _ largest: Int) -> String {
    guard largest > 0, bytes != 0 else { return "" }
    let length = max(1, abs(bytes) * 20 / largest)
    return String(repeating: bytes < 0 ? "-" : "#", count: length)
  }

  private var openings: [String] {
    ["opening a connection in memory:"]
      + Layout.facts([
        ("registered automatically", words(automatic)),
        ("on demand, not asked for", onDemand.map(words) ?? "no extension to ask for"),
        ("on demand, asked for", asked.map(words) ?? "no extension to ask for"),
        ("nothing registered", words(bare)),
      ])
  }

  private func words(_ opening: Opening) -> String {
    let tenths = (opening.nanoseconds + 50) / 100
    return "\(opening.heap) bytes of heap, \(tenths / 10).\(tenths % 10) µs"
  }

  private var timed: [String] {
    func block(_ title: String, _ time: KeyPath<CostRow, CostTime?>) -> [String] {
      let timed = rows.compactMap { row in row[keyPath: time].map { (row.group.shortTitle, $0) } }
      if timed.isEmpty { return [] }
      let cells = timed.sorted { $0.1.gain < $1.1.gain }.map { title, time in
        [title, time.with.inMilliseconds, time.without.inMilliseconds]
      }
      return ["", title] + Layout.table([["taken out", "with", "without"]] + cells)
    }
    return block("the workload, median of five, ms of processor time:", \.workload)
      + block("speedtest1 of SQLite, median of three, ms of processor time:", \.speed)
  }

  private var problems: [String] {
    let rows = rows.filter { $0.problem != nil }
    if rows.isEmpty { return [] }
    return ["", "not measured:"]
      + Layout.facts(rows.map { (label: $0.group.shortTitle, text: $0.problem ?? "") })
  }

  // MARK: JSON

  package var members: [JSON.Member] {
    [
      JSON.Member(key: "conditions", value: .string(conditions)),
      JSON.Member(key: "text", value: .integer(whole.text)),
      JSON.Member(key: "data", value: .integer(whole.data)),
      JSON.Member(key: "exported", value: .integer(whole.exported.count)),
      JSON.Member(key: "rows", value: .array(rows.map(json(of:)))),
      JSON.Member(key: "opening", value: opening),
    ]
  }

  /// The members where nothing was measured.
  package static let emptyMembers: [JSON.Member] =
    ["conditions", "text", "data", "exported"].map { JSON.Member(key: $0, value: .null) }
    + [
      JSON.Member(key: "rows", value: .array([])), JSON.Member(key: "opening", value: .null),
    ]

  private var opening: JSON {
    .object([
      "automatic": json(of: automatic), "onDemand": onDemand.map(json(of:)) ?? .null,
      "onDemandAsked": asked.map(json(of:)) ?? .null, "bare": json(of: bare),
    ])
  }

  private func json(of opening: Opening) -> JSON {
    .object(["heap": .integer(opening.heap), "nanoseconds": .integer(opening.nanoseconds)])
  }

  private func json(of row: CostRow) -> JSON {
    .object([
      "kind": .string(row.group.kind.rawValue),
      "names": .strings(row.group.names),
      "text": row.problem == nil ? .integer(row.text) : .null,
      "data": row.problem == nil ? .integer(row.data) : .null,
      "exported": .strings(row.exported),
      "withheld": .strings(row.withheld),
      "workload": json(of: row.workload),
      "speed": json(of: row.speed),
      "problem": .optional(row.problem),
    ])
  }

  private func json(of time: CostTime?) -> JSON {
    guard let time else { return .null }
    return .object([
      "with": .string(time.with.inMilliseconds), "without": .string(time.without.inMilliseconds),
    ])
  }
}

extension CostTime {
  fileprivate var gain: Double { without - with }
}

extension Double {
  /// With one digit behind the point.
  fileprivate var inMilliseconds: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(abs(tenths) % 10)"
  }
}

extension String {
  /// The text at the right of a column.
  fileprivate func padded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
