/// Reads an `origin` line of the release lock.
///
/// What it returns reaches the command lines of curl and apt-get, so each word is held to the
/// characters it may have.
enum OriginReader {
  static func read(_ line: SourceLine) -> Result<Origin, Failure> {
    let words = line.words.dropFirst().map { $0 }
    guard let kind = words.first else {
      return .failure(problem(line, nil, "'origin' has no kind", fix: bothForms))
    }
    switch kind.text {
    case "zip": return zip(line, words)
    case "debian": return debian(line, words)
    default:
      let nearest = Spelling.nearest(to: kind.text, among: ["zip", "debian"])
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      let what = "unknown kind of origin '\(kind.text)'\(hint)"
      return .failure(problem(line, kind, what, fix: bothForms))
    }
  }

  private static let bothForms = "write 'origin zip URL' or 'origin debian SUITE PACKAGE'"

  private static func zip(_ line: SourceLine, _ words: [SourceLine.Word]) -> Result<Origin, Failure>
  {
    guard words.count == 2 else {
      return .failure(
        problem(line, words[0], "'origin zip' wants one address, not \(words.count - 1)")
      )
    }
    let url = words[1].text
    guard ["https://", "http://", "file://"].contains(where: url.hasPrefix) else {
      let what = "'\(url)' is no address that begins with https:, http: or file:"
      return .failure(problem(line, words[1], what))
    }
    return .success(.zip(url: url))
  }

  private static func debian(
    _ line: SourceLine,
    _ words: [SourceLine.Word]
  ) -> Result<Origin, Failure> {
    guard words.count == 3 else {
      let what = "'origin debian' wants a suite and a package, not \(words.count - 1) words"
      return .failure(problem(line, words[0], what, fix: "write 'origin debian sid sqlite3'"))
    }
    for word in words.dropFirst() where !word.text.isDebianName {
      let what = "'\(word.text)' is no name of a suite or package of Debian"
      return .failure(problem(line, word, what, fix: "write 'origin debian sid sqlite3'"))
    }
    return .success(.debian(suite: words[1].text, package: words[2].text))
  }

  private static func problem(
    _ line: SourceLine,
    _ word: SourceLine.Word?,
    _ what: String,
    fix: String? = nil
  ) -> Failure {
    Failure(line.location(of: word).description, what, fix: fix)
  }
}

extension String {
  /// Lower-case letters, digits and `+ - .`, the first a letter or digit (Debian policy 5.6.1).
  fileprivate var isDebianName: Bool {
    let isPlain = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return utf8.first.map(isPlain) == true
      && utf8.allSatisfy { isPlain($0) || "+-.".utf8.contains($0) }
  }
}
