/// What `PRAGMA compile_options` was seen to print on systems that cannot be asked here: the table
/// of `recorded-lists.txt`.
package struct RecordedLists: Sendable {
  package struct List: Hashable, Sendable {
    package let name: String
    package fileprivate(set) var release = Version(0, 0)
    /// Where it was published.
    package fileprivate(set) var source = ""
    package fileprivate(set) var rows: [String] = []
    /// Where the published list was cut off, the last row that is whole; `nil` for a whole one.
    package fileprivate(set) var lastRow: String?
  }

  package private(set) var lists: [List] = []

  /// Reads blocks of `list NAME` with `release`, `source`, `rows` and, of one cut off, `cut-after`.
  package init(parsing text: String, file: String) throws(Failures) {
    var failures: [Failure] = []
    for line in SourceLine.lines(of: text, file: file) where !line.words.isEmpty {
      if !add(line) {
        failures.append(Failure(line.location().description, "'\(line.text)' is no line of it"))
      }
    }
    for list in lists where list.rows.isEmpty || list.source.isEmpty || list.release.major == 0 {
      failures.append(Failure(file, "'\(list.name)' lacks its release, its source or its rows"))
    }
    guard failures.isEmpty else { throw Failures(failures) }
  }

  private mutating func add(_ line: SourceLine) -> Bool {
    let words = line.words.map(\.text)
    guard words.count > 1 else { return false }
    if !line.isIndented {
      guard words[0] == "list", words.count == 2 else { return false }
      lists.append(List(name: words[1]))
      return true
    }
    guard let last = lists.indices.last else { return false }
    switch words[0] {
    case "release":
      guard let version = Version(words[1]) else { return false }
      lists[last].release = version
    case "source": lists[last].source = line.rest(from: 1)
    case "rows": lists[last].rows += words.dropFirst()
    case "cut-after": lists[last].lastRow = words[1]
    default: return false
    }
    return true
  }

  /// Returns the list of that name.
  package subscript(name: String) -> List? { lists.first { $0.name == name } }
}
