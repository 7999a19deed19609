/// What a difference means for a program: one sentence, from a template for each class of effect.
struct Impact {
  private let name: String
  private let kind: Difference.Kind
  private let leftValue: String
  private let rightValue: String
  private let left: DiffSide
  private let right: DiffSide
  private let row: OptionRow?
  private let origin: String?

  init(
    _ name: String,
    _ kind: Difference.Kind,
    _ leftValue: String,
    _ rightValue: String,
    _ left: DiffSide,
    _ right: DiffSide,
    _ catalogue: OptionCatalogue
  ) {
    self.name = name
    self.kind = kind
    self.leftValue = leftValue
    self.rightValue = rightValue
    self.left = left
    self.right = right
    row = catalogue[name]
    origin = (leftValue == "off" ? right : left).origin(of: name)
  }

  var sentence: String {
    switch kind {
    case .environment:
      return "it says how the library was compiled, not what it does"
    case .defaultChanged:
      return
        "nobody set it: SQLite's own default differs between \(left.release) and \(right.release)"
    case .implied:
      return "'\(origin ?? "another option")' of \(side) brings it: \(effect)"
    case .added, .removed, .changed:
      return effect
    }
  }

  /// The side on which the option is on.
  private var side: String {
    leftValue == "off" || leftValue == "reported off" ? "the right" : "the left"
  }

  private var other: String { side == "the left" ? "the right" : "the left" }

  private var effect: String {
    guard let row else {
      return "the catalogue does not know it, so nothing can be said of what it does"
    }
    if leftValue.hasPrefix("reported ") {
      return "it is reported by one of the two and makes no difference to what they do"
    }
    switch row.kind {
    case .retired: return "it has no effect: \(row.meaning)"
    case .apple:
      return "a name of Apple's own source, whose effect is not documented: \(row.meaning)"
    default: return template(row.effects.first, row)
    }
  }

  private func template(_ effect: OptionRow.Effect?, _ row: OptionRow) -> String {
    let adds = names(row.adds)
    let removes = names(row.removes)
    let isFlag = leftValue == "off" || rightValue == "off"
    switch effect {
    case .sql where isFlag && !removes.isEmpty:
      return "SQL that needs \(removes) runs on \(other) only: \(row.meaning)"
    case .sql where isFlag && !adds.isEmpty:
      return "SQL that needs \(adds) runs on \(side) only: \(row.meaning)"
    case .sql: return "the same SQL may be refused, or answer otherwise: \(row.meaning)"
    case .behaviour: return "the same program behaves otherwise: \(row.meaning)"
    case .fileFormat:
      return "files that one of the two writes may not be readable by the other: \(row.meaning)"
    case .durability: return "what is kept after a crash or a power loss differs: \(row.meaning)"
    case .security:
      return "what hostile SQL or a hostile file can do differs: \(row.meaning)"
    case .limits:
      return "what is accepted differs, \(leftValue) against \(rightValue): \(row.meaning)"
    case .abi where isFlag && !removes.isEmpty:
      return "a program that calls \(removes) links with \(other) only: \(row.meaning)"
    case .abi where isFlag && !adds.isEmpty:
      return "a program that calls \(adds) links with \(side) only: \(row.meaning)"
    case .abi: return "the functions that a program can call differ: \(row.meaning)"
    case .header: return "what sqlite3.h declares differs: \(row.meaning)"
    case nil: return "the catalogue names no effect: \(row.meaning)"
    }
  }

  /// The first of the capabilities, and how many more there are.
  private func names(_ lines: [Qualified<Capability>]) -> String {
    let release = side == "the left" ? left.release : right.release
    let names = lines.filter { $0.releases.contains(release) }.map(\.value.description)
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more"
  }
}
