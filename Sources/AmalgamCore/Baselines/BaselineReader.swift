extension Baseline {
  /// A baseline as a file has it, with the line of each item.
  package struct Located: Sendable {
    package let baseline: Baseline
    /// By target, then by the item.
    fileprivate let locations: [String: [BaselineItem: SourceLocation]]
    fileprivate let heads: [String: SourceLocation]

    /// Returns the line of `item` in the block of `target`.
    package func location(of item: BaselineItem, target: String) -> SourceLocation? {
      locations[target]?[item]
    }

    /// Returns the first line of the block of `target`.
    package func location(of target: String) -> SourceLocation? { heads[target] }
  }

  /// Reads the text of a baseline; what is wrong with it is told with line and column.
  package static func read(_ text: String, file: String) throws(Failures) -> Located {
    var reader = BaselineReader(file: file)
    for line in SourceLine.lines(of: text, file: file) where !line.words.isEmpty {
      reader.read(line)
    }
    return try reader.located()
  }
}

/// Reads a baseline line by line.
private struct BaselineReader {
  private let file: String
  private var failures: [Failure] = []
  private var told: [String] = []
  private var hasMark = false
  private var profile: String?
  private var digest: String?
  private var blocks: [BaselineBlockReader] = []

  init(file: String) { self.file = file }

  mutating func read(_ line: SourceLine) {
    do throws(Failure) {
      try readLine(line)
    } catch {
      if failures.count < 20 { failures.append(error) }
    }
  }

  private mutating func readLine(_ line: SourceLine) throws(Failure) {
    if !hasMark {
      guard line.text == Baseline.mark else {
        throw line.failure(
          "is no baseline of this version: it begins with '\(line.text.cut(to: 40))'"
        )
      }
      hasMark = true
    }
    if digest != nil { throw line.failure("has a line behind the one with the digest") }
    if line.words[0].text == "digest", !line.isIndented {
      digest = line.rest(from: 1)
      return
    }
    told.append(line.text)
    if line.isIndented {
      guard let last = blocks.indices.last else { throw line.failure("has a line of no target") }
      try blocks[last].read(line)
    } else if line.words[0].text == "target", line.words.count == 2 {
      let target = line.words[1].text
      if blocks.contains(where: { $0.target == target }) {
        throw line.failure("has the target '\(target)' twice")
      }
      blocks.append(BaselineBlockReader(target: target, at: line.location()))
    } else if line.words[0].text == "profile", line.words.count == 2, profile == nil {
      profile = line.words[1].text
    } else if line.text != Baseline.mark {
      throw line.failure("has a line that is none of a baseline's: '\(line.text.cut(to: 60))'")
    }
  }

  func located() throws(Failures) -> Baseline.Located {
    var failures = failures
    if !hasMark, failures.isEmpty { failures.append(Failure(file, "is empty", fix: Self.fix)) }
    if failures.isEmpty, digest != "sha256:\(Baseline.digest(of: told))" {
      let what = digest == nil ? "ends before its digest" : "is not what its digest is of"
      failures.append(Failure(file, "\(what), so it was cut off, damaged or edited", fix: Self.fix))
    }
    guard failures.isEmpty else { throw Failures(failures) }
    let baseline = Baseline(profile: profile ?? "", blocks: blocks.map(\.block))
    return Baseline.Located(
      baseline: baseline,
      locations: Dictionary(blocks.map { ($0.target, $0.locations) }) { first, _ in first },
      heads: Dictionary(blocks.map { ($0.target, $0.head) }) { first, _ in first }
    )
  }

  fileprivate static let fix =
    "take it from version control, or record it anew: "
    + "'amalgam gate PROFILE --record'"
}

/// Reads the lines of one target.
struct BaselineBlockReader {
  let target: String
  let head: SourceLocation
  private(set) var locations: [BaselineItem: SourceLocation] = [:]
  private var release = ""
  private var sourceID = ""
  private var sizes: [String: BaselineBlock.Sizes] = [:]

  init(target: String, at head: SourceLocation) {
    self.target = target
    self.head = head
  }

  var block: BaselineBlock {
    BaselineBlock(
      target: target,
      release: release,
      sourceID: sourceID,
      items: Array(locations.keys),
      sizes: sizes
    )
  }

  /// Reads an item, the release, the source id or a size.
  mutating func read(_ line: SourceLine) throws(Failure) {
    switch line.words[0].text {
    case "release": release = line.rest(from: 1)
    case "source-id": sourceID = line.rest(from: 1)
    case "size": try readSize(line)
    default: try readItem(line)
    }
  }

  private mutating func readItem(_ line: SourceLine) throws(Failure) {
    guard line.words.count > 1, let kind = BaselineItem.Kind(rawValue: line.words[0].text),
      let name = String(baselineWord: line.words[1].text)
    else { throw line.failure("has a line that says nothing of a variant: '\(line.trimmed)'") }
    locations[BaselineItem(kind, name, line.rest(from: 2))] = line.location(of: line.words[0])
  }

  private mutating func readSize(_ line: SourceLine) throws(Failure) {
    let words = line.words.map(\.text)
    var own: BaselineBlock.Sizes = [:]
    for index in stride(from: 2, to: words.count - 1, by: 2) {
      guard let subject = SizeLimit.Subject(rawValue: words[index]),
        let bytes = Int(words[index + 1]), bytes >= 0
      else { throw line.failure("has a size that is none: '\(line.trimmed)'") }
      own[subject] = bytes
    }
    guard words.count > 3, words.count.isMultiple(of: 2),
      let compiler = String(baselineWord: words[1])
    else { throw line.failure("has a size that is none: '\(line.trimmed)'") }
    sizes[compiler] = own
  }
}

extension SourceLine {
  fileprivate var trimmed: String { rest(from: 0).cut(to: 60) }

  /// What is wrong with the line, as a failure of its file.
  func failure(_ message: String) -> Failure {
    Failure(location(of: words.first).description, message, fix: BaselineReader.fix)
  }
}
