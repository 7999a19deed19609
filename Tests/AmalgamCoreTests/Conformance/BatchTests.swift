import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// Suites that share a process.
struct BatchTests {
  private func conversation(
    _ name: String,
    _ queries: Int,
    probe: Bool = false
  ) throws
    -> Conversation
  {
    let records = (0..<queries).map { "query I\nSELECT \($0)\n----\n\($0)\n" }
    let text = (records + (probe ? ["probe snapshot\n"] : [])).joined(separator: "\n")
    let script = try ScriptParser.parse("# amalgam 1\n\n\(text)\n", file: "\(name).test")
    return Conversation(
      script,
      in: .memory,
      path: "/db",
      Circumstances(try exampleExpectation(), exampleLibrary())
    )
  }

  private func transcript(
    _ batch: Batch,
    _ ending: Transcript.Ending = .complete(leaked: 0),
    closing: Answer = Answer()
  ) -> Transcript {
    let answers = batch.requests.enumerated().map { index, request in
      if case .close = request { closing } else { Answer(rows: [[.integer(Int64(index))]]) }
    }
    return Transcript(version: "3.53.4", sourceID: "id", answers: answers, ending: ending)
  }

  @Test func `each suite closes its connections before the next one opens them`() throws {
    let batch = Batch([try conversation("a", 1), try conversation("b", 1)])

    #expect(
      batch.requests == [
        .open(connection: "main", .memory, path: "/db"),
        .sql(case: "3", connection: "main", "SELECT 0"), .close(connection: "main"),
        .open(connection: "main", .memory, path: "/db"),
        .sql(case: "3", connection: "main", "SELECT 0"), .close(connection: "main"),
      ]
    )
  }

  @Test func `answers go to the suite that asked`() throws {
    let batch = Batch([try conversation("a", 1), try conversation("b", 2)])

    let parts = batch.transcripts(from: transcript(batch)).compactMap { $0 }

    #expect(
      parts.map { $0.answers.map { $0.rows.first?.first } }
        == [[.integer(0), .integer(1)], [.integer(3), .integer(4), .integer(5)]]
    )
    #expect(parts.allSatisfy { $0.sourceID == "id" && $0.leaked == 0 })
  }

  @Test(arguments: [
    Transcript.Ending.cut(request: 1), .cut(request: nil), .malformed(offset: 3, "?"),
    .complete(leaked: 48),
  ])
  func `a crash, nonsense or a leak is told by no suite of a batch`(
    ending: Transcript.Ending
  ) throws {
    let batch = Batch([try conversation("a", 1), try conversation("b", 1)])

    #expect(batch.transcripts(from: transcript(batch, ending)) == [nil, nil])
  }

  @Test func `memory that is not counted is no leak`() throws {
    let batch = Batch([try conversation("a", 1)])

    #expect(batch.transcripts(from: transcript(batch, .complete(leaked: nil))) != [nil])
  }

  @Test func `a connection that does not close is told by a process of its own`() throws {
    let batch = Batch([try conversation("a", 1)])
    let busy = Answer(result: .error(code: 5, message: "unfinalized statements"))

    #expect(batch.transcripts(from: transcript(batch, closing: busy)) == [nil])
  }

  @Test func `suites are divided evenly, and one with probes has a process to itself`() throws {
    let suites = try (0..<9).map { try conversation("s\($0)", 4) }
    let probing = try conversation("p", 1, probe: true)

    let batches = Batch.divided(suites + [probing], into: 3)

    #expect(batches.map(\.conversations.count) == [4, 4, 1, 1])
    #expect(
      batches.flatMap(\.conversations).map(\.script.name)
        == (0..<9).map { "s\($0)" } + ["p"]
    )
    #expect(Batch.divided([], into: 3).isEmpty)
    #expect(Batch.divided(suites, into: 0).count == 1)
  }
}
