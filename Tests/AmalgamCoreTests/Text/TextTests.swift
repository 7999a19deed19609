import AmalgamCore
import Foundation
import Testing

struct SpellingTests {
  private let names = ["SQLITE_ENABLE_FTS3", "SQLITE_ENABLE_FTS5", "SQLITE_ENABLE_RTREE"]

  @Test(arguments: [
    ("SQLITE_ENABLE_FT5", "SQLITE_ENABLE_FTS5"), ("SQLITE_ENABEL_RTREE", "SQLITE_ENABLE_RTREE"),
    ("SQLITE_SOUNDEX", nil), ("SQLITE_ENABLE_FTS4", "SQLITE_ENABLE_FTS3"),
  ])
  func `the nearest name is the one that was meant`(word: String, expected: String?) {
    #expect(Spelling.nearest(to: word, among: names) == expected)
  }

  @Test func `a name is not the nearest to itself`() {
    #expect(Spelling.nearest(to: "ab", among: ["ab"]) == nil)
  }
}

struct GlobTests {
  @Test(arguments: [
    ("*-apple-ios*", "arm64-apple-ios15", true), ("*-apple-ios*", "x86_64-linux-gnu", false),
    ("a?c", "abc", true), ("a?c", "ac", false), ("*", "", true), ("", "a", false),
    ("a*b*c", "aXbYbZc", true), ("*a", "aab", false),
  ])
  func `a star is any run and a question mark one character`(
    pattern: String,
    text: String,
    matches: Bool
  ) {
    #expect(Glob(pattern).matches(text) == matches)
  }

  @Test(arguments: [
    ("*-apple-*", "*-apple-ios*", true), ("*-apple-ios*", "*-apple-*", false), ("a*", "a*", true),
    ("a?", "a?", true), ("a?", "a*", false), ("a??", "a**", false), ("*", "a?", true),
  ])
  func `a pattern covers another when it matches all that the other does`(
    pattern: String,
    other: String,
    covers: Bool
  ) {
    #expect(Glob(pattern).covers(Glob(other)) == covers)
  }

  @Test func `many stars over a long text end at once`() {
    let pattern = String(repeating: "*a", count: 50) + "b"

    #expect(!Glob(pattern).matches(String(repeating: "a", count: 2_000)))
  }
}

struct PathTests {
  @Test(arguments: [
    ("a/./b//c", "a/b/c"), ("a/../b", "b"), ("../a", "../a"), ("/../a", "/a"), ("", "."),
    ("a/..", "."),
  ])
  func `a path is normalized without looking it up`(path: String, expected: String) {
    #expect(Path.normalized(path) == expected)
  }

  @Test func `a path below a folder is seen from there`() {
    #expect(Path.relative("/a/b/c", to: "/a") == "b/c")
    #expect(Path.relative("/ab/c", to: "/a") == "/ab/c")
    #expect(Path.directory(of: "/a") == "/")
    #expect(Path.name(of: "/a/b.c") == "b.c")
  }
}

struct CalendarDateTests {
  @Test(arguments: ["2027-02-29", "2027-13-01", "2027-6-30", "2027-06-31", "today", "20270630"])
  func `what is no day is no date`(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  /// The days are GNU date's: `date -u -d @SECONDS +%F`.
  @Test(arguments: [
    (0, "1970-01-01"), (951_782_400, "2000-02-29"), (-1, "1969-12-31"),
    (1_796_083_200, "2026-12-01"), (4_107_542_399, "2100-02-28"), (4_107_542_400, "2100-03-01"),
  ])
  func `seconds since 1970 are a day`(seconds: Int, day: String) {
    #expect(CalendarDate(secondsSince1970: seconds) == CalendarDate(day))
  }
}

struct JSONTests {
  @Test func `what is written is read back by another reader`() throws {
    let nasty = "\u{0}\u{1F}\"\\\n\t</script>\u{2028}é😀"
    let json = JSON.object(["a": .array([.integer(-1), .null, .bool(true)]), "b": .string(nasty)])

    for text in [json.description, json.compact] {
      let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(read?["b"] as? String == nasty)
      #expect((read?["a"] as? [Any])?.count == 3)
    }
  }

  @Test func `an object keeps the order it was given`() {
    let json = JSON.object(["z": .integer(1), "a": .object([:])])

    #expect(json.description == "{\n  \"z\": 1,\n  \"a\": {}\n}\n")
  }
}

struct PrintableTests {
  @Test func `control characters cannot reach a terminal`() {
    #expect("a\u{1B}[31m\nb\u{202E}".printable == "a\\x1B[31m\\x0Ab\\x202E")
    #expect("plain é".printable == "plain é")
  }
}
