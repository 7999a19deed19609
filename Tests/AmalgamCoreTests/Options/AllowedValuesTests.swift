import AmalgamCore
import Testing

struct AllowedValuesTests {
  @Test(arguments: [
    ("0..2", "0", AllowedValues.Verdict.allowed), ("0..2", "3", .refused), ("0..2", "-1", .refused),
    ("0..2", "0x1", .allowed), ("0..2", "(2)", .allowed), ("0..2", "01L", .allowed),
    ("0..2", "ON", .refused), ("0..2", "1+1", .unknown), ("0..2", "$(X)", .unknown),
    ("0,1,FAST", "FAST", .allowed), ("0,1,FAST", "2", .refused), ("0,1,FAST", "SLOW", .refused),
    ("integer", "-2000", .allowed), ("integer", "abc", .refused), ("integer", "4*1024", .unknown),
    ("text", "\"tmp_\"", .allowed), ("text", "5", .refused), ("text", "tmp_", .refused),
    ("any", "x y", .allowed), ("1..", "9223372036854775807", .allowed),
    ("1..", "9223372036854775808", .refused), ("..-1", "-5", .allowed), ("..-1", "0", .refused),
    ("-10..-1", "-10", .allowed), ("0x10..0x20", "20", .allowed),
    ("0..2", "\"a\"", .refused), ("0..2", "'0'", .refused), ("integer", "12kb", .refused),
    ("integer", "1.5", .refused), ("integer", "1e3", .refused), ("integer", "5 6", .refused),
    ("integer", "(5", .refused), ("integer", "5)", .refused), ("integer", "*", .refused),
    ("integer", "\\\"5\\\"", .refused), ("integer", "2*", .refused), ("integer", "()", .refused),
    ("integer", "(X+1)*2", .unknown), ("integer", "1<<20", .unknown), ("integer", "{}", .unknown),
    ("integer", "\\(limit)", .unknown), ("integer", "@LIMIT@", .unknown),
    ("integer", "%LIMIT%", .unknown), ("integer", "%", .refused), ("integer", "\\", .unknown),
    ("integer", "7%", .refused),
    ("name", "core_init", .allowed), ("name", "1", .refused), ("name", "\"f\"", .refused),
    ("name", "$(F)", .unknown), ("pair", "1200,40", .allowed), ("pair", "1200", .refused),
    ("pair", "a b,c", .refused), ("pair", "1,2,3", .refused), ("pair", "2*600,40", .unknown),
  ])
  func `a value is allowed, refused, or the compiler's matter`(
    values: String,
    value: String,
    expected: AllowedValues.Verdict
  ) throws {
    #expect(try #require(AllowedValues(values)).verdict(on: value) == expected)
  }

  @Test(arguments: ["", "1,", "2..1", "a..b", "1..x"])
  func `what is no list of values is none`(text: String) {
    #expect(AllowedValues(text) == nil)
  }

  @Test(arguments: [
    ("0..2", "0 to 2"), ("0,1,FAST", "0, 1 or FAST"), ("1..", "1 or more"), ("..9", "9 or less"),
    ("any", "any"), ("integer", "any whole number"), ("text", "text in double quotes"),
    ("name", "the name of a function in C"), ("pair", "two numbers with a comma between"),
  ])
  func `a list is said in words`(text: String, words: String) throws {
    #expect(try #require(AllowedValues(text)).inWords == words)
  }

  @Test(arguments: [
    ("0..2", "7", "2"), ("0..2", "-7", "0"), ("1..", "-9223372036854775808", "1"),
    ("0..9", "99999999999999999999", "9"), ("0..2", "x", nil), ("A,B", "3", nil),
  ])
  func `the nearest allowed number is what may be meant`(
    values: String,
    value: String,
    nearest: String?
  ) throws {
    #expect(try #require(AllowedValues(values)).nearest(to: value) == nearest)
  }

  @Test(arguments: [
    ("12", CInteger.value(12)), ("-0x1F", .value(-31)), ("017", .value(15)), ("((3u))", .value(3)),
    ("99999999999999999999", .tooLarge(isNegative: false)),
  ])
  func `integers are read as C reads them`(text: String, expected: CInteger) {
    #expect(CInteger(text) == expected)
  }

  @Test(arguments: ["", "-", "0x", "09", "1e3", "1.5", "()", "(", "--1", "+-1", "L"])
  func `what is no integer of C is none`(text: String) {
    #expect(CInteger(text) == nil)
  }
}
