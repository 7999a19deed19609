/// Reads the lines of a release lock and keeps every problem with its place.
struct ReleaseLockParser {
  private static let items = ["check-in", "year", "sqlite3.c", "manifest.tags"]

  /// One block as it stands in the file.
  private struct Block {
    let version: Version
    let place: SourceLocation
    var isDefault = false
    var isConfirmed = true
    /// Whether an earlier block is of the same release, so that what this one lacks is no matter.
    var isRepeated = false
    var values: [String: (text: String, place: SourceLocation)] = [:]
    var origins: [Origin] = []
  }

  private let file: String
  private var blocks: [Block] = []
  private var problems: [Failure] = []
  /// Whether lines belong to a block whose first line could not be read.
  private var isInBrokenBlock = false

  init(file: String) {
    self.file = file
  }

  mutating func read(_ line: SourceLine) {
    guard let first = line.words.first else { return }
    switch first.text {
    case "release": open(line)
    case "origin": readOrigin(line)
    default: readItems(line)
    }
  }

  /// Returns the releases, or throws all problems.
  mutating func finish() throws(Failures) -> [Release] {
    checkDefaults()
    checkRepeatedCheckIns()
    let releases = blocks.compactMap { release(of: $0) }
    guard problems.isEmpty else { throw Failures(problems) }
    return releases
  }

  private mutating func complain(_ place: SourceLocation, _ what: String, fix: String? = nil) {
    problems.append(Failure(place.description, what, fix: fix))
  }

  private mutating func open(_ line: SourceLine) {
    isInBrokenBlock = true
    guard line.words.count > 1, let version = Version(line.words[1].text) else {
      let found = line.words.count > 1 ? "'\(line.words[1].text)'" : "nothing"
      return complain(
        line.location(of: line.words.dropFirst().first),
        "'release' wants a version such as 3.53.4, not \(found)"
      )
    }
    let earlier = blocks.first { $0.version == version }
    if let earlier {
      complain(
        line.location(of: line.words[1]),
        "release \(version) is pinned twice; the first is at \(earlier.place.fileAndLine)",
        fix: "drop one of the two blocks"
      )
    }
    isInBrokenBlock = false
    var block = Block(version: version, place: line.location(of: line.words[1]))
    block.isRepeated = earlier != nil
    for mark in line.words.dropFirst(2) {
      switch mark.text {
      case "default": block.isDefault = true
      case "unconfirmed": block.isConfirmed = false
      default: complainOfWord(mark, in: line, known: ["default", "unconfirmed"])
      }
    }
    blocks.append(block)
  }

  private mutating func complainOfWord(
    _ word: SourceLine.Word,
    in line: SourceLine,
    known: [String]
  ) {
    let nearest = Spelling.nearest(to: word.text, among: known)
    complain(
      line.location(of: word),
      "unknown word '\(word.text)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
      fix: nearest == nil ? "known here: \(known.joined(separator: ", "))" : nil
    )
  }

  private mutating func readItems(_ line: SourceLine) {
    var words = line.words[...]
    while let word = words.popFirst() {
      guard Self.items.contains(word.text) else {
        return complainOfWord(word, in: line, known: ["release"] + Self.items + ["origin"])
      }
      guard let value = words.popFirst() else {
        return complain(line.location(of: word), "'\(word.text)' has no value")
      }
      keep(value, as: word, in: line)
    }
  }

  private mutating func keep(
    _ value: SourceLine.Word,
    as item: SourceLine.Word,
    in line: SourceLine
  ) {
    guard belongsToBlock(item, in: line), let index = blocks.indices.last else { return }
    if let earlier = blocks[index].values[item.text] {
      return complain(
        line.location(of: item),
        "release \(blocks[index].version) has '\(item.text)' twice; the first is at "
          + earlier.place.fileAndLine,
        fix: "drop one of the two"
      )
    }
    blocks[index].values[item.text] = (value.text, line.location(of: value))
  }

