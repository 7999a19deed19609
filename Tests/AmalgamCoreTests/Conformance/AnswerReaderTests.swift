@testable import AmalgamCore
import Testing

struct AnswerReaderTests {
  private let requests: [Request] = [
    .open(connection: "main", .memory, path: "-"), .sql(case: "7", connection: "main", "SELECT 1"),
  ]
  private let greeting = "amalgam-driver 1 3.53.4 2026-07-24 19:02:57 bf7c7f30\n"
  private let opened = "begin open\nok\nend\n"

  private func read(_ text: String) -> Transcript { Transcript(Array(text.utf8), to: requests) }

  @Test func `requests are lines, payloads counted in bytes`() {
    let all: [Request] = [
      .open(connection: "main", .file, path: "/tmp/a b"),
      .sql(case: "3", connection: "main", "SELECT 'é'"),
      .plan(case: "4", connection: "main", "SELECT 1"), .close(connection: "main"),
      .probe(case: "5", name: "threadsafe"), .list("options"),
      .pool(threads: 8, opens: 2, sql: "SELECT 1"),
    ]

    #expect(
      String(decoding: Request.encoded(all), as: UTF8.self) == """
        open main file /tmp/a b
        sql 3 main 11
        SELECT 'é'
        plan 4 main 8
        SELECT 1
        close main
        probe 5 threadsafe
        list options
        pool 8 2 8
        SELECT 1

        """
    )
    #expect(
      String(decoding: Request.encoded([requests[0]]), as: UTF8.self) == "open main memory -\n"
    )
  }

  @Test func `values keep their class and their bytes`() {
    let transcript = read(
      greeting + opened
        + "begin 7\nrow\nvalue i -12\nvalue r 1.5\nvalue t 4\na\nbc\nvalue b 0\n\nvalue n\nrow\n"
        + "value r inf\nok\nend\nbye 0\n"
    )

    #expect(transcript.version == "3.53.4")
    #expect(transcript.sourceID == "2026-07-24 19:02:57 bf7c7f30")
    #expect(
      transcript.answers.last?.rows == [
        [.integer(-12), .real(1.5), .text("a\nbc"), .blob([]), .null], [.real(.infinity)],
      ]
    )
    #expect(transcript.ending == .complete(leaked: 0))
  }

  @Test func `an error keeps its number and message`() {
    let transcript = read(
      greeting + opened + "begin 7\nrow\nvalue i 1\nerror 1 7\nno such\nend\nbye -1\n"
    )

    #expect(transcript.answers.last?.result == .error(code: 1, message: "no such"))
    #expect(transcript.ending == .complete(leaked: nil))
  }

  @Test func `answers that end early name the request they end in`() {
    #expect(read("").ending == .cut(request: nil))
    #expect(read(greeting + opened).ending == .cut(request: nil))
    #expect(read(greeting + opened + "begin 7\n").ending == .cut(request: 1))
    #expect(read(greeting + opened + "begin 7\nrow\nvalue t 100\nab").ending == .cut(request: 1))
    #expect(read(greeting + "begin open\nok\n").ending == .cut(request: 0))
  }

  @Test(arguments: [
    ("hello\n", 0, "it does not begin with 'amalgam-driver 1'"),
    ("amalgam-driver 2 3.53.4 x\n", 0, "it speaks protocol '2', not '1'"),
    ("amalgam-driver 1 3.53.4\nbegin close\n", 24, "'begin open' was to come"),
    (
      "amalgam-driver 1 3.53.4\nbegin open\nvalue i 1\n", 35,
      "a row, a value, 'ok' or 'error' was to come"
    ),
    (
      "amalgam-driver 1 3.53.4\nbegin open\nrow\nvalue i x\n", 39,
      "a value has no class and number that are known"
    ),
    ("amalgam-driver 1 3.53.4\nbegin open\nrow\nvalue t -1\n", 39, "a size is no number"),
    (
      "amalgam-driver 1 3.53.4\nbegin open\nrow\nvalue t 1\nabc\n", 50,
      "no line end after 1 bytes"
    ),
    ("amalgam-driver 1 3.53.4\nbegin open\nerror x 1\n", 35, "an error has no number"),
    ("amalgam-driver 1 3.53.4\nbegin open\nok\nbegin\n", 38, "'end' was to come"),
  ])
  func `what is no answer is told with its place`(text: String, offset: Int, what: String) {
    #expect(read(text).ending == .malformed(offset: offset, what))
  }

  @Test func `a size beyond all numbers is no trap`() {
    let text = greeting + "begin open\nrow\nvalue t 9223372036854775807\nabc"

    #expect(read(text).ending == .cut(request: 0))
  }

  @Test func `something after the end, or no end, is malformed`() {
    let whole = greeting + opened + "begin 7\nok\nend\n"

    #expect(
      read(whole + "bye 0\nx").ending
        == .malformed(offset: whole.utf8.count + 6, "something comes after 'bye'")
    )
    #expect(
      read(whole + "begin 8\n").ending == .malformed(offset: whole.utf8.count, "'bye' was to come")
    )
  }

  @Test func `no cut and no changed byte traps`() {
    let text = greeting + opened + "begin 7\nrow\nvalue i 1\nvalue t 3\nabc\nok\nend\nbye 0\n"
    let bytes = Array(text.utf8)

    for length in bytes.indices { _ = Transcript(Array(bytes[..<length]), to: requests) }
    for index in bytes.indices {
      for change: UInt8 in [0, 10, 32, 45, 57, 255] {
        var changed = bytes
        changed[index] = change
        let transcript = Transcript(changed, to: requests)
        #expect(transcript.answers.count <= requests.count)
      }
    }
  }
}
