import AmalgamCore
import Testing

struct SourceLineTests {
  @Test func `words are separated by blanks and know their columns`() {
    let line = SourceLine(file: "a", number: 3, text: "  on *-ios*\tSQLITE_X=0")

    #expect(line.words.map(\.text) == ["on", "*-ios*", "SQLITE_X=0"])
    #expect(line.words.map(\.column) == [3, 6, 13])
    #expect(line.isIndented)
  }

  @Test(arguments: [
    ("# all comment", []), ("a # b", ["a"]), ("a#b", ["a#b"]), ("", []),
    (#"because "two words" x"#, ["because", "two words", "x"]),
  ])
  func `a hash begins a comment only at the start or after a blank`(
    text: String,
    words: [String]
  ) {
    #expect(SourceLine(file: "a", number: 1, text: text).words.map(\.text) == words)
  }

  @Test func `a quote that is never closed is known by its column`() {
    let line = SourceLine(file: "a", number: 1, text: #"accept "x"#)

    #expect(line.openQuoteColumn == 8)
  }

  @Test func `the rest of a line keeps its blanks and drops its comment`() {
    let line = SourceLine(file: "a", number: 1, text: "probe  sql  SELECT  1 # why")

    #expect(line.rest(from: 2) == "SELECT  1")
    #expect(line.rest(from: 9) == "")
  }

  @Test func `every kind of line end is one line end`() {
    let lines = SourceLine.lines(of: "a\r\nb\rc\nd", file: "f")

    #expect(Array(lines).map(\.text) == ["a", "b", "c", "d"])
    #expect(Array(lines).map(\.number) == [1, 2, 3, 4])
  }
}