  private mutating func belongsToBlock(_ item: SourceLine.Word, in line: SourceLine) -> Bool {
    if blocks.isEmpty, !isInBrokenBlock {
      complain(
        line.location(of: item),
        "'\(item.text)' stands before any 'release'",
        fix: "begin a block with a line such as 'release 3.53.4'"
      )
    }
    return !isInBrokenBlock
  }

  private mutating func readOrigin(_ line: SourceLine) {
    guard belongsToBlock(line.words[0], in: line), let index = blocks.indices.last else { return }
    switch OriginReader.read(line) {
    case .success(let origin): blocks[index].origins.append(origin)
    case .failure(let problem): problems.append(problem)
    }
  }
}

// What is judged once the whole file is read.
extension ReleaseLockParser {
  private mutating func checkDefaults() {
    let defaults = blocks.filter(\.isDefault)
    for block in defaults.dropFirst() where block.version != defaults[0].version {
      complain(
        block.place,
        "release \(block.version) is 'default', and so is \(defaults[0].version) at "
          + defaults[0].place.fileAndLine,
        fix: "drop one of the two words"
      )
    }
    if defaults.isEmpty, let newest = blocks.max(by: { $0.version < $1.version }) {
      complain(
        newest.place,
        "no release is 'default'",
        fix: "write 'release \(newest.version) default'"
      )
    }
  }

  private mutating func checkRepeatedCheckIns() {
    for (index, block) in blocks.enumerated() {
      guard let (text, place) = block.values["check-in"] else { continue }
      let earlier = blocks[..<index].first {
        $0.values["check-in"]?.text == text && $0.version != block.version
      }
      guard let earlier else { continue }
      complain(
        place,
        "releases \(earlier.version) and \(block.version) have one check-in; two versions never do",
        fix: "take the check-in of each from its page, such as \(block.version.releaseLogPage)"
      )
    }
  }

  private mutating func release(of block: Block) -> Release? {
    let checkIn = checkIn(of: block)
    let year = year(of: block)
    let sha3 = digest("sqlite3.c", of: block, isNeeded: true)
    let tags = digest("manifest.tags", of: block, isNeeded: false)
    guard let checkIn, let year, let sha3 else { return nil }
    return Release(
      block.version,
      checkIn: checkIn,
      year: year,
      sha3: sha3,
      tagsSHA3: tags,
      origins: block.origins,
      isDefault: block.isDefault,
      isConfirmed: block.isConfirmed
    )
  }

  private mutating func value(
    _ item: String,
    of block: Block,
    source: String
  ) -> (text: String, place: SourceLocation)? {
    if let value = block.values[item] { return value }
    if block.isRepeated { return nil }
    complain(
      block.place,
      "release \(block.version) has no '\(item)'",
      fix: "add the line '\(item) …' with \(source)"
    )
    return nil
  }

  private mutating func checkIn(of block: Block) -> String? {
    let source = "the 64 digits that \(block.version.releaseLogPage) publishes"
    guard let (text, place) = value("check-in", of: block, source: source) else { return nil }
    if let digits = PublishedDigest.hexadecimal(text, count: 64) { return digits }
    complain(
      place,
      "'\(text)' has \(PublishedDigest.found(in: text)), and a check-in id has 64",
      fix: "write \(source)"
    )
    return nil
  }

  private mutating func year(of block: Block) -> Int? {
    let source = "the year of the release"
    guard let (text, place) = value("year", of: block, source: source) else { return nil }
    if let year = Int(text), (2000...9999).contains(year) { return year }
    complain(place, "'\(text)' is no year such as 2026", fix: "write \(source)")
    return nil
  }

  private mutating func digest(_ item: String, of block: Block, isNeeded: Bool) -> String? {
    let page = block.version.releaseLogPage
    if !isNeeded, block.values[item] == nil { return nil }
    let source = "'sha3-256:' and the 64 digits that \(page) publishes"
    guard let (text, place) = value(item, of: block, source: source) else { return nil }
    do throws(PublishedDigest.Problem) {
      return try PublishedDigest.digits(of: text, page: page)
    } catch {
      complain(place, error.what, fix: error.fix)
      return nil
    }
  }
}
