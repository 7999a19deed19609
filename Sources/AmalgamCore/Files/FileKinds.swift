/// A kind of database file: what `full` writes into it, and what shows that a build can use it.
package struct FileKind: Hashable, Sendable {
  package let name: String
  package fileprivate(set) var meaning = ""
  package fileprivate(set) var isWAL = false
  fileprivate(set) var before = ""
  fileprivate(set) var write = ""
  fileprivate(set) var read = ""
  fileprivate(set) var readValue = ""
  fileprivate(set) var change = ""
  fileprivate(set) var then = ""
  fileprivate(set) var changedValue = ""

  package var capability: Capability { Capability(.file, name) }

  fileprivate var isWhole: Bool {
    ![meaning, write, read, readValue, change, then, changedValue].contains("")
  }

  /// Returns what a driver is asked to make the file at `path`.
  package func writing(_ path: String) -> [Request] {
    let parts = [before, "CREATE TABLE rest(a)", "INSERT INTO rest VALUES('rest')", write]
    let sql = parts.filter { !$0.isEmpty }.joined(separator: ";\n")
    return [
      .open(connection: name, isWAL ? .wal : .file, path: path),
      .sql(case: name, connection: name, sql),
      .sql(case: name, connection: name, read),
      .close(connection: name),
    ]
  }

  /// Returns whether the answers to ``writing(_:)`` say that the file is what it should be.
  package func isWritten(_ answers: ArraySlice<Answer>) -> Bool {
    let answers = Array(answers)
    return answers.count == 4 && answers.allSatisfy { $0.error == nil }
      && answers[2].value == readValue
  }

  /// Returns what a driver is asked to do with the file at `path`: the table beside what the kind
  /// is about, what the kind is about, and writing to it.
  func opening(_ path: String) -> [Request] {
    [
      .open(connection: name, .file, path: path),
      .sql(case: name, connection: name, "SELECT a FROM rest"),
      .sql(case: name, connection: name, read),
      .sql(case: name, connection: name, change),
      .sql(case: name, connection: name, then),
      .close(connection: name),
    ]
  }

  /// How many answers belong to one file.
  static let openingCount = 6

  /// Returns what the answers to ``opening(_:)`` tell.
  func opened(_ answers: ArraySlice<Answer>) -> FileOpening {
    let answers = Array(answers.prefix(Self.openingCount))
    if let reason = answers.lazy.compactMap(\.refusal).first { return .notTried(reason) }
    guard answers.count == Self.openingCount else {
      return .notTried("the driver did not come to it")
    }
    if let error = answers[0].error ?? answers[1].error { return .cannotOpen(error) }
    if answers[1].value != "rest" { return .cannotOpen("it reads another value than was written") }
    if let error = answers[2].error { return .readsTheRest(error) }
    if answers[2].value != readValue {
      return .readsTheRest("it reads \(answers[2].value ?? "nothing") for \(readValue)")
    }
    if let error = answers[3].error ?? answers[4].error { return .refusesWrites(error) }
    return answers[4].value == changedValue
      ? .readsAll
      : .writesOtherwise(
        "it has \(answers[4].value ?? "nothing") for \(changedValue) after a write"
      )
  }
}

extension Answer {
  /// The last row's first value as text.
  fileprivate var value: String? { rows.last?.first.flatMap(\.plainText) }
}

/// What a build can do with a file that `full` has written.
package enum FileOpening: Hashable, Sendable {
  case readsAll
  /// What the file is about cannot be used, all else can; the error.
  case readsTheRest(String)
  case cannotOpen(String)
  case refusesWrites(String)
  /// Writing is no error, and does not do what it should.
  case writesOtherwise(String)
  case notTried(String)

  /// In words, with the error.
  package var inWords: String {
    switch self {
    case .readsAll: "reads all"
    case .readsTheRest(let error): "reads the rest: \(error)"
    case .cannotOpen(let error): "cannot open: \(error)"
    case .refusesWrites(let error): "refuses writes: \(error)"
    case .writesOtherwise(let what): "writes otherwise: \(what)"
    case .notTried(let reason): "not tried: \(reason)"
    }
  }

  /// Whether a build has the capability.
  var state: CapabilityState {
    switch self {
    case .readsAll: .present
    case .readsTheRest, .cannotOpen, .refusesWrites, .writesOtherwise: .absent
    case .notTried(let reason): .unknown(reason)
    }
  }
}

/// All kinds of files: the table of `file-kinds.txt`.
package struct FileKinds: Sendable {
  package private(set) var all: [FileKind] = []

  package static let none = FileKinds()

  private init() {}

  package init(parsing text: String, file: String) throws(Failures) {
    var failures: [Failure] = []
    for line in SourceLine.lines(of: text, file: file) where !line.words.isEmpty {
      if !add(line) {
        failures.append(Failure(line.location().description, "'\(line.text)' is no line of it"))
      }
    }
    for kind in all where !kind.isWhole {
      failures.append(Failure(file, "'file \(kind.name)' lacks one of its lines"))
    }
    guard failures.isEmpty else { throw Failures(failures) }
  }

  private mutating func add(_ line: SourceLine) -> Bool {
    let text = line.rest(from: 1)
    guard let keyword = line.words.first?.text, !text.isEmpty else { return false }
    if !line.isIndented {
      guard keyword == "file", line.words.count == 2 else { return false }
      all.append(FileKind(name: text))
      return true
    }
    guard let last = all.indices.last else { return false }
    switch keyword {
    case "means": all[last].meaning = text
    case "mode": all[last].isWAL = text == "wal"
    case "before": all[last].before = text
    case "write": all[last].write = text
    case "read": all[last].read = text
    case "gives": all[last].readValue = text
    case "change": all[last].change = text
    case "then": all[last].then = text
    case "to": all[last].changedValue = text
    default: return false
    }
    return true
  }
}
