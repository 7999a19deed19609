/// What the driver answered to one request.
package struct Answer: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    case ok
    case error(code: Int, message: String)
  }

  package let rows: [[Value]]
  package let result: Result

  package init(rows: [[Value]] = [], result: Result = .ok) {
    self.rows = rows
    self.result = result
  }

  /// The message of an error; `nil` where all went well.
  package var error: String? {
    guard case .error(_, let message) = result else { return nil }
    return message
  }

  /// Why the driver cannot do such a thing with any library; `nil` where it can.
  package var refusal: String? {
    guard case .error(code: -1, let reason) = result else { return nil }
    return "the driver cannot do it: \(reason)"
  }
}

/// All that one driver process answered.
package struct Transcript: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    /// It said good-bye; bytes still allocated then, `nil` where the library does not count them.
    case complete(leaked: Int?)
    /// The answers end early: in that request, or before any other where it is `nil`.
    case cut(request: Int?)
    /// What it wrote is no answer, from byte `offset` on.
    case malformed(offset: Int, String)
  }

  package let version: String
  package let sourceID: String
  /// Whole answers, in the order of the requests.
  package let answers: [Answer]
  package let ending: Ending

  package init(version: String, sourceID: String, answers: [Answer], ending: Ending) {
    self.version = version
    self.sourceID = sourceID
    self.answers = answers
    self.ending = ending
  }

  package var leaked: Int? {
    guard case .complete(let leaked) = ending else { return nil }
    return leaked
  }
}
