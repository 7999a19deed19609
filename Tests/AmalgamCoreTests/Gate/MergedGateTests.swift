import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct MergedGateTests {
  private let today = Today(CalendarDate(secondsSince1970: 1_796_000_000), by: "the clock")

  private func json(
    _ name: String,
    findings: [Finding] = [],
    failures: [Failure] = []
  ) throws
    -> String
  {
    var variant = try exampleVariant(name)
    variant.findings += findings
    return JSONReport().text(
      of: GateReport([variant], failures: failures, today: today).report
    )
  }

  private func merge(
    _ texts: [String],
    expected: [String] = []
  ) throws -> Report {
    let gates = try texts.enumerated().map { try MergedGate($1, file: "\($0).json") }
    return MergedGate.report(gates, failures: [], expected: expected)
  }

  @Test func `reports of several runs become one, with all that was found`() throws {
    var accepted = Finding(.error, check: "leak", variant: "b", subject: "x", "is odd")
    accepted.accepted = .init(until: "2027-01-01", reason: "known")
    let finding = Finding(
      .error,
      check: "demand",
      variant: "b",
      subject: "module:x",
      "is \u{1B}\"odd\"\n",
      at: exampleLocation(line: 7, ""),
      notes: ["a note"],
      fix: "do it"
    )

    let report = try merge([try json("a"), try json("b", findings: [finding, accepted])])

    #expect(report.findings.map(\.fingerprint) == [finding, accepted].map(\.fingerprint))
    #expect(report.findings.map(\.message) == ["is \u{1B}\"odd\"\n", "is odd"])
    #expect(report.findings.last?.accepted == accepted.accepted)
    #expect(report.exitStatus() == 1)
    #expect(report.checks == 18)
    #expect(report.judgements.count == 18)
    #expect(report.body == "a: passed, by '0.json'\nb: failed, by '1.json'")
  }

  @Test func `clean reports are a pass only if every variant has one`() throws {
    let texts = [try json("a"), try json("b")]

    #expect(try merge(texts).exitStatus() == 0)
    #expect(try merge(texts, expected: ["a", "b"]).exitStatus() == 0)
    let missing = try merge(texts, expected: ["a", "c"])
    #expect(missing.exitStatus() == 2)
    #expect(missing.failures == [Failure("c", "has no report among those that were merged")])
    #expect(try merge([]).exitStatus() == 2)
  }

  @Test func `two reports of one variant are no verdict`() throws {
    let twice = try merge([try json("a"), try json("a")])

    #expect(twice.exitStatus() == 2)
    #expect(twice.failures == [Failure("a", "has two reports: '0.json', '1.json'")])
  }

  @Test func `a failure of a run is one of the whole`() throws {
    let failure = Failure("a", "was not built", notes: ["n"], fix: "f")

    #expect(try merge([try json("a", failures: [failure])]).failures == [failure])
  }

  @Test(arguments: [
    ("{}", "is no report of 'amalgam gate'"),
    (
      "{\"schema\": 1, \"command\": \"gate\", \"summary\": {\"checks\": 1}}",
      "is no report of 'amalgam gate'"
    ),
    (
      "{\"schema\": 1, \"command\": \"gate\", \"summary\": {\"checks\": 9223372036854775807}, "
        + "\"variants\": [], \"judgements\": []}",
      "has counts that do not come from its own findings and suites"
    ),
    (
      "{\"schema\": 1, \"command\": \"gate\", \"summary\": {\"checks\": 1, \"errors\": 5}, "
        + "\"variants\": [], \"judgements\": [], \"findings\": []}",
      "has counts that do not come from its own findings and suites"
    ),
    ("{\"a\"", "is no report: at byte 4 expected ':'"),
    ("", "is no report: at byte 0 expected a value"),
  ])
  func `anything else is no report`(text: String, message: String) {
    expectFailure("a.json: error: \(message)") { try MergedGate(text, file: "a.json") }
  }

  @Test func `a report that was cut off anywhere is none`() throws {
    let bytes = Array(try json("a").utf8)
    for length in stride(from: 0, to: bytes.count - 2, by: 7) {
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      #expect(throws: Failure.self) { try MergedGate(text, file: "a.json") }
    }
  }

  @Test(arguments: [
    ("[1, -2, true, false, null, \"a\\u0041\\n\"]", "[1,-2,true,false,null,\"aA\\n\"]"),
    ("{\"a\": {}, \"b\": []}", "{\"a\":{},\"b\":[]}"),
  ])
  func `what is read is written the same`(text: String, same: String) throws {
    #expect(try JSONText.parse(text).compact == same)
  }

  @Test(arguments: [
    ("{1", "a key"), ("[1", "',' or ']'"), ("{\"a\":1", "',' or '}'"), ("1 2", "the end"),
    ("\"a", "the end of a text"), ("\"\u{1}\"", "no control character in a text"),
    ("\"\\", "an escape"), ("\"\\x\"", "an escape"), ("\"\\u12\"", "four hexadecimal digits"),
    (String(repeating: "[", count: 70), "at most 64 levels"),
  ])
  func `what is no JSON is told`(text: String, expected: String) {
    #expect {
      try JSONText.parse(text)
    } throws: {
      ($0 as? JSONText.Problem)?.message == "expected \(expected)"
    }
  }
}
