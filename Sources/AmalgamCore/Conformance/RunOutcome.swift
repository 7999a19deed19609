/// How a suite runs: with which library, in which kind of database.
package struct RunKind: Hashable, Sendable {
  package let linkage: LibraryEvidence.Linkage
  package let database: Script.Database

  package init(_ linkage: LibraryEvidence.Linkage, _ database: Script.Database) {
    self.linkage = linkage
    self.database = database
  }
}

extension RunKind: Comparable {
  package static func < (a: RunKind, b: RunKind) -> Bool { a.place < b.place }

  /// The archive before the shared library; memory, file, WAL.
  private var place: Int {
    let linkage = LibraryEvidence.Linkage.allCases.firstIndex(of: linkage) ?? 0
    let database = Script.Database.allCases.firstIndex(of: database) ?? 0
    return linkage * Script.Database.allCases.count + database
  }
}

extension RunKind: CustomStringConvertible {
  package var description: String {
    switch database {
    case .memory: "\(linkage.rawValue) in memory"
    case .file: "\(linkage.rawValue) in a file"
    case .wal: "\(linkage.rawValue) in WAL mode"
    }
  }
}

/// What became of each record of a suite in one run.
package struct RunOutcome: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    /// It is no case, and nothing went wrong with it.
    case done
    case passed
    case failed(Mismatch)
    case omitted
    /// Nothing can be said of its condition.
    case unknown(String)
    /// The process ended in it.
    case brokeDown
    /// The process ended before it, or what the suite requires is missing.
    case notReached
  }

  package let kind: RunKind
  /// One for each record.
  package let verdicts: [Verdict]
  /// Whether anything was sent: not of a suite that is omitted as a whole.
  package let isRun: Bool
  /// The requirement that the library does not meet though it is promised.
  package let broken: BrokenRequirement?
  package let breakdown: Breakdown?
  /// Bytes still allocated in the end; `nil` where that is not known.
  package let leaked: Int?

  package struct BrokenRequirement: Hashable, Sendable {
    package let condition: Condition
    package let promiser: String
    package let location: SourceLocation
  }
}

extension RunOutcome {
  /// Judges what a driver answered to `conversation`; `breakdown` is how its process ended where
  /// it did not end well.
  package init(
    _ kind: RunKind,
    _ conversation: Conversation,
    _ transcript: Transcript,
    breakdown: Breakdown?
  ) {
    var judge = RecordJudge()
    var verdicts: [Verdict] = []
    var broken: BrokenRequirement?
    for (record, step) in zip(conversation.script.records, conversation.steps) {
      switch step {
      case .omitted: verdicts.append(.omitted)
      case .unknown(let reason): verdicts.append(.unknown(reason))
      case .blocked: verdicts.append(.notReached)
      case .broken(let condition, let promiser):
        broken = BrokenRequirement(
          condition: condition,
          promiser: promiser,
          location: record.location
        )
        verdicts.append(.notReached)
      case .sent(let range): verdicts.append(judge.verdict(record, conversation, transcript, range))
      }
    }
    self.kind = kind
    self.verdicts = verdicts
    isRun = !conversation.requests.isEmpty
    self.broken = broken
    self.breakdown = breakdown
    leaked = transcript.leaked
  }
}

extension Request {
  /// What is expected of a request that comes before a record's own.
  fileprivate var expectation: String {
    if case .register(_, let name) = self { return "'\(name)' registered" }
    return "an open database"
  }
}

extension RecordJudge {
  /// Returns what became of a record whose requests have that range.
  fileprivate mutating func verdict(
    _ record: Record,
    _ conversation: Conversation,
    _ transcript: Transcript,
    _ range: Range<Int>
  ) -> RunOutcome.Verdict {
    let answers = transcript.answers
    guard range.upperBound <= answers.count else {
      if case .cut(let request?) = transcript.ending, range.contains(request) { return .brokeDown }
      return .notReached
    }
    if let reason = answers[range].lazy.compactMap(\.refusal).first { return .unknown(reason) }
    // A connection that cannot be opened fails the record that needs it, whatever it expects.
    for index in range.dropLast() where answers[index].error != nil {
      let expected = conversation.requests[index].expectation
      return .failed(Mismatch(expected: expected, got: answers[index].result.inWords))
    }
    let answer = answers[range].last ?? Answer()
    if let mismatch = mismatch(record, answer) { return .failed(mismatch) }
    return CaseIdentity(record) == nil ? .done : .passed
  }
}
