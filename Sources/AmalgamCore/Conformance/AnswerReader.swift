/// Decodes what a driver wrote, which may be anything.
struct AnswerReader {
  /// What stops reading.
  private enum Stop: Error {
    /// The bytes end where more was to come.
    case end
    case malformed(offset: Int, String)
  }

  private let bytes: [UInt8]
  private var offset = 0

  /// Returns the answers to `requests` that `bytes` hold.
  static func read(_ bytes: [UInt8], to requests: [Request]) -> Transcript {
    var reader = AnswerReader(bytes: bytes)
    var answers: [Answer] = []
    var greeting = (version: "", sourceID: "")
    let ending: Transcript.Ending
    do throws(Stop) {
      greeting = try reader.greeting()
      for request in requests { answers.append(try reader.answer(to: request)) }
      ending = .complete(leaked: try reader.goodbye())
    } catch {
      ending = reader.ending(after: error, whole: answers.count, of: requests.count)
    }
    return Transcript(
      version: greeting.version,
      sourceID: greeting.sourceID,
      answers: answers,
      ending: ending
    )
  }

  /// Whether the `begin` line of a request was read and its `end` was not.
  private var hasBegun = false

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func ending(after stop: Stop, whole: Int, of all: Int) -> Transcript.Ending {
    switch stop {
    case .end: .cut(request: hasBegun && whole < all ? whole : nil)
    case .malformed(let offset, let what): .malformed(offset: offset, what)
    }
  }

  private mutating func greeting() throws(Stop) -> (version: String, sourceID: String) {
    let start = offset
    let words = try line().split(separator: " ", maxSplits: 3).map(String.init)
    guard words.count >= 3, words[0] == "amalgam-driver" else {
      throw .malformed(offset: start, "it does not begin with 'amalgam-driver 1'")
    }
    guard words[1] == "1" else {
      throw .malformed(offset: start, "it speaks protocol '\(words[1])', not '1'")
    }
    return (words[2], words.count > 3 ? words[3] : "")
  }

  private mutating func answer(to request: Request) throws(Stop) -> Answer {
    let start = offset
    guard try line() == "begin \(request.label)" else {
      throw .malformed(offset: start, "'begin \(request.label)' was to come")
    }
    hasBegun = true
    var rows: [[Value]] = []
    var result: Answer.Result?
    while result == nil {
      let start = offset
      let line = try bytesOfLine()
      // Nearly all of a large answer are these; words of their own are made of the rest.
      if line.elementsEqual("row".utf8) {
        rows.append([])
        continue
      }
      let words = line.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
      switch words.first {
      case "value" where !rows.isEmpty:
        rows[rows.count - 1].append(try value(words, at: start))
      case "ok" where words.count == 1: result = .ok
      case "error" where words.count == 3:
        guard let code = Int(words[1]) else {
          throw .malformed(offset: start, "an error has no number")
        }
        let message = try payload(words[2], at: start)
        result = .error(code: code, message: String(decoding: message, as: UTF8.self))
      default: throw .malformed(offset: start, "a row, a value, 'ok' or 'error' was to come")
      }
    }
    let end = offset
    guard try line() == "end" else { throw .malformed(offset: end, "'end' was to come") }
    hasBegun = false
    return Answer(rows: rows, result: result ?? .ok)
  }

  private mutating func value(_ words: [String], at start: Int) throws(Stop) -> Value {
    switch (words.count, words.count > 1 ? words[1] : "") {
    case (2, "n"): return .null
    case (3, "i"): if let number = Int64(words[2]) { return .integer(number) }
    case (3, "r"): if let number = Double(words[2]) { return .real(number) }
    case (3, "t"): return .text(try payload(words[2], at: start))
    case (3, "b"): return .blob(try payload(words[2], at: start))
    default: break
    }
    throw .malformed(offset: start, "a value has no class and number that are known")
  }

  private mutating func goodbye() throws(Stop) -> Int? {
    let start = offset
    let words = try line().split(separator: " ").map(String.init)
    guard words.count == 2, words[0] == "bye", let leaked = Int(words[1]) else {
      throw .malformed(offset: start, "'bye' was to come")
    }
    guard offset == bytes.count else {
      throw .malformed(offset: offset, "something comes after 'bye'")
    }
    return leaked < 0 ? nil : leaked
  }

  // MARK: Bytes

  private mutating func line() throws(Stop) -> String {
    String(decoding: try bytesOfLine(), as: UTF8.self)
  }

  private mutating func bytesOfLine() throws(Stop) -> ArraySlice<UInt8> {
    guard let end = bytes[offset...].firstIndex(of: 10) else { throw .end }
    defer { offset = end + 1 }
    return bytes[offset..<end]
  }

  /// Returns the `size` bytes that follow, and goes past the line's end after them.
  private mutating func payload(_ size: String, at start: Int) throws(Stop) -> [UInt8] {
    guard let size = Int(size), size >= 0 else {
      throw .malformed(offset: start, "a size is no number")
    }
    guard size < bytes.count - offset else { throw .end }
    let end = offset + size
    guard bytes[end] == 10 else {
      throw .malformed(offset: end, "no line end after \(size) bytes")
    }
    defer { offset = end + 1 }
    return Array(bytes[offset..<end])
  }
}

extension Transcript {
  /// Reads what a driver wrote in answer to `requests`.
  package init(_ bytes: [UInt8], to requests: [Request]) {
    self = AnswerReader.read(bytes, to: requests)
  }
}
