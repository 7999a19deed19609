import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct SuiteOutcomeTests {
  private let script: Script
  private let conversation: Conversation

  init() throws {
    let text = """
      # amalgam 1

      statement ok
      CREATE TABLE t(a)

      query I
      SELECT 1
      ----
      1

      query I
      SELECT   2
      ----
      2

      statement error no such table
      SELECT * FROM u

      onlyif module:rtree
      query I
      SELECT rtreecheck('t')
      ----
      1

      """
    script = try ScriptParser.parse(text, file: "s.test")
    conversation = Conversation(
      script,
      in: .memory,
      path: "-",
      Circumstances(try exampleExpectation(), exampleLibrary())
    )
  }

  private func run(
    _ answers: [Answer],
    _ ending: Transcript.Ending = .complete(leaked: 0),
    kind: RunKind = RunKind(.archive, .memory)
  ) -> RunOutcome {
    let transcript = Transcript(
      version: "3.53.4",
      sourceID: exampleSourceID,
      answers: answers,
      ending: ending
    )
    return RunOutcome(
      kind,
      conversation,
      transcript,
      breakdown: ending == .complete(leaked: 0)
        ? nil : Breakdown(.crash("was ended by signal 11"), during: "SQL: SELECT 2")
    )
  }

  private let noTable = Answer(result: .error(code: 1, message: "no such table: u"))
  private func row(_ number: Int64) -> Answer { Answer(rows: [[.integer(number)]]) }

  @Test func `a case counts once, whatever its literals and however often it runs`() {
    let good = run([Answer(), Answer(), row(1), row(2), noTable])

    let outcome = SuiteOutcome(script: script, runs: [good, good])

    #expect(good.verdicts == [.done, .passed, .passed, .passed, .omitted])
    #expect([outcome.cases, outcome.passed, outcome.failed, outcome.omitted] == [3, 2, 0, 1])
  }

  @Test func `runs stand in the order of their kinds, whichever ended first`() {
    let kinds = [RunKind(.archive, .memory), RunKind(.archive, .wal), RunKind(.shared, .memory)]

    let outcome = SuiteOutcome(script: script, runs: kinds.reversed().map { run([], kind: $0) })

    #expect(outcome.runs.map(\.kind) == kinds)
  }

  @Test func `a case that fails in one run has failed`() {
    let good = run([Answer(), Answer(), row(1), row(2), noTable])
    let bad = run([Answer(), Answer(), row(1), row(3), noTable])

    let outcome = SuiteOutcome(script: script, runs: [good, bad])

    #expect([outcome.cases, outcome.passed, outcome.failed, outcome.omitted] == [3, 1, 1, 1])
    #expect(outcome.failures.map(\.record.location.line) == [11])
  }

  @Test func `a death is of the record it happened in, and what follows is not reached`() {
    let dead = run([Answer(), Answer(), row(1)], .cut(request: 3))

    let outcome = SuiteOutcome(script: script, runs: [dead])

    #expect(dead.verdicts == [.done, .passed, .brokeDown, .notReached, .omitted])
    #expect([outcome.cases, outcome.passed, outcome.failed, outcome.omitted] == [3, 0, 2, 1])
  }

  @Test func `a database that cannot be opened fails the record that needs it`() {
    let closed = Answer(result: .error(code: 14, message: "unable to open database file"))

    let outcome = run([closed, Answer(result: .error(code: 21, message: "no connection"))])

    #expect(
      outcome.verdicts.first
        == .failed(
          Mismatch(
            expected: "an open database",
            got: "error 14 'unable to open database file'"
          )
        )
    )
  }

  @Test func `what the driver cannot do is neither passed nor failed`() {
    let refused = Answer(result: .error(code: -1, message: "no rows here"))
    let reason = "the driver cannot do it: no rows here"

    let outcome = run([Answer(), Answer(), row(1), refused, noTable])

    #expect(outcome.verdicts == [.done, .passed, .unknown(reason), .passed, .omitted])
    #expect(SuiteOutcome(script: script, runs: [outcome]).unknown == [reason])
  }

  @Test func `without a run every case is omitted`() {
    let outcome = SuiteOutcome(script: script, runs: [])

    #expect([outcome.cases, outcome.omitted] == [3, 3])
  }
}
