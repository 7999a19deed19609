/// Several conversations that one driver process has, one after the other.
///
/// A process costs more than most suites. What goes wrong in a batch is not told from it: such a
/// conversation is had again in a process of its own, so that nothing of another suite's is blamed
/// on it, and a crash, a hang or a leak names the one it is of.
package struct Batch: Sendable {
  /// In the order in which they are had.
  package let conversations: [Conversation]

  package init(_ conversations: [Conversation]) {
    self.conversations = conversations
  }

  package var requests: [Request] { conversations.flatMap { $0.requests + $0.closes } }

  /// Returns what was answered to each conversation as its own process would have answered it;
  /// `nil` where something went wrong that a process of its own must tell.
  package func transcripts(from whole: Transcript) -> [Transcript?] {
    guard case .complete(let leaked) = whole.ending, leaked ?? 0 == 0 else {
      return conversations.map { _ in nil }
    }
    var start = 0
    return conversations.map { conversation in
      let end = start + conversation.requests.count
      let closed = end + conversation.closes.count
      defer { start = closed }
      // A transcript that is complete has an answer to each request.
      guard closed <= whole.answers.count,
        whole.answers[end..<closed].allSatisfy({ $0.error == nil })
      else { return nil }
      return Transcript(
        version: whole.version,
        sourceID: whole.sourceID,
        answers: Array(whole.answers[start..<end]),
        ending: whole.ending
      )
    }
  }

  /// Returns `conversations` as at most `count` batches of about the same number of requests.
  ///
  /// One that probes the C API may shut the library down, and has a process to itself.
  package static func divided(_ conversations: [Conversation], into count: Int) -> [Batch] {
    let others = conversations.filter { !$0.hasProbe }
    let alone = conversations.filter(\.hasProbe).map { Batch([$0]) }
    let total = others.reduce(0) { $0 + $1.requests.count }
    let share = max(1, total / max(1, count) + 1)
    var batches: [[Conversation]] = []
    var filled = share
    for conversation in others {
      if filled >= share {
        batches.append([])
        filled = 0
      }
      batches[batches.count - 1].append(conversation)
      filled += conversation.requests.count
    }
    return batches.map(Batch.init) + alone
  }
}

extension Conversation {
  fileprivate var hasProbe: Bool {
    requests.contains { request in
      if case .probe = request { true } else { false }
    }
  }
}

extension RunOutcome {
  /// Whether anything of it is to be told as wrong.
  package var isWrong: Bool {
    breakdown != nil
      || verdicts.contains { verdict in
        switch verdict {
        case .failed, .brokeDown, .notReached: true
        case .done, .passed, .omitted, .unknown: false
        }
      }
  }
}
