/// A comparison as text, Markdown and JSON; `design.md` section 8 has the fields.
package struct ComparisonReport: Sendable {
  private let comparison: Comparison

  package init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  // MARK: Text

  package var text: String {
    let sides = [("left", comparison.left), ("right", comparison.right)].map { label, side in
      (label: label, text: "\(side.name): \(side.summary)")
    }
    let blocks = [Layout.facts(sides, indent: 0), options, capabilities, unknown].filter {
      !$0.isEmpty
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var options: [String] {
    let differences = comparison.differences
    if differences.isEmpty { return ["no option differs"] }
    let rows =
      [["option", "kind", "left", "right"]]
      + differences.map {
        [$0.option, $0.kind.rawValue, $0.leftValue.cut(to: 18), $0.rightValue.cut(to: 18)]
      }
    let table = Layout.table(rows)
    return [table[0]]
      + zip(table.dropFirst(), differences).flatMap { line, difference in
        [line] + Layout.wrapped(difference.impact, width: Layout.width - 6).map { "      \($0)" }
      }
  }

  private var capabilities: [String] {
    groups.flatMap { group in
      ["\(group.title) (\(group.names.count)):"]
        + Layout.wrapped(group.names.joined(separator: ", "), width: Layout.width - 2)
        .map { "  \($0)" }
    }
  }

  private var unknown: [String] {
    if comparison.unknown.isEmpty { return [] }
    let rows = comparison.unknown.map { (label: $0.option, text: $0.reason) }
    return ["set on one side, and nothing can be said of the other:"] + Layout.facts(rows)
  }

  private struct Group {
    let title: String
    let names: [String]
  }

  private var groups: [Group] {
    let all = comparison.capabilities
    let releases = "\(comparison.left.release) and \(comparison.right.release)"
    func group(_ title: String, _ isIn: (CapabilityDifference) -> Bool) -> Group {
      Group(title: title, names: all.filter(isIn).map(\.capability.description))
    }
    return [
      group("only the left has") { !$0.isUpstream && $0.left == .present },
      group("only the right has") { !$0.isUpstream && $0.right == .present },
      group("only the left has, by SQLite's own change between \(releases)") {
        $0.isUpstream && $0.left == .present
      },
      group("only the right has, by SQLite's own change between \(releases)") {
        $0.isUpstream && $0.right == .present
      },
    ].filter { !$0.names.isEmpty }
  }

  // MARK: Markdown

  /// The comparison for a pull request.
  package var markdown: String {
    let sides = [("left", comparison.left), ("right", comparison.right)].map { label, side in
      "* \(label): `\(side.name)`, \(side.summary)"
    }
    var blocks = [sides]
    if comparison.differences.isEmpty {
      blocks.append(["No option differs."])
    } else {
      blocks.append(
        ["| option | kind | left | right | what it means |", "| --- | --- | --- | --- | --- |"]
          + comparison.differences.map { difference in
            let cells = [
              "`\(difference.option)`", difference.kind.rawValue, difference.leftValue.cut(to: 40),
              difference.rightValue.cut(to: 40), difference.impact,
            ]
            return "| " + cells.map(\.inMarkdownCell).joined(separator: " | ") + " |"
          }
      )
    }
    blocks += groups.map { group in
      [
        "<details><summary>\(group.title) (\(group.names.count))</summary>", "",
        group.names.map { "`\($0)`" }.joined(separator: ", "), "", "</details>",
      ]
    }
    if !comparison.unknown.isEmpty {
      blocks.append(
        ["Set on one side, and nothing can be said of the other:", ""]
          + comparison.unknown.map { "* `\($0.option)`: \($0.reason)" }
      )
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: JSON

  package var members: [JSON.Member] {
    [
      JSON.Member(key: "left", value: json(of: comparison.left)),
      JSON.Member(key: "right", value: json(of: comparison.right)),
      JSON.Member(key: "differences", value: .array(comparison.differences.map(json(of:)))),
      JSON.Member(key: "capabilities", value: .array(comparison.capabilities.map(json(of:)))),
      JSON.Member(
        key: "unknown",
        value: .array(
          comparison.unknown.map {
            .object(["option": .string($0.option), "reason": .string($0.reason)])
          }
        )
      ),
    ]
  }

  /// The members where nothing was compared.
  package static let emptyMembers: [JSON.Member] = [
    JSON.Member(key: "left", value: .null), JSON.Member(key: "right", value: .null),
    JSON.Member(key: "differences", value: .array([])),
    JSON.Member(key: "capabilities", value: .array([])),
    JSON.Member(key: "unknown", value: .array([])),
  ]

  private func json(of side: DiffSide) -> JSON {
    .object([
      "name": .string(side.name), "summary": .string(side.summary),
      "release": .string(side.release.description),
    ])
  }

  private func json(of difference: Difference) -> JSON {
    .object([
      "option": .string(difference.option),
      "left": json(of: difference.left),
      "right": json(of: difference.right),
      "kind": .string(difference.kind.rawValue),
      "impact": .string(difference.impact),
    ])
  }

  private func json(of state: OptionState) -> JSON {
    .object([
      "asked": .optional(state.asked), "reported": .optional(state.reported.text),
      "effective": .optional(state.effective.text),
    ])
  }

  private func json(of difference: CapabilityDifference) -> JSON {
    .object([
      "name": .string(difference.capability.description), "left": .string(difference.left.name),
      "right": .string(difference.right.name),
    ])
  }
}

extension String {
  /// The text so that it cannot end a cell of a table or its line.
  fileprivate var inMarkdownCell: String {
    printable.replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }
}
