import AmalgamCore
import Testing

struct VersionTests {
  @Test(arguments: [
    ("3.53.4", Version(3, 53, 4)), ("3.53", Version(3, 53, 0)), ("3.7.17", Version(3, 7, 17)),
    ("9999.9999.9999", Version(9999, 9999, 9999)),
  ])
  func `two or three numbers are a version`(text: String, version: Version) {
    #expect(Version(text) == version)
  }

  @Test(arguments: [
    "", "3", "3.", ".53", "3..4", "3.53.", "3.53.4.1", "3.53.4 ", "v3.53", "3.-1", "3.10000",
    "３.53", "3.53a",
  ])
  func `anything else is none`(text: String) {
    #expect(Version(text) == nil)
  }
}
